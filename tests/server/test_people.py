"""Names and cookies."""

from hypothesis import given
from hypothesis import strategies as st

from sidings.server.pages import security_headers
from sidings.server.people import People, clean_name
from sidings.server.settings import Settings


@given(st.text())
def test_a_name_is_short_printable_and_never_empty(name: str) -> None:
    cleaned = clean_name(name)
    assert cleaned
    assert cleaned.isprintable()
    assert len(cleaned) <= 24


def test_on_https_the_cookie_is_held_to_the_host(database: str) -> None:
    settings = Settings(database=database, public_url="https://trains.example")
    people = People(None, settings)  # type: ignore[arg-type]  # no store is needed
    cookie = people.set_cookie("x")
    assert cookie.startswith("__Host-sidings=")
    assert "Secure" in cookie
    assert "Path=/;" in cookie
    headers = dict(security_headers("https://trains.example"))
    assert b"default-src 'none'" in headers[b"content-security-policy"]
    assert b"wss://trains.example" in headers[b"content-security-policy"]
