"""Trains the networks of the bots by self-play: ``python -m training GAME --minutes 10``."""
