"""Several options of one question, picked together: which are given, and which are left."""

from collections.abc import Sequence
from typing import NamedTuple

from cogs.ui.wording import Wording
from cogs.views.controls import guard_of
from engine.kernel.decision import Decision, Message, Option
from engine.kernel.offering.joining import single_keys
from sessions.refusals import StalePress
from sessions.session import Session


class Picked(NamedTuple):
    """Options picked together: the `given` ones, and those that are `left`.

    `guard` asks for confirmation of the first one left, by which something is given up.
    """

    given: tuple[str, ...]
    left: tuple[Option, ...]
    guard: Message | None = None


def pick(wording: Wording, session: Session, decision: Decision, keys: Sequence[str]) -> Picked:
    """Return what becomes of the options `keys` of `decision`, as offered, in the order of their row.

    Raises `StalePress` if they are in no row together.
    """
    game = session.table.game
    rows = [[decision.options[place] for place in places] for places in decision.rows]
    row = next((row for row in rows if {option.key for option in row}.issuperset(keys)), None)
    if row is None:
        raise StalePress
    options = [option for option in row if option.key in keys]
    for count, option in enumerate(options):
        if wording.game_uis[game].options.guard(option) is None:
            continue
        before = session.reader.offers.in_a_row(decision, [each.key for each in options[:count]])
        if before.left:
            break
        if before.asked is not None:
            last = single_keys(option.key)[-1]
            asked = decision if before.asked.rule == decision.rule and last != option.key else before.asked
            question = guard_of(wording, game, asked, (option.key if asked is decision else last,))
            if question is not None:
                return Picked(before.given, tuple(options[count:]), question)
    found = session.reader.offers.in_a_row(decision, [option.key for option in options])
    return Picked(found.given, tuple(options[len(found.given) :]))
