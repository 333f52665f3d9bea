"""`/learn`: a lesson of about ten minutes, with the real controls. Nothing is stored: its steps are replayed."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import discord
import msgspec

import discord_limits as limits
from cogs.interactions.answering import Reply
from cogs.interactions.authority import ANYONE_ANYWHERE
from cogs.interactions.gate import is_private, pressed_keys
from cogs.interactions.slash import Choices, slash
from cogs.logs import log
from cogs.painter import Painter
from cogs.ui.layout import picture_panel, text_panel, upload
from cogs.ui.matching import Named, find_meant, suggest_matches
from cogs.ui.names import clean_name, skeleton
from cogs.ui.option_words import marks_of
from cogs.ui.panel import Button, PanelOption, Row, Select
from cogs.ui.presenter import ALL, ANSWER, ANSWER_OFFERED, ANSWERS, Presenter
from cogs.ui.press import GO, RULE, AnyPress, LessonPress, lesson_press
from cogs.ui.refusals import UIRefusal
from cogs.ui.text import count_fitting, shorten
from cogs.ui.wording import Wording, games_named
from cogs.views.controls import option_style
from cogs.views.rules import RulesReader
from engine.kernel.decision import Argument, Message
from engine.kernel.proof.lesson import LEARNER, Course, LearnerView, LessonStep, LessonUnfit, Shown, Task
from engine.kernel.refusals import Refusal
from render import USUAL, Mark, Picture
from sessions.kept.choices import People

LINES_TOTAL = 1000
"""Maximum number of characters for the events since the previous step."""
CUT, BETWEEN = "…", " · "
"""The end of a shortened label, and the separator between the parts of a line."""
OPPONENTS = ("Lykos", "Dion", "Melas", "Kleon")
"""Names of a lesson's other players. One that looks like the learner's name is left out."""
QUESTION_TOTAL = 900
"""A question longer than this many characters is shown without emoji."""


class LessonPages:
    """The pages of one game's lesson for one reader."""

    def __init__(
        self,
        wording: Wording,
        painter: Painter,
        interaction: discord.Interaction,
        game: str,
        course: Course,
        *,
        plain_text: bool = False,
    ) -> None:
        self._wording = wording
        self._plain_text = plain_text
        self._painter = painter
        self.course = course
        self.game_ui = wording.game_uis[game]
        self.language = wording.speech.reader(interaction)
        self.user = interaction.user.id
        self.names = self._names(clean_name(interaction.user.display_name))

    def _names(self, learner: str) -> Mapping[int, str]:
        assert self.game_ui.lesson is not None
        others = [name for name in OPPONENTS if skeleton(name) != skeleton(learner)]
        return dict(enumerate([learner, *others[: self.game_ui.lesson.seats - 1]], LEARNER))

    def say(self, message: Message) -> str:
        return self._wording.speech.say(message, self.language, self.names)

    def show(self, message: Message) -> str:
        return self._wording.speech.say(message, self.language, self.names, self._wording.sign)

    async def step(self, number: int) -> Reply:
        step = self.course.steps[number]
        text = f"{self.game_ui.words.domain}.lesson.{step.scene.text}"
        words = [self.say(Message(text, {"opponent": self.names[LEARNER + 1]}))]
        rows = self._controls(number, step)
        if step.decision is not None and isinstance(step.scene, Task):
            to_do: dict[str, Argument] = {"choice": self._choice_words(step, rows), "typed": step.scene.typed}
            words.append(self._question("lesson.asked", step.decision.prompt))
            words.append(self.say(Message("lesson.choose_or_type", to_do)))
        rows.append(self._tools(number, step))
        return await self._reply(number, words, rows, step.seen, marks_of(step.decision), step.scene.shows)

    async def detour(self, number: int, keys: tuple[str, ...], seen: LearnerView) -> Reply:
        """Show the result of an answer outside the lesson, and the way back."""
        step = self.course.steps[number]
        assert isinstance(step.scene, Task)
        assert step.decision is not None
        note = step.scene.note_on(keys)
        words = [self.say(Message(f"{self.game_ui.words.domain}.lesson.not.{note}"))] if note else []
        if seen.prompt is not None and seen.prompt != step.decision.prompt:
            words.append(self._question("lesson.then", seen.prompt))
        meant = self._choice_words(step, self._controls(number, step))
        words.append(self.say(Message("lesson.detour", {"choice": meant})))
        back = Button(self._press(number, GO), self.say(Message("button.take_back")), "main")
        return await self._reply(number, words, [(back,)], seen)

    def rule(self, number: int) -> Reply:
        """Show the rule that a step explains, in the reader's language. Raises `UIRefusal`."""
        reader = RulesReader(self._wording, self.game_ui.key, self.language, self.user)
        topic = reader.book.topics.get(self.course.steps[number].rule)
        if topic is None:
            raise UIRefusal("refused.no_rule")
        page = reader.topic(topic)
        return Reply(view=text_panel(page.text, page.rows))

    def _title(self, number: int) -> str:
        blanks: dict[str, Argument] = {"game": self.game_ui.name, "step": number + 1, "last": len(self.course.steps)}
        return f"### {self.say(Message('lesson.title', blanks))}"

    def _lines(self, number: int, seen: LearnerView) -> list[str]:
        """Return lines about the latest events, for the learner. A lesson opens with its welcome, not with the
        setup."""
        if not number:
            return []
        return _newest([f"• {self.show(line)}" for line in seen.lines], LINES_TOTAL)

    def _question(self, key: str, prompt: Message) -> str:
        """Return a question as a board shows it, within the message `key`."""
        shown = self.show(prompt)
        return self.say(Message(key, {"prompt": shown if len(shown) <= QUESTION_TOTAL else self.say(prompt)}))

    def _choice_words(self, step: LessonStep, rows: Sequence[Row]) -> str:
        """Name the expected options as the controls show them. If there are several selects, name the right one too."""
        options = step.decision.options if step.decision is not None else ()
        meant = [index for index, option in enumerate(options) if option.key in step.meant]
        labels, lists = labels_in(rows), [row for row in rows if isinstance(row, Select)]
        whole = [each.label for row in rows if not isinstance(row, Select) for each in row if each.press.verb == ALL]
        if whole and len(meant) == len(options):
            return whole[0]
        choice = " + ".join(labels[index] for index in meant)
        holding = [row for row in lists if {choice.value for choice in row.choices} >= set(map(str, meant))]
        if len(lists) < 2 or not holding:
            return choice
        return self.say(Message("lesson.in_list", {"choice": choice, "list": holding[0].placeholder}))

    def _controls(self, number: int, step: LessonStep) -> list[Row]:
        if step.decision is None:
            return []
        style = option_style(self._wording, self.game_ui.key)
        rows = Presenter(0, 0, step.decision, self.say, style, self.user).rows()
        return [self._of_lesson(number, row) for row in rows]

    def _of_lesson(self, number: int, row: Row) -> Row:
        if isinstance(row, Select):
            return msgspec.structs.replace(row, press=self._press_of(number, row.press))
        return tuple(msgspec.structs.replace(button, press=self._press_of(number, button.press)) for button in row)

    def _press_of(self, number: int, press: AnyPress) -> LessonPress:
        return self._press(number, press.verb, press.index)

    def _press(self, number: int, verb: str, index: int = 0) -> LessonPress:
        return lesson_press(self.game_ui.key, number, verb, index, self.user)

    def _tools(self, number: int, step: LessonStep) -> Row:
        made: list[Button] = []
        if number:
            made.append(Button(self._press(number - 1, GO), self.say(Message("lesson.back"))))
        if step.decision is None and number + 1 < len(self.course.steps):
            made.append(Button(self._press(number + 1, GO), self.say(Message("button.next")), "good"))
        made.append(Button(self._press(number, RULE), self.say(Message("lesson.rule", {"rule": step.rule}))))
        return tuple(made)

    async def _reply(
        self,
        number: int,
        words: list[str],
        rows: list[Row],
        seen: LearnerView,
        marks: tuple[Mark, ...] = (),
        shows: Shown = "board",
    ) -> Reply:
        pictures = () if self._plain_text else await self._pictures(seen.view, marks, shows)
        if not pictures:
            alt = self._painter.client.alt(self.game_ui.key, seen.view, self.names, self.language, colours=USUAL)
            apology = [] if self._plain_text else [self.say(Message("board.no_picture"))]
            words = [*apology, alt, *words]
        head = "\n".join([self._title(number), *self._lines(number, seen)])
        foot = "\n\n".join(words)[: limits.TEXT_DISPLAY_TOTAL - len(head)]
        panel = picture_panel(head, pictures, foot, [row for row in rows if row], self.game_ui.accent)
        return Reply(view=panel, files=tuple(upload(picture) for picture in pictures), replaces=True)

    async def _pictures(self, view: msgspec.Struct, marks: tuple[Mark, ...], shows: Shown) -> tuple[Picture, ...]:
        client, key = self._painter.of(self.user).client, self.game_ui.key
        if shows == "hand":
            drawing = client.close_up(key, view, "hand", self.names, self.language, colours=USUAL, seat=None)
            hand = await self._painter.draw(drawing)
            return (hand,) if hand else ()
        return await self._painter.draw(client.board(key, view, marks, self.names, self.language, colours=USUAL)) or ()


def labels_in(rows: Sequence[Row]) -> Mapping[int, str]:
    """Return the labels of a question's options by index, with their hints if needed to distinguish them."""
    found: dict[int, str] = {}
    for row in rows:
        if isinstance(row, Select):
            twice = {label for label, count in Counter(choice.label for choice in row.choices).items() if count > 1}
            found |= {int(choice.value): _line_words(choice, choice.label in twice) for choice in row.choices}
        else:
            found |= {
                button.press.index: button.label for button in row if button.press.verb in (ANSWER, ANSWER_OFFERED)
            }
    return found


def _line_words(choice: PanelOption, is_twice: bool) -> str:
    """Return a select option's label. If it was cut, return the full words; if another option has the same one
    (`is_twice`), add the hint."""
    if choice.label.endswith(CUT):
        number, between, _ = choice.label.partition(BETWEEN)
        whole = choice.hint.partition(BETWEEN)[0]
        return f"{number}{between}{whole}" if number.isdecimal() else whole
    return f"{choice.label}{BETWEEN}{choice.hint}" if is_twice else choice.label


def _newest(lines: Sequence[str], longest: int) -> list[str]:
    """Return the newest lines that fit into `longest` characters, with an ellipsis for the rest."""
    count = count_fitting(reversed(lines), longest)
    return list(lines) if count == len(lines) else ["…", *lines[len(lines) - count :]]


@dataclass(frozen=True)
class Lessons:
    wording: Wording
    _painter: Painter
    _people: People
    _courses: dict[str, Course] = field(default_factory=dict, init=False)

    async def _games(self, interaction: discord.Interaction, current: str) -> Choices:
        return suggest_matches(current, self._games_taught(interaction))

    @slash("learn", who=ANYONE_ANYWHERE, anywhere=True, suggests={"game": _games})
    async def learn(self, interaction: discord.Interaction, game: str) -> Reply:
        key = self._read_game(interaction, game)
        return await (await self._pages(interaction, key)).step(0)

    def _games_taught(self, interaction: discord.Interaction) -> list[Named[str]]:
        games = games_named(self.wording, self.wording.speech.reader(interaction))
        return [each for each in games if self.wording.game_uis[each.thing].lesson is not None]

    def _read_game(self, interaction: discord.Interaction, typed: str) -> str:
        """Return the key of the game that was typed as a key or a name. Raises `UIRefusal`."""
        taught = self._games_taught(interaction)
        key = find_meant(typed, taught)
        if key is None:
            games = ", ".join(each.name for each in taught)
            raise UIRefusal("refused.no_lesson", typed=shorten(typed, 50), games=games)
        return key

    async def take(self, interaction: discord.Interaction, press: LessonPress) -> Reply:
        if not is_private(interaction) or press.user != interaction.user.id:
            raise UIRefusal("refused.lesson_of_another")
        game_ui = self.wording.game_uis.get(press.game)
        if game_ui is None or game_ui.lesson is None:
            raise UIRefusal("refused.no_step")
        pages = await self._pages(interaction, press.game)
        if press.epoch >= len(pages.course.steps):
            raise UIRefusal("refused.no_step")
        if press.verb == GO:
            return await pages.step(press.epoch)
        if press.verb == RULE:
            return pages.rule(press.epoch)
        return await self._answer(interaction, press, pages)

    async def _answer(self, interaction: discord.Interaction, press: LessonPress, pages: LessonPages) -> Reply:
        step = pages.course.steps[press.epoch]
        if step.decision is None or press.verb not in ANSWERS:
            raise UIRefusal("refused.no_step")
        try:
            keys = pressed_keys(interaction, step.decision, press)
            view = pages.course.fork(press.epoch, keys)
        except Refusal as refusal:
            raise UIRefusal("refused.no_step") from refusal
        if step.is_meant(keys):
            return await pages.step(press.epoch + 1)
        return await pages.detour(press.epoch, keys, view)

    async def _pages(self, interaction: discord.Interaction, key: str) -> LessonPages:
        """Return the pages of a lesson. Raises `UIRefusal` if it doesn't fit the game as it is played here."""
        if key not in self._courses:
            game, lesson = self.wording.games[key], self.wording.game_uis[key].lesson
            assert lesson is not None
            try:
                # The first time, building the offers takes too long for the event loop.
                self._courses[key] = await asyncio.to_thread(Course, game, lesson)
            except LessonUnfit as unfit:
                log.warning("no lesson: game=%s why=%s", key, unfit)
                raise UIRefusal("refused.lesson_unfit") from unfit
        plain_text = self._people.get(interaction.user.id).plain_text
        return LessonPages(self.wording, self._painter, interaction, key, self._courses[key], plain_text=plain_text)
