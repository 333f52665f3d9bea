"""Computer players' reasons in words: the answers they considered, and the meaning of the numbers."""

from itertools import takewhile

from babel.numbers import format_decimal

from cogs.ui.wording import Wording
from cogs.views.people import sitter_name
from engine.kernel.decision import Argument, Decision, Message
from engine.kernel.policy import Alternative, Keys, Search
from sessions.computers.reasons import Dear, Look, Reasons, Why
from sessions.records.table import Table

MOST_RANKED = 4
HUNDREDTHS = 100


class ReasonWords:
    """Words for reasons at one table, in one reader's language."""

    def __init__(self, wording: Wording, table: Table, language: str) -> None:
        self._wording = wording
        self._table = table
        self._language = language
        self._point = HUNDREDTHS * wording.game_uis[table.game].results.worth_of_point

    def hint(self, reasons: Reasons, seat: int) -> str:
        count = self._table.seating.hinted[seat]
        return "\n".join([
            self._say("reasons.hint", answer=whole_of(reasons, reasons.thought.keys)),
            *self._ranked(reasons),
            self._say("reasons.hints", count=count),
        ])  # fmt: skip

    def why(self, why: Why) -> str:
        """Describe a computer player's question and answer, with the numbers behind it."""
        reasons, sitter = why.reasons, self._table.sitters[why.seat]
        assert reasons.given is not None
        title = self._say(
            "reasons.why",
            name=sitter_name(sitter),
            prompt=reasons.decision.prompt,
            answer=whole_of(reasons, reasons.given),
        )
        if not reasons.thought.ranked:
            return f"{title}\n{self._say('reasons.by_rule')}"
        own = [] if reasons.is_own else [self._say("reasons.not_own")]
        return "\n".join([title, *own, *self._ranked(reasons)])

    def dearest(self, look: Look) -> str:
        lines = [self._say("reasons.dearest")]
        lines += [self._dear(number, dear) for number, dear in enumerate(look.moves, start=1)]
        if not look.moves:
            lines.append(self._say("reasons.none_dear" if look.looked else "reasons.none_looked"))
        if look.looked == look.total:
            lines += [self._say("reasons.looked_all", count=look.total)] if look.total else []
        elif look.looked:
            lines.append(self._say("reasons.looked", looked=look.looked, count=look.total))
        return "\n".join(lines)

    def _dear(self, number: int, dear: Dear) -> str:
        reasons = dear.reasons
        assert reasons.given is not None
        blanks: dict[str, Argument] = {
            "number": number,
            "given": whole_of(reasons, reasons.given),
            "better": whole_of(reasons, dear.better.keys),
            "points": self._decimal(dear.loss),
            "error": self._decimal(dear.error),
            "when": _horizon(reasons.search),
            "count": dear.given.worlds,
        }
        if reasons.round is None:
            return self._say("reasons.dear", **blanks)
        return self._say("reasons.dear_round", round=reasons.round, **blanks)

    def _ranked(self, reasons: Reasons) -> list[str]:
        thought = reasons.thought
        if not thought.ranked:
            return [self._say("reasons.by_rule")]
        told = list(thought.ranked[:MOST_RANKED])
        told += [each for each in thought.ranked[MOST_RANKED:] if each.keys in (thought.keys, reasons.given)]
        best = max(thought.ranked, key=lambda each: (each.worlds, each.mean))
        lines = [self._alternative(number, reasons.decision, each, best) for number, each in enumerate(told, start=1)]
        same = list(takewhile(lambda each: self._is_as_good(each, best), told))
        if len(same) > 1:
            key = "reasons.same_two" if len(same) == 2 else "reasons.same"
            lines.append(self._say(key, count=len(same)))
        if thought.keys not in (best.keys, *(each.keys for each in same)):
            lines.append(self._say("reasons.too_close", answer=answer_of(reasons.decision, thought.keys)))
        is_alone = reasons.seats == 1
        key = "reasons.numbers_alone" if is_alone else "reasons.numbers"
        return [*lines, self._say(key, when=_horizon(reasons.search), count=best.worlds)]

    def _is_as_good(self, tried: Alternative, best: Alternative) -> bool:
        """Return whether two answers have the same value, rounded to tenths, and no margin of error."""
        errors = self._decimal(tried.error), self._decimal(best.error)
        is_sure = 1 < tried.worlds == best.worlds and set(errors) == {self._decimal(0)}
        return is_sure and self._decimal(tried.mean) == self._decimal(best.mean)

    def _alternative(self, number: int, decision: Decision, tried: Alternative, best: Alternative) -> str:
        """Describe an answer with its numbers. Leave them out if the search dropped the answer early."""
        answer = answer_of(decision, tried.keys)
        if tried.worlds < best.worlds:
            return self._say("reasons.dropped", number=number, answer=answer, count=tried.worlds)
        return self._say(
            "reasons.tried",
            number=number,
            answer=answer,
            points=self._decimal(tried.mean, sign="+"),
            error=self._decimal(tried.error),
        )

    def _decimal(self, worth: int, sign: str = "") -> str:
        """Return a worth as points with one decimal, in the reader's number format."""
        pattern = f"{sign}0.0;\N{MINUS SIGN}0.0"
        return format_decimal(round(worth / self._point, 1) + 0.0, format=pattern, locale=self._language)

    def _say(self, key: str, **blanks: Argument) -> str:
        return self._wording.say(Message(key, blanks), self._language, self._table)


def answer_of(decision: Decision, keys: Keys) -> Argument:
    """Return the options with these keys, in words, in the order of the keys."""
    labels = {option.key: option.label for option in decision.options}
    return tuple(labels[key] for key in keys if key in labels) or Message("panel.none")


def whole_of(reasons: Reasons, keys: Keys) -> Argument:
    """Return an answer in words. If the board combined it with the next answer, add the combined option's name."""
    answer, offered = answer_of(reasons.decision, keys), reasons.called.get(keys)
    if offered is None or (offered,) == answer:
        return answer
    return Message("reasons.whole", {"answer": answer, "offered": offered})


def _horizon(search: Search | None) -> Message:
    for unit, count in (("round", search.rounds), ("turn", search.turns)) if search else ():
        if count:
            return (
                Message(f"reasons.after_{unit}s", {"count": count}) if count > 1 else Message(f"reasons.after_{unit}")
            )
    return Message("reasons.after_game")
