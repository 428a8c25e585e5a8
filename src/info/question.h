/* question.h - A question about the cost of an operation: "lstsq (n,10) (n) float32 n=1e3..1e7". */
#ifndef GLA_INFO_QUESTION_H
#define GLA_INFO_QUESTION_H

#include "core/core.h"
#include "core/placement.h"

enum { GLA_QUESTION_SHAPES = 4 };

/* A length of -1 is n. */
typedef struct gla_question_shape {
    int ndim;
    int64_t lengths[4];
} gla_question_shape;

typedef struct gla_question {
    const gla_plan *plan;
    gla_dtype dtype;
    double from, to; /* values of n, whole numbers */
    int n_shapes;
    gla_question_shape shapes[GLA_QUESTION_SHAPES]; /* of the operands, or of the result of a function without operands */
} gla_question;

gla_status gla_question_read(const char *text, gla_question *q);

/* The arguments of a call with a value of n. Only shapes and dtypes of the arrays are set. The struct must not be copied. */
typedef struct gla_imagined {
    gla_place_argument arguments[9];
    int n_operands;
    const gla_array *operands[GLA_QUESTION_SHAPES];
    gla_stack_view arrays[GLA_QUESTION_SHAPES];
    int64_t shapes[GLA_QUESTION_SHAPES][4];
    const gla_array *handles[9];
    gla_ints count;
    const gla_ints *count_at;
    gla_arrays list;
    const gla_arrays *list_at;
} gla_imagined;
void gla_imagine(const gla_question *q, double n, gla_imagined *call);

#endif
