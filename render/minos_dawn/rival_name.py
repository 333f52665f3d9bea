"""The name of the rival, who has the colour of the second seat."""

from engine.kernel.decision import Message

RIVAL_NAME = Message("minos_dawn.rival")
