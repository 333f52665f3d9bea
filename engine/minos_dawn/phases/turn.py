"""Action turns: a seat retrieves a die, then uses its AP, benefit and traits in any order. ACT, TRAIT, PREP"""

from functools import cache
from typing import ClassVar

from engine.kernel.decision import Argument, Decision, Message, Option, Seat
from engine.kernel.steps import Happening, Now, SeatHappening
from engine.minos_dawn.actions import action_points as ap
from engine.minos_dawn.actions.cards import RefillOffer
from engine.minos_dawn.actions.extra import EXTRAS, extra_options, take_extra
from engine.minos_dawn.content.box import DEVELOP, PREPARE, ROWS, WILD, the_box
from engine.minos_dawn.content.language import Conversion
from engine.minos_dawn.content.words import card as card_name
from engine.minos_dawn.content.words import die, die_text, effect_of, plain, row
from engine.minos_dawn.effects.feasibility import depends_on_hand, is_optional, may_change
from engine.minos_dawn.effects.interpreter import convert
from engine.minos_dawn.rival.turn import RetrieveHighest
from engine.minos_dawn.state.facts import DieRetrieved, Forfeited, TraitBegan, TurnEnded
from engine.minos_dawn.state.measures import traits_due
from engine.minos_dawn.state.state import NONE, DawnState, Die, Turn, dice_of, turn_of
from engine.minos_dawn.state.steps import Benefit, DawnChoice


class NextTurn(Happening[DawnState], frozen=True, tag="NextTurn"):
    """The next seat takes a turn, until all dice are retrieved. A seat retrieves one die per turn. ACT-1"""

    place: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        """Skip seats without dice in the rows. When no dice are left, the action turns are over. INCOME-1"""
        state.turn = None
        for place in range(self.place, self.place + state.sides):
            seat = (state.first + place) % state.sides
            if dice_of(state, seat):
                # SOLO-ROUND-5: the rival's turn asks no question.
                turn = RetrieveHighest() if state.is_rival(seat) else RetrieveDie(seat)
                now.then(turn, NextTurn(place + 1))
                return


class RetrieveDie(DawnChoice, frozen=True, tag="RetrieveDie"):
    """Choose one of the seat's dice with the highest value, and retrieve it. ACT-2"""

    rule: ClassVar[str] = "ACT-2"
    asks: ClassVar[str] = "minos_dawn.prompt.die"

    def options(self, state: DawnState) -> list[Option]:
        dice = dice_of(state, self.seat)
        highest = max(each.value for _, _, each in dice)
        return [_die_option(number, space, each) for number, space, each in dice if each.value == highest]

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        """Record the die's row, space and value. Traits that they trigger become due. ACT-3, TRAIT-3, TRAIT-4, Q-39"""
        _, row_id, number = key.split(":")
        action, space = ROWS.index(row_id), int(number) - 1
        each = state.rows[action][space]
        assert each is not None
        # DRAFT-7: the other dice stay on their spaces.
        state.rows[action][space] = None
        box = the_box()
        where = box.layouts[len(state.players)].rows[action][space]
        due = traits_due(state.players[self.seat], action, each.value)
        state.turn = Turn(
            self.seat,
            action,
            space,
            each.value,
            each.colour,
            where.points,
            NONE if action == WILD else action,
            due,
            [],
            bool(where.gain or where.action_bonus),
            where.age2_draw and state.age == 0,
        )
        now.emit(DieRetrieved(self.seat, die_text(each.colour, each.value), row_id, space + 1, tuple(due)))
        now.then(Act(self.seat))


@cache
def _die_option(action: int, space: int, each: Die) -> Option:
    blanks: dict[str, Argument] = {
        "die": die(die_text(each.colour, each.value)),
        "row": row(action),
        "space": space + 1,
    }
    return Option(f"die:{ROWS[action]}:{space + 1}", Message("minos_dawn.option.die", blanks), f"row:{ROWS[action]}")


def benefit_source(state: DawnState) -> str:
    """Return the source of the benefit that the die's space gives this turn. ACT-11, ACT-12"""
    turn = turn_of(state)
    space = the_box().layouts[len(state.players)].rows[turn.row][turn.space]
    if space.action_bonus:
        return f"action:{state.action_bonus}"
    return f"space:{len(state.players)}:{ROWS[turn.row]}:{turn.space + 1}"


class Act(DawnChoice, frozen=True, tag="Act"):
    """Ask the seat for its next step, with all options. Repeat until it ends the turn. ACT-7, GEN-9"""

    rule: ClassVar[str] = "ACT-7"
    certain: ClassVar[str] = rule

    def decisions(self, state: DawnState) -> list[Decision]:
        """Ask even if `end` is the only option. Ask in private if due traits could reveal the hand. ACT-9, INFO-13"""
        options = tuple(self.options(state))
        due, effects = turn_of(state).due, the_box().effects
        is_secret = any(depends_on_hand(state, self.seat, each) for card in due for each in effects[f"trait:{card}"])
        return [Decision(self.seat, self.rule, self.prompt(state), options, private=is_secret, shown=True)]

    def options(self, state: DawnState) -> list[Option]:
        turn = turn_of(state)
        options = []
        if turn.has_benefit:
            options.append(_benefit_option(benefit_source(state)))
        options += _point_options(state, turn)
        traits = [card for card in turn.due if _trait_may_change(state, self.seat, card)]
        options += [_trait_option(card) for card in traits]
        options += extra_options(state, self.seat)
        if not turn.is_used and not turn.extras:
            options.append(plain("forfeit", "minos_dawn.option.forfeit"))
        options.append(_end_option(turn.points, sum(map(_would_lapse, traits))))
        return options

    def prompt(self, state: DawnState) -> Message:
        turn = turn_of(state)
        blanks: dict[str, Argument] = {"row": row(turn.row), "count": turn.points}
        return Message("minos_dawn.prompt.act", blanks)

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        turn = turn_of(state)
        if key == "end":
            _end(state, now, turn)
            return
        now.then(self)
        verb, _, name = key.partition(":")
        turn.has_declined = False
        match verb:
            case "benefit":
                turn.has_benefit, turn.is_used = False, True
                now.then(Benefit(self.seat, benefit_source(state), is_fresh=False))
            case "trait":
                now.then(TakeTrait(self.seat, name))
            case "forfeit":
                # ACT-5, ACT-6, TRAIT-6: coins replace the action and its benefits. Traits and extra actions stay.
                turn.is_forfeited = turn.is_used = True
                turn.points, turn.has_benefit = 0, False
                now.emit(Forfeited(turn.seat))
                now.then(Benefit(turn.seat, "forfeit", is_fresh=False))
            case _ if verb in EXTRAS:
                take_extra(state, now, self.seat, key)
            case "develop":
                now.then(ap.PlayDecree(self.seat, ap.AP, 1, opens_offer=True))
            case "wild":
                now.then(ap.spend_wild(self.seat, ROWS.index(name), ap.AP, turn.points))
            case _:
                ap.use_point(state, turn.acts_as)
                if key == "draw:age2":
                    turn.has_age2_draw = False
                ap.spend_point(state, now, self.seat, turn.acts_as, key)


def _point_options(state: DawnState, turn: Turn) -> list[Option]:
    """List the possible uses of one AP of the turn's action. The list may be empty. ACT-8, PREP-3, DEV-12"""
    if not turn.points:
        return []
    if turn.acts_as == NONE:
        return ap.wild_options(state, turn.seat, turn.has_declined)
    if turn.acts_as == DEVELOP:
        can_try = (state.players[turn.seat].hand or state.offer) and not turn.has_declined
        return [plain("develop", "minos_dawn.option.develop")] if can_try else []
    options = ap.point_options(state, turn.seat, turn.acts_as)
    if turn.acts_as == PREPARE and turn.has_age2_draw and state.decks[1]:
        options.append(plain("draw:age2", "minos_dawn.option.draw_age2"))
    return options


@cache
def _benefit_option(source: str) -> Option:
    return Option("benefit", Message("minos_dawn.option.benefit", {"effect": effect_of(source)}))


@cache
def _end_option(points: int, traits: int) -> Option:
    """Return the option `end`. Warn about unspent AP, otherwise about optional traits that would lapse. ACT-8, ACT-9"""
    if points:
        return Option("end", Message("minos_dawn.option.end_points", {"count": points}))
    if traits:
        return Option("end", Message("minos_dawn.option.end_traits", {"count": traits}))
    return plain("end", "minos_dawn.option.end")


@cache
def _would_lapse(card: str) -> bool:
    """Return whether a due trait is lost at the end of the turn, because all its effects are optional. ACT-9"""
    return all(is_optional(effect) for effect in the_box().effects[f"trait:{card}"])


@cache
def _trait_option(card: str) -> Option:
    blanks: dict[str, Argument] = {"card": card_name(card), "effect": effect_of(f"trait:{card}")}
    return Option(f"trait:{card}", Message("minos_dawn.option.trait", blanks))


def _trait_may_change(state: DawnState, seat: Seat, card: str) -> bool:  # TRAIT-8
    return any(may_change(state, seat, effect) for effect in the_box().effects[f"trait:{card}"])


class TakeTrait(SeatHappening[DawnState], frozen=True, tag="TakeTrait"):
    """A due trait is carried out. To take a trait that is a conversion means to pay for it. TRAIT-5, EFF-41"""

    card: str

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        turn = turn_of(state)
        turn.due.remove(self.card)
        source = f"trait:{self.card}"
        now.emit(TraitBegan(self.seat, self.card))
        effects = the_box().effects[source]
        if len(effects) == 1 and isinstance(effects[0], Conversion):
            convert(state, now, self.seat, source, 0)
        else:
            now.then(Benefit(self.seat, source, is_fresh=False))


def _end(state: DawnState, now: Now[DawnState], turn: Turn) -> None:
    """Carry out the space's benefit if it is still due, then due traits that aren't optional. ACT-9, Q-61"""
    now.then(CloseTurn(turn.seat))
    left = [TakeLeftTrait(turn.seat, card) for card in turn.due if not _would_lapse(card)]
    now.then(*left)
    if turn.has_benefit:
        turn.has_benefit = False
        now.then(Benefit(turn.seat, benefit_source(state), is_fresh=False))


class TakeLeftTrait(SeatHappening[DawnState], frozen=True, tag="TakeLeftTrait"):
    """As the turn ends, a trait that is still due is carried out if it can change anything. ACT-9, TRAIT-8"""

    card: str

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        if _trait_may_change(state, self.seat, self.card):
            now.then(TakeTrait(self.seat, self.card))


class CloseTurn(SeatHappening[DawnState], frozen=True, tag="CloseTurn"):
    """Unspent AP are lost, the offer is refilled, and the die is no longer shown. ACT-4, ACT-8, ACT-10"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        turn = turn_of(state)
        now.emit(TurnEnded(self.seat, turn.points, tuple(turn.due)))
        state.turn = None
        now.then(RefillOffer())
