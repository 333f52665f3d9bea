"""People who play at random, with controls on their screen or with typed commands."""

from random import Random

from cogs.ui.presenter import SEVERAL
from cogs.ui.press import read_press
from engine.kernel.decision import Decision
from sandbox.driver import Actor
from sandbox.seen import Reply, Seen
from tests.wire.evening import WireTable, confirm, do_several

ENOUGH = 0.35
"""Chance that a player ends a turn early, so that games don't take too long."""


async def press_something(person: Actor, board: Seen, decision: Decision, dice: Random) -> Reply:
    """Answer the decision with a button or a select, as on a phone."""
    answers = [button for button in board.buttons if _is_for(button.custom_id, decision)]
    selects = [select for select in board.selects if _is_for(select.custom_id, decision)]
    last = answers[-1] if answers else None
    if last is not None and decision.rule == "TURN-2" and dice.random() < ENOUGH:
        return await confirm(person, await person.press(board, custom_id=last.custom_id))
    control = dice.choice([*answers, *selects])
    if control in answers:
        reply = await person.press(board, custom_id=control.custom_id)
        press = read_press(control.custom_id or "")
        is_list = press is not None and press.verb == SEVERAL
        return await confirm(person, await do_several(person, reply, dice) if is_list else reply)
    select = next(select for select in selects if select == control)
    count = dice.randint(max(1, select.min_values), select.max_values)
    values = dice.sample([option.value for option in select.options], count)
    return await confirm(person, await person.choose(board, *values, custom_id=select.custom_id))


def _is_for(custom_id: str | None, decision: Decision) -> bool:
    press = read_press(custom_id or "")
    return press is not None and (press.seat, press.decision) == (decision.seat, decision.id)


FIXED = {"income": "income", "rings": "rings", "gulls": "gulls", "builders": "builders", "end": "end"}


async def type_something(evening: WireTable, person: Actor, decision: Decision, dice: Random) -> Reply:
    """Answer the decision with a typed command of the game."""
    keys = [option.key for option in decision.options]
    match decision.rule:
        case "DICE-3":
            kept = " ".join(str(number) for number in sorted(dice.sample(range(1, 7), dice.randint(1, 5))))
            path = dice.choice(["/classic roll", "/classic stop", "/classic keep"])
            values = {"dice": kept} if path == "/classic keep" else {}
            return await evening.command(person, path, **values)
        case "FIGHT-10":
            number = keys[0].removeprefix("die:")
            return await evening.command(person, "/classic fight", **dice.choice([{}, {"reroll": number}]))
        case "TURN-2":
            key = "end" if dice.random() < ENOUGH else dice.choice(keys)
            if key in FIXED:
                return await evening.command(person, f"/classic {key}")
            action, _, place = key.partition(":")
            return await _at_a_place(evening, person, action, place, dice)
    return await evening.command(person, "/classic choose", choice=dice.choice(keys))


async def _at_a_place(evening: WireTable, person: Actor, action: str, place: str, dice: Random) -> Reply:
    first, second = {"move": ("piece", "to"), "build": ("site", "kind"), "recruit": ("site", None)}[action]
    values = {first: place}
    if second is not None:
        found = await person.autocomplete(f"/classic {action}", evening.channel, second, **values)
        values[second] = dice.choice(found)["value"]
    return await evening.command(person, f"/classic {action}", **values)
