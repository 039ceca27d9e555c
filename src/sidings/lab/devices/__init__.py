"""What a batch can be played on; each module has ``play_parts(batch, threads)``."""
