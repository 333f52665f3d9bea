"""The appearance of Minos: Dawn at a table. This module has no rules."""

from pathlib import Path

from cogs.commands.game_commands import GameCommands
from cogs.commands.resolver import CommandResolver
from cogs.commands.spec import AnswerPattern, read_commands
from cogs.games.minos_dawn import words
from cogs.games.minos_dawn.option_style import EXTRAS, KINDS, STYLES, group, guard, is_brief, subject
from cogs.games.minos_dawn.symbols import sign
from cogs.ui.game_ui import GameEmoji, GameUI, LobbyUI, PrivateUI, ResultsUI
from cogs.ui.option_words import OptionStyle
from engine.kernel.decision import Decision, Message
from engine.kernel.offering.offers import head_of
from engine.kernel.proof.lesson import read_lesson
from engine.minos_dawn.policies.weights import VP

KEY = "minos-dawn"
FOLDER = Path(__file__).parent
COMMANDS = read_commands(FOLDER / "commands.toml")

PLACES = {"card:": Message("minos_dawn.from.hand"), "offer:": Message("minos_dawn.from.offer")}


class DawnResolver(CommandResolver):
    """Resolves the arguments that are parts of keys: the kind of building, the source of cards, a die."""

    def parts(self, argument: str) -> dict[str, Message]:
        if argument == "die":
            return self._dice_offered()
        return {"what": KINDS, "from": PLACES}.get(argument, {})

    def _dice_offered(self) -> dict[str, Message]:
        decision = self.session.reader.decision_of(self.interaction.user.id)
        found: dict[str, Message] = {}
        for option in decision.options if decision else ():
            head, _, rest = option.key.partition(":")
            die = option.label.blanks.get("die")
            if head == "draft" and isinstance(die, Message):
                found.setdefault(rest.partition(":")[0], die)
        return found

    def keys(self, word: AnswerPattern, decision: Decision, value: str | None) -> tuple[str, ...] | None:
        """Players name the cards to keep, but the game asks for the cards to put back. Other patterns work as usual."""
        keys = super().keys(word, decision, value)
        if keys is None or word.argument != "kept":
            return keys
        return tuple(option.key for option in decision.options if option.key not in keys)


UI = GameUI(
    KEY,
    GameEmoji("dawn", sign),
    GameCommands("minos", COMMANDS, DawnResolver),
    accent=0xA2542B,
    options=OptionStyle(
        hint=lambda option: words.effect_words(option.key),
        group=group,
        style=lambda option: STYLES.get(option.label.id, "main"),
        is_extra=lambda option: head_of(option.key) in EXTRAS,
        is_brief=is_brief,
        guard=guard,
        subject=subject,
    ),
    private=PrivateUI(
        has_hands=True,
        hand=words.hand_words,
        held=words.held_cards,
        is_about_hand=words.about_hand,
        in_public=words.in_public,
    ),
    lobby=LobbyUI(noted=("difficulty",), minutes={1: 75, 2: 90, 3: 135, 4: 180}, waits={2: 70, 3: 110, 4: 145}),
    results=ResultsUI(
        solo=words.alone,
        solo_by="difficulty",
        dealt=words.setup_words,
        points_so_far=lambda view: {each.seat: each.vp for each in view.seats},
        worth_of_point=VP,
    ),
    entries=words.entries,
    lesson=read_lesson(FOLDER / "lesson.toml"),
)
