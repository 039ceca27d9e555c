"""The optional packages: which extra installs each, and a clear error where one is missing."""

from importlib.util import find_spec

from sidings.errors import SidingsError

#: The extra of pyproject.toml that installs a package, by the name it is imported with.
EXTRAS = {
    "gymnasium": "envs",
    "http_ece": "push",
    "jinja2": "lab",
    "matplotlib": "lab",
    "mcp": "mcp",
    "numba_cuda": "gpu",
    "openenv": "openenv",
    "openskill": "lab",
    "pettingzoo": "envs",
    "psycopg": "postgresql",
    "py_vapid": "push",
    "pyspiel": "envs",
    "ray": "ray",
}


class MissingExtra(SidingsError):
    """A package that is installed with an extra is not there."""

    def __init__(self, purpose: str, package: str) -> None:
        self.package = package
        self.extra = EXTRAS[package]
        super().__init__(f"{purpose} needs {package}: pip install 'sidings[{self.extra}]'")


def needs(purpose: str, *packages: str) -> None:
    """Raise MissingExtra if one of the packages is not installed; nothing is imported.

    >>> needs("the report", "matplotlib", "jinja2")
    """
    for package in packages:
        if not is_installed(package):
            raise MissingExtra(purpose, package)


def is_installed(package: str) -> bool:
    """Whether a package can be imported."""
    try:
        return find_spec(package) is not None
    except ValueError:  # it is being imported, or was made unavailable
        return False
