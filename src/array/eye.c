/* eye.c - Matrix with ones on a diagonal. */
#include "core/scope.h"

gla_status gla_eye(int64_t n_rows, gla_array **out, const gla_ints *n_cols, int64_t k, gla_dtype dtype, const char *device)
{
    gla_scope s;
    gla_array *a;
    *out = NULL;
    if (n_cols && n_cols->n != 1)
        return gla_fail(GLA_ARGUMENT_ERROR, "eye: n_cols has %d elements; give one integer", n_cols->n);
    gla_ints shape = {.n = 2, .v = {n_rows, n_cols ? n_cols->v[0] : n_rows}};
    if (n_rows < 0 || shape.v[1] < 0) {
        char text[GLA_SHAPE_TEXT];
        return gla_fail(GLA_SHAPE_ERROR, "eye: shape %s has a negative dimension; give nonnegative integers",
                        gla_shape_text(2, shape.v, text, sizeof text));
    }
    gla_scope_begin(&s, "eye");
    a = gla_s_adopt(&s, gla_zeros(&shape, &a, dtype, device), &a);
    int64_t rows = shape.v[0], cols = shape.v[1];
    if (a && a->size && k > -rows && k < cols) { /* the diagonal starts in row 0 or in column 0 */
        int64_t row = k < 0 ? -k : 0, col = k > 0 ? k : 0;
        int64_t length = rows - row < cols - col ? rows - row : cols - col, step = cols + 1;
        gla_s_fill(&s, gla_s_view(&s, a, 1, &length, &step, row * cols + col), 1);
    }
    return gla_scope_return(&s, a, out);
}
