"""Every step of the rival's."""

from typing import Any

from engine.kernel.steps import Step
from engine.minos_dawn.rival import build, cards, expand, marks, pieces, scoring, select, setup, turn

RIVAL_STEPS: tuple[type[Step[Any]], ...] = (
    build.BuildByTile, build.SpendBuildPoint, cards.DevelopFaceUp, cards.PrepareFaceDown, expand.SpendExpandPoint,
    marks.ClaimVases, marks.MarkVases, pieces.FightLast, scoring.EndSolo, scoring.ScoreRival, select.SelectDie,
    setup.PlaceRival, turn.EndRivalTurn, turn.RetrieveHighest,
)  # fmt: skip
