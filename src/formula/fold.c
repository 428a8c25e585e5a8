/* fold.c - User-defined reductions and scans: types of map, combine and post, and operands of a call. */
#include "formula/fold.h"
#include "elementwise/ops.h"

#include "formula/rounds.h"
#include "reduce/common.h"

#include <stdio.h>
#include <string.h>

void gla_fold_destroy(void *object)
{
    gla_fold *f = object;
    gla_clear_variants(&f->variants);
    gla_formula_free(f->map);
    gla_formula_free(f->combine);
    gla_formula_free(f->post);
    gla_free(f);
}

static gla_status parse(gla_fold *f, const char *op, const char *inputs, const char *output, const char *map,
                        const char *combine, const char *post)
{
    gla_status st;
    if ((st = gla_formula_parse(op, "map", inputs, "", map, &f->map)) ||
        (st = gla_formula_parse(op, "reduce", "a, b", "", combine, &f->combine)) ||
        (st = gla_formula_parse(op, "post", "a, n", output, post && *post ? post : "a", &f->post)))
        return st;
    if (f->post->n_outputs > 1)
        return gla_formula_fail(f->post, f->post->outputs[1].at, "only one output is allowed");
    return f->map->n_inputs ? GLA_OK : gla_fail(GLA_ARGUMENT_ERROR, "%s: inputs is empty; name at least one input", op);
}

gla_status gla_fold_new(const gla_class *class, bool is_scan, const char *inputs, const char *output, const char *map,
                        const char *combine, const char *post, const gla_array *identity, const char *name, gla_fold **out)
{
    char op[80];
    gla_function_name(is_scan ? "scan" : "reduction", name, op);
    *out = NULL;
    gla_fold *f = gla_object_new(op, class, NULL, sizeof *f);
    if (!f)
        return gla_last_status();
    f->is_scan = is_scan;
    f->has_identity = identity;
    pthread_mutex_init(&f->variants.lock, NULL);
    gla_status st;
    if ((st = parse(f, op, inputs, output, map, combine, post)) ||
        (identity && (st = gla_read_number(op, "identity", identity, &f->identity))))
        gla_object_unref(f);
    else
        *out = f;
    return st;
}

/* ---- types ------------------------------------------------------------------------------------------------------------- */
static gla_dtype type_of(const gla_expr *e)
{
    return e->values[e->outputs[0]].dtype;
}

/* Resolve a formula that must return exactly one value. */
static gla_status resolve(const gla_formula *f, const gla_operand_type inputs[], const gla_type_names *names, gla_expr **e)
{
    gla_expr_free(*e);
    gla_status st = gla_expr_resolve(f, inputs, names, e);
    if (!st && (*e)->n_outputs != 1) {
        st = gla_formula_fail(f, 0, "%d values are returned, but exactly one is required", (*e)->n_outputs);
        gla_expr_free(*e);
        *e = NULL;
    }
    return st;
}

static gla_status give_as(gla_expr *e, gla_dtype dtype)
{
    int value = gla_expr_cast(e, e->outputs[0], dtype, false);
    e->outputs[0] = value < 0 ? e->outputs[0] : value;
    return value < 0 ? gla_last_status() : GLA_OK;
}

/* Return true if combining two values may yield a value of larger magnitude, as in sums and products. */
static bool grows(const gla_syntax *s)
{
    static const gla_op ops[] = {GLA_OP_add,    GLA_OP_subtract, GLA_OP_multiply,          GLA_OP_pow,
                                 GLA_OP_square, GLA_OP_negative, GLA_OP_bitwise_left_shift};
    bool found = false;
    for (; s && !found; s = s->next) {
        for (size_t i = 0; i < sizeof ops / sizeof *ops && s->kind == GLA_SYNTAX_OPERATION; i++)
            found = found || s->op == ops[i];
        found = found || (s->kind == GLA_SYNTAX_CALL && grows(s->function->body));
        for (int i = 0; i < 3; i++)
            found = found || grows(s->child[i]);
    }
    return found;
}

/* Check the identity, which is the result of an empty reduction and the initial value of a scan. */
static gla_status check_identity(const gla_fold *f, gla_dtype accumulated, gla_dtype result)
{
    const gla_number *x = &f->identity;
    gla_dtype dtype = f->is_scan ? accumulated : result;
    bool whole = x->is_integer || (x->im == 0 && x->re >= -9223372036854775808.0 && x->re < 18446744073709551616.0 &&
                                   x->re == (double)(__int128)x->re);
    __int128 n = x->is_integer ? x->integer : whole ? (__int128)x->re : 0;
    if (!f->has_identity || gla_dtype_is_complex(dtype))
        return GLA_OK;
    if (x->is_complex)
        return gla_fail(GLA_DTYPE_ERROR, "%s: the identity is complex, but the accumulator is %s; give a real identity",
                        f->map->op, gla_dtype_name(dtype));
    if (dtype >= GLA_FLOAT32)
        return GLA_OK;
    if (whole && dtype == GLA_BOOL && (n == 0 || n == 1))
        return GLA_OK;
    if (whole && dtype != GLA_BOOL && gla_integer_fits((uint64_t)n, n > INT64_MAX, dtype))
        return GLA_OK;
    return gla_fail(GLA_DTYPE_ERROR,
                    "%s: the identity cannot be represented in %s, the dtype of the accumulator; give another one, or "
                    "convert the argument",
                    f->map->op, gla_dtype_name(dtype));
}

/* Determine the accumulator dtype: the dtype of mapped elements, or the wider dtype that results from combining them. Sums and
 * products of integers are as wide as the results of `sum` and `prod`. */
static gla_status make_variant(const void *owner, const gla_type_names *names, gla_variant *v)
{
    const gla_fold *f = owner;
    gla_status st = resolve(f->map, v->inputs, names, &v->expr[0]);
    if (st)
        return st;
    gla_dtype type = type_of(v->expr[0]), before = GLA_NO_DTYPE;
    if (grows(f->combine->body))
        type = gla_sum_dtype(type);
    while (type != before) {
        gla_operand_type both[2] = {{.dtype = type}, {.dtype = type}};
        before = type;
        if ((st = resolve(f->combine, both, names, &v->expr[1])))
            return st;
        type = gla_promote(type, type_of(v->expr[1]));
    }
    gla_operand_type last[2] = {{.dtype = type}, {.dtype = GLA_INT64, .weak = true, .uniform = true}};
    if ((st = give_as(v->expr[0], type)) || (st = give_as(v->expr[1], type)) ||
        (st = resolve(f->post, last, names, &v->expr[2])))
        return st;
    for (int i = 0; i < 3; i++)
        if ((st = gla_rounds_new(v->expr[i], &v->rounds[i])))
            return st;
    return check_identity(f, type, type_of(v->expr[2]));
}

/* ---- calls --------------------------------------------------------------------------------------------------------------- */
void gla_fold_begin(gla_fold_call *call, const gla_fold *f, const gla_arrays *args)
{
    gla_operand_type types[GLA_MAX_INPUTS];
    gla_type_names names;
    gla_scope *s = &call->s;
    gla_scope_begin(s, f->map->op);
    call->f = (gla_fold *)f; /* only the cache of variants changes */
    call->n = f->map->n_inputs;
    call->ndim = 0;
    if (gla_s_check(s, gla_bind(f->map, args, types, &names)) ||
        gla_s_check(s, gla_find_variant(&call->f->variants, f->map, types, &names, make_variant, f, &call->v)) ||
        gla_s_check(s, gla_check_plain(f->map, call->v, args)))
        return;
    call->result = type_of(call->v->expr[2]);
    gla_s_place(s, call->n, args->v, true, &call->dev, call->placed);
    if (!s->status)
        gla_s_check(s, gla_common_shape(s->op, call->n, args->v, &call->ndim, call->shape));
    if (!s->status && !call->dev->is_host)
        gla_s_check(s, gla_rounds_check(call->v->rounds[0], args->v));
}

void gla_fold_check_post(gla_fold_call *call, int64_t n)
{
    gla_array *count;
    if (call->s.status || !call->v->rounds[2] || call->dev->is_host)
        return;
    count = gla_s_adopt(&call->s, gla_scalar(GLA_INT64, &n, &count), &count);
    const gla_array *both[2] = {count, count};
    if (count)
        gla_s_check(&call->s, gla_rounds_check(call->v->rounds[2], both));
}

void gla_fold_view(const gla_fold_call *call, const int order[], gla_fold_operands *operands)
{
    for (int i = 0; i < call->n; i++) {
        const gla_array *a = call->placed[i];
        gla_stack_view *view = &operands->view[i];
        int skip = call->ndim - a->ndim;
        view->a = (gla_array){.object.dev = a->object.dev,
                              .buffer = a->buffer,
                              .offset = a->offset,
                              .size = 1,
                              .dtype = a->dtype,
                              .ndim = call->ndim,
                              .flags = a->flags};
        view->a.shape = view->a.dims;
        view->a.strides = view->a.dims + call->ndim;
        for (int d = 0; d < call->ndim; d++) {
            int axis = order ? order[d] : d;
            view->a.shape[d] = call->shape[axis];
            view->a.size *= call->shape[axis];
            view->a.strides[d] = axis < skip || a->shape[axis - skip] != call->shape[axis] ? 0 : a->strides[axis - skip];
        }
        operands->in[i] = &view->a;
    }
}

gla_constant gla_fold_identity(const gla_fold_call *call)
{
    const gla_number *x = &call->f->identity;
    gla_constant c = {.dtype = type_of(call->v->expr[0]), .integer = (int64_t)x->integer, .re = x->re, .im = x->im};
    if (x->is_integer && c.dtype >= GLA_FLOAT32)
        c.re = (double)x->integer;
    else if (!x->is_integer && c.dtype < GLA_FLOAT32)
        c.integer = (int64_t)(uint64_t)(__int128)x->re; /* it is integral, because other identities have been refused */
    return c;
}

void gla_fold_fill(gla_fold_call *call, gla_array *out)
{
    const gla_number *x = &call->f->identity;
    gla_array *value;
    int64_t integer = (int64_t)x->integer;
    double parts[2] = {x->re, x->im};
    if (!call->f->has_identity) {
        gla_s_fail(&call->s, GLA_SHAPE_ERROR, "%s: there are no elements along the axis; give an identity, or skip such arrays",
                   call->s.op);
        return;
    }
    gla_dtype dtype = x->is_integer ? GLA_INT64 : x->is_complex ? GLA_COMPLEX128 : GLA_FLOAT64;
    gla_status st = gla_scalar(dtype, x->is_integer ? (void *)&integer : parts, &value);
    gla_s_assign(&call->s, out, gla_s_adopt(&call->s, st, &value));
}

void gla_fold_code(gla_fold_call *call, gla_fold_kind kind, const gla_array *const in[], int nkeep, char **text)
{
    gla_fold_plan plan;
    gla_fold_plan_init(&plan, kind, call->v->expr[0], in, nkeep);
    gla_s_check(&call->s, gla_code_source(call->s.op, gla_fold_exprs(call), &plan.key, text));
}
