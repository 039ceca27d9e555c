"""Structured logs: one JSON object a line. Nothing that a person sent or holds is logged."""

import json
import logging
import secrets
import time


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage(),
        }
        if hasattr(record, "incident"):
            line["incident"] = record.incident
        if record.exc_info and record.exc_info[0] is not None:
            # Where it happened, not with which values.
            line["error"] = record.exc_info[0].__name__
            line["where"] = _where(record.exc_info[2])
        return json.dumps(line, ensure_ascii=False)


def _where(trace: object) -> str:
    places = []
    while trace is not None:
        code = trace.tb_frame.f_code  # type: ignore[attr-defined]  # a traceback
        places.append(f"{code.co_name}:{trace.tb_lineno}")  # type: ignore[attr-defined]
        trace = trace.tb_next  # type: ignore[attr-defined]
    return " > ".join(places[-6:])


def report(log: logging.Logger, what: str, error: Exception) -> str:
    """Log an error in one line; returns the id of it, for the answer to whoever met with it."""
    incident = secrets.token_hex(4)
    log.error(what, exc_info=error, extra={"incident": incident})
    return incident


def configuration(level: str) -> dict[str, object]:
    """For ``logging.config.dictConfig``, uvicorn's loggers included."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "handlers": {
            "out": {
                "class": "logging.StreamHandler",
                "formatter": "json",
                "stream": "ext://sys.stderr",
            }
        },
        # Not the libraries: at their lowest level they tell cookies and frames.
        "root": {"handlers": ["out"], "level": "WARNING"},
        "loggers": {"sidings": {"level": level.upper()}},
    }
