"""Tests of the server; a package, since a program of the benchmarks has the same name."""
