"""The private panel that opens a league. Until then, only its message stores the choices."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import discord

from cogs.interactions.gate import picked_values
from cogs.ui.layout import panel
from cogs.ui.panel import Button, PanelOption, Row, Select
from cogs.ui.press import LeaguePress, decode
from cogs.ui.wording import Wording
from cogs.views.people import players
from engine.kernel.decision import Message
from engine.kernel.rules import GameOption
from sessions.clocks.own_time import NAMED, NONE
from sessions.records.clock import DAY_MS
from sessions.records.league import League

SET, BEGIN = "set", "begin"
FIELDS = ("seats", "form", "rounds", "pace", "days", "until")
"""The settings on the panel, before the game's options. The place of each is the `index` of its select."""
USUAL = {"form": "swiss", "rounds": "0", "pace": "daily", "days": "14", "until": "7"}
DAYS = {"days": (2, 3, 5, 7, 10, 14, 21, 28, 42, 60), "until": (1, 2, 3, 5, 7, 10, 14, 21, 28)}
MOST_ROUNDS = 12


def picked_in(interaction: discord.Interaction) -> dict[int, str]:
    """Return the values of the pressed message's selects after this press, by the `index` of the select's press."""
    data: Any = interaction.data or {}
    found: dict[int, str] = {}
    for row in interaction.message.components if interaction.message else []:
        for child in getattr(row, "children", []):
            press = decode(getattr(child, "custom_id", None) or "")
            if isinstance(child, discord.SelectMenu) and isinstance(press, LeaguePress):
                marked = [option.value for option in child.options if option.default]
                values = picked_values(interaction) if child.custom_id == data.get("custom_id") else marked
                found |= dict.fromkeys([press.index], values[0]) if values else {}
    return found


@dataclass(frozen=True)
class LeaguePanel:
    """The panel of one person, in their language. `typed` is the game's key, a colon and the league's name."""

    _wording: Wording
    _language: str
    _user: int
    _typed: str

    @property
    def game(self) -> str:
        return self._typed.partition(":")[0]

    def complete(self, picked: Mapping[int, str], pace: str | None = None) -> dict[str, str]:
        """Return the value of every setting: the picked one if it is an option, else the default."""
        usual = USUAL | {"seats": str(max(self._sizes)), "pace": pace or USUAL["pace"]}
        usual |= {key: str(option.choices.index(option.default)) for key, option in self._variants.items()}
        values = {name: picked.get(place, usual[name]) for place, name in enumerate(self._fields)}
        return {name: value if value in self._options(name) else usual[name] for name, value in values.items()}

    def view(self, values: Mapping[str, str]) -> discord.ui.LayoutView:
        game = self._wording.game_uis[self.game].name
        head = self._say("league.new", league=self._typed.partition(":")[2], game=game)
        shown = [name for name in self._fields if name != "rounds" or values["form"] == "swiss"]
        rows: list[Row] = [self._select(name, values[name]) for name in shown]
        begin = Button(LeaguePress(BEGIN, 0, self._user, 0, self._typed), self._say("button.league_begin"), "good")
        return panel(head, *rows, (begin,))

    def read(self, interaction: discord.Interaction, language: str, now: int) -> League:
        """Return the league with the chosen settings. A second press on the same panel gives the same id."""
        values, message = self.complete(picked_in(interaction)), interaction.message
        seats, is_swiss = int(values["seats"]), values["form"] == "swiss"
        assert message is not None
        return League(
            id=message.id,
            guild=interaction.guild_id or 0,
            channel=interaction.channel_id or 0,
            organiser=interaction.user.id,
            name=self._typed.partition(":")[2],
            game=self.game,
            seats=seats,
            sizes=tuple(size for size in self._sizes if size <= seats),
            form="swiss" if is_swiss else "groups",
            rounds=int(values["rounds"]) if is_swiss else 0,
            signs_up_until=now + int(values["until"]) * DAY_MS,
            round_days=int(values["days"]),
            pace=None if values["pace"] == NONE else values["pace"],
            language=language,
            options={option.key: option.choices[int(values[key])] for key, option in self._variants.items()},
        )

    @property
    def _variants(self) -> dict[str, GameOption]:
        """The game's options that matter with several players, by the name of their setting."""
        options = self._wording.games[self.game].rules.options
        return {f"option:{each.key}": each for each in options if any(map(each.matters_for, self._sizes))}

    @property
    def _fields(self) -> tuple[str, ...]:
        return *FIELDS, *self._variants

    @property
    def _sizes(self) -> list[int]:
        return [size for size in self._wording.games[self.game].rules.seats if size > 1]

    def _say(self, key: str, **blanks: Any) -> str:
        return self._wording.say(Message(key, blanks), self._language)

    def _options(self, name: str) -> dict[str, Message]:
        if (variant := self._variants.get(name)) is not None:
            words = self._wording.game_uis[self.game].words
            return {str(place): words.value(variant.key, choice) for place, choice in enumerate(variant.choices)}
        match name:
            case "seats":
                return {str(size): players(size) for size in self._sizes}
            case "form":
                return {form: Message(f"league.form.{form}") for form in ("swiss", "groups")}
            case "pace":
                return {pace: Message(f"server.pace.{pace}") for pace in (NONE, *NAMED)}
            case "rounds":
                numbers = {str(count): Message("league.rounds", {"count": count}) for count in range(1, MOST_ROUNDS)}
                return {"0": Message("league.rounds_usual"), **numbers}
        return {str(count): Message("league.days", {"count": count}) for count in DAYS[name]}

    def _select(self, name: str, value: str) -> Select:
        """Return a select for one setting. While closed, it shows the chosen value with the setting's name."""
        labels = {key: self._wording.say(label, self._language) for key, label in self._options(name).items()}
        variant, words = self._variants.get(name), self._wording.game_uis[self.game].words
        named = Message(f"league.of.{name}") if variant is None else words.option(variant.key)
        title = self._wording.say(named, self._language)
        labels[value] = self._say("lobby.choice", option=title, value=labels[value])
        choices = tuple(PanelOption(key, label, key == value) for key, label in labels.items())
        return Select(LeaguePress(SET, 0, self._user, self._fields.index(name), self._typed), title, choices)
