/* least_squares.c - Regression line with standard errors in C, for the first of Anscombe's data sets, as in README.md. */
#include <gpulinalg.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Exit with the message of the last failure in this thread, if a call failed. */
static void check(gla_status status)
{
    if (status == GLA_OK)
        return;
    fprintf(stderr, "%s: %s\n", gla_status_name(status), gla_last_message());
    exit(1);
}

/* Return an array that borrows numbers of the program, without a copy. */
static gla_array *borrow(double *data, int ndim, const int64_t *shape)
{
    gla_array *a;
    check(gla_borrow(data, GLA_FLOAT64, ndim, shape, NULL, false, NULL, NULL, &a));
    return a;
}

/* Return the elements of an array on the host; *host keeps them alive. */
static const double *read(const gla_array *a, gla_array **host)
{
    void *data;
    check(gla_to_host(a, host, &data));
    return data;
}

int main(void)
{
    static const double x[11] = {10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5};
    static double y[11] = {8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68};
    static const char *const names[2] = {"intercept", "slope"};
    double design[11][2];
    for (int i = 0; i < 11; i++) {
        design[i][0] = 1;
        design[i][1] = x[i];
    }
    gla_array *a = borrow(design[0], 2, (const int64_t[]){11, 2}), *b = borrow(y, 1, (const int64_t[]){11});

    gla_array *solution, *residuals;
    check(gla_lstsq(a, b, &solution, &residuals, NULL, NULL, NULL)); /* NULL: rank and singular values are not needed */

    gla_array *at, *product, *inverse, *diagonal;
    check(gla_matrix_transpose(a, &at));
    check(gla_matmul(at, a, &product));
    check(gla_inv(product, &inverse));
    check(gla_diagonal(inverse, &diagonal, 0));

    gla_array *hosts[3];
    const double *beta = read(solution, &hosts[0]), *rest = read(residuals, &hosts[1]), *variance = read(diagonal, &hosts[2]);
    size_t step = (size_t)gla_array_strides(hosts[2])[0]; /* a diagonal is a view, and its elements are not contiguous */
    for (size_t i = 0; i < 2; i++)
        printf("%-10s %8.4f (%.4f)\n", names[i], beta[i], sqrt(rest[0] / 9 * variance[i * step]));

    gla_array *made[] = {a, b, solution, residuals, at, product, inverse, diagonal, hosts[0], hosts[1], hosts[2]};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        gla_unref(made[i]);
    return 0;
}
