"""What the examples share: where the data are, and lines with a reference, a result and the digits that agree."""
import math
import os
import re


def data(name):
    """Return the path of a data file."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", name)


def digits(reference, value):
    """Return how many digits of a reference, a string, agree with a value: at most as many as it has."""
    mantissa, exponent = re.match(r"[-+]?([\d.]+)(?:[eE](.*))?$", reference).groups()
    decimals = len(mantissa.partition(".")[2]) - int(exponent or 0)
    given = len(mantissa.replace(".", "").lstrip("0"))
    error = abs(value - float(reference))
    if error <= 0.5000001 * 10.0 ** -decimals:  # the rounded value is the reference
        return given or decimals
    size = abs(float(reference)) or 1.0  # a reference of zero: digits after the point
    return max(0.0, min(given or decimals, -math.log10(error / size)))


def heading(text):
    print("\n%-36s %18s %18s %7s" % (text, "reference", "computed", "digits"))


def show(name, reference, value):
    print("%-36s %18s %18.10g %7.1f" % (name, reference, value, digits(reference, value)))
