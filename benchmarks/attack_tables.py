def table_attacks() -> None:
    pass
