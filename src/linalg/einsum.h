/* einsum.h - Parsed subscripts of einsum: labels as integers. */
#ifndef GLA_LINALG_EINSUM_H
#define GLA_LINALG_EINSUM_H

#include "common.h"

enum { GLA_EINSUM_OPERANDS = 12, GLA_EINSUM_LABELS = 64 };

/* Axes of an array in memory, each with its own unique label.  x is owned by the scope.  When an array is needed, x is viewed
 * with exactly these axes. */
typedef struct gla_term {
    gla_array *x;
    int n;
    int labels[GLA_MAX_NDIM];
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
} gla_term;

/* The parsed request.  Labels are numbered in the order in which they first appear. */
typedef struct gla_subscripts {
    int n, nlabels;
    char letters[GLA_EINSUM_LABELS];   /* 0 for a dimension of an ellipsis */
    int64_t length[GLA_EINSUM_LABELS]; /* length of the axes with this label */
    gla_term terms[GLA_EINSUM_OPERANDS], result;
} gla_subscripts;

static inline uint64_t gla_labels_mask(const gla_term *t)
{
    uint64_t mask = 0;
    for (int i = 0; i < t->n; i++)
        mask |= (uint64_t)1 << t->labels[i];
    return mask;
}

/* Convert the operands to terms, and find the labels of the result.  If an operand repeats a label, its diagonal is taken. */
void gla_read_subscripts(gla_scope *s, const char *text, int n, gla_array *const operands[], gla_subscripts *e);

#endif
