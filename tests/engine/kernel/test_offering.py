"""Related answers are offered as one option, and answers that can't matter are given automatically."""

import pytest

from engine.kernel.decision import Decision
from engine.kernel.game import Game, Join, Wording
from engine.kernel.offering import offers
from engine.kernel.offering.offers import head_of, offer, single_keys
from engine.kernel.play import Play, automatic_answer, copy_position
from engine.kernel.policy import FastChance
from engine.kernel.proof import laws, secrecy
from engine.kernel.proof.trial import Case, LawBroken
from engine.kernel.steps import Choice
from tests.engine.changed import with_part
from tests.engine.kernel.orchard import FIG, KINDS, NO_PICK, OF_A_KIND, PEAR, PLUM, Orchard
from tests.engine.kernel.potting import POTTING, PottingTurn, PreserveOne
from tests.engine.situation import Situation

ALICE = 0
BASKET = (PLUM, PEAR, FIG)


def potting(step: Choice[Orchard], *basket: str, game: Game[Orchard] | None = None) -> Situation[Orchard]:
    """Return a game in which Alice has that basket.

    Bob has one fruit, of the first remaining kind. All other fruit are in the bag, sorted by kind.
    """
    left = [kind for kind in KINDS for _ in range(OF_A_KIND - basket.count(kind))]
    bob = [left.pop(0)]
    state = Orchard(left, [], [list(basket), bob], [[], []], [], [0, 0], [NO_PICK] * 2, ["", ""], [False, False])
    return Situation(game or POTTING, state, step, seats=2)


def at_turn(*basket: str, game: Game[Orchard] | None = None) -> Situation[Orchard]:
    return potting(PottingTurn(ALICE), *(basket or BASKET), game=game)


def show(given: Situation[Orchard]) -> Decision:
    (decision,) = given.pending
    return offer(given.game, given.position, decision)


def keys(decision: Decision) -> list[str]:
    return [option.key for option in decision.options]


def test_an_option_is_joined_with_each_following_answer() -> None:
    given = at_turn()

    assert keys(given.pending[0]) == ["draw", "preserve", "pass"]
    assert keys(show(given)) == ["draw", "preserve>fruit:0", "preserve>fruit:1", "preserve>fruit:2", "pass"]
    preserve, fruit = given.pending[0].options[1], show(given).options[2]
    assert (fruit.label.id, fruit.hint) == (f"orchard.fruit.{PEAR}", preserve.label)
    assert single_keys(fruit.key) == ("preserve", "fruit:1")
    assert head_of(fruit.key) == "preserve"


def test_questions_with_different_viewers_are_not_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a public question would show options of a private question."""
    honest = PottingTurn.decisions

    def public(step: PottingTurn, state: Orchard) -> list[Decision]:
        return [Decision(d.seat, d.rule, d.prompt, d.options) for d in honest(step, state)]

    monkeypatch.setattr(PottingTurn, "decisions", public)
    assert keys(show(at_turn())) == ["draw", "preserve", "pass"]


def test_an_option_that_reveals_something_is_not_joined() -> None:
    curious = with_part(
        POTTING, "offering", joins={("draw", "TRIM-2"): Join(lambda first, second: Wording(first.label, second.label))}
    )

    assert keys(show(at_turn(PLUM, PLUM, PEAR, PEAR, FIG, game=curious)))[0] == "draw"


@pytest.mark.parametrize("limit", ["MOST_OF_ONE", "MOST_OF_HEAD", "MOST_OF_ALL"])
def test_options_stay_separate_if_there_would_be_too_many(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offers, limit, 2)
    assert keys(show(at_turn())) == ["draw", "preserve", "pass"]


def test_an_answer_that_cannot_matter_is_given_automatically() -> None:
    alike = potting(PreserveOne(ALICE), PLUM, PLUM)
    mixed = potting(PreserveOne(ALICE), PLUM, PEAR)

    assert automatic_answer(play_of(alike), ALICE) == ("fruit:0",)
    assert automatic_answer(play_of(alike), 1) == ()
    assert automatic_answer(play_of(mixed), ALICE) == ()


def play_of(given: Situation[Orchard]) -> Play[Orchard]:
    return Play(given.game, copy_position(given.game, given.position))


def case_of(given: Situation[Orchard]) -> Case:
    return Case(given.game, given.position, FastChance(bytes(16)))


def test_k2_catches_an_answer_that_is_missing_from_the_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    laws.check_offered(case_of(at_turn()))

    honest = offers._together

    def forgetful(*given: object) -> object:
        return list(honest(*given))[:-1]  # type: ignore[arg-type]

    monkeypatch.setattr(offers, "_together", forgetful)
    with pytest.raises(LawBroken, match="not offered"):
        laws.check_offered(case_of(at_turn()))


def test_k2_catches_an_illegal_automatic_answer() -> None:
    wrong = with_part(POTTING, "offering", answer_automatically=lambda *_: ("sell:everything",))

    with pytest.raises(LawBroken, match="unasked"):
        laws.check_offered(case_of(at_turn(game=wrong)))


def test_k4_catches_an_automatic_answer_that_depends_on_hidden_things() -> None:
    def answer_automatically(
        offering: object, state: Orchard, question: Choice[Orchard], decision: Decision
    ) -> tuple[str, ...]:
        return ("pass",) if state.baskets[decision.seat][0] == PLUM else ()

    telling = with_part(POTTING, "offering", answer_automatically=answer_automatically)
    with pytest.raises(LawBroken, match="K4"):
        secrecy.check_secrets(case_of(at_turn(game=telling)))
