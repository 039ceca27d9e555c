"""Tests of the HTTP API, one file per controller."""
