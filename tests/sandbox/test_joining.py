"""The unmodified discord.py joins the sandbox and is used by people."""


from sandbox import Sandbox
from tests.sandbox.bot import LittleBot


async def test_a_command_is_answered_and_its_latency_measured(sandbox: Sandbox, bot: LittleBot):
    reply = await sandbox.person("Ariadne").command("/ping", "agora")

    assert (reply.kind, reply.text) == ("message", "pong")
    assert reply.latency_s is not None
    assert 0 < reply.latency_s < 1
    assert sandbox.rest.unknown == []
