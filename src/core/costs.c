/* costs.c - Amounts of work that depend on more than sizes (placement.h). */
#include "core/placement.h"

#include <math.h>
#include <string.h>

double gla_cost_spread(const gla_place_argument *a, const gla_place_argument *b)
{
    const gla_array *x = *(const gla_array **)a->at, *y = *(const gla_array **)b->at;
    if (!x || !y || x->ndim == 0 || y->ndim == 0)
        return fmax(gla_cost_size(a), gla_cost_size(b));
    double n = 1;
    for (int i = 1; i <= x->ndim || i <= y->ndim; i++)
        n *= fmax(i <= x->ndim ? (double)x->shape[x->ndim - i] : 1, i <= y->ndim ? (double)y->shape[y->ndim - i] : 1);
    return n;
}

/* Read the labels of one operand, "ij" of "ij,jk->ik", and note the lengths of its axes. Return the labels as a set, and put
 * the rest of the text in *text. Labels that follow an ellipsis belong to the last axes. */
static unsigned long read_labels(const char **text, const gla_array *x, double length[64])
{
    unsigned long set = 0;
    int n = (int)strcspn(*text, ",-"), axis = 0;
    for (int i = 0; i < n; i++) {
        int c = (*text)[i], label = c >= 'a' && c <= 'z' ? c - 'a' : c >= 'A' && c <= 'Z' ? 26 + c - 'A' : -1;
        if (c == '.')
            axis = x->ndim - (n - i - 3);
        if (label < 0)
            continue;
        set |= 1UL << label;
        if (axis >= 0 && axis < x->ndim)
            length[label] = fmax(length[label], (double)x->shape[axis]);
        axis++;
    }
    *text += n + ((*text)[n] == ',');
    return set;
}

/* Operands are multiplied in their order: each product takes two operations for each combination of the labels of both. */
double gla_cost_einsum(const gla_place_argument *subscripts, const gla_place_argument *operands)
{
    const char *text = *(const char **)subscripts->at;
    const gla_arrays *list = *(const gla_arrays **)operands->at;
    double length[64] = {0}, most = 0;
    unsigned long before = 0;
    for (int64_t i = 0; text && list && i < list->n; i++) {
        unsigned long labels = list->v[i] ? read_labels(&text, list->v[i], length) : 0;
        double flops = 2;
        for (int k = 0; k < 52; k++)
            flops *= (before | labels) >> k & 1 ? fmax(length[k], 1) : 1;
        most = fmax(most, flops);
        before = labels;
    }
    return most;
}

/* A model without fixed effects is counted as an eighth of one with them, as measured. */
double gla_cost_model(const gla_place_argument *formula, const gla_place_argument *data, const gla_place_argument *absorb)
{
    const gla_variable *y = formula->kind == GLA_PLACE_VARIABLE ? *(const gla_variable **)formula->at : NULL;
    const gla_arrays *effects = absorb && absorb->kind == GLA_PLACE_LIST ? *(const gla_arrays **)absorb->at : NULL;
    bool has_effects = (effects && effects->n > 0) || (y && y->text && strchr(y->text, '|'));
    double bytes = gla_cost_bytes(data);
    if (bytes == 0)
        bytes = y && y->array ? gla_bytes_of(y->array) : gla_cost_bytes(formula);
    return has_effects ? bytes : bytes / 8;
}
