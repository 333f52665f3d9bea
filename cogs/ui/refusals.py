"""Put refusals into words: what went wrong, and what to do instead."""

from collections.abc import Mapping

from engine.kernel.decision import Argument, Message
from engine.kernel.refusals import NotAnOption, NotAsked, Refusal, StaleDecision, UnplayableSettings, WrongNumber
from sessions import refusals as table


class UIRefusal(Refusal):
    """A refusal by the bot's controls, not by the game. `message` explains it."""

    def __init__(self, key: str, **blanks: Argument) -> None:
        super().__init__(key)
        self.message = Message(key, blanks)


_PLAIN: Mapping[type[Refusal], str] = {
    table.NoTable: "refused.no_table",
    table.TableExists: "refused.table_exists",
    table.NotSeated: "refused.not_seated",
    table.NotPlaying: "refused.not_playing",
    table.SeatIsFree: "refused.seat_is_free",
    table.SeatIsOpen: "refused.seat_is_open",
    table.AlreadySeated: "refused.already_seated",
    table.NotStarted: "refused.not_started",
    table.AlreadyStarted: "refused.already_started",
    table.TableOver: "refused.table_over",
    table.StalePress: "refused.stale",
    table.NothingDecided: "refused.nothing_decided",
    table.NothingToUndo: "refused.nothing_to_undo",
    table.NoProposal: "refused.no_proposal",
    table.NobodyToNudge: "refused.nudge",
    table.NoVote: "refused.no_vote",
    table.NotPaused: "refused.not_paused",
    table.NotLeftAlone: "refused.not_left_alone",
    table.EnoughTime: "refused.enough_time",
    table.NotSilent: "refused.not_silent",
    table.VoteStands: "refused.vote_stands",
    table.NotAsVoted: "refused.not_as_voted",
    table.VoteWhileAway: "refused.vote_away",
    table.ProposalRefused: "refused.proposal_refused",
    table.ProposalStands: "refused.proposal_stands",
    table.EndNeedsConsent: "refused.end_needs_consent",
    table.NotPlayed: "refused.not_played",
    table.NeverPlayed: "refused.never_played",
    table.NotOver: "refused.not_over",
    table.NoComputers: "refused.no_computers",
    table.ComputersUnavailable: "refused.computers_unavailable",
    table.NoHints: "refused.no_hints",
    table.NoThinkers: "refused.no_thinkers",
    table.NoReasons: "refused.no_reasons",
    table.ReasonsLater: "refused.reasons_later",
    table.NoComputersMove: "refused.no_computers_move",
    table.NobodyToRemove: "refused.no_computer_here",
    table.NoFreeSeat: "refused.no_free_seat",
    table.NotInvited: "refused.not_invited",
    table.TooManyInvited: "refused.too_many_invited",
    table.HeldAnotherSeat: "refused.held_another_seat",
    table.OtherServer: "refused.other_server",
    table.PastUnreadable: "refused.past_unreadable",
    table.NoLeague: "refused.no_league",
    table.SignUpClosed: "refused.sign_up_closed",
    table.LeagueOver: "refused.league_over",
    table.NotInLeague: "refused.not_in_league",
    table.NotSuchPlaces: "refused.not_such_places",
    table.StorageFull: "refused.disk_full",
    table.StorageUnavailable: "refused.disk_gone",
    table.StorageReplaced: "refused.disk_replaced",
    table.StorageUnsure: "refused.disk_unsure",
    StaleDecision: "refused.stale",
    NotAsked: "refused.not_asked",
    UnplayableSettings: "refused.settings",
}


def explain(refusal: Refusal, names: Mapping[int, str]) -> Message:
    """Return the message for a refused request. `names` are the players' names, by seat."""
    match refusal:
        case UIRefusal(message=message):
            return message
        case table.NotYourTurn(waiting=waiting) if waiting:
            people = tuple(Message("table.person", {"name": names.get(seat, "?")}) for seat in waiting)
            return Message("refused.not_your_turn", {"people": people})
        case table.NotYourTurn():
            return Message("refused.not_asked")
        case table.ColourTaken(name=name):
            return Message("refused.colour_taken", {"name": name})
        case table.TableFull(seats=seats):
            return Message("refused.table_full", {"count": seats})
        case table.TooFewSeated(seated=seated, seats=seats):
            return Message("refused.too_few", {"count": min(seats) - seated})
        case table.NotAllIn(users=users):
            people = tuple(Message("table.person", {"name": f"<@{user}>"}) for user in users)
            return Message("refused.not_all_in", {"people": people})
        case table.TooManyTables(whose=whose, limit=limit):
            return Message(f"refused.too_many_{whose}", {"count": limit})
        case table.LeagueFull(most=most):
            return Message("refused.league_full", {"count": most})
        case table.UnknownGame(game=game):
            return Message("refused.unknown_game", {"game": game[:50]})
        case table.NotOwner(owner=owner):
            return Message("refused.not_owner", {"owner": f"<@{owner}>"})
        case table.StillThere(user=user):
            return Message("refused.still_there", {"name": f"<@{user}>"})
        case table.LacksRole(role=role):
            return Message("refused.lacks_role", {"role": f"<@&{role}>"})
        case table.UndoClosed(why=why):
            return Message(f"refused.undo_{why}")
        case table.TableSuspended(reason=reason):
            return Message(f"refused.suspended_{reason}")
        case NotAnOption():
            return Message("refused.not_an_option")
        case WrongNumber(at_least=least, at_most=most) if least == most:
            return Message("refused.wrong_count", {"count": most})
        case WrongNumber(at_least=least, at_most=most):
            return Message("refused.wrong_number", {"least": least, "most": most})
    return Message(_PLAIN.get(type(refusal), "refused.not_possible"))
