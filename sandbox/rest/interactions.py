"""First answers, follow-ups and their edits."""

from sandbox.errors import Refused
from sandbox.incoming import Incoming
from sandbox.rest.context import Answer, RestContext, Routes, snowflake
from sandbox.world import APPLICATION_ID

ROUTES = Routes()


@ROUTES.add("POST", "/interactions/{}/{}/callback")
def answer(rest: RestContext, incoming: Incoming, interaction_id: str, token: str) -> Answer:
    number, body, uploads = snowflake(interaction_id), incoming.body, incoming.uploads
    receipt = rest.interactions.answer(number, token, body, uploads, incoming.arrived)
    return receipt if incoming.query.get("with_response") in ("1", "true", "True") else None


@ROUTES.add("POST", "/webhooks/{}/{}")
def follow_up(rest: RestContext, incoming: Incoming, application_id: str, token: str) -> Answer:
    _own(application_id)
    return rest.payloads.message(rest.interactions.follow_up(token, incoming.body, incoming.uploads))


@ROUTES.add("GET", "/webhooks/{}/{}/messages/{}")
def fetch(rest: RestContext, incoming: Incoming, application_id: str, token: str, name: str) -> Answer:
    _own(application_id)
    return rest.payloads.message(rest.interactions.sent_message(token, name))


@ROUTES.add("PATCH", "/webhooks/{}/{}/messages/{}")
def edit(rest: RestContext, incoming: Incoming, application_id: str, token: str, name: str) -> Answer:
    _own(application_id)
    message = rest.interactions.sent_message(token, name)
    return rest.payloads.message(rest.posting.edit(message, incoming.body, incoming.uploads))


@ROUTES.add("DELETE", "/webhooks/{}/{}/messages/{}")
def delete(rest: RestContext, incoming: Incoming, application_id: str, token: str, name: str) -> Answer:
    _own(application_id)
    rest.world.messages.delete(rest.interactions.sent_message(token, name))


def _own(application_id: str) -> None:
    if application_id != str(APPLICATION_ID):
        raise Refused(10015)
