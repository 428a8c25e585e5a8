/* operators.c - Operators of objects. They call the library directly, without Python code. */
#include "python/binding.h"

/* ---- operators with an object of a class other than Array
 * ----------------------------------------------------------------- */
/* Return true for an object of a class written in Python. Such a class may define the operator for our objects itself, and
 * Python then calls that definition. */
static bool is_foreign(PyObject *o)
{
    return o && Py_TYPE(o)->tp_flags & Py_TPFLAGS_HEAPTYPE && !PyObject_TypeCheck(o, &gla_py_handle_type);
}

/* Unless an exception of the script is pending, return NotImplemented, so that Python tries the other operand's method. */
static PyObject *decline(void)
{
    return PyErr_Occurred() ? NULL : gla_py_new_ref(Py_NotImplemented);
}

/* y is NULL if there is only one operand. */
static PyObject *operate(PyObject *x, PyObject *y, gla_operator_id id)
{
    if (!gla_py_handle_of(x) && !(y && gla_py_handle_of(y)))
        Py_RETURN_NOTIMPLEMENTED;
    gla_outcome out;
    gla_status st = gla_operate(&gla_py_reader, id, x, y, &out);
    bool ask = out.declined && (!st || is_foreign(x) || is_foreign(y)); /* == and != with objects of other libraries are not an
                                                                         * error */
    PyObject *result = ask ? decline() : st ? gla_py_raise(st) : gla_py_show(&out.results[0]);
    gla_release_outcome(&out);
    if (result && !ask && gla_warning_count() && gla_py_show_warnings() < 0)
        Py_CLEAR(result);
    return result;
}

/* ---- operators of arrays ------------------------------------------------------------------------------------------------ */
/* Among these operators only powers can cause warnings. */
static inline PyObject *with_warnings(PyObject *result, gla_operator_id id)
{
    if (id == GLA_OP_POW && result && gla_warning_count() && gla_py_show_warnings() < 0)
        Py_CLEAR(result);
    return result;
}

static inline void begin(gla_operator_id id)
{
    if (id == GLA_OP_POW)
        gla_start_call();
}

/* If an operand cannot be converted to an array, Python tries the other operand's method and then raises TypeError. */
static inline PyObject *binary(PyObject *x, PyObject *y, gla_operator_id id, const void *caller)
{
    const gla_operator *operator= & gla_operators()[id];
    gla_array *a, *b, *tmp_a = NULL, *tmp_b = NULL, *out = NULL;
    gla_status st;
    if (gla_py_is_other(x) || gla_py_is_other(y))
        return operate(x, y, id);
    begin(id);
    if (!(st = gla_py_array(x, &a, &tmp_a)) && !(st = gla_py_array(y, &b, &tmp_b))) {
        if (gla_py_pays(a) || gla_py_pays(b)) {
            if (gla_py_is_calibrating()) {
                gla_unref(tmp_a);
                gla_unref(tmp_b);
                return gla_py_learn_caller(caller);
            }
            tmp_a = tmp_a ? tmp_a : gla_py_take_temporary(x, caller);
            tmp_b = tmp_b ? tmp_b : gla_py_take_temporary(y, caller);
        }
        st = operator->binary(a, b, &out);
    }
    if (st && st != GLA_NO_ARRAY)
        gla_py_raise_about(st, operator->name, "the operand");
    gla_unref(tmp_a);
    gla_unref(tmp_b);
    return st == GLA_NO_ARRAY ? decline() : st ? NULL : with_warnings(gla_py_wrap(out), id);
}

static PyObject *inplace(PyObject *x, PyObject *y, gla_operator_id id)
{
    const gla_operator *operator= & gla_operators()[id];
    gla_array *a, *b, *tmp = NULL;
    begin(id);
    gla_status st = gla_py_self(x, &a);
    if (!st && !(st = gla_py_array(y, &b, &tmp)))
        st = gla_operate_in_place(operator, a, b);
    if (st && st != GLA_NO_ARRAY)
        gla_py_raise_about(st, operator->name, "the operand");
    gla_unref(tmp);
    if (st == GLA_NO_ARRAY && id == GLA_OP_ADD) /* In Python + may also mean concatenation, which Python would try after
                                                 * NotImplemented. */
        return PyErr_Occurred() ? NULL : PyNumber_Add(x, y);
    return st == GLA_NO_ARRAY ? decline() : st ? NULL : with_warnings(gla_py_new_ref(x), id);
}

static inline PyObject *unary(PyObject *x, gla_operator_id id, const void *caller)
{
    gla_array *a, *tmp = NULL, *out = NULL;
    if (gla_py_is_other(x))
        return operate(x, NULL, id);
    gla_status st = gla_py_self(x, &a);
    if (!st && gla_py_pays(a)) {
        if (gla_py_is_calibrating())
            return gla_py_learn_caller(caller);
        tmp = gla_py_take_temporary(x, caller);
    }
    if (!st)
        st = gla_operators()[id].unary(a, &out);
    if (st)
        gla_py_raise(st);
    gla_unref(tmp);
    return st ? NULL : gla_py_wrap(out);
}

/* Return address of the enclosing function. */
#define CALLER __builtin_return_address(0)

/* Slots of the type and their operator ids. If the result may reuse an operand's memory, the caller's address is passed. */
#define BINARY(X)                         \
    X(add, ADD, CALLER)                   \
    X(subtract, SUBTRACT, CALLER)         \
    X(multiply, MULTIPLY, CALLER)         \
    X(true_divide, DIVIDE, CALLER)        \
    X(floor_divide, FLOOR_DIVIDE, CALLER) \
    X(remainder, REMAINDER, CALLER)       \
    X(matrix_multiply, MATMUL, NULL)      \
    X(and, AND, CALLER)                   \
    X(or, OR, CALLER)                     \
    X(xor, XOR, CALLER)                   \
    X(lshift, LEFT_SHIFT, CALLER)         \
    X(rshift, RIGHT_SHIFT, CALLER)
#define UNARY(X) X(negative, NEGATIVE) X(positive, POSITIVE) X(absolute, ABS) X(invert, INVERT)

/* Define each operator and its in-place form. */
#define DEFINE(slot, id, caller)                              \
    static PyObject *binary_##slot(PyObject *x, PyObject *y)  \
    {                                                         \
        return binary(x, y, GLA_OP_##id, caller);             \
    }                                                         \
    static PyObject *inplace_##slot(PyObject *x, PyObject *y) \
    {                                                         \
        return inplace(x, y, GLA_OP_##id);                    \
    }
BINARY(DEFINE)
#undef DEFINE
#define DEFINE(slot, id)                       \
    static PyObject *unary_##slot(PyObject *x) \
    {                                          \
        return unary(x, GLA_OP_##id, CALLER);  \
    }
UNARY(DEFINE)
#undef DEFINE

static PyObject *power(PyObject *x, PyObject *y, PyObject *modulus)
{
    return modulus == Py_None ? binary(x, y, GLA_OP_POW, CALLER) : gla_py_new_ref(Py_NotImplemented);
}

static PyObject *inplace_power(PyObject *x, PyObject *y, PyObject *modulus)
{
    return modulus == Py_None ? inplace(x, y, GLA_OP_POW) : gla_py_new_ref(Py_NotImplemented);
}

static PyObject *divide_modulo(PyObject *x, PyObject *y)
{
    GLA_PY_OWNED PyObject *quotient = binary(x, y, GLA_OP_FLOOR_DIVIDE, NULL);
    if (!quotient || quotient == Py_NotImplemented)
        return quotient ? gla_py_new_ref(quotient) : NULL;
    GLA_PY_OWNED PyObject *remainder = binary(x, y, GLA_OP_REMAINDER, NULL);
    return remainder ? PyTuple_Pack(2, quotient, remainder) : NULL;
}

PyObject *gla_py_compare(PyObject *x, PyObject *y, int op)
{
    static const gla_operator_id ids[] = {
        [Py_LT] = GLA_OP_LESS,      [Py_LE] = GLA_OP_LESS_EQUAL, [Py_EQ] = GLA_OP_EQUAL,
        [Py_NE] = GLA_OP_NOT_EQUAL, [Py_GT] = GLA_OP_GREATER,    [Py_GE] = GLA_OP_GREATER_EQUAL};
    if (gla_py_is_other(y) && !gla_py_is_other(x))
        Py_RETURN_NOTIMPLEMENTED; /* Python tries the other object */
    return binary(x, y, ids[op], NULL);
}

/* ---- conversions of one-element arrays --------------------------------------------------------------------------- */
static int truth(PyObject *self)
{
    gla_array *a;
    bool value = false;
    gla_status st = gla_py_self(self, &a);
    if (!st)
        st = gla_truth(a, &value);
    if (st)
        gla_py_raise(st);
    return st ? -1 : value;
}

static PyObject *real_number(PyObject *self, const char *op, PyObject *(*convert)(PyObject *))
{
    gla_number n;
    gla_array *a;
    gla_status st = gla_py_self(self, &a);
    if (!st && !gla_py_leave_tape(op, a))
        return NULL;
    if (!st)
        st = gla_single_real(a, op, &n);
    if (st)
        return gla_py_raise(st);
    GLA_PY_OWNED PyObject *value = gla_py_number_object(&n);
    return value ? convert(value) : NULL;
}

static PyObject *to_int(PyObject *self)
{
    return real_number(self, "int", PyNumber_Long);
}
static PyObject *to_float(PyObject *self)
{
    return real_number(self, "float", PyNumber_Float);
}

static PyObject *to_index(PyObject *self)
{
    gla_number n;
    gla_array *a;
    gla_status st = gla_py_self(self, &a);
    if (!st)
        st = gla_single_index(a, &n);
    return st ? gla_py_raise(st) : gla_py_number_object(&n);
}

#define SLOT(slot, id, caller) .nb_##slot = binary_##slot,
#define IN_PLACE(slot, id, caller) .nb_inplace_##slot = inplace_##slot,
#define ONE_OPERAND(slot, id) .nb_##slot = unary_##slot,
PyNumberMethods gla_py_operators = {BINARY(SLOT) UNARY(ONE_OPERAND).nb_power = power};

/* The type inherits the others. */
PyNumberMethods gla_py_number_methods = {BINARY(IN_PLACE).nb_inplace_power = inplace_power,
                                         .nb_divmod = divide_modulo,
                                         .nb_bool = truth,
                                         .nb_int = to_int,
                                         .nb_float = to_float,
                                         .nb_index = to_index};
