/* tridiagonal_checks.c - Checks of the tridiagonal eigenvalue algorithm, see tridiagonal_checks.h.
 *
 * Errors are measured in units of n * eps * norm, as in LAPACK's tests (stet01, with the threshold 30).  Eigenvalues are
 * compared with LAPACK's for the full matrix on the host, and with closed forms if these exist. */
#include "tridiagonal_checks.h"
#include "contract/device.h"
#include "contract/stream.h"

#include "backends/device/dense/tridiagonal.h"
#include "runtime/stream.h"
#include "tap.h"

#include <float.h>
#include <math.h>
#include <time.h>

#define THRESHOLD 30

static gla_device device;

/* The registry is not used, because it would load the backend a second time. */
static bool open_device(void)
{
    static gla_stream queue;
    device = (gla_device){.backend = gla_backend_entry()};
    if (!device.backend || device.backend->device->count() <= 0 || device.backend->device->open(&device))
        return false;
    device.streams[0] = &queue;
    return !device.backend->stream || !device.backend->stream->create(&device, &queue.state);
}

/* ---- matrices ---------------------------------------------------------------------------------------------------------- */
typedef struct matrix {
    const char *name;
    int n;
    double *d, *e;
} matrix;

static double draw(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) * 0x1p-52 - 1;
}

static void make_random(matrix *a)
{
    for (int i = 0; i < a->n; i++) {
        a->d[i] = draw();
        a->e[i] = draw();
    }
}

static void make_zero(matrix *a)
{
    memset(a->d, 0, (size_t)a->n * sizeof *a->d);
    memset(a->e, 0, (size_t)a->n * sizeof *a->e);
}

static void make_scalar(matrix *a)
{
    for (int i = 0; i < a->n; i++) {
        a->d[i] = -3.5;
        a->e[i] = 0;
    }
}

static void make_diagonal(matrix *a)
{
    for (int i = 0; i < a->n; i++) {
        a->d[i] = draw();
        a->e[i] = 0;
    }
}

static void make_toeplitz(matrix *a)
{
    for (int i = 0; i < a->n; i++) {
        a->d[i] = 2;
        a->e[i] = 1;
    }
}

/* Matrices of order 21 by J. H. Wilkinson, coupled by small elements. */
static void make_wilkinson(matrix *a)
{
    for (int i = 0; i < a->n; i++) {
        a->d[i] = abs(10 - i % 21);
        a->e[i] = i % 21 == 20 ? 1e-8 : 1;
    }
}

static void make_clustered(matrix *a)
{
    for (int i = 0; i < a->n; i++) {
        a->d[i] = i % 3 + 1e-15 * draw();
        a->e[i] = 1e-9 * draw();
    }
}

/* Elements from the smallest to the largest numbers. */
static void make_graded(matrix *a)
{
    for (int i = 0; i < a->n; i++) {
        a->d[i] = pow(10, -300 + 600.0 * i / a->n);
        a->e[i] = a->d[i] / 2;
    }
}

static void make_tiny(matrix *a)
{
    make_random(a);
    for (int i = 0; i < a->n; i++) {
        a->d[i] *= 1e-305;
        a->e[i] *= 1e-305;
    }
}

/* Some off-diagonal elements are zero or negligible. */
static void make_broken(matrix *a)
{
    static const double sizes[] = {1, 1e-5, 1e-10, 1e-17, 0, 1e-200};
    for (int i = 0; i < a->n; i++) {
        a->d[i] = draw() > 0 ? 1 : draw();
        a->e[i] = sizes[i % 6] * draw();
    }
}

static void make_negative(matrix *a)
{
    for (int i = 0; i < a->n; i++) {
        a->d[i] = i;
        a->e[i] = -0.25 * a->n;
    }
}

/* ---- on the device ----------------------------------------------------------------------------------------------------- */
static size_t item_of(gla_dtype t)
{
    return t == GLA_FLOAT32 ? 4 : 8;
}

static gla_status to_device(gla_dtype t, int64_t n, const double *x, void **out)
{
    size_t bytes = (size_t)(n ? n : 1) * item_of(t);
    float *single = malloc(bytes);
    for (int64_t i = 0; i < n && t == GLA_FLOAT32; i++)
        single[i] = (float)x[i];
    gla_status st = gla_device_scratch("test", &device, bytes, out);
    if (!st && n)
        st = gla_device_write("test", &device, *out, t == GLA_FLOAT32 ? (const void *)single : x, (size_t)n * item_of(t));
    free(single);
    return st;
}

static gla_status to_host(gla_dtype t, int64_t n, double *x, const void *from)
{
    float *single = malloc((size_t)(n ? n : 1) * sizeof *single);
    gla_status st = n ? gla_device_read("test", &device, t == GLA_FLOAT32 ? (void *)single : x, from, (size_t)n * item_of(t))
                      : GLA_OK;
    for (int64_t i = 0; i < n && t == GLA_FLOAT32 && !st; i++)
        x[i] = single[i];
    free(single);
    return st;
}

typedef struct result {
    gla_status status;
    double *w, *q; /* q has ldq rows, more than n by various amounts */
    int ldq;
} result;

static result decompose(gla_dtype t, const matrix *a, bool vectors)
{
    result r = {.ldq = a->n + 3};
    int64_t count = (int64_t)r.ldq * a->n;
    void *d = NULL, *e = NULL, *q = NULL;
    r.w = calloc((size_t)a->n + 1, sizeof *r.w);
    r.q = calloc((size_t)(vectors ? count : 0) + 1, sizeof *r.q);
    for (int64_t i = 0; i < count && vectors; i++)
        r.q[i] = 77;
    r.status = to_device(t, a->n, a->d, &d);
    if (!r.status)
        r.status = to_device(t, a->n ? a->n - 1 : 0, a->e, &e);
    if (!r.status && vectors)
        r.status = to_device(t, count, r.q, &q);
    if (!r.status)
        r.status = vectors ? gla_device_tridiagonal_vectors(&device, t, a->n, d, e, q, r.ldq)
                           : gla_device_tridiagonal_values(&device, t, a->n, d, e);
    if (!r.status)
        r.status = to_host(t, a->n, r.w, d);
    if (!r.status && vectors)
        r.status = to_host(t, count, r.q, q);
    gla_device_drop(&device, d);
    gla_device_drop(&device, e);
    gla_device_drop(&device, q);
    return r;
}

static void discard(result *r)
{
    free(r->w);
    free(r->q);
}

/* ---- errors ------------------------------------------------------------------------------------------------------------ */
static double norm_of(const matrix *a)
{
    double norm = 0;
    for (int i = 0; i < a->n; i++)
        norm = fmax(norm, fmax(fabs(a->d[i]), i < a->n - 1 ? fabs(a->e[i]) : 0));
    return norm;
}

/* Return the largest element of T Q - Q L, relative to the largest of T. */
static double residual(const matrix *a, const result *r)
{
    double worst = 0, norm = norm_of(a);
    for (int j = 0; j < a->n && norm > 0; j++) {
        const double *x = r->q + (int64_t)j * r->ldq;
        for (int i = 0; i < a->n; i++) {
            double sum = (a->d[i] / norm - r->w[j] / norm) * x[i];
            sum += i > 0 ? a->e[i - 1] / norm * x[i - 1] : 0;
            sum += i < a->n - 1 ? a->e[i] / norm * x[i + 1] : 0;
            worst = fabs(sum) <= worst ? worst : fabs(sum);
        }
    }
    return worst;
}

/* Return the largest element of Qᵀ Q - I, for every `step`-th row. */
static double skewness(const matrix *a, const result *r, int step)
{
    double worst = 0;
    for (int j = 0; j < a->n; j += step)
        for (int k = 0; k < a->n; k++) {
            double sum = j == k ? -1 : 0;
            for (int i = 0; i < a->n; i++)
                sum += r->q[(int64_t)j * r->ldq + i] * r->q[(int64_t)k * r->ldq + i];
            worst = fabs(sum) <= worst ? worst : fabs(sum);
        }
    return worst;
}

/* Return true if nothing was written between the columns. */
static bool keeps_gaps(const matrix *a, const result *r)
{
    bool kept = true;
    for (int j = 0; j < a->n; j++)
        for (int i = a->n; i < r->ldq; i++)
            kept = kept && r->q[(int64_t)j * r->ldq + i] == 77;
    return kept;
}

static bool ascends(const matrix *a, const double *w)
{
    bool good = true;
    for (int i = 1; i < a->n; i++)
        good = good && w[i - 1] <= w[i];
    return good;
}

static double distance(const matrix *a, const double *w, const double *other)
{
    double worst = 0, norm = norm_of(a);
    for (int i = 0; i < a->n && norm > 0; i++) {
        double error = fabs(w[i] / norm - other[i] / norm);
        worst = error <= worst ? worst : error;
    }
    return worst;
}

/* Compute LAPACK's eigenvalues of the full matrix. */
static bool reference(const matrix *a, double *w)
{
    gla_array *full = NULL, *values = NULL, *host = NULL;
    void *data;
    int64_t shape[2] = {a->n, a->n};
    bool good = gla_new_host(GLA_FLOAT64, 2, shape, &full, &data) == GLA_OK;
    double *x = data;
    memset(x, 0, (size_t)(shape[0] * shape[0]) * sizeof *x);
    for (int i = 0; i < a->n; i++) {
        x[i * shape[0] + i] = a->d[i];
        if (i < a->n - 1)
            x[i * shape[0] + i + 1] = x[(i + 1) * shape[0] + i] = a->e[i];
    }
    good = good && gla_eigvalsh(full, &values) == GLA_OK && gla_to_host(values, &host, &data) == GLA_OK;
    if (good)
        memcpy(w, data, (size_t)a->n * sizeof *w);
    gla_unref(full);
    gla_unref(values);
    gla_unref(host);
    return good;
}

/* ---- checks ------------------------------------------------------------------------------------------------------------ */
static double eps_of(gla_dtype t)
{
    return t == GLA_FLOAT32 ? FLT_EPSILON : DBL_EPSILON;
}

static void check_matrix(gla_dtype t, matrix *a)
{
    double unit = (a->n ? a->n : 1) * eps_of(t), *expected = calloc((size_t)a->n + 1, sizeof *expected);
    for (int i = 0; i < a->n && t == GLA_FLOAT32; i++) { /* rounded as on the device */
        a->d[i] = (float)a->d[i];
        a->e[i] = (float)a->e[i];
    }
    ok(a->n == 0 || reference(a, expected), "%s of order %d: LAPACK", a->name, a->n);
    result values = decompose(t, a, false), r = decompose(t, a, true);
    double near = distance(a, values.w, expected) / unit, far = distance(a, r.w, expected) / unit;
    ok(!values.status && !r.status, "%s, %s of order %d: %s", gla_dtype_name(t), a->name, a->n,
       values.status || r.status ? gla_last_message() : "converges");
    ok(near < THRESHOLD && far < THRESHOLD && ascends(a, values.w) && ascends(a, r.w), "  eigenvalues within %.2g and %.2g",
       near, far);
    double wrong = residual(a, &r) / unit, skew = skewness(a, &r, 1) / unit;
    ok(wrong < THRESHOLD && skew < THRESHOLD && keeps_gaps(a, &r), "  residual %.2g, orthogonality %.2g", wrong, skew);
    discard(&values);
    discard(&r);
    free(expected);
}

static matrix new_matrix(const char *name, int n)
{
    return (matrix){name, n, calloc((size_t)n + 1, sizeof(double)), calloc((size_t)n + 1, sizeof(double))};
}

static void free_matrix(matrix *a)
{
    free(a->d);
    free(a->e);
}

static void check_orders(gla_dtype t, int largest)
{
    static const int orders[] = {0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 100, 129, 257, 300, 1000, 1025, 2000};
    for (size_t i = 0; i < sizeof orders / sizeof *orders && orders[i] <= largest; i++) {
        matrix a = new_matrix("random", orders[i]);
        make_random(&a);
        check_matrix(t, &a);
        free_matrix(&a);
    }
}

static void check_kinds(gla_dtype t, int n)
{
    static const struct {
        const char *name;
        void (*make)(matrix *a);
        bool wide; /* range of exponents */
    } kinds[] = {{"zero", make_zero, false},         {"scalar", make_scalar, false},       {"diagonal", make_diagonal, false},
                 {"toeplitz", make_toeplitz, false}, {"wilkinson", make_wilkinson, false}, {"clustered", make_clustered, false},
                 {"broken", make_broken, false},     {"graded", make_graded, true},        {"tiny", make_tiny, true},
                 {"negative", make_negative, false}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        matrix a = new_matrix(kinds[i].name, n);
        kinds[i].make(&a);
        if (t == GLA_FLOAT64 || !kinds[i].wide)
            check_matrix(t, &a);
        free_matrix(&a);
    }
}

/* Eigenvalues 2 + 2 cos(i pi/(n + 1)), which need no reference library. */
static void check_closed_form(gla_dtype t, int n)
{
    matrix a = new_matrix("toeplitz", n);
    double *expected = calloc((size_t)n, sizeof *expected), unit = n * eps_of(t);
    make_toeplitz(&a);
    for (int i = 0; i < n; i++)
        expected[i] = 2 - 2 * cos((i + 1) * M_PI / (n + 1));
    result values = decompose(t, &a, false), r = decompose(t, &a, true);
    ok(distance(&a, values.w, expected) < unit && distance(&a, r.w, expected) < unit, "%s: the closed form of order %d",
       gla_dtype_name(t), n);
    discard(&values);
    discard(&r);
    free(expected);
    free_matrix(&a);
}

static void check_failures(gla_dtype t)
{
    static const double bad[] = {NAN, INFINITY};
    for (int i = 0; i < 8; i++) {
        matrix a = new_matrix("bad", i & 4 ? 200 : 1 + i % 2 * 20);
        make_random(&a);
        if (i & 2 && a.n > 1)
            a.e[a.n / 2] = bad[i & 1];
        else
            a.d[a.n / 2] = bad[i & 1];
        result values = decompose(t, &a, false);
        is_status(values.status, GLA_CONVERGENCE_ERROR, "not finite", "values of what is not finite");
        result r = decompose(t, &a, true);
        is_status(r.status, GLA_CONVERGENCE_ERROR, "not finite", "vectors of what is not finite");
        discard(&values);
        discard(&r);
        free_matrix(&a);
    }
}

int gla_check_tridiagonal(int largest)
{
    if (!open_device()) {
        printf("1..0 # SKIP no device: %s\n", gla_last_message());
        return 0;
    }
    for (int i = 0; i < 2; i++) {
        gla_dtype t = i ? GLA_FLOAT32 : GLA_FLOAT64;
        if (t == GLA_FLOAT64 && device.lacks_float64)
            continue;
        check_orders(t, largest);
        check_kinds(t, 273);
        check_closed_form(t, 200);
        check_failures(t);
    }
    return done();
}

/* ---- times ------------------------------------------------------------------------------------------------------------- */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Return the shortest time of several runs; both routines end with a wait. */
static double best_time(gla_dtype t, const matrix *a, bool vectors)
{
    double best = INFINITY;
    void *d = NULL, *e = NULL, *q = NULL;
    gla_status st = vectors ? gla_device_scratch("test", &device, (size_t)a->n * (size_t)a->n * item_of(t), &q) : GLA_OK;
    for (int i = 0; i < 6 && !st; i++) {
        st = to_device(t, a->n, a->d, &d);
        if (!st)
            st = to_device(t, a->n, a->e, &e);
        device.backend->device->synchronize(&device);
        double begin = now();
        if (!st)
            st = vectors ? gla_device_tridiagonal_vectors(&device, t, a->n, d, e, q, a->n)
                         : gla_device_tridiagonal_values(&device, t, a->n, d, e);
        best = fmin(best, now() - begin);
        gla_device_drop(&device, d);
        gla_device_drop(&device, e);
        d = e = NULL;
    }
    gla_device_drop(&device, q);
    return st ? NAN : best;
}

void gla_time_tridiagonal(int n)
{
    if (!open_device()) {
        printf("no device: %s\n", gla_last_message());
        return;
    }
    for (int kind = 0; kind < 6; kind++) {
        gla_dtype t = kind % 2 ? GLA_FLOAT32 : GLA_FLOAT64;
        matrix a = new_matrix(kind < 2 ? "random" : kind < 4 ? "toeplitz" : "wilkinson", n);
        (kind < 2 ? make_random : kind < 4 ? make_toeplitz : make_wilkinson)(&a);
        double unit = n * eps_of(t), values = best_time(t, &a, false), vectors = best_time(t, &a, true);
        for (int i = 0; i < n && t == GLA_FLOAT32; i++) {
            a.d[i] = (float)a.d[i];
            a.e[i] = (float)a.e[i];
        }
        result w = decompose(t, &a, false), r = decompose(t, &a, true);
        printf("%s %s of order %d: values %.2f ms, vectors %.2f ms; residual %.2g, orthogonality %.2g, values apart %.2g\n",
               gla_dtype_name(t), a.name, n, 1e3 * values, 1e3 * vectors, residual(&a, &r) / unit,
               skewness(&a, &r, n / 16 + 1) / unit, distance(&a, w.w, r.w) / unit);
        discard(&w);
        discard(&r);
        free_matrix(&a);
    }
}
