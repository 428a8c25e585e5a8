"""Translate Python functions into formulas: their syntax tree is written in the language of `new_elementwise`.

Every language's front end writes the same text for the same function, so results agree bit for bit. Names mean the objects that
they are bound to (`_bindings`): functions that formulas support, or functions of the script, which become functions of the
formula. Code that cannot be translated exactly is refused. `#line` in the text states where each function comes from, for
messages."""
import ast
import re
import types

from . import _bindings, _named, _native, _source, _booleans

BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
          ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>"}
UNARY = {ast.USub: "-", ast.UAdd: "+", ast.Not: "!", ast.Invert: "~"}
COMPARE = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
KINDS = {"BoolOp": "and/or", "Compare": "comparison", "While": "while", "Try": "try", "With": "with", "Lambda": "lambda",
         "ListComp": "a list comprehension", "Subscript": "an index", "Attribute": "an attribute", "JoinedStr": "a string",
         "FunctionDef": "a function in a function", "AsyncFor": "async for", "Yield": "yield", "Await": "await",
         "List": "a list", "Dict": "a dictionary", "Set": "a set", "Tuple": "a tuple", "Starred": "*", "NamedExpr": ":=",
         "Break": "break", "Continue": "continue", "Raise": "raise", "Assert": "assert", "Delete": "del", "Global": "global",
         "Nonlocal": "nonlocal", "Import": "import", "ImportFrom": "import", "ClassDef": "a class"}


RESERVED = set("if else for return and or true false pi inf nan function bool int8 int16 int32 int64 uint8 uint16 uint32 "
               "uint64 float32 float64 complex64 complex128".split())


class Program:
    """The text of one formula: the called functions of the script, followed by the function itself."""

    def __init__(self, name):
        self.name, self.functions, self.text = name, {}, []
        self.truths = set()  # functions that return True or False

    def helper(self, name, text):
        if text not in self.text:
            self.text.append(text)
        return name

    def function(self, value, fail, truths=frozenset()):
        """Return the name of a script's function in the formula. The function is written before its first use, once for each
        set of arguments that are True or False (`truths`: their positions)."""
        key = id(value), truths
        done = self.functions.get(key)
        if done is None:
            if str(value.__module__).partition(".")[0] == __package__:
                fail("there is no such function in a formula, which works on single elements")
            _source.plain_function(value, fail)
            self.functions[key] = ""
            number = len(self.functions)  # the functions that it calls are written first and get their own numbers
            name = re.sub(r"\W|^(?=\d)|<lambda>", "", value.__name__, flags=re.ASCII) or "lambda"
            translator = Translator(value, self, truths)
            inputs, text = translator.translate()
            done = f"{name}_{number}"
            self.functions[key] = done
            if translator.truths.returned:
                self.truths.add(done)
            self.text.append(f"{_place(value)}function {done}({inputs}) {{{text}}}")
        elif not done:
            fail(f"{value.__name__} calls itself, which has no meaning in a formula; use a loop")
        return done


def _place(function):
    file = re.sub(r'["\n]', "?", function.__code__.co_filename)
    return f'\n#line {function.__code__.co_firstlineno} "{file}"\n'


class Translator:
    """Translator of one function. Each statement is written on its own line, which `#line` maps to the source line."""

    def __init__(self, function, program, truths=frozenset()):
        self.function, self.program, self.depth = function, program, 0
        self.truths = _booleans.Booleans(self, (x for i, x in enumerate(function.__code__.co_varnames) if i in truths))
        self.text, self.line = [], function.__code__.co_firstlineno
        self.scope, self.names, self.taken = _bindings.Names(function), {}, set()

    def fail(self, node, fact):
        code = self.function.__code__
        line = getattr(node, "lineno", code.co_firstlineno)
        raise _native.CompileError(f"{self.program.name}: line {line} of {code.co_filename}: {fact}")

    def refuse(self, node):
        kind = type(node).__name__
        self.fail(node, f"{KINDS.get(kind, kind)} has no meaning in a formula")

    def put(self, node, text):
        self.text.append("\n" * (node.lineno - self.line) + text + " ")
        self.line = max(self.line, node.lineno)

    def translate(self, parameters=None):
        """Return (parameters, text) of the whole function; `parameters` are the names to use for its parameters."""
        node = _source.find(self.function, lambda fact: self.fail(None, fact))
        code = self.function.__code__
        names = code.co_varnames[:code.co_argcount]
        if parameters:
            if not 0 < len(names) <= len(parameters):
                self.fail(node, f"it takes {' and '.join(parameters)}")
            self.names = dict(zip(names, parameters))
            self.taken = set(parameters)
        inputs = ", ".join([self.name(x) for x in names])
        if isinstance(node, ast.Lambda):
            self.returns(node.body, node.body)
        else:
            for statement in node.body:
                self.statement(statement)
        return inputs, "".join(self.text)

    # ---- names ----
    def fresh(self, wish):
        """Return an unused name, without characters that formulas do not allow."""
        wish = re.sub(r"\W", "", wish, flags=re.ASCII)
        n, name = 2, wish if wish and not wish[0].isdigit() else "v_" + wish
        while name in self.taken or name in RESERVED or name == "v_":
            n, name = n + 1, f"{wish or 'v'}_{n}"
            name = name if not name[0].isdigit() else "v_" + name
        self.taken.add(name)
        return name

    def name(self, name):
        """Return the name of a local variable in the text."""
        if name not in self.names:
            self.names[name] = self.fresh(name)
        return self.names[name]

    def bound(self, node):
        """Return the object to which a name, or a name in a module, is bound outside the function."""
        if isinstance(node, ast.Attribute):
            base = self.bound(node.value) if isinstance(node.value, (ast.Name, ast.Attribute)) else self.refuse(node)
            if isinstance(base, _named.Space):
                self.fail(node, f"there is no function `{ast.unparse(node)}` in formulas; compute it outside, and make the "
                                "result an argument")
            if not isinstance(base, types.ModuleType):
                self.outside(node)
            if not hasattr(base, node.attr):
                self.fail(node, f"there is no `{ast.unparse(node)}`")
            return getattr(base, node.attr)
        if node.id in self.scope.locals:
            self.refuse(node)
        return self.scope.value(node.id)

    def outside(self, node):
        self.fail(node, f"`{ast.unparse(node)}` is defined outside the function and may change; make it an argument")

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
            if v.imag == float("inf"):
                self.fail(node, "an infinite imaginary constant has no meaning in a formula")
            return f"{v.imag!r}j"
        if isinstance(v, float) and v == float("inf"):
            return "inf"
        if not isinstance(v, (int, float)):
            self.fail(node, f"{v!r} is not a number")
        return repr(v)

    def value_Name(self, node):
        if node.id in self.scope.locals:
            return self.name(node.id)
        return self.constant(node)

    def constant(self, node):
        """Return the text of a value from outside. Constants of modules are accepted; other values might change."""
        try:
            value = self.bound(node)
        except _bindings.Unbound:
            self.fail(node, f"there is no `{node.id}`")
        text = _bindings.known_constant(value)
        if text is None:
            self.outside(node)
        return text

    def value_Attribute(self, node):
        if isinstance(node.value, ast.Name) and node.value.id in self.scope.locals:
            if node.attr in ("real", "imag"):
                return f"{node.attr}({self.value(node.value)})"
            self.refuse(node)
        return self.constant(node)

    def value_BinOp(self, node):
        if type(node.op) not in BINARY:
            self.fail(node, "@ has no meaning in a formula")
        return f"({self.value(node.left)} {BINARY[type(node.op)]} {self.value(node.right)})"

    def value_UnaryOp(self, node):
        if isinstance(node.op, ast.Invert):
            value = self.value(node.operand)
            if node.operand in self.truths:
                self.fail(node, "~ of True or False is the number -2 or -1 in Python; write `not`")
            return f"(~{value})"
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

    def callee(self, node):
        """Return the called function, and its spelling in messages."""
        f = node.func
        base = f
        while isinstance(base, ast.Attribute):
            base = base.value
        if not isinstance(base, ast.Name):
            self.fail(node, "only functions with a name can be called")
        if base.id in self.scope.locals:
            self.fail(node, f"`{ast.unparse(f)}` is not a function defined outside this one; only such functions can be called")
        shown = ast.unparse(f)
        if node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            self.fail(node, f"{shown} takes plain arguments")
        try:
            return self.bound(f), shown
        except _bindings.Unbound:
            self.fail(node, f"there is no function `{shown}`")

    def value_Call(self, node):
        value, shown = self.callee(node)
        if value is float and len(node.args) == 1 and isinstance(node.args[0], ast.Constant) and type(
                node.args[0].value) is str:
            return self.number(node)
        args = [self.value(a) for a in node.args]
        known = _bindings.known_function(value)
        if isinstance(known, tuple):  # min, max
            if len(args) < 2:
                self.fail(node, f"{shown} of numbers requires two or more arguments")
            name, text = self.program.helper(known[0], known[1]), args[0]
            for a in args[1:]:
                text = f"{name}({text}, {a})"
            return text
        if known and known.arity and known.arity != len(args) and not (known.base and len(args) == 2):
            self.fail(node, f"{shown} takes {known.arity} argument{'s'[:known.arity - 1]} in a formula, not {len(args)}")
        if known:
            return known.call(args)
        if not isinstance(value, types.FunctionType):
            self.fail(node, f"`{shown}` ({type(value).__qualname__}) is not a function that formulas support or can translate; "
                            "compute it outside, and make the result an argument")
        return f"{self.own_function(node, value)}({', '.join(args)})"

    def own_function(self, node, value):
        """Return the formula's name of the script function that is called here."""
        return self.program.function(value, lambda fact: self.fail(node, f"{ast.unparse(node.func)}: {fact}"),
                                     self.truths.places(node.args))

    def number(self, node):
        """Translate float("inf") and similar calls."""
        try:
            v = float(node.args[0].value)
        except ValueError:
            self.fail(node, f"{node.args[0].value!r} is not a number")
        return f"(-{repr(v)[1:]})" if repr(v).startswith("-") else repr(v)

    # ---- statements ----
    def statement(self, node):
        method = getattr(self, "do_" + type(node).__name__, None)
        if method is None:
            self.refuse(node)
        method(node)

    def block(self, nodes):
        self.text.append("{ ")
        self.depth += 1
        for node in nodes:
            self.statement(node)
        self.depth -= 1
        self.text.append("} ")

    def assign(self, node, target, value):
        if not isinstance(target, ast.Name) or target.id not in self.scope.locals:
            self.fail(node, "only names can be assigned")
        self.put(node, f"{self.name(target.id)} = {value};")

    def do_Assign(self, node):
        targets, value = node.targets, node.value
        if len(targets) == 1 and isinstance(targets[0], (ast.Tuple, ast.List)) and isinstance(value, (ast.Tuple, ast.List)):
            names = targets[0].elts
            if len(names) != len(value.elts):
                self.fail(node, "the two sides have different lengths")
            if len({n.id for n in names if isinstance(n, ast.Name)}) != len(names):
                self.fail(node, "only names can be assigned, each only once")
            kept = [self.fresh(f"t{i}") for i in range(len(names))]
            for name, v in zip(kept, value.elts):  # parallel assignment, through temporary names
                self.put(node, f"{name} = {self.value(v)};")
            for name, target in zip(kept, names):
                self.assign(node, target, name)
            self.truths.assign(targets[0], value, not self.depth)
            return
        text, truth = self.value(value), value in self.truths
        for target in targets:
            self.assign(node, target, text)
            self.truths.note(target, truth, not self.depth)
            text = self.name(target.id)

    def do_AnnAssign(self, node):
        if node.value is None:
            self.refuse(node)
        self.assign(node, node.target, self.value(node.value))
        self.truths.assign(node.target, node.value, not self.depth)

    def do_AugAssign(self, node):
        if type(node.op) not in BINARY:
            self.fail(node, "@= has no meaning in a formula")
        self.assign(node, node.target, f"({self.value(node.target)} {BINARY[type(node.op)]} {self.value(node.value)})")
        self.truths.assign(node.target, ast.BinOp(node.target, node.op, node.value), not self.depth)

    def do_If(self, node):
        self.put(node, f"if ({self.value(node.test)})")
        self.block(node.body)
        if node.orelse:
            self.text.append("else ")
            self.block(node.orelse)

    def do_For(self, node):
        call = node.iter
        if node.orelse or not (isinstance(call, ast.Call) and isinstance(node.target, ast.Name)
                               and 1 <= len(call.args) <= 3 and self.callee(call)[0] is range):
            self.fail(node, "only `for name in range(...)` can be translated")
        args = [self.bound_of_loop(a) for a in call.args[:2]]
        first, last = (["0"] + args)[-2:]
        step = self.step(call.args[2]) if len(call.args) > 2 else 1
        i, sign = self.name(node.target.id), ">" if step < 0 else "<"
        self.put(node, f"for ({i} = {first}; {i} {sign} {last}; {i} += {step})")
        self.truths.repeat(node.body)
        self.block(node.body)

    def bound_of_loop(self, node):
        """Translate a bound of range(). int() makes an integer there, so its argument must fit int64."""
        if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords and self.callee(node)[0] is int:
            return f"int64({self.value(node.args[0])})"
        return self.value(node)

    def step(self, node):
        sign = -1 if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else 1
        number = node.operand if sign < 0 else node
        if not isinstance(number, ast.Constant) or type(number.value) is not int or number.value == 0:
            self.fail(node, "the step of a loop is a constant integer that is not 0")
        return sign * number.value

    def returns(self, node, value):
        values = value.elts if isinstance(value, ast.Tuple) else [value]
        if value is None or not values:
            self.fail(node, "a value is returned")
        self.put(node, f"return {', '.join([self.value(v) for v in values])};")
        self.truths.returned = self.truths.returned or any(v in self.truths for v in values)

    def do_Return(self, node):
        self.returns(node, node.value)

    def do_Pass(self, node):
        pass

    def do_Expr(self, node):
        if not (isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)):
            self.refuse(node)


def translate(function, name=None, parameters=None):
    """Return (inputs, operation) of a Python function, whose arguments get the names `parameters` or keep their own names."""
    name = name or getattr(function, "__name__", type(function).__name__)

    def fail(fact):
        code = getattr(function, "__code__", None)
        place = f"line {code.co_firstlineno} of {code.co_filename}: " if code else ""
        raise _native.CompileError(f"{name}: {place}{fact}")

    program = Program(name)
    translator = Translator(_source.plain_function(function, fail), program)
    program.functions[id(function), frozenset()] = ""
    inputs, text = translator.translate(parameters)
    return inputs, "".join(program.text) + _place(function) + text
