"""Tournaments without a server: who meets whom, who is where, and ratings. Pure functions."""
