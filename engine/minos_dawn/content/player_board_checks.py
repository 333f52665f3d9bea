"""Checks of the player boards, tracks and abilities. INV-9 to INV-14, INV-19, INV-26"""

from collections.abc import Callable

from engine.minos_dawn.content.board_checks import TRACK_COLOURS
from engine.minos_dawn.content.checking import DawnChecks, as_list
from engine.minos_dawn.content.language import TRACKS
from engine.minos_dawn.content.records import Ability, Track

LEVELS = 3

STANDING = {"influence": ("palace",), "cultural": ("ability",), "population": ("weapons", "presence", "dominance")}
"""The values in force by track. Its space 0 has all of them. TRACK-2"""

ABILITY_FIELDS = {
    "SA1": ("card_discount",),
    "SA2": ("gain",),
    "SA3": ("gain", "coin_discount"),
    "SA4": ("group_total",),
    "SA5": ("exchange_give", "exchange_get", "income", "resources_per_vp"),
}
"""The figures by level of each ability. ABIL"""


class PlayerBoardChecks(DawnChecks):
    def _player_board(self) -> None:  # INV-9 to INV-14
        board, file = self.content.player_board, "player_board.toml"
        with self.faults.until_unread():
            self.check_value(board.income.start, 0, file, "income", "start")
        with self.faults.until_unread():
            spaces = len(board.income.spaces)
            words = f"{spaces - 1}, as there are {spaces} spaces"
            self.require(spaces == board.income.last + 1, file, "income", "last", words)
        with self.faults.until_unread():
            self.check_value(board.warriors.on_map, 1, file, "warriors", "on_map")
        for table, count in (("city", 3), ("tower", 3), ("ship", 3), ("farm", 4)):
            with self.faults.until_unread():
                given = len(getattr(board, table))
                self.require(given == count, file, table, "-", f"INV-10: {given} of them, not {count}")
        for number, tower in enumerate(board.tower, 1):
            with self.faults.until_unread():
                self.effect(tower.gain, file, f"tower no. {number}", "gain")
        for number, farm in enumerate(board.farm, 1):
            with self.faults.until_unread():
                self.effect(farm.gain, file, f"farm no. {number}", "gain")
        for number, gain in enumerate(board.goods.gained, 1):
            self.effect(gain, file, "goods", f"gained[{number}]")

    def _tracks(self) -> None:  # INV-26
        tracks, file = self.content.tracks, "progress_tracks.toml"
        self.check_value(tracks.top, 8, file, "-", "top")
        self.payment(tracks.beyond_top, file, "beyond_top")
        self.check_value(tuple(track.id for track in tracks.track), TRACKS, file, "track", "id")
        for track in tracks.track:
            self.faults.run(self._track, track)

    def _track(self, track: Track) -> None:
        at = self.at("progress_tracks.toml", f"track {track.id}")
        with self.faults.until_unread():
            wanted = {name: colour for colour, name in TRACK_COLOURS.items()}.get(track.id)
            at.check_value(track.colour, wanted, "colour")
        spaces, top = track.spaces, self.content.tracks.top
        at.require(len(spaces) == top + 1, "spaces", f"{len(spaces)} spaces, not {top + 1}: 0 to {top}")
        mine = STANDING.get(track.id, ())
        for number, space in enumerate(spaces, 1):
            with self.faults.until_unread():
                if space.gain:
                    at.effect(space.gain, f"spaces[{number}].gain")
                for field in ("palace", "ability", "weapons", "presence", "dominance"):
                    stands = field in mine or not getattr(space, field)
                    at.require(stands, f"spaces[{number}].{field}", f"this track has {as_list(mine) or 'none'}")
                at.require(space.ability <= LEVELS, f"spaces[{number}].ability", f"1 to {LEVELS}")
        for field in mine:
            at.require(getattr(spaces[0], field) >= 1 if spaces else False, f"spaces[1].{field}", "space 0 needs one")

    def _abilities(self) -> None:  # INV-19
        abilities, file = self.content.abilities, "abilities.toml"
        self.check_value(tuple(ability.id for ability in abilities), tuple(ABILITY_FIELDS), file, "ability", "id")
        for ability in abilities:
            self.faults.run(self._ability, ability)
        for number, field, wanted in (
            (1, "gain", ("temp 1", "randomgood 1", "temp 1; good 1")),
            (4, "exchange_get", (1, 1, 1)),
        ):
            with self.faults.until_unread():
                if number < len(abilities):
                    ability = abilities[number]
                    self.check_value(getattr(ability, field), wanted, file, f"ability {ability.id}", field)

    def _ability(self, ability: Ability) -> None:
        at = self.at("abilities.toml", f"ability {ability.id}")
        if ability.id not in ABILITY_FIELDS:
            return
        mine = ABILITY_FIELDS[ability.id]
        for field in dict.fromkeys(name for names in ABILITY_FIELDS.values() for name in names):
            with self.faults.until_unread():
                given, wanted = len(getattr(ability, field)), LEVELS if field in mine else 0
                words = f"one a level, {LEVELS} in all" if wanted else f"{ability.id} has no use for it"
                at.require(given == wanted, field, words)
        for field in ("gain", "income"):
            with self.faults.until_unread():
                for number, text in enumerate(getattr(ability, field), 1):
                    at.effect(text, f"{field}[{number}]")

    @property
    def parts(self) -> tuple[Callable[[], None], ...]:
        return (self._player_board, self._tracks, self._abilities)
