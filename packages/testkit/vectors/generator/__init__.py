"""One module per subject; each has vectors() -> dict and a docstring that says where its values come from."""
