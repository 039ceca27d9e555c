"""Names that nobody can guess."""

import secrets

import pytest

from sidings.server.ids import new_id


def test_an_id_does_not_look_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-dMQG9c6TGtQGwvTLI82kg", "_dMQG9c6TGtQGwvTLI82kg"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _: next(drawn))
    assert new_id() == "_dMQG9c6TGtQGwvTLI82kg"
