/* expr.c - Build typed expressions with type promotion and common subexpression elimination. */
#include "formula/expr.h"
#include "elementwise/ops.h"
#include "runtime/allocation.h"

#include "elementwise/map.h"

#include <string.h>

#define MAX_VALUES 5000

gla_expr *gla_expr_new(const char *op)
{
    gla_expr *e = gla_calloc(1, sizeof *e);
    if (!e) {
        gla_fail_memory(op, sizeof *e);
        return NULL;
    }
    e->op = op;
    e->open = -1;
    return e;
}

void gla_expr_free(gla_expr *e)
{
    if (e)
        gla_free(e->values);
    gla_free(e);
}

void gla_expr_truncate(gla_expr *e, int n, int open)
{
    e->n = n;
    e->open = open;
}

static int append(gla_expr *e, gla_value v)
{
    if (e->n == MAX_VALUES) {
        gla_fail(GLA_COMPILE_ERROR, "the formula computes more than %d values; use a loop", MAX_VALUES);
        return -1;
    }
    if (e->n == e->capacity) {
        int capacity = e->capacity ? 2 * e->capacity : 32;
        gla_value *larger = gla_realloc(e->values, (size_t)capacity * sizeof *larger);
        if (!larger) {
            gla_fail_memory("expression", (size_t)capacity * sizeof *larger);
            return -1;
        }
        e->values = larger;
        e->capacity = capacity;
    }
    v.loop = e->open;
    gla_expr_find_range(e, &v);
    e->values[e->n] = v;
    return e->n++;
}

/* Return true if a value is visible in the open loops: the value is in an open loop, or in no loop. */
static bool is_seen(const gla_expr *e, int value)
{
    int loop = e->open;
    while (loop >= 0 && loop != e->values[value].loop)
        loop = e->values[loop].loop;
    return loop == e->values[value].loop;
}

static bool same_constant(const gla_constant *a, const gla_constant *b)
{
    return a->dtype == b->dtype && a->integer == b->integer && memcmp(&a->re, &b->re, sizeof a->re) == 0 &&
           memcmp(&a->im, &b->im, sizeof a->im) == 0;
}

/* Append a value, or return the index of an equal value computed before. */
static int once(gla_expr *e, gla_value v)
{
    int lowest = e->n > 2000 ? e->n - 2000 : 0;
    for (int i = e->n; i-- > lowest;) {
        const gla_value *u = &e->values[i];
        if (u->kind == v.kind && u->dtype == v.dtype && u->weak == v.weak && u->op == v.op && u->compute == v.compute &&
            memcmp(u->arg, v.arg, sizeof v.arg) == 0 && same_constant(&u->value, &v.value) && is_seen(e, i))
            return i;
    }
    return append(e, v);
}

int gla_expr_input(gla_expr *e, gla_operand_type type)
{
    e->n_inputs++;
    return append(e, (gla_value){.kind = GLA_EXPR_INPUT, .dtype = type.dtype, .weak = type.weak, .uniform = type.uniform});
}

int gla_expr_constant(gla_expr *e, gla_constant value, bool weak)
{
    return once(e, (gla_value){.kind = GLA_EXPR_CONSTANT, .dtype = value.dtype, .weak = weak, .uniform = true, .value = value});
}

/* Convert a constant to another dtype. Return false if the conversion must be done at run time. */
static bool cast_constant(const gla_constant *c, gla_dtype dtype, gla_constant *to)
{
    bool whole = c->dtype < GLA_FLOAT32;
    double re = !whole ? c->re : c->dtype == GLA_UINT64 ? (double)(uint64_t)c->integer : (double)c->integer;
    *to = (gla_constant){.dtype = dtype};
    if (dtype >= GLA_FLOAT32) {
        bool single = dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64, is_complex = dtype >= GLA_COMPLEX64;
        to->re = single ? (double)(float)re : re;
        to->im = !is_complex ? 0 : single ? (double)(float)c->im : c->im;
        return true;
    }
    to->integer = c->integer;
    return whole && (dtype == GLA_BOOL ? (to->integer = c->integer != 0, true)
                                       : gla_integer_fits((uint64_t)c->integer, c->dtype == GLA_UINT64, dtype));
}

int gla_expr_cast(gla_expr *e, int value, gla_dtype dtype, bool weak)
{
    const gla_value *v = &e->values[value];
    gla_constant constant;
    if (v->dtype == dtype && v->weak == weak)
        return value;
    if (gla_dtype_is_complex(v->dtype) && dtype != GLA_BOOL && !gla_dtype_is_complex(dtype)) {
        gla_fail(GLA_COMPILE_ERROR, "%s cannot be converted to %s; take real(), imag() or abs()", gla_dtype_name(v->dtype),
                 gla_dtype_name(dtype));
        return -1;
    }
    if (v->kind == GLA_EXPR_CONSTANT && cast_constant(&v->value, dtype, &constant))
        return gla_expr_constant(e, constant, weak);
    return once(e, (gla_value){.kind = GLA_EXPR_CAST, .dtype = dtype, .weak = weak, .uniform = v->uniform, .arg = {value}});
}

/* Return true if float64 can represent an integer exactly: at most 53 bits from the first to the last nonzero bit. */
static bool is_exact(const gla_constant *c)
{
    uint64_t n = c->dtype == GLA_INT64 && c->integer < 0 ? 0 - (uint64_t)c->integer : (uint64_t)c->integer;
    return n == 0 || 64 - __builtin_clzll(n) - __builtin_ctzll(n) <= 53;
}

/* Check that an integer constant is representable in the dtype that it is implicitly converted to. */
static bool converts(const gla_value *v, gla_dtype dtype)
{
    bool whole = v->kind == GLA_EXPR_CONSTANT && v->weak && v->dtype < GLA_FLOAT32;
    if (whole && gla_dtype_is_integer(dtype) && !gla_integer_fits((uint64_t)v->value.integer, v->dtype == GLA_UINT64, dtype)) {
        bool huge = v->dtype == GLA_UINT64, negative = !huge && v->value.integer < 0;
        uint64_t size = negative ? 0 - (uint64_t)v->value.integer : (uint64_t)v->value.integer;
        gla_fail(GLA_COMPILE_ERROR, "%s%llu is not representable in %s; write a cast", negative ? "-" : "",
                 (unsigned long long)size, gla_dtype_name(dtype));
        return false;
    }
    if (whole && gla_dtype_is_integer(v->dtype) && dtype >= GLA_FLOAT32 && !is_exact(&v->value)) {
        gla_fail(GLA_COMPILE_ERROR, "an integer here has more digits than float64; write it as a float, such as 1e16, if "
                                    "rounding is intended");
        return false;
    }
    return true;
}

/* Convert an operand to the dtype of a computation. */
static int bring(gla_expr *e, int value, gla_dtype dtype)
{
    const gla_value *v = &e->values[value];
    if (!converts(v, dtype))
        return -1;
    return v->dtype == dtype ? value : gla_expr_cast(e, value, dtype, v->weak);
}

int gla_expr_join(gla_expr *e, int value, gla_dtype dtype, bool weak)
{
    const gla_value *v = &e->values[value];
    if (!converts(v, dtype))
        return -1;
    /* The values of arguments are checked when the function is called. */
    if (v->weak && v->kind != GLA_EXPR_INPUT && gla_dtype_is_integer(v->dtype) && gla_dtype_is_integer(dtype) &&
        !gla_expr_range_fits(v, dtype)) {
        gla_fail(GLA_COMPILE_ERROR,
                 "an integer is combined with %s here, which might not represent the integer exactly; write a cast",
                 gla_dtype_name(dtype));
        return -1;
    }
    return gla_expr_cast(e, value, dtype, weak);
}

gla_dtype gla_expr_common(const gla_value *a, const gla_value *b, bool *weak)
{
    *weak = a->weak && b->weak;
    if (a->weak == b->weak)
        return gla_promote(a->dtype, b->dtype);
    return gla_promote_weak(a->weak ? b->dtype : a->dtype, a->weak ? a->dtype : b->dtype);
}

static bool is_comparison(gla_op op)
{
    return op >= GLA_OP_equal && op <= GLA_OP_greater_equal;
}

/* Return the dtype for an exact comparison of two integers; GLA_FLOAT64 stands for uint64 with a signed dtype. */
static gla_dtype comparison_type(const gla_value *a, const gla_value *b)
{
    for (int swap = 0; swap < 2; swap++) {
        const gla_value *number = swap ? b : a, *other = swap ? a : b;
        if (number->weak && !other->weak && number->kind == GLA_EXPR_CONSTANT &&
            gla_integer_fits((uint64_t)number->value.integer, number->dtype == GLA_UINT64, other->dtype))
            return other->dtype;
        if (number->weak && !other->weak && number->kind != GLA_EXPR_CONSTANT && number->dtype == GLA_INT64 &&
            gla_dtype_is_unsigned(other->dtype))
            return gla_promote(GLA_INT64, other->dtype);
    }
    return gla_promote(a->dtype, b->dtype);
}

static int compute(gla_expr *e, gla_op op, gla_dtype type, const int args[])
{
    const gla_op_info *info = gla_op_describe(op);
    gla_value v = {.kind = GLA_EXPR_OPERATION, .op = op, .compute = type, .dtype = gla_map_result(op, type), .uniform = true};
    int first = op == GLA_OP_where ? 1 : 0;
    v.weak = !is_comparison(op) && v.dtype != GLA_BOOL;
    for (int i = 0; i < info->arity; i++) {
        gla_dtype want = i < first ? GLA_BOOL : type;
        if (i >= first)
            v.weak = v.weak && e->values[args[i]].weak;
        v.arg[i] = want != GLA_BOOL && op == GLA_OP_where ? gla_expr_join(e, args[i], want, e->values[args[i]].weak)
                   : want != GLA_BOOL                     ? bring(e, args[i], want)
                   : e->values[args[i]].dtype == GLA_BOOL ? args[i]
                                                          : gla_expr_cast(e, args[i], GLA_BOOL, false);
        if (v.arg[i] < 0)
            return -1;
        v.uniform = v.uniform && e->values[v.arg[i]].uniform;
    }
    return once(e, v);
}

/* Compare a uint64 with a signed integer: x op y becomes sign(x - y) op 0, or 0 op sign(y - x). */
static int compare_mixed(gla_expr *e, gla_op op, const int args[])
{
    bool swap = e->values[args[1]].dtype == GLA_UINT64;
    int first = gla_expr_cast(e, args[swap], GLA_INT64, false);
    int second = first < 0 ? -1 : gla_expr_cast(e, args[!swap], GLA_INT64, false);
    int signs[2] = {first, second};
    int sign = second < 0 ? -1 : compute(e, GLA_OP_compare_unsigned, GLA_INT64, signs);
    int zero = sign < 0 ? -1 : gla_expr_constant(e, (gla_constant){.dtype = GLA_INT64}, false);
    int last[2] = {swap ? zero : sign, swap ? sign : zero};
    return zero < 0 ? -1 : compute(e, op, GLA_INT64, last);
}

/* Fold an operation on integer constants exactly. The result must fit in 64 bits. Return -1 on failure, and -2 if an operand is
 * not an integer constant. */
static int fold(gla_expr *e, gla_op op, int n, const int args[])
{
    const gla_constant *in[3];
    gla_constant value;
    for (int i = 0; i < n; i++) {
        const gla_value *v = &e->values[args[i]];
        if (v->kind != GLA_EXPR_CONSTANT || !v->weak || !gla_dtype_is_integer(v->dtype))
            return -2;
        in[i] = &v->value;
    }
    gla_folding folding = gla_fold_constants(op, n, in, &value);
    if (folding == GLA_FOLDS_TOO_LARGE || folding == GLA_FOLDS_BY_ZERO) {
        gla_fail(GLA_COMPILE_ERROR, "%s", gla_folding_fault(folding));
        return -1;
    }
    return folding == GLA_FOLDED ? gla_expr_constant(e, value, true) : -2;
}

/* Return conj, real or imag of a real value: the value itself, or zero. */
static int part_of_real(gla_expr *e, gla_op op, int of)
{
    const gla_value v = e->values[of];
    int zero = op == GLA_OP_imag ? gla_expr_constant(e, (gla_constant){.dtype = GLA_INT64}, v.weak) : of;
    return zero < 0 || zero == of ? zero : gla_expr_cast(e, zero, v.dtype, v.weak);
}

int gla_expr_operation(gla_expr *e, gla_op op, const int args[])
{
    int n = gla_op_describe(op)->arity, first = op == GLA_OP_where ? 1 : 0, folded = fold(e, op, n, args);
    if (folded != -2)
        return folded;
    if ((op == GLA_OP_conj || op == GLA_OP_real || op == GLA_OP_imag) && !gla_dtype_is_complex(e->values[args[0]].dtype))
        return part_of_real(e, op, args[0]);
    gla_dtype strong = GLA_NO_DTYPE, weak = GLA_NO_DTYPE, type;
    bool integers = true;
    const gla_value *last = &e->values[args[n - 1]];
    bool shifts = op == GLA_OP_bitwise_left_shift || op == GLA_OP_bitwise_right_shift;
    if (shifts && last->kind == GLA_EXPR_CONSTANT && last->dtype == GLA_INT64 && last->value.integer < 0) {
        gla_fail(GLA_COMPILE_ERROR, "an integer is shifted by a negative number");
        return -1;
    }
    for (int i = first; i < n; i++) {
        const gla_value *v = &e->values[args[i]];
        *(v->weak ? &weak : &strong) = gla_promote(v->weak ? weak : strong, v->dtype);
        integers = integers && gla_dtype_is_integer(v->dtype);
    }
    if (is_comparison(op) && integers) {
        type = comparison_type(&e->values[args[0]], &e->values[args[1]]);
        return gla_dtype_is_integer(type) ? compute(e, op, type, args) : compare_mixed(e, op, args);
    }
    if (gla_map_type_of(op, gla_promote_weak(strong, weak), &type))
        return -1;
    if (op == GLA_OP_pow && gla_dtype_is_integer(type) && e->values[args[1]].low < 0) {
        gla_fail(GLA_COMPILE_ERROR, "an integer is raised to a power that may be negative; convert the base or the "
                                    "exponent to float64, or make the exponent unsigned");
        return -1;
    }
    return compute(e, op, type, args);
}

/* ---- loops ----------------------------------------------------------------------------------------------------------- */
int gla_expr_loop(gla_expr *e, int begin, int end, bool reached, int64_t step)
{
    int loop = append(e, (gla_value){.kind = GLA_EXPR_LOOP,
                                     .dtype = GLA_INT64,
                                     .arg = {begin, end},
                                     .reached = reached,
                                     .value = {.dtype = GLA_INT64, .integer = step}});
    if (loop >= 0)
        e->open = loop;
    return loop;
}

int gla_expr_counter(gla_expr *e)
{
    return append(e, (gla_value){.kind = GLA_EXPR_COUNTER, .dtype = GLA_INT64, .weak = true, .uniform = true});
}

int gla_expr_carried(gla_expr *e, int initial, bool wide)
{
    const gla_value *v = &e->values[initial];
    int carried = append(e, (gla_value){.kind = GLA_EXPR_CARRIED, .dtype = v->dtype, .weak = v->weak, .arg = {initial}});
    if (carried >= 0 && wide)
        gla_expr_widen(&e->values[carried]);
    return carried;
}

gla_status gla_expr_end(gla_expr *e, int n, const int carried[], const int next[])
{
    int loop = e->open;
    for (int i = 0; i < n; i++)
        e->values[carried[i]].arg[1] = next[i];
    int end = append(e, (gla_value){.kind = GLA_EXPR_END, .arg = {loop}});
    if (end < 0)
        return gla_last_status();
    e->values[loop].arg[2] = end;
    e->open = e->values[loop].loop;
    /* Values carried by the loop are visible after it. */
    for (int i = 0; i < n; i++)
        e->values[carried[i]].uniform = false;
    return GLA_OK;
}
