"""Call each function of bad_calls.json, and each method of a Generator, with each of its bad values. Print one line for each:
the call, the kind of error, and the message."""
import json
import os
import sys

import gpulinalg as gl

with open(os.path.join(os.path.dirname(__file__), "bad_calls.json")) as file:
    table = json.load(file)
generator = gl.random.Generator(1)
calls = [(gl, *call) for call in table["calls"]] + [(generator, *call) for call in table["methods"]]
for owner, function, given, option, values in calls:
    for n, value in enumerate(table["values"][values]):
        try:
            getattr(owner, function)(*given, **{option: value}) if option else getattr(owner, function)(*given, value)
            answer = "no error"
        except gl.Error as error:
            answer = "%s: %s" % (type(error).__name__, error)
        except Exception as error:
            answer = "another error: %s" % error
        sys.stdout.write("%s %s %s[%d]: %s\n" % (function, option or len(given), values, n, answer.replace("\n", " ")))
