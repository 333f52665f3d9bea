"""A fake Discord on loopback: REST, gateway, a web page for people, and a driver for tests. Independent of any game."""

from sandbox.client import NotOffered
from sandbox.driver import Actor
from sandbox.seen import Reply, Seen
from sandbox.server import TOKEN, Sandbox

__all__ = ["TOKEN", "Actor", "NotOffered", "Reply", "Sandbox", "Seen"]
