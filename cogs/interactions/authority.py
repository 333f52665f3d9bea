"""Rights to use a command or a control, in every state of a table. `docs/authority.md` is written from this."""

import msgspec

REFUSED = "––––"


class Who(msgspec.Struct, frozen=True):
    """The result of a try by each kind of person, as `docs/authority.md` explains them.

    Each field has four marks, for a table in its lobby, with a running game, suspended, and over. "✓" is done, "o"
    shown or asked once more, "–" refused, and the rules of the game decide "r".
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


def _by_message(who: Who) -> Who:
    return msgspec.structs.replace(who, direct_message=who.owner)


NOBODY_IN_WALK = Who()
"""It takes a situation that the walk doesn't make."""
ANYONE_ANYWHERE = Who(*["oooo"] * 9)
ANYONE_IN_SERVERS = Who(*["oooo"] * 7)
ANYONE_HERE = _here("oooo")
ANYONE_ONCE_STARTED = _here("–ooo")
READER_ONCE_STARTED = _by_message(ANYONE_ONCE_STARTED)
ANYONE_AT_THE_END = _here("–––o")
ANYONE_WATCHING = _here("✓✓✓–")
ANYONE_WAITING = Who(*["✓✓✓✓"] * 7)
ANYONE_OPENING = msgspec.structs.replace(_here("–––✓"), other_server="✓✓✓✓")
ANYONE_WITHOUT_SEAT = Who(former_seat="✓✓––", seat_elsewhere="✓✓––", member="✓✓––", moderator="✓✓––")
ANYONE_WHILE_RUNNING = _here("–o––")
READER_WHILE_RUNNING = _by_message(ANYONE_WHILE_RUNNING)
OWNER_IN_LOBBY = Who("✓–––")
OWNER_OF_OPTIONS = _by_message(OWNER_IN_LOBBY)
OWNER_LOOKS = Who("o–––")
OWNER_TURNS_PAGES = _by_message(OWNER_LOOKS)
OWNER_INVITES = Who("✓✓––")
SEATED_IN_LOBBY = Who("✓–––", "✓–––")
SEATED_WHILE_RUNNING = Who("–✓––", "–✓––")
SEATED_IN_PRIVATE = _by_message(SEATED_WHILE_RUNNING)
SEATED_ASK_FIRST = Who("–o––", "–o––")
SEATED_ONCE_STARTED = Who("–ooo", "–ooo")
SEATED_NOTES = _by_message(SEATED_ONCE_STARTED)
SEATED_AT_THE_END = Who("–––✓", "–––✓")
PLAYED_AT_THE_END = Who("–––o", "–––o", "–––o")
ASKED = Who("–✓––")
ASKED_IN_PRIVATE = _by_message(ASKED)
ASKED_LOOKS = Who("–o––")
ASKED_DRAFTS = _by_message(ASKED_LOOKS)
ASKED_BY_THE_RULES = Who("–r––")
SEATED_BY_THE_RULES = Who("–r––", "–r––")
CLOSERS = Who("ooo–", "–o––", moderator="ooo–")
CLOSERS_CONFIRM = Who("✓–✓–", moderator="✓✓✓–")
MOVERS = Who("✓✓✓–", "––✓–", moderator="✓✓✓–")
MANAGERS = Who(moderator="oooo", other_server="oooo")
