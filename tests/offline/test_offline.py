"""The games as browsers play them: what is made of them, and that it plays as everywhere else."""

import re
from pathlib import Path

import pytest
from llvmlite import binding

from sidings.games.catalogue import game as game_of_name
from sidings.games.catalogue import game_names
from sidings.offline.build import build
from sidings.offline.link import NotLinkable, Reader, link, signed, unsigned
from sidings.offline.literals import Untranslatable
from sidings.offline.returns import return_values
from sidings.offline.script import write_script
from sidings.offline.target import write_object
from sidings.offline.translate import Function, Script
from sidings.testing.browser import find_node
from sidings.testing.offline import ENGINES, ROOT, Recorder, compare

GAMES = ("continental-express", "game-of-trains", "mexican-train")
HELPERS = ROOT / "web" / "src" / "lib" / "local" / "python.ts"

pytestmark = pytest.mark.compiled


def test_every_game_of_the_package_is_tested() -> None:
    assert set(GAMES) <= set(game_names())
    assert set(GAMES) == {
        rules.parent.name.replace("_", "-")
        for rules in (ROOT / "src" / "sidings" / "games").glob("*/rules.py")
    }


@pytest.mark.parametrize("name", GAMES)
def test_texts_and_views_can_be_translated(name: str) -> None:
    text, script = write_script(game_of_name(name))
    known = set(re.findall(r"^export (?:const|function|class) (\w+)", HELPERS.read_text(), re.M))
    assert script.helpers <= known
    assert "export const script" in text


def _loops() -> int:
    number = 0
    while number < 3:
        number += 1
    return number


def test_what_cannot_be_translated_is_refused_with_its_place() -> None:
    script = Script(game_of_name("game-of-trains"))
    line = _loops.__code__.co_firstlineno + 2
    with pytest.raises(Untranslatable, match=rf"test_offline\.py:{line}: While cannot"):
        Function(script, _loops).text("loops")


@pytest.mark.parametrize("value", [0, 1, 63, 64, 127, 128, 300, 2**31 - 1, -1, -64, -65, -(2**31)])
def test_numbers_of_a_module_are_written_as_they_are_read(value: int) -> None:
    assert Reader(signed(value)).signed() == value
    if value >= 0:
        assert Reader(unsigned(value)).unsigned() == value


def test_a_function_that_is_nowhere_is_named() -> None:
    code = """
    declare i32 @elsewhere()
    define i32 @here() {
      %found = call i32 @elsewhere()
      ret i32 %found
    }
    """
    made = write_object(binding.parse_assembly(code), ["here"])
    with pytest.raises(NotLinkable, match="elsewhere"):
        link(made, ["here"], 0)


FAILING = """
@.const.picklebuf.1 = internal constant ptr null
declare void @llvm.trap()
define i32 @half(ptr noalias %retptr, ptr noalias %excinfo, i64 %x) {
entry:
  %odd = trunc i64 %x to i1
  br i1 %odd, label %fail, label %succeed
fail:
  store ptr @.const.picklebuf.1, ptr %excinfo, align 8
  ret i32 1
succeed:
  %half = sdiv i64 %x, 2
  store i64 %half, ptr %retptr, align 8
  ret i32 0
}
define i64 @quarter(i64 %x) {
  %place = alloca i64
  %error = alloca ptr
  %status = call i32 @half(ptr %place, ptr %error, i64 %x)
  %half = load i64, ptr %place
  %again = call i32 @half(ptr %place, ptr %error, i64 %half)
  %both = add i32 %status, %again
  %quarter = load i64, ptr %place
  ret i64 %quarter
}
"""


def test_functions_return_their_numbers_and_errors_trap() -> None:
    text = return_values(FAILING)
    module = binding.parse_assembly(text)
    assert "define i64 @half(ptr noalias %excinfo, i64 %x)" in text
    assert "store ptr @.const.picklebuf" not in text
    link(write_object(module, ["quarter"]), ["quarter"], 0)
    assert "alloca" not in str(module.get_function("quarter"))
    assert "llvm.trap" in str(module)


@pytest.fixture(scope="module")
def engines() -> Path:
    build(ENGINES)
    return ENGINES


@pytest.mark.parametrize("name", GAMES)
def test_a_browser_plays_as_everybody_else(engines: Path, name: str) -> None:
    recorder = Recorder(name, playouts=12, seed=1)
    games = [
        recorder.record(players, recorder.options(players), 15) for players in recorder.game.players
    ]
    recorder.playouts = 0
    games.append(recorder.record(2, recorder.options(2), 60))
    found = compare(name, games, engines, find_node()[0])
    assert found["different"] == 0, found
    assert found["comparisons"] > 1000
