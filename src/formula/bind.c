/* bind.c - Determine the dtypes of a call's arguments, and find the typed expression for these dtypes. */
#include "formula/bind.h"
#include "runtime/lock.h"
#include "runtime/allocation.h"

#include "elementwise/map.h"

#include <stdio.h>
#include <string.h>

const char *gla_function_name(const char *class, const char *name, char buf[80])
{
    snprintf(buf, 80, "%.70s", name && *name ? name : class);
    return buf;
}

/* Resolve each type name to the promoted dtype of the arguments declared with it. */
static void name_types(const gla_formula *f, const gla_arrays *args, gla_type_names *names)
{
    names->n = 0;
    for (int i = 0; i < f->n_inputs; i++) {
        const gla_array *same[GLA_MAX_INPUTS];
        const char *name = f->inputs[i].type.name;
        int n = 0;
        bool known = !name;
        for (int k = 0; k < names->n && !known; k++)
            known = strcmp(names->name[k], name) == 0;
        for (int k = i; k < f->n_inputs && !known; k++)
            if (f->inputs[k].type.name && strcmp(f->inputs[k].type.name, name) == 0)
                same[n++] = args->v[k];
        if (known)
            continue;
        names->name[names->n] = name;
        names->dtype[names->n++] = gla_promote_arrays(n, same);
    }
}

/* Check that the declared dtype can represent all values of an argument. */
static gla_status check_declared(const gla_formula *f, int i, const gla_array *x, gla_dtype declared)
{
    bool weak = x->flags & GLA_WEAK;
    if (weak && gla_dtype_is_integer(x->dtype) && gla_dtype_is_integer(declared) && !gla_weak_integer_fits(x, declared))
        return gla_fail(GLA_OVERFLOW_ERROR, "%s: the value of `%s` is not representable in %s", f->op, f->inputs[i].name,
                        gla_dtype_name(declared));
    if ((weak ? gla_promote_weak(declared, x->dtype) : gla_promote(declared, x->dtype)) == declared)
        return GLA_OK;
    return gla_fail(GLA_DTYPE_ERROR, "%s: `%s` must be %s, but the argument is %s; convert it with astype first", f->op,
                    f->inputs[i].name, gla_dtype_name(declared), gla_dtype_name(x->dtype));
}

gla_status gla_bind(const gla_formula *f, const gla_arrays *args, gla_operand_type types[], gla_type_names *names)
{
    int64_t n = args ? args->n : 0;
    gla_status st = GLA_OK;
    bool known;
    if (n != f->n_inputs)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: takes %d argument%s, not %lld", f->op, f->n_inputs,
                        f->n_inputs == 1 ? "" : "s", (long long)n);
    name_types(f, args, names);
    for (int i = 0; i < f->n_inputs && !st; i++) {
        const gla_array *x = args->v[i];
        gla_dtype declared = gla_type_dtype(f->inputs[i].type, names, &known);
        types[i] = (gla_operand_type){.dtype = declared ? declared : x->dtype,
                                      .weak = !declared && x->flags & GLA_WEAK,
                                      .uniform = f->has_loops && x->ndim == 0};
        if (declared)
            st = check_declared(f, i, x, declared);
    }
    return st;
}

static bool same_types(int n, const gla_operand_type *a, const gla_operand_type *b)
{
    for (int i = 0; i < n; i++)
        if (a[i].dtype != b[i].dtype || a[i].weak != b[i].weak || a[i].uniform != b[i].uniform)
            return false;
    return true;
}

static void free_variant(gla_variant *v)
{
    for (int i = 0; i < 3; i++) {
        gla_expr_free(v->expr[i]);
        gla_expr_free(v->rounds[i]);
    }
    gla_free(v);
}

/* Find implicit casts of integer scalar arguments. Skip explicit casts such as uint8(x), which may wrap around. */
static void find_narrow(gla_variant *v)
{
    const gla_expr *e = v->expr[0];
    for (int i = e->n_inputs; i < e->n; i++) {
        const gla_value *cast = &e->values[i];
        if (cast->kind != GLA_EXPR_CAST || !cast->weak || !gla_dtype_is_integer(cast->dtype))
            continue;
        const gla_value *of = &e->values[cast->arg[0]];
        if (of->kind == GLA_EXPR_INPUT && of->weak && gla_dtype_is_integer(of->dtype))
            v->narrow[cast->arg[0]] |= 1u << cast->dtype;
    }
}

gla_status gla_check_plain(const gla_formula *f, const gla_variant *v, const gla_arrays *args)
{
    for (int i = 0; i < f->n_inputs; i++)
        for (int dtype = 0; v->narrow[i] >> dtype; dtype++)
            if (v->narrow[i] >> dtype & 1 && !gla_weak_integer_fits(args->v[i], (gla_dtype)dtype))
                return gla_fail(GLA_OVERFLOW_ERROR,
                                "%s: the value of `%s` is not representable in %s; convert the array with astype first", f->op,
                                f->inputs[i].name, gla_dtype_name((gla_dtype)dtype));
    return GLA_OK;
}

gla_status gla_find_variant(gla_variants *table, const gla_formula *f, const gla_operand_type types[],
                            const gla_type_names *names, gla_make_variant *make, const void *owner, gla_variant **out)
{
    gla_status st = GLA_OK;
    gla_lock(&table->lock);
    gla_variant *v = table->first;
    while (v && !same_types(f->n_inputs, v->inputs, types))
        v = v->next;
    if (!v && !(v = gla_calloc(1, sizeof *v))) {
        st = gla_fail_memory(f->op, sizeof *v);
    } else if (!v->expr[0]) {
        memcpy(v->inputs, types, (size_t)f->n_inputs * sizeof *types);
        if ((st = make(owner, names, v))) {
            free_variant(v);
            v = NULL;
        } else {
            find_narrow(v);
            v->next = table->first;
            table->first = v;
        }
    }
    pthread_mutex_unlock(&table->lock);
    *out = v;
    return st;
}

void gla_clear_variants(gla_variants *table)
{
    for (gla_variant *v = table->first, *next; v; v = next) {
        next = v->next;
        free_variant(v);
    }
    pthread_mutex_destroy(&table->lock);
}
