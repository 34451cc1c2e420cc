"""Forbidden City drawn, as pictures in text: what a screen without colours shows."""

from __future__ import annotations

from support.city import draw as scene
from support.city import invent, tile
from terminal.screens import Screen, begin, drawn, printed
from tianxia.games.forbidden_city.terminal.drawer import draw_city, draw_hand, draw_legend, draw_rooms
from tianxia.games.forbidden_city.terminal.painter import FULL, MIDDLE, SMALL, Size
from tianxia.terminal.drawer import Shown

START = """
    #  g  #
    g  T  p
    #  w  #
    """
CORNER = scene(
    """
    .  .  A  B  .
    .  .  C  D  .
    .  #  g  #  .
    .  g  T  p  E
    .  #  w  #  F
    """,
    {
        "A": "1 white-green-split r0",
        "B": "2 white-green-split r1",
        "C": "1 green-dragon r0",
        "D": "3 pink-gate r3",
        "E": "4 pink-alcove r2",
        "F": "2 white-court r0",
    },
    hand="1 green-gate",
)


def city(size: Size, width: int = 120, seat: int | None = None) -> str:
    return printed(draw_city(Shown(CORNER.match.view(seat)), size, width), width)


def hand(tile: str) -> str:
    match = scene(START, hand=tile).match
    return printed(draw_hand(Shown(match.view(1))))


def picture(text: str) -> str:
    """A picture as it stands here, without the eight blanks before each line."""
    return "\n".join(line[8:] for line in text.splitlines()[1:-1])


def test_the_first_screen_shows_city_players_tile_and_question() -> None:
    assert drawn(begin(2), 1) == picture(
        """
        Forbidden City  round 1 of 28
               -2      -1       0       1       2             player coins stack
                                                        ▸  P  Purple     0    29
                                                           Y  Yellow     0    29
         -2           -1,-2   0,-2    1,-2
                                                         "  green   *  pink   .  white
                    ┏━━━━━━━┓ "   " ┏━━━━━━━┓
                    ┃ ♣   ♣ ┃   "   ┃ ♣   ♣ ┃           Your tile: white-porch
         -1   -2,-1 ┃   ♣   ┃ "   " ┃   ♣   ┃ 2,-1         r0         r1
                    ┃ ♣   ♣ ┃   "   ┃ ♣   ♣ ┃           ╺━━━∩━━━╸    .   . ╻
                    ┗━━━━━━━╋━━━∩━━━╋━━━━━━━┛           .   .   .  .   .   ┃
                    "   "   ┃  ▟█▙  ┃   *   *             .P●●.      .P●●. ∩
          0   -2,0    "   " ∩▄▟███▙▄∩ *   *    2,0      .   .   .  .   .   ┃
                    "   "   ┃ █▌∩▐█ ┃   *   *             .   .      .   . ╹
                    ┏━━━━━━━╋━━━∩━━━╋━━━━━━━┓              r2         r3
                    ┃ ♣   ♣ ┃   .   ┃ ♣   ♣ ┃             .   .    ╻ .   .
          1   -2,1  ┃   ♣   ┃ .   . ┃   ♣   ┃  2,1      .   .   .  ┃   .   .
                    ┃ ♣   ♣ ┃   .   ┃ ♣   ♣ ┃             .P●●.    ∩ .P●●.
                    ┗━━━━━━━┛ .   . ┗━━━━━━━┛           .   .   .  ┃   .   .
                                                        ╺━━━∩━━━╸  ╹ .   .
          2           -1,2     0,2     1,2


               -2      -1       0       1       2

        Lay your tile on a free cell that touches the city.
        """
    )


def test_the_other_side_of_the_start_tile_has_rooms_that_flow_together() -> None:
    match = begin(3, start="halls")
    assert printed(draw_city(Shown(match.view(None)), FULL, 80)) == picture(
        """
               -1       0       1
            ╺━━━━━━━╸ "   " ╻ *   * ╻
            "   "   "   "   ┃   *   ┃
         -1   "   "   "   " ┃ *   * ┃
            "   "   "   "   ┃   *   ┃
              "   " ┏━━━∩━━━┫ *   * ╹
            "   "   ┃  ▟█▙  ┃   *   *
          0   "   " ┃▄▟███▙▄∩ *   *
            "   "   ┃ █▌∩▐█ ┃   *   *
            ┏━━━━━━━┻━━━∩━━━┫ *   *
            ┃   .   .   .   ┃   *   *
          1 ┃ .   .   .   . ┃ *   *
            ┃   .   .   .   ┃   *   *
            ╹ .   .   .   . ┗━━━━━━━╸
               -1       0       1
        """
    )


def test_walls_passages_splits_and_figures() -> None:
    """At 1,0 the open side meets an archway: a passage. The archway of 1,-2 in the north leads to the other's floor."""
    assert city(FULL) == picture(
        """
               -1       0       1       2
                      .   .   .   .
                    .P● . ╱ " ╲ . Y●.
         -3           . ╱ "   " ╲ .
                    . ╱ " P●"Y● " ╲ .
                    ╺━━━━━━━┳━━━∩━━━┓
                    "   "   ┃   *   ┃
         -2           " § " ∩ *   * ┃
                    "   "   ┃   *   ┃
            ┏━━━━━━━┓ "   " ┣━━━━━━━┫
            ┃ ♣   ♣ ┃   "   ┃ ♣   ♣ ┃
         -1 ┃   ♣   ┃ "   " ┃   ♣   ┃
            ┃ ♣   ♣ ┃   "   ┃ ♣   ♣ ┃
            ┗━━━━━━━╋━━━∩━━━╋━━━━━━━╋━━━━━━━╸
            "   "   ┃  ▟█▙  ┃   *   ┃   *   *
          0   "   " ∩▄▟███▙▄∩ *   * ∩ *B● *
            "   "   ┃ █▌∩▐█ ┃   *   ┃   *   *
            ┏━━━━━━━╋━━━∩━━━╋━━━━━━━╋━━━━━━━╸
            ┃ ♣   ♣ ┃   .   ┃ ♣   ♣ ┃◆  .   .
          1 ┃   ♣   ┃ .   . ┃   ♣   ┃ Y●●●.
            ┃ ♣   ♣ ┃   .   ┃ ♣   ♣ ┃   .   .
            ┗━━━━━━━┛ .   . ┗━━━━━━━┛ .   .
               -1       0       1       2
        """
    )


def test_the_middle_size() -> None:
    assert city(MIDDLE) == picture(
        """
              -1     0     1     2
                  . . . . . . .
                   P●.╱" "╲.Y●
         -3       . ╱ P●"Y● ╲ .
                  ╺━━━━━┳━━∩━━┓
                  " " " ┃ * * ┃
         -2        " § "∩* * *┃
            ┏━━━━━┓ " " ┣━━━━━┫
            ┃♣   ♣┃" " "┃♣   ♣┃
         -1 ┃  ♣  ┃ " " ┃  ♣  ┃
            ┗━━━━━╋━━∩━━╋━━━━━╋━━━━━╸
            " " " ┃▄▟█▙▄┃ * * ┃ * * *
          0  " " "∩ █∩█ ∩* * *∩*B● *
            ┏━━━━━╋━━∩━━╋━━━━━╋━━━━━╸
            ┃♣   ♣┃. . .┃♣   ♣┃◆ . .
          1 ┃  ♣  ┃ . . ┃  ♣  ┃Y●●● .
            ┗━━━━━┛. . .┗━━━━━┛. . .
              -1     0     1     2
        """
    )


def test_the_small_size() -> None:
    assert city(SMALL) == picture(
        """
             -1   0   1   2
                . . . . .
         -3      P╱P Y╲Y
                ╺━━━┳━∩━┓
         -2      "§"∩* *┃
            ┏━━━┓ " ┣━━━┫
         -1 ┃ ♣ ┃" "┃ ♣ ┃
            ┗━━━╋━∩━╋━━━╋━━━╸
          0  " "∩ ▲ ∩* *∩B1*
            ┏━━━╋━∩━╋━━━╋━━━╸
          1 ┃ ♣ ┃. .┃ ♣ ┃Y3◆
            ┗━━━┛ . ┗━━━┛ . .
             -1   0   1   2
        """
    )


def test_free_cells_are_marked_by_their_coordinates_or_by_a_ring() -> None:
    match = begin(2)
    assert printed(draw_city(Shown(match.view(1)), SMALL, 80)) == picture(
        """
             -2  -1   0   1   2

         -2       ○   ○   ○
                ┏━━━┓ " ┏━━━┓
         -1   ○ ┃ ♣ ┃" "┃ ♣ ┃ ○
                ┗━━━╋━∩━╋━━━┛
          0   ○  " "∩ ▲ ∩* *  ○
                ┏━━━╋━∩━╋━━━┓
          1   ○ ┃ ♣ ┃. .┃ ♣ ┃ ○
                ┗━━━┛ . ┗━━━┛
          2       ○   ○   ○

             -2  -1   0   1   2
        """
    )


def test_the_tile_in_hand_is_drawn_in_its_legal_turns_alone() -> None:
    """The four turns of a court look the same; those of a split tile do not."""
    assert hand("1 pink-court") == picture(
        """
        Your tile: pink-court
           r0
          *   *
        *   *   *
          P●●●*
        *   *   *
          *   *
        """
    )
    assert hand("1 pink-white-split") == picture(
        """
        Your tile: pink-white-split
           r0         r1
          *   *      *   *
        *P● * ╱ .  . ╲ * P●*
          * ╱ .      . ╲ *
        * ╱ . P●.  .P● . ╲ *
          .   .      .   .
           r2         r3
          .   .      .   .
        .P● . ╱ *  * ╲ . P●.
          . ╱ *      * ╲ .
        . ╱ * P●*  *P● * ╲ .
          *   *      *   *
        """
    )


def test_a_ghost_has_a_ring_and_says_what_it_would_bring() -> None:
    match = begin(2)
    move = "0,-2 r2"
    assert drawn(match, 1, 60, match.preview(1, move)) == picture(
        """
        Forbidden City  round 1 of 28
               -2      -1       0       1       2
                            ·········
                            ·◇  .   ·
         -2           -1,-2 · .P●●. · 1,-2
                            ·   .   ·
                    ┏━━━━━━━┳━━━∩━━━┳━━━━━━━┓
                    ┃ ♣   ♣ ┃   "   ┃ ♣   ♣ ┃
         -1   -2,-1 ┃   ♣   ┃ "   " ┃   ♣   ┃ 2,-1
                    ┃ ♣   ♣ ┃   "   ┃ ♣   ♣ ┃
                    ┗━━━━━━━╋━━━∩━━━╋━━━━━━━┛
                    "   "   ┃  ▟█▙  ┃   *   *
          0   -2,0    "   " ∩▄▟███▙▄∩ *   *    2,0
                    "   "   ┃ █▌∩▐█ ┃   *   *
                    ┏━━━━━━━╋━━━∩━━━╋━━━━━━━┓
                    ┃ ♣   ♣ ┃   .   ┃ ♣   ♣ ┃
          1   -2,1  ┃   ♣   ┃ .   . ┃   ♣   ┃  2,1
                    ┃ ♣   ♣ ┃   .   ┃ ♣   ♣ ┃
                    ┗━━━━━━━┛ .   . ┗━━━━━━━┛

          2           -1,2     0,2     1,2


               -2      -1       0       1       2

              player coins stack         Your tile: white-porch
        ▸  P  Purple     0    29            r2
           Y  Yellow     0    29           .   .
                                         .   .   .
         "  green   *  pink   .  white     .P●●.
                                         .   .   .
                                         ╺━━━∩━━━╸

        This would happen:
          Purple lays a tile at 0,-2: white with 2 advisors.
          The green room closes with nobody in it.
          Nobody scores.
        Lay your tile on a free cell that touches the city.
        """
    )


def test_rooms_as_a_list() -> None:
    assert printed(draw_rooms(Shown(CORNER.match.view(None))), 100) == picture(
        """
        #   room        cells      advisors   dragons  open ends  own  value  linked to
        1    "  green   0,-1 0,-2                   1          1    5      7  8 9
        2    "  green   -1,0                                   1    1      2  8
        3    .  white   0,1                                    1    1      2  8
        4    *  pink    2,0         B1                         1    1      2  10
        5    .  white   0,-3        P1                         2    1      1
        6    .  white   1,-3        Y1                         2    1      1
        7    .  white   2,1         Y3                         2    1      1
        8    ▟▙ temple  0,0                               closed    1         1 2 3 10
        9    *  pink    1,-2                              closed    1         1 11
        10   *  pink    1,0                               closed    1         4 8
        11   "  green   0,-3 1,-3   P1   Y1               closed    2         9
        own: 1 for each tile, 3 for each dragon. value: what the room would pay now, linked rooms included.
        """
    )


def test_colours_of_other_editions_have_a_letter_as_their_floor() -> None:
    game = invent(
        [
            tile("bath", "....", "blue 1"),
            tile("barn", "....", "brown 3"),
            tile("gap", "a..#", "black", "blue 2", diagonal="a"),
        ]
    )
    board = scene(
        """
        A  .  B
        #  g  #  C
        g  T  p  .
        #  w  #  .
        """,
        {"A": "1 bath r0", "B": "1 barn r0", "C": "1 gap r2"},
        hand="2 bath",
        game=game,
    )
    shown = Shown(board.match.view(None))
    assert printed(draw_city(shown, FULL, 80)) == picture(
        """
               -1       0       1       2
              l   l           r   r
            l   l   l       r   r   r
         -2   lP● l           P●●●r
            l   l   l       r   r   r
            ┏━━━━━━━┓ "   " ┏━━━━━━━┓ l   l ╻
            ┃ ♣   ♣ ┃   "   ┃ ♣   ♣ ┃P●●l ╱◆┃
         -1 ┃   ♣   ┃ "   " ┃   ♣   ┃ l ∩ b ┃
            ┃ ♣   ♣ ┃   "   ┃ ♣   ♣ ┃ ╱ b   ┃
            ┗━━━━━━━╋━━━∩━━━╋━━━━━━━┻━━━∩━━━┛
            "   "   ┃  ▟█▙  ┃   *   *
          0   "   " ∩▄▟███▙▄∩ *   *
            "   "   ┃ █▌∩▐█ ┃   *   *
            ┏━━━━━━━╋━━━∩━━━╋━━━━━━━┓
            ┃ ♣   ♣ ┃   .   ┃ ♣   ♣ ┃
          1 ┃   ♣   ┃ .   . ┃   ♣   ┃
            ┃ ♣   ♣ ┃   .   ┃ ♣   ♣ ┃
            ┗━━━━━━━┛ .   . ┗━━━━━━━┛
               -1       0       1       2
        """
    )
    assert printed(draw_legend(shown.view)) == ' b  black   l  blue   r  brown   "  green   *  pink   .  white'


def test_a_terminal_without_unicode_gets_plain_signs() -> None:
    board = draw_city(Shown(CORNER.match.view(None)), MIDDLE, 80)
    options = Screen().console.options
    options.encoding = "ascii"
    lines = Screen().console.render_lines(board, options)
    assert "\n".join("".join(part.text for part in line).rstrip() for line in lines) == picture(
        r"""
              -1     0     1     2
                  . . . . . . .
                   Po./" "\.Yo
         -3       . / Po"Yo \ .
                  ------+--n--+
                  " " " | * * |
         -2        " $ "n* * *|
            +-----+ " " +-----+
            |&   &|" " "|&   &|
         -1 |  &  | " " |  &  |
            +-----+--n--+-----+------
            " " " |_/#\_| * * | * * *
          0  " " "n #n# n* * *n*Bo *
            +-----+--n--+-----+------
            |&   &|. . .|&   &|@ . .
          1 |  &  | . . |  &  |Yooo .
            +-----+. . .+-----+. . .
              -1     0     1     2
        """
    )
