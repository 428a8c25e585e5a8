"""Which values of a function are truths: True or False of Python, which are the integers 1 and 0 there.

Elements of boolean arrays are none: `~` is the opposite for these, while ~True is -2.  `_translate` asks here."""
import ast
import types

from . import _bindings

KEEPING = (ast.BitAnd, ast.BitOr, ast.BitXor)  # of two truths they make one


class Truths:
    """Those of one function, as far as it has been read; `names` are variables that may be truths at this place."""

    def __init__(self, translator, names):
        self.translator, self.names, self.returned = translator, set(names), False

    def __contains__(self, node):
        method = getattr(self, "of_" + type(node).__name__, None)
        return method(node) if method else False

    def of_Constant(self, node):
        return isinstance(node.value, bool)

    def of_Name(self, node):
        return node.id in self.names

    def of_Compare(self, node):
        return True

    def of_BoolOp(self, node):
        return any(v in self for v in node.values)

    def of_IfExp(self, node):
        return node.body in self or node.orelse in self

    def of_UnaryOp(self, node):
        return isinstance(node.op, ast.Not)

    def of_BinOp(self, node):
        return isinstance(node.op, KEEPING) and node.left in self and node.right in self

    def of_Call(self, node):
        value, _ = self.translator.callee(node)
        known = _bindings.known_function(value)
        if isinstance(known, tuple):  # min, max give one of their arguments
            return any(a in self for a in node.args)
        if known or not isinstance(value, types.FunctionType):
            return bool(known) and known.truth
        return self.translator.own_function(node, value) in self.translator.program.truths

    def places(self, nodes):
        """Which of these values are truths, by number."""
        return frozenset(i for i, node in enumerate(nodes) if node in self)

    def assign(self, target, value, surely=True):
        """A name has been given a value; `surely`: on every path."""
        if isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, (ast.Tuple, ast.List)):
            found = [v in self for v in value.elts]  # all at once
            for name, truth in zip(target.elts, found):
                self.note(name, truth, surely)
        else:
            self.note(target, value in self, surely)

    def note(self, target, truth, surely):
        if isinstance(target, ast.Name) and truth:
            self.names.add(target.id)
        elif isinstance(target, ast.Name) and surely:
            self.names.discard(target.id)

    def repeat(self, nodes):
        """What names may be when the statements come again, as in a loop."""
        before = None
        while before != self.names:
            before = set(self.names)
            for node in (n for statement in nodes for n in ast.walk(statement)):
                if isinstance(node, ast.Assign):
                    for target in node.targets:
                        self.assign(target, node.value, False)
                elif isinstance(node, ast.AnnAssign) and node.value is not None:
                    self.assign(node.target, node.value, False)
