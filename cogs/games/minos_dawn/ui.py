"""The slash commands of Minos: Dawn, one for each action. Wording and mapping, no rule."""

from pathlib import Path

from cogs.commands.game_commands import GameCommands
from cogs.commands.resolver import CommandResolver
from cogs.commands.spec import AnswerChain, AnswerPattern, CommandSpec
from cogs.games.minos_dawn.option_style import KINDS, group, guard, is_brief, is_extra, style, subject
from cogs.games.minos_dawn.symbols import sign
from cogs.games.minos_dawn.words import (
    about_hand,
    alone,
    effect_words,
    entries,
    hand_words,
    held_cards,
    in_public,
    setup_words,
)
from cogs.ui.game_ui import GameEmoji, GameUI, LobbyUI, PrivateUI, ResultsUI
from cogs.ui.option_words import OptionStyle
from engine.kernel.decision import Decision, Message
from engine.kernel.proof.lesson import read_lesson
from engine.minos_dawn.policies.weights import VP

KEY = "minos-dawn"
MENU = "ACT-7"


def _point(action: str, *words: AnswerPattern) -> tuple[AnswerChain, ...]:
    """Return the chains for an AP of an action. On a Wild turn the first is spent as one of the action."""
    return words, (AnswerPattern(MENU, f"wild:{action}"), *words)


def _one(*rules: str, stem: str = "", argument: str) -> tuple[AnswerChain, ...]:
    """Return a chain that answers whichever of these questions is asked with one option."""
    return tuple((AnswerPattern(rule, stem, argument),) for rule in rules)


CARD = AnswerPattern("DEV-1", "{from}", "card")
ORIGIN = AnswerPattern("EXTRA-3", "from:", "from")
DESTINATION = AnswerPattern("EXP-1", "region:", "to")
SOLD = AnswerPattern("EXTRA-6", "card:", "cards")
GO = (DESTINATION,)

GAINS = ("EFF-6", "EFF-7", "EFF-25", "TRACK-4", "BUILD-20", "INCOME-4", "INCOME-2", "SETUP-25", "ABIL-SA2")
"""Questions for a good, a temp, a track, a tile or a route."""

COMMANDS = (
    CommandSpec("draft", _one("DRAFT-3", stem="draft:{die}:", argument="action"), ("die", "action")),
    CommandSpec("take", _one("ACT-2", stem="die:", argument="die"), ("die",)),
    CommandSpec("prepare", _point("prepare", AnswerPattern("", "draw:", "card")), ("card",)),
    CommandSpec(
        "develop",
        ((AnswerPattern(MENU, "develop"), CARD), (AnswerPattern(MENU, "wild:develop"), CARD), (CARD,)),
        ("card",),
        ("from",),
    ),
    CommandSpec(
        "build",
        _point("build", AnswerPattern("", "{what}:", "where"), AnswerPattern("BUILD-12", "return:", "warriors")),
        ("what", "where"),
        ("warriors",),
    ),
    CommandSpec("expand place", _point("expand", AnswerPattern("", "place:", "where")), ("where",)),
    CommandSpec(
        "expand move", (*_point("expand", AnswerPattern("", "move:", "from"), DESTINATION), GO), (), ("from", "to")
    ),
    CommandSpec("wild", _one("", stem="wild:", argument="as"), ("as",)),
    CommandSpec(
        "extra move", ((AnswerPattern("", "march"), ORIGIN, DESTINATION), (ORIGIN, DESTINATION), GO), (), ("from", "to")
    ),
    CommandSpec("extra gather", _one("", stem="gather:", argument="good"), ("good",)),
    CommandSpec("extra bonus", _one("", stem="bonus:", argument="tile"), ("tile",)),
    CommandSpec("extra discard", ((AnswerPattern("", "sell"), SOLD), (SOLD,)), (), ("cards",)),
    CommandSpec("extra exchange", _one("", stem="swap:", argument="good"), ("good",)),
    CommandSpec("extra battle", _one("", stem="battle:", argument="region"), ("region",)),
    CommandSpec("trade", _one("", stem="exchange:", argument="for"), ("for",)),
    CommandSpec("trait", _one(MENU, stem="trait:", argument="trait"), ("trait",)),
    CommandSpec("benefit", ((AnswerPattern(MENU, "benefit"),),)),
    CommandSpec("forfeit", ((AnswerPattern(MENU, "forfeit"),),)),
    CommandSpec("palace", _one("INCOME-6", "EFF-23", "SETUP-20", stem="card:", argument="card"), ("card",)),
    CommandSpec("progress group", _one("PROG-5", stem="advance:", argument="advances"), ("advances",)),
    CommandSpec("progress reserve", _one("PROG-11", argument="site"), ("site",)),
    CommandSpec("setup pick", _one("SETUP-15", argument="item"), ("item",)),
    CommandSpec("setup keep", _one("SETUP-19", stem="card:", argument="kept"), ("kept",)),
    CommandSpec("discard", _one("EFF-32", stem="card:", argument="cards"), ("cards",)),
    CommandSpec("effect", _one("GEN-8", "EFF-46", "EFF-41", argument="effect"), ("effect",)),
    CommandSpec("pay", _one("DEV-6", "BUILD-12", argument="with"), ("with",)),
    CommandSpec("gain", _one(*GAINS, argument="what"), ("what",)),
    CommandSpec("battles", ((AnswerPattern("SCORE-3a", "region:", "regions", otherwise="none"),),), (), ("regions",)),
    CommandSpec(
        "end", ((AnswerPattern(MENU, "end"),), *((AnswerPattern("", key),) for key in ("skip", "done", "later")))
    ),
    CommandSpec("choose", _one("", argument="choice"), ("choice",)),
)
"""Every action of the game. A `{blank}` in a stem is filled with the part of a key that another argument names."""

PLACES = {"card:": Message("minos_dawn.from.hand"), "offer:": Message("minos_dawn.from.offer")}


class DawnResolver(CommandResolver):
    """The resolver for keys made of a building kind, a place of cards, or dice."""

    def parts(self, argument: str) -> dict[str, Message]:
        if argument == "die":
            return self._dice_offered()
        return {"what": KINDS, "from": PLACES}.get(argument, {})

    def _dice_offered(self) -> dict[str, Message]:
        decision = self.session.decision_of(self.interaction.user.id)
        found: dict[str, Message] = {}
        for option in decision.options if decision else ():
            head, _, rest = option.key.partition(":")
            words = option.label.blanks.get("die")
            if head == "draft" and isinstance(words, Message):
                found.setdefault(rest.partition(":")[0], words)
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
        hint=lambda option: effect_words(option.key),
        group=group,
        style=style,
        is_extra=is_extra,
        is_brief=is_brief,
        guard=guard,
        subject=subject,
    ),
    private=PrivateUI(has_hands=True, hand=hand_words, held=held_cards, is_about_hand=about_hand, in_public=in_public),
    lobby=LobbyUI(noted=("difficulty",), minutes={1: 75, 2: 90, 3: 135, 4: 180}, waits={2: 70, 3: 110, 4: 145}),
    results=ResultsUI(
        solo=alone,
        solo_by="difficulty",
        dealt=setup_words,
        points_so_far=lambda view: {each.seat: each.vp for each in view.seats},
        worth_of_point=VP,
    ),
    entries=entries,
    lesson=read_lesson(Path(__file__).with_name("lesson.toml")),
)
