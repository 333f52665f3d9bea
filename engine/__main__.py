"""python -m engine play|simulate|match|presses|replay|verify|content: any game in a terminal, without Discord."""

import argparse
import multiprocessing
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

import knossos
from engine.games import GAMES, unpack_content
from engine.kernel.codec import digest
from engine.kernel.content import UnfitContent
from engine.kernel.game import Game, complete_settings
from engine.kernel.play import result
from engine.kernel.proof.exported import LARGEST_BYTES, RunningGame, UnreadableExport, decode_export
from engine.kernel.proof.record import Record, decode_record, encode_record, replay, same_version
from engine.kernel.proof.verify import sentences
from engine.kernel.refusals import Refusal, UnplayableSettings, UnreadablePosition
from engine.kernel.rules import OptionValue
from engine.match import Bout, figures, play_bout, until_clear
from engine.presses import count_presses
from engine.report import press_report, report
from engine.simulate import Plan, Played, UnknownPolicy, find_level, find_policy, simulate
from engine.terminal import Quit, Terminal

Games = Mapping[str, Game[Any]]

FOUND = Path(__file__).parent.parent / "tests" / "engine" / "found"

_games: Games = GAMES


class Complaint(Exception):  # noqa: N818
    """A request that can't be carried out. The text says why."""


def main(argv: Sequence[str] | None = None, games: Games = GAMES) -> int:
    """Run one command. Return 0 if all went well, 1 if a game or content failed, 2 for wrong usage."""
    global _games
    _games = games
    given = _parser().parse_args(argv)
    try:
        return int(given.run(given, games))
    except Complaint as complaint:
        print(complaint, file=sys.stderr)
    except UnplayableSettings as refused:
        print(f"cannot be played with {refused.field} = {refused.value!r}", file=sys.stderr)
    except UnknownPolicy as unknown:
        print(f"no player {unknown.args[0]!r}; there are {', '.join(unknown.args[1])}", file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"{knossos.started_by} engine", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, run: Callable[[argparse.Namespace, Games], int], what: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=what)
        command.set_defaults(run=run)
        return command

    play = add("play", _play, "play in this terminal")
    play.add_argument("--seed", help="32 hex digits, or any whole number; random if not given")
    play.add_argument("--me", type=int, nargs="*", default=[0], metavar="SEAT", help="the seats you play, from 0")
    play.add_argument("--save", type=Path, metavar="FILE", help="store the game in this file, for `replay`")
    simulate_ = add("simulate", _simulate, "let programs play whole games")
    simulate_.add_argument("--games", type=int, default=1)
    simulate_.add_argument("--check", action="store_true", help="check the laws K1 to K9 on the way")
    simulate_.add_argument("--jobs", type=int, default=1, help="processes to share the games")
    simulate_.add_argument("--found", type=Path, default=FOUND, metavar="DIR", help="folder for games that fail")
    match_ = add("match", _match, "let two programs play fresh deals, each from every seat")
    match_.add_argument("--games", type=int, required=True, help="a multiple of the seats")
    match_.add_argument("--players", required=True, metavar="A,B", help="one of A against others of B; alone, A")
    match_.add_argument("--jobs", type=int, default=0, help="processes to share the games; all cores if not given")
    match_.add_argument("--bar", type=float, help="stop once the 95 %% interval excludes this share")
    presses_ = add("presses", _presses, "count what a person has to press in a turn")
    presses_.add_argument("--games", type=int, default=50)
    for each, helps in (
        (play, "random, greedy …: who plays the other seats"),
        (simulate_, "random, greedy, strong …: who plays; several, with commas between, take turns at the seats"),
        (presses_, "random, greedy …: who plays"),
    ):
        each.add_argument("--player", default="greedy" if each is presses_ else "random", help=helps)
    for each in (simulate_, match_, presses_):
        each.add_argument("--seed", type=int, default=1 if each is presses_ else 0)
        each.add_argument("--json", action="store_true", help="print one JSON object")
    for each in (play, simulate_, match_, presses_):
        each.add_argument("game")
        each.add_argument("--seats", type=int, required=True)
        each.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    file = add("replay", _replay, "open a game that was kept, and tell what happens in it")
    file.add_argument("file", type=Path)
    file = add("verify", _verify, "check a downloaded game: its seed and every entry")
    file.add_argument("file", type=Path)
    content = add("content", _content, "check a folder of your own content, all that is wrong at once")
    content.add_argument("folder", type=Path)
    return parser


def _game(games: Games, key: str) -> Game[Any]:
    if key not in games:
        raise Complaint(f"no game {key!r}; there are {', '.join(games) or 'none'}")
    return games[key]


def _options(game: Game[Any], given: Iterable[str]) -> dict[str, OptionValue]:
    known = {option.key: option for option in game.rules.options}
    chosen: dict[str, OptionValue] = {}
    for text in given:
        key, _, value = text.partition("=")
        if key not in known:
            raise Complaint(f"no option {key!r}; there are {', '.join(known) or 'none'}")
        same = [choice for choice in known[key].choices if str(choice).lower() == value.lower()]
        if not same:
            raise Complaint(f"{key} cannot be {value!r}; it is one of {', '.join(map(str, known[key].choices))}")
        chosen[key] = same[0]
    return chosen


def _one(plan: Plan, number: int) -> Played:
    return simulate(_games[plan.game], plan, number)


def _all(plan: Plan, count: int, jobs: int) -> list[Played]:
    if jobs <= 1:
        return [_one(plan, number) for number in range(count)]
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        return pool.map(partial(_one, plan), range(count), chunksize=1)


def _simulate(given: argparse.Namespace, games: Games) -> int:
    game = _game(games, given.game)
    if given.games < 1:
        raise Complaint("there is nothing to simulate")
    options = _options(game, given.option)
    plan = Plan(given.game, given.seats, given.seed, given.player, options, given.check)
    started = time.perf_counter()
    played = _all(plan, given.games, given.jobs)
    found = report(game, plan, played, time.perf_counter() - started)
    found["failures"] = [_keep(given.found, plan, number, one) for number, one in enumerate(played) if one.failure]
    _print(found, given.json)
    return 1 if found["failures"] else 0


def _bout(plan: Plan, number: int) -> Bout:
    return play_bout(_games[plan.game], plan, number, time.process_time)


def _match(given: argparse.Namespace, games: Games) -> int:
    game = _game(games, given.game)
    players = given.players.split(",")
    plan = Plan(given.game, given.seats, given.seed, given.players, _options(game, given.option))
    complete_settings(game, plan.seats, plan.options)
    for name in players:
        find_level(game, name)
    if given.games < 1 or given.games % given.seats:
        raise Complaint(f"{given.games} games are not a multiple of {given.seats} seats")
    if len(players) != min(2, given.seats):
        raise Complaint(f"{given.seats} seats are played by {min(2, given.seats)} players, not {len(players)}")
    with multiprocessing.get_context("fork").Pool(given.jobs or None) as pool:
        played = pool.imap(partial(_bout, plan), range(given.games))
        _print(figures(plan, list(until_clear(plan, played, given.bar))), given.json)
    return 0


def _print(found: Mapping[str, Any], is_json: bool) -> None:
    if is_json:
        print(msgspec.json.encode(found).decode())
        return
    for name, value in found.items():
        print(f"{name:24} {msgspec.json.encode(value).decode()}")


def _presses(given: argparse.Namespace, games: Games) -> int:
    game = _game(games, given.game)
    if given.games < 1:
        raise Complaint("there is nothing to count")
    plan = Plan(given.game, given.seats, given.seed, given.player, _options(game, given.option))
    found = [count_presses(game, plan, number) for number in range(given.games)]
    _print(press_report(plan, found), given.json)
    return 0


def _keep(folder: Path, plan: Plan, number: int, one: Played) -> dict[str, str | int]:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{plan.game}-{plan.seats}-{plan.player}-{plan.seed}-{number}.json"
    file.write_bytes(encode_record(one.record))
    print(f"game {number} failed: {one.failure}; stored in {file.name}", file=sys.stderr)
    return {"number": number, "failure": one.failure, "file": file.name}


def _seed(text: str | None) -> bytes:
    if text is None:
        return secrets.token_bytes(16)
    try:
        return bytes.fromhex(text) if len(text) == 32 else int(text).to_bytes(16, "big")
    except (ValueError, OverflowError) as error:
        raise Complaint(f"{text!r} is not a seed: use 32 hex digits, or a whole number from 0") from error


def _play(given: argparse.Namespace, games: Games) -> int:
    game = _game(games, given.game)
    plan = Plan(given.game, given.seats, 0, given.player, _options(game, given.option))
    if any(not 0 <= seat < given.seats for seat in given.me):
        raise Complaint(f"the seats are 0 to {given.seats - 1}")
    if given.save and not given.save.parent.is_dir():  # otherwise the game would be lost at its end
        raise Complaint(f"{given.save.parent} is not a folder")
    terminal = Terminal(game, plan, _seed(given.seed), frozenset(given.me), find_policy(game, given.player))
    try:
        terminal.run()
    except Quit:
        print()
    if given.save:
        given.save.write_bytes(encode_record(Record.of(terminal.play, terminal.entries)))
        print(f"stored in {given.save}")
    return 0


def _content(given: argparse.Namespace, games: Games) -> int:
    if not given.folder.is_dir():
        raise Complaint(f"{given.folder} is not a folder")
    try:
        names = [name for name, _ in unpack_content(given.folder)]
    except UnfitContent as unfit:
        for fault in unfit.faults:
            print(fault)
        print(f"{len(unfit.faults)} to fix", file=sys.stderr)
        return 1
    print(f"{', '.join(names)}: everything is valid")
    return 0


def _replay(given: argparse.Namespace, games: Games) -> int:
    try:
        record = decode_record(given.file.read_bytes())
    except OSError as error:
        raise Complaint(f"{given.file} cannot be read: {error.strerror}") from error
    except UnreadablePosition as error:
        raise Complaint(f"{given.file} is not a stored game: {error}") from error
    game = _game(games, record.game)
    if not same_version(game, record):
        print(f"played under version {record.version}, but the rules now have version {game.rules.version}")
    if record.note:
        print(record.note)
    entries = iter(("start", *record.entries))
    try:
        for play, facts in replay(game, record):
            print(play.position.number, next(entries))
            for fact in facts:
                print("   ", fact)
    except Refusal as refused:
        print(f"{next(entries)} is refused: {refused!r}")
        return 1
    for decision in play.pending:
        print(f"seat {decision.seat} is asked {decision.rule}: {' '.join(option.key for option in decision.options)}")
    if play.position.is_over:
        for placing in result(game, play.position):
            print(f"{placing.place}. seat {placing.seat}: {placing.score} {placing.parts}")
    reached = digest(play.position)
    print(f"digest {reached}" + ("" if record.digest in ("", reached) else f", but {record.digest} was stored"))
    return 0 if record.digest in ("", reached) else 1


def _verify(given: argparse.Namespace, games: Games) -> int:
    """Return 0 if a finished game passes every check, else 1."""
    try:
        with given.file.open("rb") as file:
            export = decode_export(file.read(LARGEST_BYTES + 1))
    except OSError as error:
        print(f"{given.file} cannot be read: {error.strerror or error}.", file=sys.stderr)
        return 1
    except UnreadableExport as error:
        print(f"{given.file} cannot be checked: {error}.", file=sys.stderr)
        return 1
    if isinstance(export, RunningGame):
        print("This game was still running. Its seed is published at the end, so there is nothing to verify yet.")
        return 1
    print(f"A game of {export.game} with {export.seats} seats, under version {export.rules} of its rules.")
    found = list(sentences(games.get(export.game), export))
    for holds, sentence in found:
        print(sentence, file=sys.stdout if holds else sys.stderr)
    return 0 if all(holds for holds, _ in found) else 1


if __name__ == "__main__":
    sys.exit(main())
