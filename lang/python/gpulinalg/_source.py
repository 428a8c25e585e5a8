"""Find the syntax tree of a Python function, and verify that it compiles to the function's code."""
import ast
import inspect
import types
import warnings

FAR = 1000000000  # line offset beyond the end of any source, so that the code of a node can be identified after compilation


def _same(a, b):
    """Return True if two code objects do the same: equal instructions, names, and constants including their types and signs."""
    plain = ("co_name", "co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_argcount", "co_flags",
             "co_posonlyargcount", "co_kwonlyargcount")
    if any(getattr(a, x) != getattr(b, x) for x in plain) or len(a.co_consts) != len(b.co_consts):
        return False
    return all(_same(x, y) if isinstance(x, types.CodeType) and isinstance(y, types.CodeType)
               else type(x) is type(y) and repr(x) == repr(y) for x, y in zip(a.co_consts, b.co_consts))


def _all_codes(code):
    yield code
    for part in code.co_consts:
        if isinstance(part, types.CodeType):
            yield from _all_codes(part)


def _move(nodes, lines):
    for n in nodes:
        n.lineno += lines
        n.end_lineno += lines


def _code_of(node, tree, code, warn):
    """Compile the tree and return the code object of the node; `warn` is the action of the warnings filter during compilation.
    """
    first = (getattr(node, "decorator_list", None) or [node])[0].lineno
    nodes = [n for n in ast.walk(node) if hasattr(n, "lineno")]  # all nodes move: code depends on whether lines differ
    _move(nodes, FAR)
    try:
        flags = code.co_flags & sum(getattr(__import__("__future__"), name).compiler_flag
                                    for name in ("annotations", "barry_as_FLUFL"))
        with warnings.catch_warnings():
            warnings.simplefilter(warn)
            made = compile(tree, code.co_filename, "exec", flags, True)
    except (SyntaxError, ValueError):
        return None
    finally:
        _move(nodes, -FAR)
    return next((c for c in _all_codes(made) if c.co_firstlineno == first + FAR and c.co_name == code.co_name), None)


def find(function, fail):
    """Return the ast.FunctionDef or ast.Lambda of a function, with the line numbers of its file."""
    code = function.__code__
    try:
        lines, _ = inspect.findsource(code)
        tree = ast.parse("".join(lines))
    except (OSError, TypeError, IndexError):
        fail("the source of the function is not available; write a formula")
    except SyntaxError:
        fail("the source of the function cannot be read; write a formula")
    kind = ast.Lambda if code.co_name == "<lambda>" else ast.FunctionDef
    for node in ast.walk(tree):
        if isinstance(node, kind):
            decorators = getattr(node, "decorator_list", None)
            if (decorators[0] if decorators else node).lineno == code.co_firstlineno:
                for warn in "ignore", "error":  # Python has shown the warnings before; as errors they prevent constant folding
                    made = _code_of(node, tree, code, warn)
                    if made is not None and _same(made, code):
                        return node
    fail("the source of the function does not match the code that Python runs; "
         "load it again, or write a formula")


def plain_function(value, fail):
    """Return the function itself; refuse wrappers such as functools.partial."""
    if not isinstance(value, types.FunctionType):
        fail(f"a {type(value).__module__}.{type(value).__qualname__} is not a plain Python function; "
             "pass the function itself, or write a formula")
    if value.__defaults__ or value.__kwdefaults__:
        fail("the arguments of a formula must be plain, without defaults")
    if value.__code__.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS) or value.__code__.co_kwonlyargcount:
        fail("the arguments of a formula must be plain, without *, ** or keyword-only arguments")
    if value.__code__.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        fail("a generator or a coroutine has no meaning in a formula")
    return value

