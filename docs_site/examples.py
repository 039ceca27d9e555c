"""Shows the examples in docstrings as code: for Griffe, which reads them for the reference."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*?(?=\n\n(?!>>> )|\Z)", re.DOTALL | re.MULTILINE)


class Examples(griffe.Extension):
    """Puts a fence around every block of a docstring that begins with a prompt."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
