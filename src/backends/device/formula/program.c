/* program.c - Programs of formulas, found like the programs of kernels/. */
#include "formula.h"

#include <string.h>

#define MAX_GROUPS 16384

static void put_formula(gla_writer *w, const gla_device_program *p)
{
    const gla_code *code = p->of;
    gla_code_key key;
    memcpy(&key, p->numbers, sizeof key);
    gla_put_code(w, (const gla_expr *const *)code->exprs, &key);
}

gla_status gla_device_formula_program(int n, const gla_expr *const exprs[], const gla_code_key *key, gla_device_program *p)
{
    const gla_code *code;
    gla_status st = gla_code_of(n, exprs, &code);
    _Static_assert(sizeof *key <= sizeof p->numbers, "the numbers of a program hold the key of a formula");
    *p = (gla_device_program){.file = "formula", .put = put_formula, .of = code};
    memcpy(p->numbers, key, sizeof *key);
    return st;
}

int64_t gla_device_formula_groups(int64_t n)
{
    int64_t groups = (n + GLA_GROUP - 1) / GLA_GROUP;
    return groups < MAX_GROUPS ? groups : MAX_GROUPS;
}

int gla_device_fold_arguments(const gla_fold_plan *p, gla_argument *args, int n)
{
    args[n++] = (gla_argument){GLA_ARGUMENT_VALUE, p->layout, p->layout_bytes};
    for (int i = 0; i < p->n_inputs; i++)
        args[n++] = p->is_number[i] ? (gla_argument){GLA_ARGUMENT_VALUE, p->value[i], gla_itemsize(p->stored[i])}
                                    : (gla_argument)GLA_BUFFER(p->data[i]);
    return n;
}
