"""Print the interface of the Python module in the format of `hdoc list`: functions with arguments and defaults, or error kinds.
"""
import inspect
import sys
import types

import gpulinalg

WORDS = {None: "none", True: "true", False: "false"}
# Functions that only Python has: conveniences of the language, and DLPack, which consists of Python objects.
OWN = {"get_include", "elementwise", "from_dlpack", "find_minimum", "find_root", "loadtxt", "savetxt", "reduction", "scan",
       "grad", "value_and_grad", "vjp", "jvp", "jacobian", "hessian", "hvp", "custom_vjp", "checkpoint", "check_gradient"}


def literal(value):
    if value is ...:  # alternative name of an option
        return "..."
    if value is None or isinstance(value, bool):
        return WORDS[value]
    if isinstance(value, tuple):
        return "[%s]" % ",".join(map(str, value))
    return '"%s"' % value if isinstance(value, str) else repr(value)


# A function of the script has no C type. Therefore solvers have the parameter for it in the languages only, and so do
# eigenvalue solvers for their keyword-only parameters.
def parameters_of(value):
    searches = getattr(value, "__name__", "") in ("eigsh", "eigs", "svds")
    return [p for p in inspect.signature(value).parameters.values()
            if p.name != "callback" and not (searches and p.kind == p.KEYWORD_ONLY)]


def argument(p):
    return p.name if p.default is p.empty else p.name + "=" + literal(p.default)


def functions():
    for space in gpulinalg._core._namespaces:
        for name, value in vars(getattr(gpulinalg, space)).items():
            if isinstance(value, types.FunctionType) and value.__module__ == "gpulinalg." + space and name[0] != "_":
                yield " ".join([space + "." + name] + [argument(p) for p in parameters_of(value)])
            if isinstance(value, type) and type(value) is not type and name[0] != "_":
                for inner in dir(value):
                    parameters = parameters_of(getattr(value, inner))
                    yield " ".join([space + "." + name + "." + inner] + [argument(p) for p in parameters])
    for name, value in vars(gpulinalg).items():
        if isinstance(value, (types.FunctionType, types.BuiltinFunctionType)) and not name.startswith("_") and name not in OWN:
            yield " ".join([name] + [argument(p) for p in parameters_of(value)])


def kinds():
    for name, value in vars(gpulinalg).items():
        if isinstance(value, type) and issubclass(value, (gpulinalg.Error, Warning)) and value is not gpulinalg.Error:
            yield name


for line in functions() if sys.argv[1] == "functions" else kinds():
    print(line)
