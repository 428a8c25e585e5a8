/* interrupts.c - Host loops of the library end within 0.2 s of an interrupt, with an error, without a result and without
 * leaks. */
#include "backend.h"
#include "tap.h"

#include <time.h>

/* Seconds after which a call is interrupted (WISH), and within which it must then end (HEARD); slow builds get more. */
#define WISH 0.1
#if defined(__SANITIZE_ADDRESS__)
#define HEARD 0.6
#else
#define HEARD 0.2
#endif

static double begun;
static gla_array *one, *yes, *endless, *endless_yes, *integers, *stack, *matrix, *target, *positions;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool wish(void)
{
    return now() - begun > WISH;
}

/* Return a view of one element that takes hours to traverse: work without memory. */
static gla_array *view(const gla_array *x, int ndim, int64_t a, int64_t b, int64_t c)
{
    gla_array *out = NULL;
    gla_broadcast_to(x, &(gla_ints){ndim, {a, b, c}}, &out);
    return out;
}

static gla_array *full(gla_dtype dtype, int ndim, int64_t a, int64_t b)
{
    gla_array *out = NULL;
    gla_ones(&(gla_ints){ndim, {a, b}}, &out, dtype, "host");
    return out;
}

static gla_status sum(gla_array **out)
{
    return gla_sum(endless, out, NULL, GLA_NO_DTYPE, false);
}
static gla_status sum_rows(gla_array **out)
{
    return gla_sum(endless, out, &(gla_ints){1, {0}}, GLA_NO_DTYPE, true);
}
static gla_status largest(gla_array **out)
{
    return gla_max(endless, out, NULL, false);
}
static gla_status all(gla_array **out)
{
    return gla_all(endless_yes, out, NULL, false);
}
static gla_status deviation(gla_array **out)
{
    return gla_std(endless, out, NULL, 0, false);
}
/* Repeat an operation in place, because one pass would be too short. */
static gla_status in_place(gla_array **out)
{
    gla_status st = GLA_OK;
    *out = NULL;
    while (!st)
        st = gla_inplace("pow", target, one);
    return st;
}

static gla_status integer_products(gla_array **out)
{
    gla_status st;
    while (!(st = gla_matmul(integers, integers, out)))
        gla_unref(*out);
    return st;
}

static gla_status determinants(gla_array **out)
{
    gla_status st;
    while (!(st = gla_det(stack, out)))
        gla_unref(*out);
    return st;
}

static gla_status copies(gla_array **out)
{
    gla_status st;
    while (!(st = gla_astype(target, GLA_COMPLEX64, out, true, NULL)))
        gla_unref(*out);
    return st;
}

static gla_status takes(gla_array **out)
{
    gla_status st;
    while (!(st = gla_take(target, positions, out, NULL)))
        gla_unref(*out);
    return st;
}

static gla_status nonzeros(gla_array **out)
{
    gla_status st;
    while (!(st = gla_getitem(target, &(gla_index){.n = 1, .v = {{.kind = GLA_INDEX_ARRAY, .array = yes}}}, out)))
        gla_unref(*out);
    return st;
}

static const struct {
    const char *name;
    gla_status (*run)(gla_array **out);
} calls[] = {{"a sum", sum},
             {"a sum along an axis", sum_rows},
             {"a maximum", largest},
             {"a search", all},
             {"a standard deviation", deviation},
             {"products of integers", integer_products},
             {"stacks of determinants", determinants},
             {"powers in place", in_place},
             {"conversions", copies},
             {"takes", takes},
             {"masks", nonzeros}};

/* Other processes may delay a call, but not every time. */
#define ATTEMPTS 5

static void each_call(void)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        gla_array *out = NULL;
        int64_t live = gla_live_arrays();
        gla_status st = GLA_INTERRUPTED_ERROR;
        double late = HEARD;
        for (int n = 0; n < ATTEMPTS && st == GLA_INTERRUPTED_ERROR && late >= HEARD; n++) {
            begun = now();
            st = calls[i].run(&out);
            late = now() - begun - WISH;
        }
        expect(st == GLA_INTERRUPTED_ERROR && late < HEARD, "%s", calls[i].name);
        if (st != GLA_INTERRUPTED_ERROR || late >= HEARD)
            printf("# %s: status %d (%s) %.3f s after the wish\n", calls[i].name, st, gla_last_message(), late);
        expect(!out && gla_live_arrays() == live, "nothing is left");
        gla_clear_error();
    }
}

static void prepare(void)
{
    const int64_t hours = INT64_C(1) << 45;
    gla_array *truth = full(GLA_BOOL, 1, 1, 0);
    one = full(GLA_FLOAT64, 1, 1, 0);
    target = full(GLA_FLOAT64, 1, 3000000, 0);
    yes = full(GLA_BOOL, 1, 3000000, 0);
    positions = full(GLA_INT64, 1, 3000000, 0);
    endless = view(one, 2, hours, 3, 0);
    endless_yes = view(truth, 1, hours, 0, 0);
    integers = full(GLA_INT64, 2, 1000, 1000);
    matrix = full(GLA_FLOAT64, 2, 40, 40);
    stack = view(matrix, 3, 2000, 40, 40);
    gla_unref(truth);
}

/* Run in a child process, because the number of threads is read once. */
static void run(const char *threads)
{
    gla_array **arrays[] = {&one, &yes, &endless, &endless_yes, &integers, &stack, &matrix, &target, &positions};
    setenv("GPULINALG_NUM_THREADS", threads, 1);
    gla_set_device("host");
    gla_set_interrupt_hook(wish);
    begun = now() + 1e6;
    prepare();
    each_call();
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        gla_unref(*arrays[i]);
    expect(gla_live_arrays() == 0, "no handle is left");
}

static void alone(void)
{
    run("1");
}

static void with_others(void)
{
    run("4");
}

int main(void)
{
    unsetenv("GPULINALG_DEVICE");
    in_child(alone, "one thread");
    in_child(with_others, "four threads");
    return done();
}
