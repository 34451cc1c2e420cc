"""The super events of the slow twin of In the Year of the Dragon (ruling 15). See slow_dragon.py."""

from __future__ import annotations

from support.slow_dragon_table import Palace, SlowTable, Step, name_persons, unlike

EARTHQUAKE_FLOORS = 2
TORNADO_CARDS = 2


class SuperEvents(SlowTable):
    """The ten super events, in the order of the page; where seats choose, they do so in order of play."""

    def happen_super(self, step: Step) -> None:
        getattr(self, f"super_{self.super_event}")()

    def super_lanternfest(self) -> None:
        for seat in self.seats():
            self.score(seat, len(self.persons(seat)) * self.edition["end"]["person"], "lanternfest")

    def super_buddha(self) -> None:
        for seat in self.seats():
            self.score_monks(seat, "buddha")

    # ---- earthquake

    def super_earthquake(self) -> None:
        for seat in reversed(self.order):
            self.next_steps(Step("lose", seat, EARTHQUAKE_FLOORS), Step("evict", seat))

    def moves_lose(self, step: Step) -> list[str]:
        if not step.number:
            return []
        return [f"lose {palace['number']}" for palace in unlike(p for p in self.palaces[step.seat - 1] if p["floors"])]

    def make_lose(self, step: Step, words: list[str]) -> None:
        palace = self.palace(step.seat, words[1])
        palace["floors"] -= 1
        self.clear_away(step.seat, palace)
        self.again(step)

    def moves_evict(self, step: Step) -> list[str]:
        """As long as a palace has more persons than floors."""
        crowded = [palace for palace in self.palaces[step.seat - 1] if len(palace["persons"]) > palace["floors"]]
        return name_persons("release", crowded)

    def make_evict(self, step: Step, words: list[str]) -> None:
        palace = self.palace(step.seat, words[1])
        self.let_go(palace, words[2:])
        self.clear_away(step.seat, palace)
        self.next_steps(step)

    def clear_away(self, seat: int, palace: Palace) -> None:
        """A palace with neither floor nor person is gone at once."""
        if not palace["floors"] and not palace["persons"]:
            self.palaces[seat - 1].remove(palace)

    # ---- flood

    def super_flood(self) -> None:
        """Half of yuan, rice and fireworks together, rounded down."""
        goods = [sum(amounts) for amounts in zip(self.yuan, self.rice, self.fireworks, strict=True)]
        self.next_steps(*(Step("return", seat, goods[seat - 1] // 2) for seat in self.order))

    def goods(self) -> dict[str, list[int]]:
        return {"rice": self.rice, "fireworks": self.fireworks, "yuan": self.yuan}

    def moves_return(self, step: Step) -> list[str]:
        if not step.number:
            return []
        return [f"return {good}" for good, amounts in self.goods().items() if amounts[step.seat - 1]]

    def make_return(self, step: Step, words: list[str]) -> None:
        self.goods()[words[1]][step.seat - 1] -= 1
        self.again(step)

    # ---- eclipse and eruption

    def super_eclipse(self) -> None:
        """The event of the month again, counted afresh; the wall is not scored a second time."""
        self.next_steps(Step("event"))

    def super_eruption(self) -> None:
        self.stacks = {0: [seat for seat, _ in self.track]}

    # ---- tornado

    def super_tornado(self) -> None:
        self.next_steps(*(Step("discard", seat, TORNADO_CARDS) for seat in self.order))

    def moves_discard(self, step: Step) -> list[str]:
        if not step.number:
            return []
        return [f"discard {card}" for card, count in self.cards[step.seat - 1].items() if count]

    def make_discard(self, step: Step, words: list[str]) -> None:
        self.cards[step.seat - 1][words[1]] -= 1
        self.again(step)

    # ---- sunrise

    def super_sunrise(self) -> None:
        self.next_steps(*(Step("sunrise", seat) for seat in self.order))

    def moves_sunrise(self, step: Step) -> list[str]:
        """A young person of a kind that nobody took in the sunrise; a seat is skipped when none is left."""
        kinds = [kind for kind in self.people if self.tiles["young", kind] and kind not in self.sunrise_kinds]
        return [f"sunrise {kind}" for kind in kinds]

    def make_sunrise(self, step: Step, words: list[str]) -> None:
        self.sunrise_kinds.add(words[1])
        self.take(step.seat, ("young", words[1]))

    # ---- assassination and charter

    def super_assassination(self) -> None:
        for privileges in self.privileges:
            privileges.clear()

    def super_charter(self) -> None:
        self.next_steps(*(Step("charter", seat) for seat in self.order))

    def moves_charter(self, step: Step) -> list[str]:
        return [f"charter {kind}" for kind in sorted({kind for _, kind in self.persons(step.seat)})]

    def make_charter(self, step: Step, words: list[str]) -> None:
        """By the symbols of the persons alone; no card adds to them."""
        symbol: str = self.people[words[1]]["symbol"]
        if symbol == "buddha":
            self.score_monks(step.seat, "charter")
        else:
            self.gain(step.seat, symbol, self.symbols(step.seat, symbol), "charter")
