/* calls.c - Random calls of every public function from C, with valid, unusual and hostile arguments: they never crash, follow
 * the rules for results, and leak nothing. Also calls with known results.
 * tags: fast slow
 *
 * GPULINALG_CAMPAIGN_SECONDS is the run time (3), GPULINALG_TEST_SEED selects the calls. GPULINALG_CAMPAIGN_ROUND repeats one
 * round, with the few preceding rounds that it may depend on. */
#include "../unit/hostile.h"

#include <math.h>
#include <signal.h>
#include <time.h>

#define KEPT 24  /* number of arrays from which arguments are taken */
#define BLOCK 64 /* rounds after which all of them are replaced, so that later rounds can be repeated */

static uint64_t state; /* random state of this round */
static volatile long round_number;
static const char *volatile current = "none";
static long seed;
static gla_array *kept[KEPT];
static gla_stream *stream;
static gla_event *event;
static gla_elementwise *formula;
static gla_reducer *reducer;
static gla_scanner *scanner;
static gla_search *search; /* its state changes with its steps */
static gla_sparse *sparse;
static gla_sparse_factorization *factors;
static gla_table *table; /* columns x, y and g; functions change it */
static gla_econ_fit *fit;

/* splitmix64 */
static uint64_t any(void)
{
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int below(int n)
{
    return (int)(any() % (uint64_t)n);
}

/* Return one of few values: small ones with a meaning, and the extremes.  Values between them would only use memory. */
static int64_t whole(void)
{
    static const int64_t ends[] = {INT64_MIN,           INT64_MAX,        INT64_C(1) << 62,
                                   -(INT64_C(1) << 40), INT64_C(1) << 48, INT64_MIN + 1};
    return below(12) ? below(9) - 3 : ends[below(6)];
}

static double real(void)
{
    static const double ends[] = {0, -0.0, 1e308, -1e308, 5e-324, INFINITY, -INFINITY, NAN, 1e-300};
    return below(10) ? below(2000) / 100.0 - 10 : ends[below(9)];
}

/* Fill with random bytes that are meaningful values. */
static void fill(gla_dtype dtype, void *data, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        switch (dtype) {
        case GLA_BOOL: ((uint8_t *)data)[i] = (uint8_t)below(2); break;
        case GLA_FLOAT32: ((float *)data)[i] = (float)real(); break;
        case GLA_FLOAT64: ((double *)data)[i] = real(); break;
        case GLA_COMPLEX64: ((float *)data)[2 * i] = (float)real(), ((float *)data)[2 * i + 1] = (float)real(); break;
        case GLA_COMPLEX128: ((double *)data)[2 * i] = real(), ((double *)data)[2 * i + 1] = real(); break;
        default: {
            int64_t v = whole();
            memcpy((char *)data + (size_t)i * gla_itemsize(dtype), &v, gla_itemsize(dtype));
        }
        }
}

static gla_array *make_array(gla_dtype dtype, int ndim, const int64_t *shape)
{
    gla_array *a = NULL, *view = NULL;
    void *data;
    if (gla_new_host(dtype, ndim, shape, &a, &data))
        return NULL;
    fill(dtype, data, gla_array_size(a));
    int how = below(5);
    if (how == 0)
        gla_flip(a, &view, NULL);
    else if (how == 1 && ndim >= 2)
        gla_matrix_transpose(a, &view);
    else if (how == 2)
        gla_copy(a, &view);
    if (view) {
        gla_unref(a);
        a = view;
    }
    return a;
}

static void renew(int i)
{
    int64_t shape[4];
    int ndim = below(5), side = below(3) ? below(5) : 0;
    for (int d = 0; d < ndim; d++)
        shape[d] = side ? side : below(5);
    gla_unref(kept[i]);
    kept[i] = make_array((gla_dtype)(1 + below(GLA_DTYPE_COUNT - 1)), ndim, shape);
    if (below(6) == 0) {
        static const gla_dtype weak[] = {GLA_BOOL, GLA_INT64, GLA_UINT64, GLA_FLOAT64, GLA_COMPLEX128};
        double value[2];
        int k = below(5);
        fill(weak[k], value, 1);
        gla_unref(kept[i]);
        gla_scalar(weak[k], value, &kept[i]);
    }
    gla_clear_error();
}

#include "arguments.h"

static bool sound(const gla_result *result)
{
    const gla_array *a = result->v.array;
    if (result->form != GLA_FORM_ARRAY)
        return result->form == GLA_FORM_BOOL || result->form == GLA_FORM_DOUBLE || result->form == GLA_FORM_INT64 ||
               result->v.object;
    return a && gla_array_ndim(a) >= 0 && gla_array_ndim(a) <= GLA_MAX_NDIM && gla_array_size(a) >= 0 &&
           gla_array_dtype(a) > GLA_NO_DTYPE && gla_array_dtype(a) < GLA_DTYPE_COUNT && gla_last_status() == GLA_OK;
}

/* Make one random call; return false if it breaks a rule. */
static bool random_call(const gla_function *f, gla_status *status)
{
    slot in[GLA_MAX_ARGUMENTS] = {{0}};
    unsigned wanted = 0;
    for (int i = 0; i < f->total; i++) {
        in[i] = argument(i, kind_of(&f->arguments[i]), f->arguments[i].fallback);
        bool repeats = !strcmp(f->arguments[i].name, "maxiter") || !strcmp(f->arguments[i].name, "reps");
        if (repeats && in[i].n > 1000) /* an iteration that cannot converge would use all of them */
            in[i].n = 1000;
    }
    for (int i = 0; i < f->results; i++)
        wanted |= (unsigned)(below(8) != 0) << i;
    int64_t live = gla_live_arrays();
    bool good = call_function(f, in, wanted, sound, status) && *status < GLA_STATUS_COUNT && *status != GLA_INTERNAL_ERROR;
    restore_globals();
    /* factors acquire and release memory as needed; leaks are checked at the end */
    /* and Tables keep the columns that they are given */
    bool keeps = !strncmp(f->symbol, "sparse_factorization_", 21) || !strncmp(f->symbol, "table_", 6);
    return good && (keeps || left_nothing(f, live));
}

/* ---- calls with known results -------------------------------------------------------------------------------------- */
static double at(const gla_array *a, int64_t i)
{
    gla_array *host = NULL;
    void *data;
    double v = NAN;
    if (!gla_to_host(a, &host, &data)) {
        int64_t offset = 0;
        for (int d = gla_array_ndim(host); d-- > 0; i /= gla_array_shape(host)[d])
            offset += i % gla_array_shape(host)[d] * gla_array_strides(host)[d];
        v = ((double *)data)[offset];
    }
    gla_unref(host);
    return v;
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static bool known_elementwise(void)
{
    int64_t side = 1 + below(4), shape[3] = {side, side, side};
    gla_array *x = make_array(GLA_FLOAT64, 3, shape), *y = make_array(GLA_FLOAT64, 3, shape), *z = NULL;
    int op = below(4);
    gla_status st = op == 0   ? gla_add(x, y, &z)
                    : op == 1 ? gla_subtract(x, y, &z)
                    : op == 2 ? gla_multiply(x, y, &z)
                              : gla_divide(x, y, &z);
    bool good = !st;
    for (int64_t i = 0; good && i < gla_array_size(z); i++) {
        double a = at(x, i), b = at(y, i);
        good = same(at(z, i), op == 0 ? a + b : op == 1 ? a - b : op == 2 ? a * b : a / b);
    }
    gla_unref(x);
    gla_unref(y);
    gla_unref(z);
    return good;
}

static bool known_product(void)
{
    int64_t m = 1 + below(5), k = 1 + below(5), n = 1 + below(5), a_shape[2] = {m, k}, b_shape[2] = {k, n};
    gla_array *a = NULL, *b = NULL, *c = NULL;
    void *p, *q;
    gla_new_host(GLA_FLOAT64, 2, a_shape, &a, &p);
    gla_new_host(GLA_FLOAT64, 2, b_shape, &b, &q);
    for (int64_t i = 0; i < m * k; i++)
        ((double *)p)[i] = below(201) - 100;
    for (int64_t i = 0; i < k * n; i++)
        ((double *)q)[i] = below(201) - 100;
    bool good = !gla_matmul(a, b, &c);
    for (int64_t i = 0; good && i < m * n; i++) {
        double sum = 0; /* sum of integers: exact */
        for (int64_t l = 0; l < k; l++)
            sum += ((double *)p)[i / n * k + l] * ((double *)q)[l * n + i % n];
        good = at(c, i) == sum;
    }
    gla_unref(a);
    gla_unref(b);
    gla_unref(c);
    return good;
}

/* ---- the campaign --------------------------------------------------------------------------------------------------- */
static void say_where(int number)
{
    char line[300];
    int n = snprintf(line, sizeof line,
                     "not ok - signal %d in %s; GPULINALG_TEST_SEED=%ld GPULINALG_CAMPAIGN_ROUND=%ld repeats it\n", number,
                     current, seed, round_number);
    if (write(STDOUT_FILENO, line, (size_t)n) < 0)
        _exit(98);
    signal(number, SIG_DFL);
    raise(number);
}

static void renew_search(void)
{
    const gla_array *a = kept[below(KEPT)], *b = kept[below(KEPT)];
    gla_object_unref(search);
    if (below(2))
        gla_search_root(a, b, &search, 1e-9, 0, below(20));
    else
        gla_search_minimum(a, b, &search, 1e-3, below(20));
    gla_clear_error();
}

static void find_levels(const gla_sparse *a)
{
    gla_ints *shape = NULL;
    gla_array *b = NULL, *x = NULL;
    if (a && !gla_sparse_shape(a, &shape) && !gla_zeros(&(gla_ints){1, {shape->v[0]}}, &b, GLA_FLOAT64, NULL))
        for (int lower = 0; lower < 2; lower++)
            if (!gla_sparse_solve_triangular(a, b, &x, lower, true))
                gla_object_unref(x);
    gla_object_unref(b);
    gla_free(shape);
}

/* Replace the sparse matrix, in a random format. If the array is not a matrix, make another one. */
static void renew_sparse(void)
{
    gla_sparse *made = NULL, *turned = NULL;
    if (gla_sparse_new(kept[below(KEPT)], &made))
        gla_sparse_eye(below(6), &made, below(6), below(7) - 3, GLA_FLOAT64, NULL);
    if (made && below(2) && !gla_sparse_transpose(made, &turned)) {
        gla_object_unref(made);
        made = turned;
    }
    gla_sparse *forms[2] = {NULL, NULL}; /* cached from now on, like the levels of its triangles */
    if (made && !gla_sparse_tocsr(made, &forms[0]))
        gla_sparse_tocsc(made, &forms[1]);
    gla_object_unref(forms[0]);
    gla_object_unref(forms[1]);
    find_levels(made);
    gla_object_unref(sparse);
    sparse = made;
    gla_object_unref(factors);
    factors = NULL;
    if (sparse && gla_sparse_factor(sparse, &factors, NULL) &&
        !gla_sparse_eye(below(4), &made, GLA_NO_AXIS, 0, GLA_FLOAT64, NULL)) {
        if (!gla_sparse_tocsc(made, &turned))
            gla_object_unref(turned);
        gla_sparse_factor(made, &factors, NULL); /* NULL without a library for sparse factorisations */
        gla_object_unref(made);
    }
    gla_clear_error();
}

/* Replace the Table, which the calls may have changed. */
static void renew_table(void)
{
    static char *names[] = {(char *)"x", (char *)"y", (char *)"g"};
    const int64_t shape[] = {8};
    const gla_strings three = {3, names};
    gla_array *columns[3] = {make_array(GLA_FLOAT64, 1, shape), make_array(GLA_FLOAT64, 1, shape),
                             make_array(GLA_BOOL, 1, shape)};
    gla_object_unref(table);
    table = NULL;
    gla_table_from_columns(&three, &(gla_arrays){.n = 3, .v = (const gla_array **)columns}, &table, NULL, NULL, NULL, NULL);
    for (int i = 0; i < 3; i++)
        gla_unref(columns[i]);
    gla_clear_error();
}

/* A Fit of the Table; the Table's floats may be infinite, so that the first Fit that can be made is kept. */
static void make_fit(void)
{
    gla_objects *made = NULL;
    if (fit || gla_econ_ols(&(gla_variable){NULL, "y ~ x"}, &(gla_dataset){table, NULL}, &made, NULL, NULL, NULL, NULL, NULL,
                            NULL, NULL, NULL, NULL, true, true, 1e-12, 100, 1e-9)) {
        gla_clear_error();
        return;
    }
    fit = gla_object_ref(made->v[0]);
    gla_objects_free(made);
}

static void one_round(long number, long *failed, long counts[3])
{
    gla_status st = GLA_OK;
    round_number = number;
    state = (uint64_t)seed * 0x2545f4914f6cdd1du + (uint64_t)number * 0x9e3779b97f4a7c15u;
    for (int i = 0; i < KEPT; i++)
        if (number % BLOCK == 0 || below(12) == 0)
            renew(i);
    if (number % BLOCK == 0 || below(12) == 0)
        renew_search();
    if (number % BLOCK == 0 || below(12) == 0)
        renew_sparse();
    if (number % BLOCK == 0 || below(12) == 0) {
        renew_table();
        if (number % BLOCK == 0) {
            gla_object_unref(fit);
            fit = NULL;
        }
        make_fit();
    }
    bool good;
    if (below(8) == 0) {
        current = "a call whose result is known";
        good = below(2) ? known_elementwise() : known_product();
        counts[2]++;
    } else {
        int n;
        const gla_function *all = gla_functions(&n), *f = &all[below(n)];
        current = f->symbol;
        good = random_call(f, &st);
        counts[st != GLA_OK]++;
    }
    if (good)
        return;
    ++*failed;
    printf("not ok - %s: %s: %s; GPULINALG_TEST_SEED=%ld GPULINALG_CAMPAIGN_ROUND=%ld repeats it\n", current,
           gla_status_name(st), gla_last_message(), seed, number);
}

static long from_environment(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtol(text, NULL, 10) : otherwise;
}

int main(void)
{
    long only = from_environment("GPULINALG_CAMPAIGN_ROUND", -1), seconds = from_environment("GPULINALG_CAMPAIGN_SECONDS", 3);
    long failed = 0, counts[3] = {0}, number = 0;
    time_t end = time(NULL) + seconds;
    seed = from_environment("GPULINALG_TEST_SEED", 4711);
    setenv("GPULINALG_BACKENDS", "null,host", 1);
    setenv("GPULINALG_DEVICE", "host", 1);
    gla_new_stream(&stream, "null:0");
    enter_scratch();
    gla_stream_record(stream, &event, true);
    gla_new_elementwise("x", "y", "y = x + 1", &formula, NULL);
    gla_new_reduction("x", "y", "x", "a + b", &reducer, NULL, NULL, NULL);
    gla_new_scan("x", "y", "x", "a + b", &scanner, NULL, NULL, NULL);
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], say_where);
    if (only >= 0)
        for (number = only / BLOCK * BLOCK; number <= only; number++)
            one_round(number, &failed, counts);
    else
        while (time(NULL) < end && failed < 20)
            one_round(number++, &failed, counts);
    for (int i = 0; i < KEPT; i++)
        gla_unref(kept[i]);
    gla_object_unref(search);
    gla_object_unref(sparse);
    gla_object_unref(factors);
    gla_object_unref(table);
    gla_object_unref(fit);
    printf("# seed %ld: %ld calls succeeded, %ld were refused, %ld had a known result\n", seed, counts[0], counts[1],
           counts[2]);
    ok(!failed, "random calls of every function (GPULINALG_TEST_SEED=%ld repeats them)", seed);
    ok(gla_live_arrays() == 0, "nothing is left");
    remove_scratch();
    return done();
}
