#!/usr/bin/env python3
"""Write the cases of tests/cases/special_cases.txt: elementwise/FUNCTION_standard.case.

usage: standard_cases.py TABLE FOLDER"""
import math
import re
import sys

from special_values import listed


def number(word):
    """Translate a word of the table to the case language."""
    if word in ("true", "false", "nan", "inf", "-inf"):
        return word
    match = re.fullmatch(r"(-?)(\d*)pi(?:/(\d))?", word)
    if match:
        return match[1] + repr(float(match[2] or 1) * math.pi / float(match[3] or 1))
    return repr(float(word))


def read(path):
    table = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("#") or not line.strip():
                continue
            name, _, rest = line.partition(" ")
            for case in rest.split("|"):
                given, result = (part.split() for part in case.split("->"))
                table.setdefault(name, []).append(([number(word) for word in given], number(result[0])))
    return table


def write(folder, name, cases):
    names = "xyz"[:len(cases[0][0])]
    truth = cases[0][1] in ("true", "false")
    out = ["# Expected: the Python array API standard 2025.12, by tests/cases/standard_cases.py",
           "each T = float64 float32"]
    for k, x in enumerate(names):
        out.append("let %s = %s as $T" % (x, listed([given[k] for given, _ in cases])))
    out += ["call r = %s %s" % (name, " ".join(names)),
            "%s r %s%s" % ("same" if truth else "parts", listed([result for _, result in cases]), "" if truth else " 5e-7"),
            "dtype r %s" % ("bool" if truth else "$T")]
    with open("%s/%s_standard.case" % (folder, name), "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    for function, cases in read(sys.argv[1]).items():
        write(sys.argv[2], function, cases)
