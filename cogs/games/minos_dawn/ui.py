"""Minos: Dawn by slash commands: one command for each action of the game. Wording and mapping, no rule."""

from discord import app_commands

from cogs.commands.builder import group_of
from cogs.commands.resolver import VerbTypist
from cogs.commands.runner import Doer
from cogs.commands.spec import Action, Verb, Word
from cogs.games.minos_dawn.option_style import KINDS, group, style
from cogs.games.minos_dawn.symbols import sign
from cogs.games.minos_dawn.words import effect_words, entries, hand_words
from cogs.services import Services
from cogs.ui.game_ui import GameUI
from engine.kernel.decision import Decision, Message

KEY = "minos-dawn"
MENU = "ACT-7"


def _point(action: str, *words: Word) -> tuple[Action, ...]:
    """An AP of an action: of the turn or of an effect; on a Wild turn the first is spent as one of the action."""
    return Action(words), Action((Word(MENU, f"wild:{action}"), *words))


def _one(*rules: str, stem: str = "", argument: str) -> tuple[Action, ...]:
    """One option of whichever of these questions is asked."""
    return tuple(Action((Word(rule, stem, argument),)) for rule in rules)


CARD = Word("DEV-1", "{from}", "card")
ORIGIN = Word("EXTRA-3", "from:", "from")
DESTINATION = Word("EXP-1", "region:", "to")
SOLD = Word("EXTRA-6", "card:", "cards")
GO = Action((DESTINATION,))

GAINS = ("EFF-6", "EFF-7", "EFF-25", "TRACK-4", "BUILD-20", "INCOME-4", "INCOME-2", "SETUP-25", "ABIL-SA2")
"""Questions for a good, a temp, a track, a tile or a route."""

VERBS = (
    Verb("draft", _one("DRAFT-3", stem="draft:{die}:", argument="action"), ("die", "action")),
    Verb("take", _one("ACT-2", stem="die:", argument="die"), ("die",)),
    Verb("prepare", _point("prepare", Word("", "draw:", "card")), ("card",)),
    Verb(
        "develop",
        (Action((Word(MENU, "develop"), CARD)), Action((Word(MENU, "wild:develop"), CARD)), Action((CARD,))),
        ("card",),
        ("from",),
    ),
    Verb(
        "build",
        _point("build", Word("", "{what}:", "where"), Word("BUILD-12", "return:", "warriors")),
        ("what", "where"),
        ("warriors",),
    ),
    Verb("expand place", _point("expand", Word("", "place:", "where")), ("where",)),
    Verb("expand move", (*_point("expand", Word("", "move:", "from"), DESTINATION), GO), (), ("from", "to")),
    Verb("wild", _one("", stem="wild:", argument="as"), ("as",)),
    Verb(
        "extra move",
        (Action((Word("", "march"), ORIGIN, DESTINATION)), Action((ORIGIN, DESTINATION)), GO),
        (),
        ("from", "to"),
    ),
    Verb("extra gather", _one("", stem="gather:", argument="good"), ("good",)),
    Verb("extra bonus", _one("", stem="bonus:", argument="tile"), ("tile",)),
    Verb("extra discard", (Action((Word("", "sell"), SOLD)), Action((SOLD,))), (), ("cards",)),
    Verb("extra exchange", _one("", stem="swap:", argument="good"), ("good",)),
    Verb("extra battle", _one("", stem="battle:", argument="region"), ("region",)),
    Verb("trade", _one("", stem="exchange:", argument="for"), ("for",)),
    Verb("trait", _one(MENU, stem="trait:", argument="trait"), ("trait",)),
    Verb("benefit", (Action((Word(MENU, "benefit"),)),)),
    Verb("forfeit", (Action((Word(MENU, "forfeit"),)),)),
    Verb("palace", _one("INCOME-6", "EFF-23", "SETUP-20", stem="card:", argument="card"), ("card",)),
    Verb("progress group", _one("PROG-5", stem="advance:", argument="advances"), ("advances",)),
    Verb("progress reserve", _one("PROG-11", argument="site"), ("site",)),
    Verb("setup pick", _one("SETUP-15", argument="item"), ("item",)),
    Verb("setup keep", _one("SETUP-19", stem="card:", argument="kept"), ("kept",)),
    Verb("discard", _one("EFF-32", stem="card:", argument="cards"), ("cards",)),
    Verb("effect", _one("GEN-8", "EFF-46", "EFF-41", argument="effect"), ("effect",)),
    Verb("pay", _one("DEV-6", "BUILD-12", argument="with"), ("with",)),
    Verb("gain", _one(*GAINS, argument="what"), ("what",)),
    Verb("battles", (Action((Word("SCORE-3a", "region:", "regions", otherwise="none"),)),), (), ("regions",)),
    Verb("end", (Action((Word(MENU, "end"),)), *(Action((Word("", key),)) for key in ("skip", "done", "later")))),
    Verb("choose", _one("", argument="choice"), ("choice",)),
)
"""Every action of the game. A stem's `{blank}` is filled in with a part of a key that another argument names."""

PLACES = {"card:": Message("minos.from.hand"), "offer:": Message("minos.from.offer")}


class DawnTypist(VerbTypist):
    """Knows the kinds of buildings, the places of cards and the dice that keys are made of."""

    def parts(self, argument: str) -> dict[str, Message]:
        """What may stand for that argument in a key, with its words. Empty for an argument that is no part."""
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

    def keys(self, word: Word, decision: Decision, value: str | None) -> tuple[str, ...] | None:
        """As ever; only that cards to keep are named by their person, and those to put back by the game."""
        keys = super().keys(word, decision, value)
        if keys is None or word.argument != "kept":
            return keys
        return tuple(option.key for option in decision.options if option.key not in keys)


def commands(services: Services) -> app_commands.Group:
    """`/minos`."""
    return group_of("minos", VERBS, Doer(services, DawnTypist))


UI = GameUI(
    KEY,
    "dawn",
    commands,
    has_hands=True,
    has_sheet=True,
    alone_by="difficulty",
    notes=("difficulty",),
    accent=0xA2542B,
    hint=lambda option: effect_words(option.key),
    group=group,
    style=style,
    sign=sign,
    hand=hand_words,
    entries=entries,
)
"""Minos: Dawn at the table."""
