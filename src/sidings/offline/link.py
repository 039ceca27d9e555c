"""Turns one relocatable WebAssembly object, as LLVM writes it, into a module that browsers load.

An object is a module but for three things: its data have no place yet, its numbers are padded to
five bytes so that a linker can overwrite them, and it exports nothing. Sections and relocations:
https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

MAGIC = b"\0asm\1\0\0\0"
PAGE = 65536
STACK = PAGE  # bytes; it grows down from the data, so that an overflow traps

# The sections of a module.
CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, START, ELEMENT, CODE, DATA = range(
    12
)
# The kinds of what is imported and exported.
OF_FUNCTION, OF_TABLE, OF_MEMORY, OF_GLOBAL = range(4)
# The parts of the section "linking".
SEGMENT_INFO, SYMBOL_TABLE = 5, 8
# The kinds of symbols, and their flags.
SYMBOL_FUNCTION, SYMBOL_DATA, SYMBOL_GLOBAL, SYMBOL_SECTION, SYMBOL_EVENT, SYMBOL_TABLE_ = range(6)
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40
# The kinds of relocations: what stands there, and how it is written.
FUNCTION_LEB, _, _, ADDRESS_LEB, ADDRESS_SLEB, ADDRESS_I32, TYPE_LEB, GLOBAL_LEB = range(8)
ADDRESSES = (ADDRESS_LEB, ADDRESS_SLEB, ADDRESS_I32)  # these have an addend
PADDED = 5  # bytes

I32, I32_CONST, END, MUTABLE = 0x7F, 0x41, 0x0B, 1
HEAP_BASE = "__heap_base"


class NotLinkable(Exception):
    """The object needs something that a module for the browser does not have."""


class Reader:
    """Reads the numbers and names of a binary module."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    @property
    def has_more(self) -> bool:
        return self.at < len(self.data)

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def unsigned(self) -> int:
        return self._leb()[0]

    def signed(self) -> int:
        value, bits, last = self._leb()
        return value - (1 << bits) if last & 64 else value

    def _leb(self) -> tuple[int, int, int]:
        value = bits = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << bits
            bits += 7
            if byte < 128:
                return value, bits, byte

    def take(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def sized(self) -> bytes:
        return self.take(self.unsigned())

    def name(self) -> str:
        return self.sized().decode()


def unsigned(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def signed(value: int) -> bytes:
    out = bytearray()
    while not -64 <= value < 64:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value & 127])


def sized(data: bytes) -> bytes:
    return unsigned(len(data)) + data


def vector(items: Sequence[bytes]) -> bytes:
    return unsigned(len(items)) + b"".join(items)


def section(number: int, content: bytes) -> bytes:
    return bytes([number]) + sized(content)


@dataclass(frozen=True)
class Symbol:
    kind: int
    name: str
    index: int | None  # of the function, global or segment; None for data defined nowhere
    offset: int  # into the segment


@dataclass(frozen=True)
class Relocation:
    kind: int
    offset: int  # into the section
    index: int
    addend: int


class Object:
    """The parts of an object."""

    def __init__(self, data: bytes) -> None:
        if data[: len(MAGIC)] != MAGIC:
            raise NotLinkable("this is no WebAssembly object")
        self.sections: dict[int, bytes] = {}
        self.custom: dict[str, bytes] = {}
        reader = Reader(data[len(MAGIC) :])
        while reader.has_more:
            number, content = reader.byte(), reader.sized()
            if number == CUSTOM:
                custom = Reader(content)
                name = custom.name()
                self.custom[name] = content[custom.at :]
            else:
                self.sections[number] = content
        self._check_imports()
        self.symbols: list[Symbol] = []
        self.alignments: list[int] = []  # of the data segments
        self._read_linking()
        self.segments, self.starts = self._read_data()

    def _check_imports(self) -> None:
        """Only the memory, the stack pointer and the table, which the module has itself."""
        reader = Reader(self.sections.get(IMPORT, b"\0"))
        for _ in range(reader.unsigned()):
            reader.name()
            name, kind = reader.name(), reader.byte()
            if kind == OF_FUNCTION:
                raise NotLinkable(f"the function {name} is defined nowhere")
            if kind == OF_GLOBAL:
                reader.take(2)
                continue
            if kind == OF_TABLE:
                reader.byte()
            if reader.unsigned() & 1:
                reader.unsigned()
            reader.unsigned()

    def _read_linking(self) -> None:
        reader = Reader(self.custom["linking"])
        version = reader.unsigned()
        if version != 2:
            raise NotLinkable(f"version {version} of the section linking is not known")
        while reader.has_more:
            kind, content = reader.byte(), Reader(reader.sized())
            if kind == SYMBOL_TABLE:
                self.symbols = [_read_symbol(content) for _ in range(content.unsigned())]
            elif kind == SEGMENT_INFO:
                for _ in range(content.unsigned()):
                    content.name()
                    self.alignments.append(1 << content.unsigned())
                    content.unsigned()

    def _read_data(self) -> tuple[list[bytearray], list[int]]:
        """The data segments, and where each begins in the section."""
        reader = Reader(self.sections.get(DATA, b"\0"))
        segments, starts = [], []
        for _ in range(reader.unsigned()):
            reader.take(2)  # active, i32.const
            reader.signed()
            reader.byte()
            content = reader.sized()
            segments.append(bytearray(content))
            starts.append(reader.at - len(content))
        return segments, starts

    def relocations(self, name: str) -> Iterator[Relocation]:
        """The relocations of a section, in order."""
        reader = Reader(self.custom.get(name, b"\0\0"))
        reader.unsigned()
        for _ in range(reader.unsigned()):
            kind, offset, index = reader.byte(), reader.unsigned(), reader.unsigned()
            addend = reader.signed() if kind in ADDRESSES else 0
            yield Relocation(kind, offset, index, addend)


def _read_symbol(reader: Reader) -> Symbol:
    kind, flags = reader.byte(), reader.unsigned()
    if kind == SYMBOL_DATA:
        name = reader.name()
        if flags & UNDEFINED:
            return Symbol(kind, name, None, 0)
        index, offset, _ = reader.unsigned(), reader.unsigned(), reader.unsigned()
        return Symbol(kind, name, index, offset)
    index = reader.unsigned()
    is_named = kind != SYMBOL_SECTION and (not flags & UNDEFINED or flags & EXPLICIT_NAME)
    return Symbol(kind, reader.name() if is_named else "", index, 0)


class Linker:
    """Places the data of an object and fills in what depends on it."""

    def __init__(self, made: Object) -> None:
        self.object = made
        self.addresses: list[int] = []
        at = STACK
        for alignment, content in zip(made.alignments, made.segments, strict=True):
            at = _aligned(at, alignment)
            self.addresses.append(at)
            at += len(content)
        self.heap = _aligned(at, 64)

    def value(self, relocation: Relocation) -> int:
        """What is to stand at the place of a relocation."""
        if relocation.kind == TYPE_LEB:
            return relocation.index
        symbol = self.object.symbols[relocation.index]
        if relocation.kind in ADDRESSES:
            if symbol.index is None:
                if symbol.name != HEAP_BASE:
                    raise NotLinkable(f"{symbol.name} is defined nowhere")
                return self.heap + relocation.addend
            return self.addresses[symbol.index] + symbol.offset + relocation.addend
        if relocation.kind in (FUNCTION_LEB, GLOBAL_LEB) and symbol.index is not None:
            return symbol.index
        raise NotLinkable(f"relocation {relocation.kind} of {symbol.name} is not known")

    def data(self) -> bytes:
        """The data section; what is zero is so already."""
        for relocation in self.object.relocations("reloc.DATA"):
            starts = self.object.starts
            k = max(i for i, start in enumerate(starts) if start <= relocation.offset)
            place = relocation.offset - starts[k]
            value = self.value(relocation).to_bytes(4, "little")
            self.object.segments[k][place : place + 4] = value
        return vector(
            [
                bytes([0, I32_CONST]) + signed(address) + bytes([END]) + sized(bytes(content))
                for address, content in zip(self.addresses, self.object.segments, strict=True)
                if any(content)
            ]
        )

    def code(self) -> bytes:
        """The bodies of the functions, with numbers as short as they go."""
        reader = Reader(self.object.sections[CODE])
        relocations = list(self.object.relocations("reloc.CODE"))
        bodies, first = [], 0
        for _ in range(reader.unsigned()):
            size = reader.unsigned()
            end = reader.at + size
            last = first
            while last < len(relocations) and relocations[last].offset < end:
                last += 1
            bodies.append(sized(self._body(reader, end, relocations[first:last])))
            first = last
        return vector(bodies)

    def _body(self, reader: Reader, end: int, relocations: Iterable[Relocation]) -> bytes:
        body = b""
        for relocation in relocations:
            body += reader.take(relocation.offset - reader.at)
            value = self.value(relocation)
            body += signed(value) if relocation.kind == ADDRESS_SLEB else unsigned(value)
            reader.take(PADDED)
        return body + reader.take(end - reader.at)


def _aligned(address: int, alignment: int) -> int:
    return -(-address // alignment) * alignment


def link(data: bytes, exports: Iterable[str], heap_bytes: int) -> bytes:
    """The module of an object, which exports functions and its memory.

    The memory does not grow: that would detach what JavaScript has of it.
    """
    made = Object(data)
    linker = Linker(made)
    code = linker.code()
    functions = {symbol.name: symbol.index for symbol in made.symbols if not symbol.kind}
    pages = unsigned(-(-(linker.heap + heap_bytes) // PAGE))
    exported = [sized(b"memory") + bytes([OF_MEMORY, 0])]
    for name in exports:
        number = functions[name]
        assert number is not None
        exported.append(sized(name.encode()) + bytes([OF_FUNCTION]) + unsigned(number))
    stack_pointer = bytes([I32, MUTABLE, I32_CONST]) + signed(STACK) + bytes([END])
    parts = [
        (TYPE, made.sections[TYPE]),
        (FUNCTION, made.sections[FUNCTION]),
        (MEMORY, vector([bytes([1]) + pages + pages])),
        (GLOBAL, vector([stack_pointer])),
        (EXPORT, vector(exported)),
        (CODE, code),
        (DATA, linker.data()),
    ]
    assert all(one < two for (one, _), (two, _) in pairwise(parts))
    return MAGIC + b"".join(section(number, content) for number, content in parts)
