/* diagonal.c - Functions of the test class DiagonalMatrix, see diagonal.h. */
#include "core/core.h"
#include "core/entry.h"
#include "runtime/object.h"

#include "gpulinalg.h"

struct gla_diagonal_matrix {
    gla_object object;
    gla_array *values;
};

static void destroy(void *object)
{
    gla_unref(((gla_diagonal_matrix *)object)->values);
    gla_free(object);
}

const gla_class gla_diagonal_matrix_class = {.name = "DiagonalMatrix", .destroy = destroy};

/* Makes a matrix; takes over the reference to its values. */
static gla_status make(gla_status st, gla_array *values, gla_diagonal_matrix **matrix)
{
    *matrix = st ? NULL : gla_object_new("DiagonalMatrix", &gla_diagonal_matrix_class, NULL, sizeof **matrix);
    if (*matrix)
        (*matrix)->values = values;
    else
        gla_unref(values);
    return st ? st : *matrix ? GLA_OK : gla_last_status();
}

gla_status gla_do_new_diagonal_matrix(const gla_array *values, gla_diagonal_matrix **matrix)
{
    gla_array *copy = NULL;
    gla_status st = gla_copy(values, &copy);
    return make(st, copy, matrix);
}

gla_status gla_do_diagonal_matrix_values(const gla_diagonal_matrix *matrix, gla_array **out)
{
    return gla_copy(matrix->values, out);
}

gla_status gla_do_diagonal_matrix_apply(const gla_diagonal_matrix *matrix, const gla_array *b, gla_array **out)
{
    gla_array *column = NULL;
    const gla_ints shape = {2, {-1, 1}};
    gla_status st = gla_reshape(matrix->values, &shape, &column, GLA_MAYBE, NULL);
    st = st ? st : gla_multiply(column, b, out);
    gla_unref(column);
    return st;
}

gla_status gla_do_diagonal_matrix_apply_right(const gla_diagonal_matrix *matrix, const gla_array *b, gla_array **out)
{
    return gla_multiply(b, matrix->values, out);
}

gla_status gla_do_diagonal_matrix_chain(const gla_diagonal_matrix *matrix, const gla_diagonal_matrix *other,
                                        gla_diagonal_matrix **product)
{
    gla_array *values = NULL;
    gla_status st = gla_multiply(matrix->values, other->values, &values);
    return make(st, values, product);
}

gla_status gla_do_diagonal_matrix_scale(const gla_diagonal_matrix *matrix, const gla_array *factor,
                                        gla_diagonal_matrix **scaled, double power)
{
    gla_array *values = NULL;
    gla_status st = power == 1 ? gla_multiply(matrix->values, factor, &values)
                               : gla_fail(GLA_ARGUMENT_ERROR, "scale: power is not 1");
    return make(st, values, scaled);
}

gla_status gla_do_diagonal_matrix_solve_right(const gla_diagonal_matrix *matrix, const gla_array *b, gla_array **out)
{
    return gla_divide(b, matrix->values, out);
}

gla_status gla_do_diagonal_matrix_negated(const gla_diagonal_matrix *matrix, gla_diagonal_matrix **negated)
{
    gla_array *values = NULL;
    gla_status st = gla_negative(matrix->values, &values);
    return make(st, values, negated);
}

gla_status gla_do_diagonal_matrix_below(const gla_diagonal_matrix *matrix, const gla_array *limit, gla_array **out)
{
    return gla_less(matrix->values, limit, out);
}
