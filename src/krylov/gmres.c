/* gmres.c - Restarted GMRES: the basis is computed by modified Gram-Schmidt on the device, the small least squares problem is
 * solved on the host.
 *
 * Y. Saad and M. H. Schultz, SIAM Journal on Scientific and Statistical Computing 7 (1986) 856.  The preconditioner is applied
 * from the right, so that the residual is the residual of A x = b. */
#include "complexes.h"
#include "krylov/krylov.h"

#include <math.h>

/* Return the index of the Hessenberg element (i, j) among the scalars.  At the end of a cycle column 0 contains the solution y
 * of the small problem. */
static int hessenberg(const gla_sparse_iteration *q, int64_t i, int64_t j)
{
    return (int)(GMRES_COLUMNS + 1 + j * (q->o.restart + 1) + i);
}

static gla_array *basis(gla_sparse_iteration *q, gla_scope *s, int64_t j)
{
    if (!q->basis[j] && !s->status) {
        gla_array *made = gla_s_new(s, q->dev, q->dtype, 2, (int64_t[]){q->n, q->k});
        q->basis[j] = made ? gla_ref(made) : NULL;
    }
    return q->basis[j];
}

/* Set y = x/‖x‖ and store the norm as scalar `at`.  If `at` is 0, the norm is already known. */
static void normalize(gla_sparse_iteration *q, gla_scope *s, gla_array *x, gla_array *y, int at)
{
    static const krylov_row length = {.dots = 1, .left = {0}, .right = {0}, .sum = {KRYLOV_FIRST}, .step = KRYLOV_GMRES_LENGTH};
    static const krylov_row divide = {.factor = {{PLUS(GMRES_INVERSE)}}};
    gla_array *in[GLA_KRYLOV_INPUTS] = {x}, *out[GLA_KRYLOV_OUTPUTS] = {y}, *none[GLA_KRYLOV_OUTPUTS] = {NULL};
    if (at)
        krylov_pass(q, s, &length, in, none, at);
    krylov_pass(q, s, &divide, in, out, 0);
}

static void begin(gla_sparse_iteration *q, gla_scope *s)
{
    q->inner = 0;
    normalize(q, s, krylov_vector(q, s, V_R), basis(q, s, 0), GMRES_COLUMNS);
}

static void point(gla_sparse_iteration *q, gla_scope *s)
{
    gla_array *v = basis(q, s, q->inner);
    if (v)
        krylov_put(q, V_P, gla_ref(v));
}

/* Orthogonalise the product against the basis.  Each pass also computes the next inner product. */
static void orthogonalize(gla_sparse_iteration *q, gla_scope *s)
{
    int64_t j = q->inner;
    gla_array *w = krylov_vector(q, s, V_T), *from = krylov_vector(q, s, V_AX), *none[GLA_KRYLOV_OUTPUTS] = {NULL};
    gla_array *first[GLA_KRYLOV_INPUTS] = {from, basis(q, s, 0)}, *out[GLA_KRYLOV_OUTPUTS] = {w};
    const krylov_row inner = {.dots = 1, .left = {1}, .right = {0}, .sum = {hessenberg(q, 0, j)}};
    krylov_pass(q, s, &inner, first, none, 0);
    for (int64_t i = 0; i <= j && !s->status; i++) {
        bool last = i == j;
        gla_array *in[GLA_KRYLOV_INPUTS] = {i ? w : from, basis(q, s, i), last ? NULL : basis(q, s, i + 1)};
        const krylov_row row = {.factor = {{PLUS(KRYLOV_ONE), MINUS(hessenberg(q, i, j))}},
                                .dots = 1,
                                .left = {last ? OUT(0) : 2},
                                .right = {OUT(0)},
                                .sum = {last ? KRYLOV_FIRST : hessenberg(q, i + 1, j)},
                                .step = last ? KRYLOV_GMRES_LENGTH : 0};
        krylov_pass(q, s, &row, in, out, hessenberg(q, j + 1, j));
    }
    normalize(q, s, w, basis(q, s, j + 1), 0);
    q->inner++;
}

/* ---- the small least squares problem of a column, by Givens rotations ---------------------------------------- */
typedef struct small {
    double complex *r, *g; /* the triangle, in columns of length `count` + 1, and the right-hand side */
    int64_t count, steps;  /* number of columns, and number of columns with which the residual became small enough */
    double residual;
} small;

static double complex entry(const gla_sparse_iteration *q, const double *numbers, int64_t which, int64_t column)
{
    const double *x = numbers + 2 * (which * q->k + column);
    return CMPLX(x[0], x[1]);
}

static void rotate(double complex *a, double complex *b, double c, double complex s)
{
    double complex x = c * *a + s * *b, y = c * *b - conj(s) * *a;
    *a = x;
    *b = y;
}

static void triangulate(const gla_sparse_iteration *q, gla_scope *s, const double *numbers, int64_t column, small *l)
{
    int64_t n = l->count = q->inner;
    l->r = gla_s_memory(s, (n + 1) * (n + 1), sizeof *l->r);
    l->g = gla_s_memory(s, n + 1, sizeof *l->g);
    double *c = gla_s_memory(s, n, sizeof *c), limit = numbers[2 * (KRYLOV_LIMIT * q->k + column)];
    double complex *sines = gla_s_memory(s, n, sizeof *sines);
    if (s->status)
        return;
    l->steps = n;
    l->g[0] = entry(q, numbers, GMRES_COLUMNS, column);
    for (int64_t j = 0; j < n; j++) {
        double complex *h = l->r + j * (n + 1);
        for (int64_t i = 0; i <= j + 1; i++)
            h[i] = entry(q, numbers, hessenberg(q, i, j), column);
        for (int64_t i = 0; i < j; i++)
            rotate(&h[i], &h[i + 1], c[i], sines[i]);
        double length = hypot(cabs(h[j]), cabs(h[j + 1]));
        c[j] = length > 0 ? cabs(h[j]) / length : 1;
        double complex phase = cabs(h[j]) > 0 ? h[j] / cabs(h[j]) : 1;
        sines[j] = length > 0 ? phase * conj(h[j + 1]) / length : 0;
        rotate(&h[j], &h[j + 1], c[j], sines[j]);
        rotate(&l->g[j], &l->g[j + 1], c[j], sines[j]);
        if (l->steps == n && cabs(l->g[j + 1]) <= limit)
            l->steps = j + 1;
    }
    l->residual = cabs(l->g[n]);
}

/* Replace g by the solution y.  Elements of y are zero if the diagonal of the triangle has a zero there. */
static void substitute(small *l)
{
    double largest = 0;
    for (int64_t i = 0; i < l->count; i++)
        largest = fmax(largest, cabs(l->r[i * (l->count + 1) + i]));
    for (int64_t i = l->count; i-- > 0;) {
        double complex sum = l->g[i], d = l->r[i * (l->count + 1) + i];
        for (int64_t j = i + 1; j < l->count; j++)
            sum -= l->r[j * (l->count + 1) + i] * l->g[j];
        l->g[i] = cabs(d) > 1e-15 * largest ? sum / d : 0;
    }
}

/* End a cycle: compute y for all columns, and u = sum of y[i] v[i]. */
static const krylov_row finish[];

static void end_cycle(gla_sparse_iteration *q, gla_scope *s, double *numbers)
{
    for (int64_t column = 0; column < q->k; column++) {
        int mark = gla_scope_mark(s);
        small l = {0};
        triangulate(q, s, numbers, column, &l);
        if (s->status)
            return;
        bool open = numbers[2 * (KRYLOV_STATUS * q->k + column)] == KRYLOV_OPEN;
        substitute(&l);
        if (open)
            numbers[2 * (KRYLOV_STEPS * q->k + column)] += (double)l.steps;
        for (int64_t i = 0; i < q->inner; i++) {
            double *y = numbers + 2 * (hessenberg(q, i, 0) * q->k + column);
            y[0] = open ? creal(l.g[i]) : 0;
            y[1] = open ? cimag(l.g[i]) : 0;
        }
        gla_scope_keep(s, mark, NULL);
    }
    krylov_set_numbers(q, s, numbers);
    gla_array *u = krylov_vector(q, s, V_U), *out[GLA_KRYLOV_OUTPUTS] = {u};
    for (int64_t i = 0; i < q->inner && !s->status; i += 3) {
        krylov_row row = {.factor = {{i ? PLUS(KRYLOV_ONE) : 0}}};
        gla_array *in[GLA_KRYLOV_INPUTS] = {u};
        for (int64_t l = 0; l < 3 && i + l < q->inner; l++) {
            in[l + 1] = basis(q, s, i + l);
            row.factor[0][l + 1] = PLUS(hessenberg(q, i + l, 0));
        }
        krylov_pass(q, s, &row, in, out, 0);
    }
    q->rows = finish;
    q->at = 0;
}

/* End the cycle if it is full, or if all columns have converged according to the small problems. */
static void test(gla_sparse_iteration *q, gla_scope *s)
{
    q->loops++;
    bool full = q->inner == q->o.restart || q->loops >= q->o.maxiter;
    if (s->status || (!full && q->loops % q->every != 0))
        return;
    double *numbers = krylov_numbers_copy(q, s), *norms = gla_s_memory(s, q->k, sizeof *norms);
    bool more = false;
    for (int64_t column = 0; column < q->k && !s->status; column++) {
        small l = {0};
        triangulate(q, s, numbers, column, &l);
        bool open = numbers[2 * (KRYLOV_STATUS * q->k + column)] == KRYLOV_OPEN;
        norms[column] = open ? l.residual : numbers[2 * (KRYLOV_NORM * q->k + column)];
        more |= open && l.residual > numbers[2 * (KRYLOV_LIMIT * q->k + column)];
    }
    krylov_append_history(q, s, norms);
    krylov_check_interrupt(q, s);
    if (!s->status && (full || !more))
        end_cycle(q, s, numbers);
    else
        q->paused = q->pause;
}

/* Test the last iteration of a cycle, after the result of the cycle has been added to x. */
static void measure(gla_sparse_iteration *q, gla_scope *s)
{
    (void)s;
    q->paused = q->pause;
    q->rows = q->method->residual;
    q->at = 0;
}

static const krylov_row finish[] = {
    {.kind = ROW_APPLY, .when = WITH_M, .want = WANT_M, .from = V_U, .to = V_Z},
    {.kind = ROW_PASS, .when = WITH_M, .in = {V_X, V_Z}, .out = {V_X}, .factor = {{PLUS(KRYLOV_ONE), PLUS(KRYLOV_ONE)}}},
    {.kind = ROW_PASS, .when = ALONE, .in = {V_X, V_U}, .out = {V_X}, .factor = {{PLUS(KRYLOV_ONE), PLUS(KRYLOV_ONE)}}},
    {.kind = ROW_CALL, .call = measure}};

static const krylov_row start[] = {{.kind = ROW_CALL, .call = begin}, {.kind = ROW_END}};

static const krylov_row loop[] = {{.kind = ROW_CALL, .call = point},
                                  {.kind = ROW_APPLY, .when = WITH_M, .want = WANT_M, .from = V_P, .to = V_Z},
                                  {.kind = ROW_APPLY, .when = WITH_M, .want = WANT_A, .from = V_Z, .to = V_AX},
                                  {.kind = ROW_APPLY, .when = ALONE, .want = WANT_A, .from = V_P, .to = V_AX},
                                  {.kind = ROW_CALL, .call = orthogonalize},
                                  {.kind = ROW_CALL, .call = test},
                                  {.kind = ROW_END}};

#define LENGTHS .dots = 2, .left = {0, OUT(0)}, .right = {0, OUT(0)}, .sum = {KRYLOV_FIRST, KRYLOV_SECOND}

static const krylov_row residual[] = {{.kind = ROW_APPLY, .when = WITH_X, .want = WANT_A, .from = V_X, .to = V_AX},
                                      {.kind = ROW_PASS,
                                       .when = WITH_X,
                                       .in = {V_B, V_AX},
                                       .out = {V_R},
                                       .factor = {{PLUS(KRYLOV_ONE), MINUS(KRYLOV_ONE)}},
                                       LENGTHS,
                                       .step = KRYLOV_SET_LIMIT},
                                      {.kind = ROW_PASS,
                                       .when = WITHOUT_X,
                                       .in = {V_B},
                                       .out = {V_R},
                                       .factor = {{PLUS(KRYLOV_ONE)}},
                                       LENGTHS,
                                       .step = KRYLOV_SET_LIMIT},
                                      {.kind = ROW_CHECK}};

const krylov_method krylov_gmres = {.op = "gmres",
                                    .times_n = 10,
                                    .residual = residual,
                                    .start = start,
                                    .loop = loop,
                                    .in_cycles = true,
                                    .broken = "",
                                    .breaks = GLA_CONVERGENCE_ERROR};
