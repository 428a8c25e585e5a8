/* object_operators.c - operators with an object of another class than Array: what the library has for the pair. */
#include "binding.h"

/* What may know an operator with our objects, which Python then asks: an object of a class that was written in Python. */
static bool is_foreign(PyObject *o)
{
    return o && Py_TYPE(o)->tp_flags & Py_TPFLAGS_HEAPTYPE && !gla_py_is_handle(o) && !PyObject_TypeCheck(o, &gla_py_base_type);
}

static PyObject *finish(gla_status st, void *out)
{
    PyObject *result = NULL;
    if (st)
        gla_py_raise(st);
    else
        result = strcmp(gla_object_class(out), "Array") ? gla_py_object(out) : gla_py_wrap(out);
    if (result && gla_warning_count() && gla_py_show_warnings() < 0)
        Py_CLEAR(result);
    return result;
}

/* y is NULL where there is one operand. */
static PyObject *operate(PyObject *x, PyObject *y, gla_operator_id id)
{
    PyObject *const given[2] = {x, y};
    gla_array *in[2] = {gla_py_held(x), y ? gla_py_held(y) : NULL}, *tmp[2] = {NULL, NULL};
    gla_object_operator *function;
    void *out = NULL;
    gla_start_call();
    if (!in[0] && !in[1])
        Py_RETURN_NOTIMPLEMENTED;
    gla_status st = gla_find_operator(id, in[0], in[1], &function);
    if ((st && (is_foreign(x) || is_foreign(y))) || (!st && !function && !(in[0] && in[1])))
        Py_RETURN_NOTIMPLEMENTED; /* == and != of what is not ours: Python says that it is not the same */
    if (!st && !function)
        return PyBool_FromLong((in[0] == in[1]) == (id == GLA_OP_EQUAL));
    for (int i = 0; i < 2 && !st; i++)
        if (given[i] && !in[i])
            st = gla_py_array(given[i], &in[i], &tmp[i]);
    if (!st)
        st = function(in[0], in[1], &out);
    bool ask = st == GLA_PY_NO_ARRAY && (is_foreign(x) || is_foreign(y));
    if (st && !ask) {
        st = st == GLA_PY_NO_ARRAY ? GLA_ARGUMENT_ERROR : st;
        gla_argument_of(gla_operators()[id].name, "the operand");
    }
    PyObject *result = ask ? gla_py_new_ref(Py_NotImplemented) : finish(st, out);
    gla_unref(tmp[0]);
    gla_unref(tmp[1]);
    return result;
}

#define BINARY(name, id) \
    static PyObject *name(PyObject *x, PyObject *y) { return operate(x, y, GLA_OP_##id); }
BINARY(add, ADD)
BINARY(subtract, SUBTRACT)
BINARY(multiply, MULTIPLY)
BINARY(divide, DIVIDE)
BINARY(floor_divide, FLOOR_DIVIDE)
BINARY(modulo, REMAINDER)
BINARY(matmul, MATMUL)
BINARY(bit_and, AND)
BINARY(bit_or, OR)
BINARY(bit_xor, XOR)
BINARY(left_shift, LEFT_SHIFT)
BINARY(right_shift, RIGHT_SHIFT)

#define UNARY(name, id) \
    static PyObject *name(PyObject *x) { return operate(x, NULL, GLA_OP_##id); }
UNARY(negative, NEGATIVE)
UNARY(positive, POSITIVE)
UNARY(absolute, ABS)
UNARY(invert, INVERT)

static PyObject *power(PyObject *x, PyObject *y, PyObject *modulus)
{
    if (modulus != Py_None)
        Py_RETURN_NOTIMPLEMENTED;
    return operate(x, y, GLA_OP_POW);
}

PyObject *gla_py_compare_objects(PyObject *x, PyObject *y, int op)
{
    static const gla_operator_id ids[] = {[Py_LT] = GLA_OP_LESS, [Py_LE] = GLA_OP_LESS_EQUAL, [Py_EQ] = GLA_OP_EQUAL,
                                          [Py_NE] = GLA_OP_NOT_EQUAL, [Py_GT] = GLA_OP_GREATER,
                                          [Py_GE] = GLA_OP_GREATER_EQUAL};
    return operate(x, y, ids[op]);
}

PyNumberMethods gla_py_object_methods = {
    .nb_add = add,
    .nb_subtract = subtract,
    .nb_multiply = multiply,
    .nb_true_divide = divide,
    .nb_floor_divide = floor_divide,
    .nb_remainder = modulo,
    .nb_power = power,
    .nb_matrix_multiply = matmul,
    .nb_and = bit_and,
    .nb_or = bit_or,
    .nb_xor = bit_xor,
    .nb_lshift = left_shift,
    .nb_rshift = right_shift,
    .nb_negative = negative,
    .nb_positive = positive,
    .nb_absolute = absolute,
    .nb_invert = invert,
};
