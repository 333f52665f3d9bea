"""Rights to use a command or control, in every state of a table. `docs/authority.md` is generated from this."""

import msgspec

REFUSED = "––––"


class Who(msgspec.Struct, frozen=True):
    """The answers that each kind of person gets to a command or control. `docs/authority.md` explains the kinds.

    Each field has four marks, one for each state of the table: lobby, running, suspended, over. "✓" is done, "o" is
    shown or asked to confirm, "–" is refused, and "r" is left to the rules of the game.
    """

    owner: str = REFUSED
    seat: str = REFUSED
    former_seat: str = REFUSED
    seat_elsewhere: str = REFUSED
    member: str = REFUSED
    moderator: str = REFUSED
    other_server: str = REFUSED
    direct_message: str = REFUSED
    user_install: str = REFUSED


def _here(marks: str) -> Who:
    return Who(marks, marks, marks, marks, marks, marks)


def by_message(who: Who) -> Who:
    return msgspec.structs.replace(who, direct_message=who.owner)


NOBODY_IN_WALK = Who()
"""For commands and controls in situations that the authority test never creates."""
ANYONE_ANYWHERE = Who(*["oooo"] * 9)
ANYONE_CHANGES = Who(*["✓✓✓✓"] * 9)
ANYONE_IN_SERVERS = Who(*["oooo"] * 7)
ANYONE_HERE = _here("oooo")
ANYONE_ONCE_STARTED = _here("–ooo")
READER_ONCE_STARTED = by_message(ANYONE_ONCE_STARTED)
ANYONE_AT_THE_END = _here("–––o")
READER_WATCHING = by_message(_here("✓✓✓–"))
ANYONE_WAITING = Who(*["✓✓✓✓"] * 7)
ANYONE_OPENING = msgspec.structs.replace(_here("–––✓"), other_server="✓✓✓✓")
ANYONE_WITHOUT_SEAT = Who(former_seat="✓✓––", seat_elsewhere="✓✓––", member="✓✓––", moderator="✓✓––")
ANYONE_WHILE_RUNNING = _here("–o––")
OWNER_IN_LOBBY = Who("✓–––")
OWNER_OF_OPTIONS = by_message(OWNER_IN_LOBBY)
OWNER_OF_BOARDS = by_message(Who("✓✓––"))
OWNER_LOOKS = Who("o–––")
OWNER_TURNS_PAGES = by_message(OWNER_LOOKS)
OWNER_INVITES = Who("✓✓––")
SEATED_IN_LOBBY = Who("✓–––", "✓–––")
SEATED_WHILE_RUNNING = Who("–✓––", "–✓––")
SEATED_IN_PRIVATE = by_message(SEATED_WHILE_RUNNING)
SEATED_ASK_FIRST = by_message(Who("–o––", "–o––"))
SEATED_LEAVE = Who("✓o––", "✓o––")
SEATED_ONCE_STARTED = Who("–ooo", "–ooo")
SEATED_NOTES = by_message(SEATED_ONCE_STARTED)
SEATED_AT_THE_END = Who("–––✓", "–––✓")
PLAYED_AT_THE_END = Who("–––o", "–––o", "–––o")
ASKED = Who("–✓––")
ASKED_IN_PRIVATE = by_message(ASKED)
ASKED_LOOKS = Who("–o––")
ASKED_DRAFTS = by_message(ASKED_LOOKS)
ASKED_BY_THE_RULES = Who("–r––")
SEATED_BY_THE_RULES = Who("–r––", "–r––")
CLOSERS = Who("oo––", "–o––", moderator="ooo–")
CLOSERS_CONFIRM = Who("✓–––", moderator="✓✓✓–")
MOVERS = Who("✓✓✓–", "––✓–", moderator="✓✓✓–")
MANAGERS = Who(moderator="oooo", other_server="oooo")
MANAGERS_LOOK = Who(moderator="ooo–")
MANAGERS_CLOSE = Who(moderator="✓✓✓–")
MANAGERS_CHANGE = Who(moderator="✓✓✓✓", other_server="✓✓✓✓")
