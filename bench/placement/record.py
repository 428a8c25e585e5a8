"""Measured values in a file of JSON lines, so that a command that was cut short continues."""
import json
import os


class Record:
    """Values by keys, which are lists of strings and numbers; without a path nothing is saved."""

    def __init__(self, path=None):
        self.path, self.values = path, {}
        if path and os.path.exists(path):
            with open(path) as file:
                for line in file:
                    self._read(line)

    def _read(self, line):
        try:
            key, value = json.loads(line)
        except ValueError:  # the last line of a command that was killed
            return
        self.values[tuple(key)] = value

    def get(self, *key):
        """Return the value of a key, or None."""
        return self.values.get(key)

    def put(self, value, *key):
        """Store a value at once."""
        self.values[key] = value
        if self.path:
            with open(self.path, "a") as file:
                file.write("\n" + json.dumps([key, value]))
        return value

    def measured(self, measure, *key):
        """Return the value of a key; measure it if it is not known."""
        known = self.get(*key)
        return self.put(measure(), *key) if known is None else known
