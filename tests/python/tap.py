"""TAP functions ok(), same(), raises(), skip(); the plan is printed at the end."""
import atexit
import sys

count = 0
failed = 0


def ok(good, name):
    global count, failed
    count += 1
    if not good:
        failed += 1
    print("%sok %d - %s" % ("" if good else "not ", count, name))
    return good


def same(got, expected, name):
    if not ok(type(got) is type(expected) and (got == expected or repr(got) == repr(expected)), name):
        print("# got %r, expected %r" % (got, expected))


def raises(kind, function, name, words=""):
    """Check that the call raises exactly that class, with these words in the message."""
    try:
        result = function()
    except Exception as error:
        if not ok(type(error) is kind and words in str(error), name):
            print("# got %s: %s" % (type(error).__name__, error))
    else:
        ok(False, name)
        print("# got %.200r" % (result,))


def skip(name, reason):
    global count
    count += 1
    print("ok %d - %s # SKIP %s" % (count, name, reason))


@atexit.register
def plan():
    if not getattr(sys, "last_type", None):
        print("1..%d" % count)
