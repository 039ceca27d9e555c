"""Web Push: a message that a browser shows though the page is closed (RFC 8030, 8291, 8292)."""

import base64
import time
from typing import Any

import msgspec
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

LIFETIME_SECONDS = 86_400  # that the browser's service keeps a message for a device that is off
TOKEN_SECONDS = 12 * 3600


class BrowserKeys(msgspec.Struct, frozen=True):
    """The keys of a browser's subscription."""

    p256dh: str
    auth: str


def draw_key() -> bytes:
    """A new key pair of a server (VAPID)."""
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(
        serialization.Encoding.DER,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


class Push:
    """Messages that are signed with the server's key and sealed for one browser."""

    def __init__(self, key: bytes, contact: str) -> None:
        from py_vapid import Vapid02

        private = serialization.load_der_private_key(key, password=None)
        # Its own check knows fewer addresses than the standard allows.
        self._vapid = Vapid02(private, conf={"no-strict": True})
        self._contact = contact  # an address of ours, for the browser's service

    @property
    def public_key(self) -> str:
        """What a browser subscribes with."""
        point = self._vapid.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return _text(point)

    def headers(self, endpoint: str) -> dict[str, str]:
        """The headers of a request to a browser's service."""
        origin = "/".join(endpoint.split("/")[:3])
        claims = {
            "aud": origin,
            "exp": int(time.time()) + TOKEN_SECONDS,
            "sub": self._contact,
        }
        signed: dict[str, Any] = self._vapid.sign(claims)
        return {
            "Authorization": str(signed["Authorization"]),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LIFETIME_SECONDS),
            "Urgency": "normal",
        }


def seal(message: bytes, keys: BrowserKeys) -> bytes:
    """A message that only this browser can read; ValueError if its keys are none."""
    import http_ece

    sealed: bytes = http_ece.encrypt(
        message,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_bytes(keys.p256dh),
        auth_secret=_bytes(keys.auth),
        version="aes128gcm",
    )
    return sealed


def check_keys(keys: BrowserKeys) -> None:
    """Raise ValueError unless these are keys of a browser."""
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(keys.p256dh))
    if len(_bytes(keys.auth)) != 16:
        raise ValueError("the secret of a subscription has 16 bytes")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
