/* golub.c - singular values by the bidiagonalisation of Golub and Kahan, restarted as Baglama and Reichel do: two bases, and
 * products with the matrix and its adjoint in turn. */
#include "eigen/eigen.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/linalg.h"

#include <math.h>
#include <string.h>

void eigen_golub_ask(gla_scope *s, eigen_solver *q)
{
    if (q->placed_left && q->at == q->from)
        eigen_ask(s, q, EIGEN_RIGHT, q->flipped ? "A" : "AH", eigen_row(s, &q->u, q->u.rows, q->at));
    else
        eigen_ask(s, q, EIGEN_LEFT, q->flipped ? "AH" : "A", eigen_row(s, &q->v, q->v.rows, q->at));
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
        eigen_ask(s, q, EIGEN_RIGHT, q->flipped ? "A" : "AH", eigen_row(s, &q->u, q->u.rows, at));
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

/* What the steps say goes into the bidiagonal matrix, up to the first that left nothing; whether that was a left vector. */
static int collect(gla_scope *s, eigen_solver *q, double *beta, bool *left)
{
    eigen_steps u = eigen_read(s, &q->u), v = eigen_read(s, &q->v);
    int64_t m = q->m;
    *left = false;
    for (int j = q->from; j < m && !s->status; j++) {
        bool known = j == q->from && q->placed_left;
        double alpha = known ? 0 : eigen_square(&u, j);
        if (!known && !isnan(alpha) && eigen_is_spent(&u, j, j)) {
            q->h[j + j * m] = 0;
            *left = true;
            return j;
        }
        double square = known || eigen_is_usable(s, q, alpha) ? eigen_square(&v, j) : 0;
        bool spent = !isnan(square) && eigen_is_spent(&v, j, j + 1);
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
    double *s, *bound;
    double complex *x, *y; /* left and right singular vectors of the small matrix as columns, m x m */
    int *order;
} triplets;

static triplets decompose(gla_scope *s, const eigen_solver *q, double beta)
{
    int64_t m = q->m, shape[2] = {m, m};
    gla_array *h = NULL, *part[3] = {NULL};
    gla_device *host = NULL;
    triplets t = {.x = gla_s_memory(s, m * m, sizeof *t.x),
                  .y = gla_s_memory(s, m * m, sizeof *t.y),
                  .s = gla_s_memory(s, m, sizeof *t.s),
                  .bound = gla_s_memory(s, m, sizeof *t.bound),
                  .order = gla_s_memory(s, m, sizeof *t.order)};
    const double *data[3] = {NULL};
    double complex *values = gla_s_memory(s, m, sizeof *values);
    if (s->status || gla_s_check(s, gla_host_device(&host)) || !(h = gla_s_new(s, host, GLA_FLOAT64, 2, shape)))
        return t;
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < m; j++)
            ((double *)gla_data(h))[i * m + j] = creal(q->h[i + j * m]);
    if (gla_s_check(s, gla_svd(h, &part[0], &part[1], &part[2], true)))
        return t;
    for (int i = 0; i < 3; i++) {
        void *to = NULL;
        gla_s_own(s, part[i]);
        gla_s_to_host(s, gla_s_contiguous(s, host, GLA_FLOAT64, part[i]), &to);
        data[i] = to;
    }
    for (int64_t i = 0; i < m && !s->status; i++) {
        t.s[i] = data[1][i];
        values[i] = t.s[i];
        for (int64_t j = 0; j < m; j++) {
            t.x[j + i * m] = data[0][j * m + i];
            t.y[j + i * m] = data[2][i * m + j];
        }
        t.bound[i] = beta * cabs(t.x[m - 1 + i * m]);
    }
    if (!s->status)
        eigen_sort(q->which, true, q->m, values, t.order);
    return t;
}

static void select_columns(const triplets *t, int m, int n, const int *number, double complex *x, double complex *y)
{
    for (int i = 0; i < n; i++) {
        memcpy(x + (int64_t)i * m, t->x + (int64_t)number[i] * m, (size_t)m * sizeof *x);
        memcpy(y + (int64_t)i * m, t->y + (int64_t)number[i] * m, (size_t)m * sizeof *y);
    }
}

static eigen_next restart(gla_scope *s, eigen_solver *q, const triplets *t, double beta)
{
    int64_t m = q->m;
    int kept = q->k + (q->m - q->k) / 2;
    kept = kept < q->m ? kept : q->m - 1;
    double complex *x = gla_s_memory(s, m * m, sizeof *x), *y = gla_s_memory(s, m * m, sizeof *y);
    if (s->status)
        return EIGEN_OVER;
    q->failed = true; /* from here on there is no way back, until the step is over */
    select_columns(t, q->m, kept, t->order, x, y);
    memset(q->h, 0, (size_t)(m * m) * sizeof *q->h);
    for (int i = 0; i < kept; i++) {
        q->h[i + i * m] = t->s[t->order[i]];
        q->h[i + kept * m] = beta * x[m - 1 + i * m];
    }
    eigen_compress(s, &q->u, x, q->m, kept);
    eigen_compress(s, &q->v, y, q->m, kept);
    gla_array *to = eigen_row(s, &q->v, q->v.rows, kept), *last = eigen_row(s, &q->v, q->v.rows, q->m);
    if (!s->status)
        gla_s_assign(s, to, last);
    q->from = q->at = kept;
    q->placed_left = false;
    q->restarts++;
    return beta > 0 ? EIGEN_PRODUCT : EIGEN_PLACE;
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
    for (int i = 0; i < q->m; i++) { /* by size, the largest first */
        bool wanted = false;
        for (int j = 0; j < q->k; j++)
            wanted |= t->order[j] == i;
        if (wanted && eigen_is_known(q, t->bound[i], t->s[i], t->s[0])) {
            number[n] = i;
            values[n++] = t->s[i] / q->scale;
        }
    }
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
    if (s->status)
        return EIGEN_OVER;
    q->converged = 0;
    for (int i = 0; i < q->k; i++)
        q->converged += eigen_is_known(q, t.bound[t.order[i]], t.s[t.order[i]], t.s[0]);
    if (q->converged < q->k && q->restarts < q->maxiter) {
        return restart(s, q, &t, beta);
    }
    finish(s, q, &t);
    eigen_is_over(s, q);
    return EIGEN_OVER;
}
