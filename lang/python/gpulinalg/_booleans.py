"""Determine which values of a function are Python's True or False, which become the integers 1 and 0 in a formula.

Elements of boolean arrays do not count: `~` negates them, while ~True is -2. `_translate` uses this module."""
import ast
import types

from . import _bindings

KEEPING = (ast.BitAnd, ast.BitOr, ast.BitXor)  # with two truth values as operands these return a truth value


class Booleans:
    """The truth values of one function, as far as it has been read; `names` are the variables that may be truth values at this
    point."""

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
        if isinstance(known, tuple):  # min and max return one of their arguments
            return any(a in self for a in node.args)
        if known or not isinstance(value, types.FunctionType):
            return bool(known) and known.truth
        return self.translator.own_function(node, value) in self.translator.program.truths

    def places(self, nodes):
        """Return the positions of the nodes that are truth values."""
        return frozenset(i for i, node in enumerate(nodes) if node in self)

    def assign(self, target, value, surely=True):
        """Record an assignment to a name; `surely` is True if every path executes it."""
        if isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, (ast.Tuple, ast.List)):
            found = [v in self for v in value.elts]  # all values are evaluated before the first assignment
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
        """Find which names may be truth values if the statements are repeated, as in a loop."""
        before = None
        while before != self.names:
            before = set(self.names)
            for node in (n for statement in nodes for n in ast.walk(statement)):
                if isinstance(node, ast.Assign):
                    for target in node.targets:
                        self.assign(target, node.value, False)
                elif isinstance(node, ast.AnnAssign) and node.value is not None:
                    self.assign(node.target, node.value, False)
