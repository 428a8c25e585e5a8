"""Python functions as formulas: their syntax tree, written in the language of `new_elementwise`.

Every language's front end writes the same text for the same function, so results agree bit for bit.  A line of the text
stands on the line of the function's source that it comes from, for messages."""
import ast
import inspect
import textwrap

from . import _native

BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
          ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>"}
UNARY = {ast.USub: "-", ast.UAdd: "+", ast.Not: "!", ast.Invert: "~"}
COMPARE = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
FUNCTIONS = {"abs": "abs", "fabs": "abs", "min": "min", "max": "max", "pow": "pow", "round": "round", "float": "float64",
             "int": "int64", "bool": "bool", "complex": "complex128"}
CONSTANTS = {"pi": "3.141592653589793", "inf": "inf", "nan": "nan", "e": "2.718281828459045", "tau": "6.283185307179586"}
NAMES = {"BoolOp": "and/or", "Compare": "comparison", "While": "while", "Try": "try", "With": "with", "Lambda": "lambda",
         "ListComp": "a list comprehension", "Subscript": "an index", "Attribute": "an attribute", "JoinedStr": "a string",
         "FunctionDef": "a function in a function", "AsyncFor": "async for", "Yield": "yield", "Await": "await",
         "List": "a list", "Dict": "a dictionary", "Set": "a set", "Tuple": "a tuple", "Starred": "*", "NamedExpr": ":=",
         "Break": "break", "Continue": "continue", "Raise": "raise", "Assert": "assert", "Delete": "del", "Global": "global",
         "Nonlocal": "nonlocal", "Import": "import", "ImportFrom": "import", "ClassDef": "a class"}


class Translator:
    """One function; `lines[n]` are the statements that begin on line n + 1 of its source."""

    def __init__(self, name):
        self.name, self.text, self.line, self.names = name, [], 1, {}

    def fail(self, node, fact):
        line = getattr(node, "lineno", 1)
        raise _native.CompileError(f"{self.name}: line {line} of the function: {fact}")

    def refuse(self, node):
        kind = type(node).__name__
        self.fail(node, f"{NAMES.get(kind, kind)} has no meaning in a formula")

    def put(self, node, text):
        self.text.append("\n" * (node.lineno - self.line) + text + " ")
        self.line = max(self.line, node.lineno)

    # ---- values ----
    def value(self, node):
        method = getattr(self, "value_" + type(node).__name__, None)
        if method is None:
            self.refuse(node)
        return method(node)

    def value_Constant(self, node):
        v = node.value
        if isinstance(v, bool):
            return "true" if v else "false"
        if isinstance(v, complex):
            return f"{v.imag!r}j"
        if isinstance(v, float) and abs(v) == float("inf"):
            return "inf"
        if not isinstance(v, (int, float)):
            self.fail(node, f"{v!r} is no number")
        return repr(v)

    def value_Name(self, node):
        return self.names.get(node.id, node.id)

    def value_Attribute(self, node):
        if isinstance(node.value, ast.Name) and node.attr in CONSTANTS:
            return CONSTANTS[node.attr]
        self.refuse(node)

    def value_BinOp(self, node):
        if type(node.op) not in BINARY:
            self.fail(node, "@ has no meaning in a formula")
        return f"({self.value(node.left)} {BINARY[type(node.op)]} {self.value(node.right)})"

    def value_UnaryOp(self, node):
        return f"({UNARY[type(node.op)]}{self.value(node.operand)})"

    def value_BoolOp(self, node):
        sign = " and " if isinstance(node.op, ast.And) else " or "
        text = self.value(node.values[0])
        for v in node.values[1:]:
            text = f"({text}{sign}{self.value(v)})"
        return text

    def value_Compare(self, node):
        text, left = "", self.value(node.left)
        for op, right in zip(node.ops, node.comparators):
            if type(op) not in COMPARE:
                self.fail(node, "is and in have no meaning in a formula")
            right = self.value(right)
            part = f"({left} {COMPARE[type(op)]} {right})"
            text, left = f"({text} && {part})" if text else part, right
        return text

    def value_IfExp(self, node):
        return f"({self.value(node.test)} ? {self.value(node.body)} : {self.value(node.orelse)})"

    def value_Call(self, node):
        f = node.func
        name = f.id if isinstance(f, ast.Name) else f.attr if isinstance(f, ast.Attribute) else None
        if name is None or (isinstance(f, ast.Attribute) and not isinstance(f.value, ast.Name)):
            self.fail(node, "only functions with a name can be called")
        if node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            self.fail(node, f"{name} takes plain arguments")
        name = FUNCTIONS.get(name, name)
        args = [self.value(a) for a in node.args]
        if name in ("min", "max") and len(args) > 2:
            text = args[0]
            for a in args[1:]:
                text = f"{name}({text}, {a})"
            return text
        return f"{name}({', '.join(args)})"

    # ---- statements ----
    def block(self, nodes):
        self.text.append("{ ")
        for node in nodes:
            method = getattr(self, "do_" + type(node).__name__, None)
            if method is None:
                self.refuse(node)
            method(node)
        self.text.append("} ")

    def assign(self, node, target, value):
        if not isinstance(target, ast.Name):
            self.fail(node, "only names can be given values")
        self.put(node, f"{self.value(target)} = {value};")

    def do_Assign(self, node):
        targets, value = node.targets, node.value
        if len(targets) == 1 and isinstance(targets[0], ast.Tuple) and isinstance(value, ast.Tuple):
            names = targets[0].elts
            if len(names) != len(value.elts):
                self.fail(node, "the two sides differ in length")
            for i, v in enumerate(value.elts):  # all at once: by way of other names
                self.put(node, f"{'_%d' % i} = {self.value(v)};")
            for i, name in enumerate(names):
                self.assign(node, name, "_%d" % i)
            return
        value = self.value(value)
        for target in targets:
            self.assign(node, target, value)

    def do_AnnAssign(self, node):
        if node.value is None:
            self.refuse(node)
        self.assign(node, node.target, self.value(node.value))

    def do_AugAssign(self, node):
        if type(node.op) not in BINARY:
            self.fail(node, "@= has no meaning in a formula")
        self.assign(node, node.target, f"({self.value(node.target)} {BINARY[type(node.op)]} {self.value(node.value)})")

    def do_If(self, node):
        self.put(node, f"if ({self.value(node.test)})")
        self.block(node.body)
        if node.orelse:
            self.text.append("else ")
            self.block(node.orelse)

    def do_For(self, node):
        call = node.iter
        if node.orelse or not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range"
                               and 1 <= len(call.args) <= 3 and isinstance(node.target, ast.Name)):
            self.fail(node, "only `for name in range(...)` can be translated")
        args = [self.value(a) for a in call.args]
        first, last = (["0"] + args)[-2:] if len(args) < 3 else args[:2]
        step = "1" if len(args) < 3 else args[2].replace("(", "").replace(")", "")
        i, sign = node.target.id, ">" if step.startswith("-") else "<"
        self.put(node, f"for ({i} = {first}; {i} {sign} {last}; {i} += {step})")
        self.block(node.body)

    def do_Return(self, node):
        values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        if node.value is None:
            self.fail(node, "a value is returned")
        self.put(node, f"return {', '.join(self.value(v) for v in values)};")

    def do_Pass(self, node):
        pass

    def do_Expr(self, node):
        if not (isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)):
            self.refuse(node)


def _find(function):
    """The node of a function, from its source; of a lambda, from the statement that it stands in."""
    name = function.__name__
    try:
        source = textwrap.dedent(inspect.getsource(function))
        tree = ast.parse(source)
    except (OSError, TypeError):
        raise _native.CompileError(f"{name}: Python has not kept the source of the function; write a formula") from None
    except SyntaxError:  # a part of a longer statement
        raise _native.CompileError(f"{name}: the lambda stands in a statement of several lines; give it a line of its own, or "
                                   "use def") from None
    kinds = (ast.Lambda,) if name == "<lambda>" else (ast.FunctionDef,)
    found = [n for n in ast.walk(tree) if isinstance(n, kinds)]
    if len(found) > 1 and name == "<lambda>":  # several on the line: the one with this code
        found = [n for n in found if _same_code(n, function.__code__)]
    if not found:
        raise _native.CompileError(f"{name}: several lambdas stand on the line; give each a line of its own, or use def")
    return found[0]


def _same_code(node, code):
    made = compile(ast.Expression(node), "lambda", "eval").co_consts[0]
    return (made.co_code, made.co_consts, made.co_names, made.co_varnames) == (
        code.co_code, code.co_consts, code.co_names, code.co_varnames)


def translate(function, name=None, parameters=None):
    """(inputs, operation) of a Python function, whose arguments stand for these parameters (or for their own names)."""
    node = _find(function)
    name = name or function.__name__
    t = Translator(name)
    a = node.args
    if a.vararg or a.kwarg or a.kwonlyargs or a.defaults:
        t.fail(node, "a formula has plain arguments without defaults")
    names = [x.arg for x in getattr(a, "posonlyargs", []) + a.args]
    inputs = ", ".join(names)
    if parameters:
        if not 0 < len(names) <= len(parameters):
            t.fail(node, f"it takes {' and '.join(parameters)}")
        t.names = dict(zip(names, parameters))
    if isinstance(node, ast.Lambda):
        body = node.body
        values = body.elts if isinstance(body, ast.Tuple) else [body]
        return inputs, f"return {', '.join(t.value(v) for v in values)};"
    t.block(node.body)
    return inputs, "".join(t.text)[2:-2]
