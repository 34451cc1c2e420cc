"""The Emperor of China drawn, as pictures in text: what a screen without colours shows."""

from __future__ import annotations

from typing import Any

from support.emperor_views import busy_table, make_preview, make_table, make_view, small_map
from terminal.emperor_screens import DRAWER, GREEN_MOVES, board, look, picture
from terminal.screens import Screen, printed
from tianxia.terminal import draw
from tianxia.terminal.drawer import Shown
from tianxia.terminal.drawing import lists
from tianxia.words import catalogue

# too wide to be indented
FULL_PICTURE = """

                                       ~     ~     ~     ~     ~     ^     ^     ^    R  ⡀   ^     ^
                                    ~     ~     P  ⣀  ~     ~     ~     ^     ⢀⣀⠤⠔⠊⠉^    ⠈⠉⠒⠢⠤⣀⡀^     ^
                                 ~     ~    ⡠⠔⠊    ~⠉⠑⠒⠤⠤⣀⡀    ~     ⣀⣀⣀⡠  Y  ⠁  ^     ^     ^ ⠈  R      ^
                              ~     ~   ⢀⡠⠒⠉    ~     ~   ⠈  Y  ⠒⠊⠉⠉⠉   ^     ^  ◆Yan 2/3 ^  ⢀⡠⠔⠉     ^
               .     .     .     ~    P      ~     ~     ~   ⢸ ~    #15    ^     ^  R2 ^  ⣀⠤⠊⠁     ^
      .     .     .     .     ⢀⡠⠤⠒⠊⠉~   ⠑⢄~     Zhao 2/2    ~⢸    ~     ^     ^     ^ ⢀⡠⠔⠉^
   .     .     .     .  ⢀⣀⠤⠔⠒⠉⠁  ~     ~  ⠉⠢⡀~    P1 Y1  ~    ⡇~     ~     ^     ^  R  ⡀  #14            .
      .     .     ⢀  1  ⠁     #1    ~     ~  4  ~     ~     ~ ⡇   ~           ^     ^  ⠈⠉⠒⠤⢄⣀   .     .     .
   .     . ⢀⣀⠤⠤⠒⠊⠉⠁  .     .                  ⢣          ~    5  ⢄⣀⣀ ~  #13                    R  ⣀.     .     .
       2  ⠉⠁.     .     .                      ⢣  #2          ⡇   ~ ⠉⠉⠉⠒⠒⠢⠤⠤⢄⣀⣀        ⢀⣀⠤⠔⠊⠉   .  ⠉⠑⠒⠤⠤⣀⡀  .     .
   .  ⢀⠇ ⠑⢄   Ch'in 0/1    .     ^     ^     ^[ P ]⣀         ⢀⠇            ^   ⠉⠉⠉  Y  ⠁     .     .     ⠈  R  .
      ⢸    ⠑⢄     .     .     ^     ^   ⣀⡠⠤⠒⠊⠉  ^   ⠉⠑⠒⠤⠤⣀⡀ ^⢸          ^           .⠱⡀   .     .     .    ⢀⠇     .
   .  ⡇  .   ⠑⠤⡀     .     #3    ^  Y  ⠉     ^     ^     ^⠈  3  ⢄⣀⣀  ^     ^     .    ⠘⢄     Qi 2/3.     . ⡸   .
     ⢰⠁     .  ⠈⠢⡀.     .     ^     ⢸     ^     ^     ^    ⢀⠎     ^⠉⠉⠉  4     ^     .   ⠣⡀.    R2     .   ⢀⠇.     .
   . ⡎   .     . ⠈⠢⡀ .           ^  ⢸  ^     ^Wei 2/2    ^⡰⠁   ^     ^     ^           . ⠑⡄  .     .      R    .
    ⢠⠃.     .       R   .     ^     ⢸     ^    P1 Y1  ^ ⢀⠎  ^     ^     ^                  5    .     .     ⠑⢄    .
    4    .     .    ⡇.⠑⠤⡀        ^  P  ⣀⡀    ^     ^   ⡰⠁^     ^     ^           ~     #12⢠⠃       .     .    ⠉⠢⡀
      .     .       ⡇   ⠈⠢⢄   ^     ⡇   ⠈⠉⠑⠒⠢⠤⢄⣀⡀    ⢀⠎     ⣀⣀⣀⡠  7     ^     ~     ~     ⡎                 .    6
   .          #4   ⢀⠇    #6⠑⠤⡀      ⡇           ⠈⠉  6  ⠒⠊⠉⠉⠉   ^    ⠈⠑⠢⢄   ~     ~       R   ~                 .
                  "⢸         ⠈⠢⢄   ⢰⠁           #8⢀⠜  ^           ^ #9  ⠉⠒⠤⣀  ~  ⣀⡠⠤⠒⠊⠉   ~⠉⠢⢄  ~     ~     .     .
         "     "   ⢸ "          ⠑⠤⡀⢸   "     "   ⢠⠊                       ⣀  Y  ⠉~     ~     ~⠉⠢⢄  ~     ~     .
      "     "   ⢀  R    "     "    P      "     Y  ⠤⣀⣀⣀     "     ⣀⣀⠤⠤⠒⠒⠉⠉    ⠑⢄   Lu 0/1 ~       3   ~
   "     "⣀⡠⠤⠔⠒⠉⠁    "           "  ⢣  "     "     "   ⠉⠉⠉⠑( 3 )⠉⠉  #10    ~    ⠑⡄     ~     ~     ~     ~
    ( 2 )⠉  "     "     "     "     "⢣    "     "     "     "     "           ~  ⠈⠢⡀~     ~     ~     ~
   "  ⡇  "     "     "     "     "    ⢣"   ▸Han (0/1)    "     "                 ~  4  ~     ~     ~
      ⡇     "     "     "           "  ⢣  "     "     "     "           #11         ⡇     ~     ~
   " ⢀⠇  "     "     "     "     "    ( 4 )⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤( 5 )⣀⡀         :     :        ⡇        ~
     ⢸"  Shu 0/1  "( 3 )"                ⢣"           "    ⠈⠉⠑⠒⠤⠤⣀⣀     :     :    ⢰⠁
   " ⢸   "     "    ⢰⠁     " #5           ⢣        #7          :   ⢉  4  ⠤⣀⣀⣀    : ⢸   :
   < 4 >    "     "⢠⠃   "     :     :      ⢣    :           :⣀⡠⠤⠔⠒⠉⠁    :    ⠉⠉⠉⠑  R      :
   "   ⠈⠑⠢⢄⡀   "  ⢀⠎ "           :     ⢀⣀⣀  Y  ⠤⠤⠤⠤⠤⠤⠤⠤  P  ⠉  :     :     :    ⢀⠔⠁    :
      "    ⠈⠑⠢⢄⡀  ⡜     " ⣀⣀⣀⣀⠤  1  ⠊⠉⠉⠁  :     :     :    ⠈⠑⠢⢄⡀  :     :     ⢀⠔⠁   :     :
   "     "       5  ⠒⠒⠉⠉⠉⠉ :     :     :     :     :     :     ⠈⠑⠤⣀  :     :⡠⠊⠁  :     :
      "     "     "     "     :     :     :     :   Chu 2/2 :     :⠉⠒⠤⣀ : ⡠⠊  :     :
         "     "     "     :     :     :     :     : Y1 R1     :     :  R  :     :
            "     "           :     :     :     :     :     :    ⣀⠤⠔⠒⠉  :     :
                                 :     8  ⠤⠤⣀⣀⣀⣀   :     : ⢀⣀⠤⠒⠊⠉    :     :
                                    :     :     ⠉⠉⠉⠉⠑⠒[ 7 ]⠁:     :     :
"""


# ---- pictures


def test_the_first_screen_shows_map_players_cards_and_question() -> None:
    assert printed(draw(make_view()), 80) == picture(
        '''
        The Emperor of China  round 1

                             ~     ~     ~     ~     ^   ⣀ 2 ⢄⣀  ^     ^
                          ~     ~  ⢀⣀ 2 ⢄⣀  ~  #15⣀⣀ 1 ⠊⠉     ^⠉⠉ 3 ^
              Ch'in 0/0.     ⢀ 1 ⠊⠉⠁     ~⠉⠉ 3 ⠒⠉⠉   ^⠑⢄   Yan 0/0
              .     .    ⣀⠤⠔⠊⠁  ~⠑⠤⡀  ~ Zhao 0/0        ⠣⡀
           .     .    1 ⠉  #1       4    ~     ~  #13^    4 ⣀⡀#14     Qi 0/0 .
              .  ⣀⠤⠒⠉               ⠘⡄#2     5 ⠤⠤⣀⣀⣀         ⠈⣉ 2 ⢄⣀⡀     .
           .  2 ⠉.     .     ^    ⢀⣀ 2 ⢄⣀⡀   ⢸      ⠉⠉⠉⠑⠒ 1 ⠊⠉   .  ⠈⠉⠑ 3    .
             ⢀⠇ ⠑⢄  .         1 ⠊⠉⠁   ^  ⠈⠉⠑ 3 ⣀⡀ ^     .  ⠑⢄ .     .   ⡇ .
           . ⡸   .⠉⠢⡀  . #3  ^⢸    Wei 0/0     ^⠈⠉ 4 ^     . ⠣⡀  .     ⢰⠁    .
            ⢀⠇.      3         ⡇^     ^     ^     ^            5    .  4  .
            4    .   ⢸ ⠑⢄    ^ 5 ⠤⣀⣀     ^     ^           #12⡰⠁       .⠈⠢⡀  .
                     ⢸ #6⠑⠤⡀   ⡇    ⠉⠉⠑ 6 ⠤⠤⠤⠤⠤ 7 ⣀⡀    ~ ⢀⣀ 2             6
                 #4  ⢸     ⠈⠢⡀⢰⠁    #8⢀⠎         #9⠈⠉ 1 ⠊⠉⠁~   ⠑⠤⡀           .
              "   ⣀⣀ 1        1 "    2 ⢄⣀⡀             ⠱⡀     ~   3 ~     .
           " 2 ⠒⠉⠉   ⢸ "     " ⢣ Han 0/0 ⠈⠉⠑ 3 " #10 ~  ⠘⢄ ~  Lu 0/0   ~
             ⡇"     "⠘⡄         ⢣     "    ⢀⠎           ~ 4   ~     ~
           "⢀⠇   "    ⡇"         4 ⠤⠤⠤⠤⠤⠤ 5 ⡀     #11     ⢸      ~
            ⢸ "     " 3                     ⠈⠑⠢⢄⡀ :       ⢸
            4 ⡀  "     "  #5 :        #7       ⢀⣈ 4 ⠤⠤⠤⠤⠤ 5
              ⠈⠑⠢⢄⡀ "    ⢀⣀⡠ 1 ⠤⠤⠤ 2 ⠤⠤⠤⠤⠤ 3 ⡊⠉⠁  :     :     :
           "     "⠈ 5 ⠒⠉⠉⠁   :     :Chu 0/0  ⠈⠑⠢⢄⡀   :     :
             Shu 0/0"     :     :     :     :    ⢈ 6    :
                 "     "     :  8 ⠤⣀⣀⡀   :   ⣀⠤⠔⠊⠁   :
                          :     :    ⠈⠉⠉⠒ 7 ⠉     :


              player points houses emiss. cards   Your cards
        ▸  P  Purple      0     20      8     3   ^^^^^^^^ """""""" ::::::::
           Y  Yellow      0     20      8     3     red     green    purple
           R  Red         0     20      8     3   ^^^^^^^^ """""""" ::::::::
                                                  Face up
         ^ red   " green   . yellow   ~ orange    ^^^^^^^^ """""""" ........ ~~~~~~~~
         : purple                                   red     green    yellow   orange
         2  free   (2) you may   P  a house       ^^^^^^^^ """""""" ........ ~~~~~~~~
        2/4 emissaries of at most   #5 alliance   In the pile: 30. Discarded: 0.

        It is the turn of Purple.
        '''
    )


def test_the_small_size_in_the_middle_of_a_game() -> None:
    assert board(make_view(busy_table(), legal=GREEN_MOVES), 2) == picture(
        """

                             ~     ~     ~     ~     ^   ⣀ R ⢄⣀  ^     ^
                          ~     ~  ⢀⣀ P ⢄⣀  ~  #15⣀⣀ Y ⠊⠉     ^⠉⠉ G ^
              Ch'in 0/1.     ⢀ P ⠊⠉⠁     ~⠉⠉ Y ⠒⠉⠉   ^⠑⢄   ◆Yan 2/2
              .     .    ⣀⠤⠔⠊⠁  ~⠑⠤⡀  ~ Zhao 2/2        ⠣⡀    G2
           .     .    G ⠉  #1       G    ~P1 Y1~  #13^    G ⣀⡀#14      Qi 2/3.
              .  ⣀⠤⠒⠉               ⠘⡄#2     5 ⠤⠤⣀⣀⣀         ⠈⣉ R ⢄⣀⡀    R2
           .  2 ⠉.     .     ^    ⢀⣀[P]⢄⣀⡀   ⢸      ⠉⠉⠉⠑⠒ Y ⠊⠉   .  ⠈⠉⠑ R    .
             ⢀⠇ ⠑⢄  .         Y ⠊⠉⠁   ^  ⠈⠉⠑ 3 ⣀⡀ ^     .  ⠑⢄ .     .   ⡇ .
           . ⡸   .⠉⠢⡀  . #3  ^⢸    Wei 2/2     ^⠈⠉ 4 ^     . ⠣⡀  .     ⢰⠁    .
            ⢀⠇.      R         ⡇^   P1 Y1   ^     ^            5    .  R  .
            4    .   ⢸ ⠑⢄    ^ P ⠤⣀⣀     ^     ^           #12⡰⠁       .⠈⠢⡀  .
                     ⢸ #6⠑⠤⡀   ⡇    ⠉⠉⠑ B ⠤⠤⠤⠤⠤ 7 ⣀⡀    ~ ⢀⣀ R             6
                 #4  ⢸     ⠈⠢⡀⢰⠁    #8⢀⠎         #9⠈⠉ Y ⠊⠉⠁~   ⠑⠤⡀           .
              "   ⣀⣀ R        P "    Y ⢄⣀⡀             ⠱⡀     ~   3 ~     .
           "(2)⠒⠉⠉   ⢸ "     " ⢣Han (0/1)⠈⠉⠑(3)" #10 ~  ⠘⢄ ~  Lu 0/1   ~
             ⡇"     "⠘⡄         ⢣     "    ⢀⠎           ~ 4   ~     ~
           "⢀⠇   "    ⡇"        (4)⠤⠤⠤⠤⠤⠤(5)⡀     #11     ⢸      ~
            ⢸ "     "(3)                    ⠈⠑⠢⢄⡀ :       ⢸
           <4>⡀  "     "  #5 :        #7       ⢀⣈ 4 ⠤⠤⠤⠤⠤ G
              ⠈⠑⠢⢄⡀ "    ⢀⣀⡠ B ⠤⠤⠤ Y ⠤⠤⠤⠤⠤ P ⡊⠉⠁  :     :     :
           "     "⠈ B ⠒⠉⠉⠁   :     :Chu 2/2  ⠈⠑⠢⢄⡀   :     :
             Shu 0/1"     :     :    Y1 G1  :    ⢈ G    :
                 "     "     :  B ⠤⣀⣀⡀   :   ⣀⠤⠔⠊⠁   :
                          :     :    ⠈⠉⠉⠒[7]⠉     :

        """
    )


def test_the_middle_size() -> None:
    assert board(make_view(busy_table(4), legal=GREEN_MOVES), 1) == picture(
        """

                                         ~     ~     ~     ~     ^     ^   ⢀⣀⡠ R ⣀ ^     ^
                                      ~     ~ ⢀ P ⠤⢄⣀⣀  ~     ~  ⢀⣀⣀⠤ Y ⠒⠉⠉⠁    ^ ⠉⠒⠤⢄⡀     ^
                                   ~     ~⣀⠤⠔⠊⠁~     ~⠉⠉⠉⠒ Y ⠒⠊⠉⠉⠁     ⠑⢄   ◆Yan 2/2  ⠈ B
                                     ⢀ P ⠉  ~     ~     ~     ~     ^    ⠑⡄    B2     ^     ^
                       .     .   ⢀⡠⠔⠊⠁   ⠑⢄    ~Zhao 2/2   ~     #15   ^  ⠈⠢⡀^     ^
              .     .     .  ⣀⠤⠒⠉⠁    ~    ⠉⠢⡀    P1 Y1 ~     ~           ^  B ⣀^ #14             .
           .     .     .⣀ 1 ⠉.   #1      ~    4      ~     5 ⣀⡀  ~ #13 ^     ^  ⠉⠒⠤⢄⡀    .     .     .
              .   ⣀⡠⠤⠒⠊⠉  .     .             ⠈⡆           ⡇  ⠈⠉⠒⠢⠤⣀⡀               ⢈ R ⠤⢄⣀⣀.     .
           .  2 ⠊⠉ Ch'in 0/1 .     ^           ⠸⡀ #2      ⢀⠇        ⠈⠉⠒⠢⠤⣀⡀     ⣀⠤⠔⠊⠁    .  ⠉⠉⠉⠒ R   .
              ⡇ ⠑⢄  .     .           ^     ⣀⣀⡠[P]⠤⣀⣀⡀  ^ ⢸         ^     ⠈⠉ Y ⠉.     .     .   ⢀⠇.     .
           . ⢸   .⠑⢄   .     . #3  ^  Y ⠒⠊⠉⠉   ^     ⠈⠉⠉⠒ 3 ⠤⣀⣀  ^           .⠈⠢⡀  .Qi 2/3     .⡸    .
             ⡎.     ⠉⠢⡀   .           ⢸     ^     ^     ^     ^⠉⠉⠑ 4      .     ⠈⠢⡀   R2    .  ⢀⠇ .     .
           .⢠⠃   .    ⠈⠢⡀    .     ^  ⢸  ^    Wei 2/2^     ^     ^     ^           5     .     R     .
            4 .     .    R            ⢸     ^  P1 Y1    ^     ^     ^             ⢠⠃  .     .    ⠉⠢⢄    .
           .     .     . ⡇ ⠑⢄⡀#6   ^  P ⠤⠤⣀⣀⣀  ^     ^    ⣀⣀⣀⠤ 7 ^           ~ #12⡎            .     6
                         ⡇   ⠈⠢⡀      ⡇      ⠉⠉⠉⠑⠒ B ⠒⠒⠉⠉⠉    ^  ⠑⠢⡀      ~    ⢀ R                .     .
                    #4  ⢰⠁     ⠈⠑⢄   ⢀⠇         #8⡰⠁            #9 ⠈⠑⢄⡀~  ⢀⡠⠤⠒⠉⠁   ⠑⢄    ~           .
              "     "   ⢸ "     " ⠑⠢⡀⢸      "    ⡰⠁                 ~  Y ⠉⠁ Lu 0/1   ⠉⠢⡀    ~
           "     "  ⣀⣀⡠ R    "     " P   "      Y ⠤⠤⠤⠤⠤⠤⠤(3)           ~⠈⠢⡀  ~     ~    3      ~
             (2)⠒⠊⠉⠉"   ⠸⡀"     "     ⠣⡀    "     "     "⡰⠁   "#10  ~     ⠈⠢⡀   ~     ~     ~
           "  ⡇  "     " ⡇   "     "   ⠑⡄" Han (0/1) "  ⡰⠁ "           ~     4     ~     ~
              ⡇     "    ⢸"           " ⠘⢄  "     "    ⡰⠁        #11         ⡇  ~     ~
           " ⢀⠇  "     " ⠈⡆  "           (4)⠤⠤⠤⠤⠤⠤⠤⠤⠤(5)⣀⡀       :          ⢀⠇
             ⢸"Shu 0/1   (3)                             ⠈⠉⠒⠢⠤⣀⡀    :     : ⢸
           " ⢸   "     "     "  #5 :              #7       : ⢀⣀⣈⠭ 4 ⠤⠤⠤⠤⠤⠤⠤ B
            <4>⣀    "     "     :     :  ⢀⣀⡠ Y ⠤⠤⠤⠤⠤⠤⠤ P ⡒⠊⠉⠉⠁:     :     :     :
           "    ⠉⠑⠢⠤⣀  "      ⢀⣀⣀⡠⠤ B ⠒⠉⠉⠁     :     :   ⠈⠑⠢⢄⡀   :     :     :
              "     "⠉ B ⠒⠒⠉⠉⠉⠁ :     :     :     :     :    ⠈⠑⠢⢄⡀  :     :
                 "     "           :     :     :  Chu 2/4  :     ⢈ B   :
                    "     "     :     :     :     :Y1 B1:    ⢀⡠⠔⠊⠁  :     :
                                   :     B ⠤⠤⣀⣀⣀     :   ⣀⠤⠒⠉⠁   :     :
                                      :     :   ⠉⠉⠉⠑⠒[7]⠉     :     :

        """
    )


def test_the_full_size() -> None:
    assert board(make_view(busy_table(3, placing="han", side="four-five"), legal=GREEN_MOVES), 0) == FULL_PICTURE[1:]


def test_an_invented_map_with_odd_coordinates() -> None:
    """Two spaces that are almost on top of each other stand one above the other."""
    table = make_table(small_map(), houses={"a-1": 1, "b-2": 2}, emissaries={"a": {1: 1}}, fortifications=["b-3"])
    assert board(make_view(table), 2) == picture(
        """

                             ,     ,    1      ,     ,
                          ,     ,   ⢀⡠⠊⠁    ,     ,
                 +     +     ,    ⡠⠔⠁    ,     ,     ,
              +     +          ⣀⠔⠉    ,     ,     ,
           +     +     +    ⢀⠤⠊    Cliff 0/0   ,     ,
              +     +    ⢀⡠⠊⠁   ,     ,     ,     ,
           +     +     ⡠⠔⠁         ,     ,     ,
              +     ⣀⠔⠉   +     ,     ,     ,           =
           +      2    +     #2    ,     ,           =     =
              +  ⡰⠁ +     +                       =     =     =
           +    ⢠⠃     +     +                 =     =     =     =
              +⢠⠃   +     +     +     +     =     =     =     =     =
           +  ⢀⠎ +     +     +     +           =     =     =     =     =
              ⡎     +     +     +     +     =     =     =     =     =     =
           + ⡜   +     +     +     +           =    Y      =     =     =     =
            P +     +     +    3 ⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤ 1 ⠑⠢⡀   Bog 0/1 =     =
           + Abbey 1/1 +     +     +    #1     =     =  ⠈⠒⢄=     =     =     =
              +  P1 +     +     +     +     =     =     =  ⠉⠢⡀=     =     =
           +     +     +     +     +           =     =     = ⠈⠑⢄ =     =     =
              +     +     +     +     +     =     =     =     = ⠉⠢⣀ =     =
           +     +     +     +     +           =     =     =     = ⠑⢄⡀ =     =
              +     +     +     +           =     =     =     =     =⠈⠢⢄  =
           +     +     +     +                 =     =     =     =     =⠑⠤⡀  =
                                                        =     =     =     [3]

        """
    )


def test_a_narrow_screen_gets_the_map_as_a_list() -> None:
    table = busy_table(placing="han")
    assert printed(DRAWER.board(Shown(make_view(table, legal=GREEN_MOVES)), 2, 40), 40) == picture(
        """
         ~ orange  Zhao P1 Y1 2/2
           P   P   Y   G   5
          roads 1-2 1-4 1-chin-1 2-3 3-yan-1
          4-wei-2 5-qi-1 5-wei-3
         ^ red  ◆Yan G2 2/2
           Y   R   G   G
          roads 1-2 1-4 1-zhao-3 2-3 4-qi-2
         . yellow  Qi R2 2/3
           Y   R   R   R   5   6
          roads 1-2 1-5 1-zhao-5 2-3 2-yan-4 3-4
          4-6 5-lu-2
         . yellow  Ch'in (chin) 0/1
           G   2   R   4
          roads 1-2 1-zhao-1 2-3 2-4 3-han-1
          3-shu-1
         ^ red  Wei P1 Y1 2/2
           Y  [P]  3   4   P   B   7
          roads 1-2 1-5 2-3 2-zhao-4 3-4
          3-zhao-5 5-6 5-han-1 6-7 6-han-2
          7-lu-1
         " green  ▸Han (0/1)
           P   Y  (3) (4) (5)
          roads 1-4 1-wei-5 1-chin-3 2-3 2-wei-6
          3-5 4-5 5-chu-4
         ~ orange  Lu 0/1
           Y   R   3   4
          roads 1-2 1-4 1-wei-7 2-3 2-qi-5
          4-chu-5
         " green  Shu 0/1
           R  (2) (3) <4>  B
          roads 1-2 1-3 1-chin-3 2-4 4-5 5-chu-1
         : purple  Chu Y1 G1 2/2
           B   Y   P   4   G   G  [7]  B
          roads 1-2 1-shu-5 2-3 3-4 3-6 4-5
          4-han-5 5-lu-4 6-7 7-8
        The terminal is too small for the map:
        this is the board as a list.
        """
    )


def test_a_terminal_without_unicode_gets_plain_signs() -> None:
    view = make_view(busy_table(placing="han"), legal=GREEN_MOVES)
    options = Screen(72).console.options
    options.encoding = "ascii"
    lines = Screen(72).console.render_lines(
        DRAWER.board(Shown(view, make_preview(("house", 1, "han-3"))), 2, 72), options
    )
    assert "\n".join("".join(part.text for part in line).rstrip() for line in lines[:18]) == picture(
        r"""

                             ~     ~     ~     ~     ^   - R \-  ^     ^
                          ~     ~  .- P \-  ~  #15-- Y /-     ^-- G ^
              Ch'in 0/1.     . P /-.     ~-- Y ---   ^\\   @Yan 2/2
              .     .    --//.  ~\-.  ~ Zhao 2/2        \.    G2
           .     .    G -  #1       G    ~P1 Y1~  #13^    G -.#14      Qi 2/3.
              .  ----               ||#2     5 -----         .- R \-.    R2
           .  2 -.     .     ^    .-[P]\-.   |      ---\- Y /-   .  .-\ R    .
             .| \\  .         Y /-.   ^  .-\ 3 -. ^     .  \\ .     .   | .
           . /   .-\.  . #3  ^|    Wei 2/2     ^.- 4 ^     . \.  .     |.    .
            .|.      R         |^   P1 Y1   ^     ^            5    .  R  .
            4    .   | \\    ^ P ---     ^     ^           #12/.       ..\.  .
                     | #6\-.   |    --\ B ----- 7 -.    ~ .- R             6
                 #4  |     .\.|.    #8./         #9.- Y /-.~   \-.           .
              "   -- R        P "    Y \-.             \.     ~   3 ~     .
           "(2)---   | "     " \>Han (0/1)-\?P " #10 ~  |\ ~  Lu 0/1   ~
             |"     "||         \     "    ./           ~ 4   ~     ~
           ".|   "    |"        (4)------(5).     #11     |      ~
        """
    )


# ---- cards, players, progress


def test_cards_in_hand_and_face_up() -> None:
    table = make_table(row=["red", "red", "purple"], pile=0, discards=["red", "green"])
    view = make_view(table, hand=["yellow"], legal=["take purple", "draw"])
    assert look("hand", view) == picture(
        """
        Your cards
        ........
         yellow
        ........
        Face up
        ^^^^^^^^ ^^^^^^^^ ::::::::
          red      red    (purple)
        ^^^^^^^^ ^^^^^^^^ ::::::::
        In the pile: 0. Discarded: 2.
        """
    )
    words = DRAWER.hands(Shown(view))[1]
    assert words is not None
    assert printed(words) == picture(
        """
        Your cards
         . yellow
        Face up
         ^ red   ^ red   :(purple)
        In the pile: 0. Discarded: 2.
        """
    )


def test_no_cards_in_hand_and_none_face_up() -> None:
    assert look("hand", make_view(make_table(row=[], pile=0), hand=[])) == picture(
        """
        Your cards
        none
        Face up
        none
        In the pile: 0. Discarded: 0.
        """
    )


def test_a_spectator_sees_no_hand() -> None:
    view = make_view(hand=None)
    for width in (40, 80, 170):
        text = printed(draw(view), width)
        assert "Your cards" not in text
        assert "Face up" in text
    assert "Your cards" not in look("hand", view)
    assert "yours" in look("cards", view)


def test_more_cards_face_up_than_fit_abreast() -> None:
    text = look("hand", make_view(make_table(row=["red"] * 5), hand=None), 40)
    assert [len(line.split()) for line in text.splitlines()[1:-1]] == [4, 4, 4, 0, 1, 1, 1]


def test_players_have_fortifications_only_where_they_are_played_with() -> None:
    plain, walled = (DRAWER.columns(make_view(table)) for table in (make_table(), busy_table(3)))
    assert [(column.heading, column.values[0]) for column in plain] == [
        ("points", "0"),
        ("houses", "20"),
        ("emiss.", "8"),
        ("cards", "3"),
    ]
    assert [column.heading for column in walled] == ["points", "houses", "emiss.", "forts", "cards"]
    assert "fortified" not in DRAWER.legend(make_view()).plain
    assert "fortified" in DRAWER.legend(make_view(busy_table())).plain


def test_how_far_the_game_is() -> None:
    tables = [make_table(round=4), make_table(round=5, times_run_out=1)]
    tables.append(make_table(round=6, times_run_out=2, last_round=True))
    assert [DRAWER.progress(make_view(table)) for table in tables] == [
        "round 4",
        "round 5, the pile ran out once",
        "round 6, the last round",
    ]


# ---- lists


def test_regions_as_a_list() -> None:
    table = busy_table(3, points={"yan": [0, 1, 4], "qi": [0, 3, 4]}, placing="wei")
    assert look("regions", make_view(table)) == picture(
        """
        cards       region        houses    free  emissaries  score  state
         ~ orange   Zhao          P2 Y1        2  2/2 P1 Y1
         ^ red      ◆Yan          Y1 R3        0  2/3 R2      Y1 R4  scored
         . yellow   Qi            Y1 R3        2  2/3 R2      Y3 R4
         . yellow   Ch'in (chin)  R1           3  0/1
         ^ red      ▸Wei          P2 Y1        4  2/2 P1 Y1
         " green    Han           P1 Y1        3  0/1
         ~ orange   Lu            Y1 R1        2  0/1
         " green    Shu           R1           4  0/1
         : purple   Chu           P1 Y1 R2     4  2/2 Y1 R1
        score: what the houses scored, or would score if they were scored now.
        """
    )


def test_alliances_as_a_list() -> None:
    table = busy_table(3, alliances={2: (4, [1, 2]), 13: (4, [])})
    text = look("alliances", make_view(table, names=["Ada", "Bo", "Cy"])).splitlines()
    assert text[0] == "#    regions       emissaries     points  who"
    assert text[2] == "#2   Zhao - Wei    P1 Y1 | P1 Y1       4   P  Ada  Y  Bo"
    assert text[13] == "#13  Qi - Zhao     R2 | P1 Y1          4  nobody"
    assert len(text) == 18


def test_roads_as_a_list() -> None:
    rows: Any = [{"seat": 2, "spaces": ["yan-1", "zhao-3", "zhao-2", "zhao-1"], "points": 4}]
    assert look("roads", make_view(make_table(rows=rows))) == picture(
        """
        player      points  houses
         Y  Yellow       4  yan-1 zhao-3 zhao-2 zhao-1
        A house counts in one row; these are the best rows that each player has now.
        """
    )
    assert look("roads", make_view()) == "Nobody has houses in a row that would score."


def test_cards_as_a_list() -> None:
    table = make_table(
        row=["red", "red"], discards=["green"], known=[[], ["red"], ["green", "purple"]], hands=[3, 2, 3]
    )
    assert look("cards", make_view(table, hand=["red", "orange", "orange"])) == picture(
        """
        colour      in all  face up  discarded  yours
         ^ red          13        2          0      1
         " green        12        0          1      0
         . yellow       11        0          0      0
         ~ orange       11        0          0      2
         : purple       10        0          0      0

        player      cards  known to all
         P  Purple      3
         Y  Yellow      2   ^ red
         R  Red         3   " green   : purple
        Cards that were taken face up are known until they are played.
        """
    )


def test_help_tells_every_word_that_shows_something() -> None:
    told = catalogue("en")["terminal.emperor-of-china.help"]
    assert set(lists("emperor-of-china")) <= set(told.split())
