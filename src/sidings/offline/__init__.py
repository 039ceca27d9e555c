"""The games for the browser, made when the package is built: rules, texts, views and bots.

Kernels become one WebAssembly module for each game (``entries``, ``emit``, ``target``, ``link``),
with llvmlite alone. The plain functions around them, which write moves and views, become
JavaScript (``translate``, ``script``). ``python -m sidings.offline FOLDER`` writes both.
"""
