"""Every step of the rival's."""

from typing import Any

from engine.kernel.steps import Step
from engine.minos_dawn.rival import actions, pieces, scoring, select, setup, turn

RIVAL_STEPS: tuple[type[Step[Any]], ...] = (
    actions.BuildByTile, actions.DevelopFaceUp, actions.PrepareFaceDown, actions.SpendBuildPoint,
    actions.SpendExpandPoint, pieces.FightLast, scoring.ClaimVases, scoring.EndSolo, scoring.MarkVases,
    scoring.ScoreRival, select.SelectDie, setup.PlaceRival, turn.EndRivalTurn, turn.RetrieveHighest,
)  # fmt: skip
