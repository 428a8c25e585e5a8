"""Checks of single values, counted like those of vjp_check."""

import vjp_check


def expect(name, good, got):
    vjp_check.passed += bool(good)
    vjp_check.failed += not good
    print("%sok - %s: %s" % ("" if good else "not ", name, got))
