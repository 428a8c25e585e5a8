/* columns.c - Regressors that depend linearly on others, and small triangular matrices. */
#include "econ/likelihood/likelihood.h"
#include "gpulinalg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double dot(int64_t n, const double *x, int64_t x_step, const double *y, int64_t y_step)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += x[i * x_step] * y[i * y_step];
    return sum;
}

/* The columns of R have the lengths and angles of the regressors. Each is orthogonalised against the kept columns before it,
 * twice because of rounding errors. Q has the orthonormal columns as rows; C their coefficients on the columns of R. */
int64_t lik_find_dependent(gla_scope *s, int64_t k, const double *R, int64_t ld, double tol, double *depends[])
{
    double *Q = gla_s_memory(s, k * k + 1, sizeof *Q), *C = gla_s_memory(s, k * k + 1, sizeof *C);
    double *on = gla_s_memory(s, k + 1, sizeof *on);
    int64_t found = 0;
    for (int64_t j = 0; j < k && !s->status; j++) {
        double *q = Q + j * k, *c = C + j * k, length = sqrt(dot(k, R + j, ld, R + j, ld));
        for (int64_t i = 0; i < k; i++)
            q[i] = R[i * ld + j];
        memset(on, 0, (size_t)k * sizeof *on);
        for (int round = 0; round < 2; round++)
            for (int64_t i = 0; i < j; i++) {
                double by = depends[i] ? 0 : dot(k, Q + i * k, 1, q, 1);
                for (int64_t l = 0; l < k && by != 0; l++) {
                    q[l] -= by * Q[i * k + l];
                    on[l] += by * C[i * k + l];
                }
            }
        double left = sqrt(dot(k, q, 1, q, 1));
        if (!(left > tol * length)) {
            depends[j] = gla_s_memory(s, k, sizeof **depends);
            if (depends[j])
                memcpy(depends[j], on, (size_t)k * sizeof *on);
            found++;
            continue;
        }
        for (int64_t i = 0; i < k; i++) {
            q[i] /= left;
            c[i] = ((i == j) - on[i]) / left;
        }
    }
    return found;
}

/* Write the names of the columns that a dependent column consists of. */
static void list_names(const model_frame *f, const double *on, char *text, size_t size)
{
    size_t used = 0;
    double most = 0;
    for (int64_t i = 0; i < f->X.n; i++)
        most = fmax(most, fabs(on[i]));
    text[0] = 0;
    for (int64_t i = 0; i < f->X.n && used + 1 < size; i++)
        if (fabs(on[i]) > 1e-8 * most)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", f->X.names[i]);
}

void lik_drop_columns(gla_scope *s, model_frame *f, double *const depends[], const bool *spanned)
{
    int64_t left = 0;
    char text[400];
    const char **names = gla_s_memory(s, f->X.n + 1, sizeof *names);
    gla_array *kept = NULL;
    const gla_array **columns = gla_s_memory(s, f->X.n + 1, sizeof *columns);
    for (int64_t j = 0; j < f->X.n && !s->status; j++) {
        bool by_effects = spanned && spanned[j];
        if (!by_effects && !depends[j]) {
            names[left] = f->X.names[j];
            columns[left++] = gla_s_slice(s, f->X.values, 1, j, 1);
            continue;
        }
        if (!by_effects)
            list_names(f, depends[j], text, sizeof text);
        lik_note(s, f, "%s: %s%s", f->X.names[j],
                 by_effects ? "spanned by the fixed effects"
                 : text[0]  ? "depends linearly on "
                            : "always 0",
                 by_effects ? "" : text);
    }
    if (left == 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: no regressor is left, because %s", s->op,
                   f->n_effects ? "the fixed effects span all of them" : "all are 0");
    if (s->status)
        return;
    kept = gla_s_adopt(s, gla_concat(&(gla_arrays){.n = left, .v = columns}, &kept, 1), &kept);
    bool constant = f->constant && left > 0 && strcmp(names[0], "Intercept") == 0;
    f->X = (model_columns){left, names, kept};
    f->constant = constant;
}

bool lik_invert_triangle(int64_t k, const double *R, int64_t ld, double *inverse)
{
    for (int64_t j = 0; j < k; j++) {
        if (!(fabs(R[j * ld + j]) > 0))
            return false;
        for (int64_t i = 0; i < k; i++)
            inverse[i * k + j] = 0;
        inverse[j * k + j] = 1 / R[j * ld + j];
        for (int64_t i = j - 1; i >= 0; i--)
            inverse[i * k + j] = -dot(j - i, R + i * ld + i + 1, 1, inverse + (i + 1) * k + j, k) / R[i * ld + i];
    }
    return true;
}

/* By Cholesky: A = L L', so A⁻¹ = M M' with M = L'⁻¹. A is overwritten by L' in the upper triangle of a copy. */
bool lik_invert_positive(int64_t k, const double *A, double *inverse)
{
    double *U = inverse;
    memcpy(U, A, (size_t)(k * k) * sizeof *U);
    for (int64_t j = 0; j < k; j++) {
        for (int64_t i = 0; i <= j; i++) {
            double left = A[i * k + j] - dot(i, U + i, k, U + j, k);
            if (i == j && !(left > 1e-14 * fabs(A[j * k + j])))
                return false;
            U[i * k + j] = i == j ? sqrt(left) : left / U[i * k + i];
        }
    }
    /* Invert U in place, from the last column, then form M M'. */
    for (int64_t j = k - 1; j >= 0; j--) {
        for (int64_t i = 0; i < j; i++)
            U[j * k + i] = 0;
    }
    for (int64_t i = k - 1; i >= 0; i--) {
        double d = 1 / U[i * k + i];
        for (int64_t j = k - 1; j > i; j--)
            U[i * k + j] = -d * dot(j - i, U + i * k + i + 1, 1, U + (i + 1) * k + j, k);
        U[i * k + i] = d;
    }
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = i; j < k; j++) {
            double sum = dot(k - j, U + i * k + j, 1, U + j * k + j, 1);
            U[i * k + j] = sum;
        }
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j < i; j++)
            U[i * k + j] = U[j * k + i];
    return true;
}
