/* golub.c - Singular values by Golub-Kahan bidiagonalisation with the restarts of Baglama and Reichel.  The method has two
 * bases, and alternates between products with the matrix and with its adjoint. */
#include "eigen/eigen.h"
#include "runtime/devices.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/linalg.h"

#include <math.h>
#include <string.h>

void eigen_golub_ask(gla_scope *s, eigen_solver *q)
{
    if (q->placed_left && q->at == q->from)
        eigen_request_product(s, q, EIGEN_RIGHT, q->flipped ? "A" : "AH", eigen_row(s, &q->u, q->u.rows, q->at));
    else
        eigen_request_product(s, q, EIGEN_LEFT, q->flipped ? "AH" : "A", eigen_row(s, &q->v, q->v.rows, q->at));
}

bool eigen_golub_take(gla_scope *s, eigen_solver *q, gla_array *y)
{
    int at = q->at;
    gla_array *w = eigen_scaled(s, q, y);
    if (q->stage == EIGEN_LEFT) {
        eigen_orthogonalise(s, &q->u, w, at, at == q->from || at == 0 ? 0 : at - 1, at, at);
        eigen_normalise(s, &q->u, at, at);
        if (eigen_ends_here(s, &q->u, at, at))
            return true;
        eigen_request_product(s, q, EIGEN_RIGHT, q->flipped ? "A" : "AH", eigen_row(s, &q->u, q->u.rows, at));
        return false;
    }
    eigen_orthogonalise(s, &q->v, w, at + 1, at, at + 1, at);
    eigen_normalise(s, &q->v, at + 1, at);
    q->at++;
    if (q->at == q->m || eigen_ends_here(s, &q->v, at, at + 1))
        return true;
    eigen_golub_ask(s, q);
    return false;
}

/* Copy the coefficients to the bidiagonal matrix, up to the first step that left only rounding errors.  *left is set to true if
 * that step computed a left vector. */
static int collect(gla_scope *s, eigen_solver *q, double *beta, bool *left)
{
    eigen_steps u = eigen_read(s, &q->u), v = eigen_read(s, &q->v);
    int64_t m = q->m;
    *left = false;
    for (int j = q->from; j < m && !s->status; j++) {
        bool known = j == q->from && q->placed_left;
        double alpha = known ? 0 : eigen_square(&u, j);
        if (!known && !isnan(alpha) && eigen_is_dependent(&u, j, j)) {
            q->h[j + j * m] = 0;
            *left = true;
            return j;
        }
        double square = known || eigen_is_usable(s, q, alpha) ? eigen_square(&v, j) : 0;
        bool spent = !isnan(square) && eigen_is_dependent(&v, j, j + 1);
        if (s->status || (!spent && !eigen_is_usable(s, q, square)))
            break;
        q->h[j + j * m] = sqrt(alpha);
        *beta = spent ? 0 : sqrt(square);
        if (j + 1 < m)
            q->h[j + (j + 1) * m] = *beta;
        if (spent)
            return j;
    }
    return q->m;
}

typedef struct triplets {
    eigen_ritz ritz;       /* singular values, in the form of eigenvalue approximations */
    double complex *x, *y; /* left and right singular vectors of the small matrix, as columns, m x m */
} triplets;

static triplets make_triplets(gla_scope *s, const eigen_solver *q)
{
    int64_t m = q->m;
    return (triplets){.ritz = {.m = q->m,
                               .value = gla_s_memory(s, m, sizeof(double complex)),
                               .bound = gla_s_memory(s, m, sizeof(double)),
                               .order = gla_s_memory(s, m, sizeof(int))},
                      .x = gla_s_memory(s, m * m, sizeof(double complex)),
                      .y = gla_s_memory(s, m * m, sizeof(double complex))};
}

/* Compute U, s and Vᴴ of the rows that are not locked, on the host. */
static void decompose_rest(gla_scope *s, const eigen_solver *q, const double *data[3])
{
    int64_t m = q->m, first = q->locked, n = m - first;
    gla_array *h = NULL, *part[3] = {NULL};
    gla_device *host = NULL;
    if (s->status || gla_s_check(s, gla_host_device(&host)) || !(h = gla_s_new(s, host, GLA_FLOAT64, 2, (int64_t[]){n, n})))
        return;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            ((double *)gla_data(h))[i * n + j] = creal(q->h[first + i + (first + j) * m]);
    if (gla_s_check(s, gla_svd(h, &part[0], &part[1], &part[2], true)))
        return;
    for (int i = 0; i < 3; i++) {
        void *to = NULL;
        gla_s_own(s, part[i]);
        gla_s_to_host(s, gla_s_contiguous(s, host, GLA_FLOAT64, part[i]), &to);
        data[i] = to;
    }
}

static triplets decompose(gla_scope *s, const eigen_solver *q, double beta)
{
    int64_t m = q->m, first = q->locked, n = m - first;
    triplets t = make_triplets(s, q);
    const double *data[3] = {NULL};
    decompose_rest(s, q, data);
    for (int64_t i = 0; i < m && !s->status; i++) {
        t.ritz.value[i] = i < first ? q->h[i + i * m] : data[1][i - first];
        if (i < first)
            t.x[i + i * m] = t.y[i + i * m] = 1;
        for (int64_t j = 0; j < n && i >= first; j++) {
            t.x[first + j + i * m] = data[0][j * n + i - first];
            t.y[first + j + i * m] = data[2][(i - first) * n + j];
        }
        t.ritz.bound[i] = beta * cabs(t.x[m - 1 + i * m]);
    }
    eigen_rank(s, q, &t.ritz);
    return t;
}

static void select_columns(const triplets *t, int m, int n, const int *number, double complex *x, double complex *y)
{
    for (int i = 0; i < n; i++) {
        memcpy(x + (int64_t)i * m, t->x + (int64_t)number[i] * m, (size_t)m * sizeof *x);
        memcpy(y + (int64_t)i * m, t->y + (int64_t)number[i] * m, (size_t)m * sizeof *y);
    }
}

/* Keep these triplets and couple them with the next vector. */
static void keep(gla_scope *s, eigen_solver *q, const triplets *t, const int *number, int kept, double beta)
{
    int64_t m = q->m;
    double complex *x = gla_s_memory(s, m * m, sizeof *x), *y = gla_s_memory(s, m * m, sizeof *y);
    if (s->status)
        return;
    q->failed = true; /* the search cannot be restored until the step is complete */
    select_columns(t, q->m, kept, number, x, y);
    memset(q->h, 0, (size_t)(m * m) * sizeof *q->h);
    for (int i = 0; i < kept; i++) {
        q->h[i + i * m] = t->ritz.value[number[i]];
        q->h[i + kept * m] = beta * x[m - 1 + i * m];
    }
    eigen_compress(s, &q->u, x, q->m, kept);
    eigen_compress(s, &q->v, y, q->m, kept);
    q->from = q->at = kept;
    q->placed_left = false;
}

static eigen_next restart(gla_scope *s, eigen_solver *q, const triplets *t, double beta)
{
    int kept = q->k + (q->m - q->k) / 2, n = q->locked;
    int *number = gla_s_memory(s, q->m, sizeof *number);
    kept = kept < q->m ? kept : q->m - 1;
    for (int i = 0; i < q->m && !s->status; i++) {
        int at = t->ritz.order[i];
        if (i < q->locked)
            number[i] = i;
        if (at >= q->locked && n < kept)
            number[n++] = at;
    }
    keep(s, q, t, number, kept, beta);
    gla_array *to = eigen_row(s, &q->v, q->v.rows, kept), *last = eigen_row(s, &q->v, q->v.rows, q->m);
    if (!s->status)
        gla_s_assign(s, to, last);
    q->restarts++;
    return beta > 0 ? EIGEN_PRODUCT : EIGEN_PLACE;
}

/* Lock the converged triplets.  A random vector starts the search in their orthogonal complement. */
static eigen_next lock(gla_scope *s, eigen_solver *q, const triplets *t, const int *chosen, int count)
{
    keep(s, q, t, chosen, count, 0);
    eigen_locked(q, count);
    return EIGEN_PLACE;
}

static void finish(gla_scope *s, eigen_solver *q, const triplets *t)
{
    int64_t m = q->m;
    int n = 0;
    int *number = gla_s_memory(s, q->k + 1, sizeof *number);
    double complex *x = gla_s_memory(s, m * (q->k + 1), sizeof *x), *y = gla_s_memory(s, m * (q->k + 1), sizeof *y);
    double complex *values = gla_s_memory(s, q->k + 1, sizeof *values);
    if (s->status)
        return;
    for (int i = 0; i < q->k; i++) { /* by size, the largest first */
        int at = t->ritz.order[i], place = n;
        if (!eigen_has_converged(q, &t->ritz, at))
            continue;
        for (; place > 0 && creal(t->ritz.value[number[place - 1]]) < creal(t->ritz.value[at]); place--)
            number[place] = number[place - 1];
        number[place] = at;
        n++;
    }
    for (int i = 0; i < n; i++)
        values[i] = t->ritz.value[number[i]] / q->scale;
    select_columns(t, q->m, n, number, x, y);
    bool complexes = gla_dtype_is_complex(q->v.dtype);
    const eigen_basis *left = q->flipped ? &q->v : &q->u, *right = q->flipped ? &q->u : &q->v;
    gla_array *u = eigen_combine(s, left, q->flipped ? y : x, q->m, n, complexes);
    gla_array *v = eigen_combine(s, right, q->flipped ? x : y, q->m, n, complexes);
    u = eigen_normal_signs(s, u, &v);
    v = gla_s_swap_last(s, v);
    v = complexes ? gla_s_apply(s, gla_conj, v) : v;
    gla_array *w = eigen_values_array(s, q, values, n, false);
    if (!s->status) {
        eigen_keep(&q->values, w);
        eigen_keep(&q->left, u);
        eigen_keep(&q->vectors, v);
    }
}

eigen_next eigen_end_golub(gla_scope *s, eigen_solver *q)
{
    double beta = 0;
    bool left = false;
    int spent = collect(s, q, &beta, &left);
    if (s->status)
        return EIGEN_OVER;
    if (left) {
        q->from = q->at = spent;
        return EIGEN_PLACE_LEFT;
    }
    if (spent < q->m - 1) {
        q->from = q->at = spent + 1;
        q->placed_left = false;
        return EIGEN_PLACE;
    }
    triplets t = decompose(s, q, beta);
    int *chosen = gla_s_memory(s, q->k, sizeof *chosen);
    if (s->status)
        return EIGEN_OVER;
    q->converged = 0;
    for (int i = 0; i < q->k; i++)
        q->converged += eigen_has_converged(q, &t.ritz, t.ritz.order[i]);
    bool known = q->converged == q->k && eigen_is_complete(s, q, &t.ritz);
    int count = known ? 0 : eigen_choose_locked(q, &t.ritz, chosen);
    if (count > 0)
        return lock(s, q, &t, chosen, count);
    if (!known && q->restarts - q->began < q->maxiter)
        return restart(s, q, &t, beta);
    finish(s, q, &t);
    q->incomplete_check = !known;
    eigen_is_over(s, q);
    return EIGEN_OVER;
}
