"""``sidings mcp``: the games as tools of an assistant, by the Model Context Protocol."""
