/* lazy.c - Lazy results if memory runs out: nothing is lost, and lazy operations do not take memory that others need. */
#include "backend.h"
#include "gpulinalg/binding.h"
#include "tap.h"
#include "runtime/allocation.h"

enum { N = 1 << 15, BYTES = N * 8 };

static gla_array *two, *x;

static gla_array *number(double value)
{
    gla_array *a = NULL;
    gla_scalar(GLA_FLOAT64, &value, &a);
    return a;
}

static double third(const gla_array *a)
{
    gla_array *host = NULL;
    void *data = NULL;
    double value = gla_to_host(a, &host, &data) == GLA_OK ? ((double *)data)[3] : -1;
    gla_unref(host);
    return value;
}

/* Evaluate 2*x while the k-th allocation fails; then continue with it as the only reference. */
static bool goes_on(long k, bool *reached)
{
    gla_array *a = NULL, *b = NULL;
    bool good = !gla_multiply(x, two, &a);
    gla_test_fail_allocation(k, false);
    double value = third(a);
    *reached = gla_test_allocations() >= k;
    gla_test_fail_allocation(0, false);
    good = good && (value == 6 || (*reached && value == -1)) && gla_offer(a) && !gla_add(a, two, &b) && third(b) == 8;
    gla_unref(a);
    gla_unref(b);
    gla_clear_error();
    return good;
}

/* A loop that needs three arrays in addition to the existing two, with a memory limit for exactly these. */
static bool fits(void)
{
    char limit[32];
    gla_array *last = NULL;
    snprintf(limit, sizeof limit, "%d", 5 * BYTES + 1000);
    bool good = !gla_set_memory_limit(limit, "host");
    for (int i = 0; i < 20 && good; i++) {
        gla_array *a = NULL, *b = NULL;
        good = !gla_copy(x, &a) && !gla_multiply(a, two, &b);
        gla_unref(a);
        gla_unref(last);
        last = b;
    }
    good = good && third(last) == 6;
    gla_unref(last);
    return !gla_set_memory_limit(NULL, "host") && good;
}

/* While an operation is being queued, a handler requests the address of its operand, in order to write to it. */
static double *shown;

static bool show(void)
{
    shown = gla_array_address(x);
    return false;
}

static gla_array *slow_result(void)
{
    gla_ints shape = {1, {1 << 22}};
    gla_array *a = NULL, *b = NULL;
    gla_ones(&shape, &a, GLA_FLOAT64, NULL);
    for (int i = 0; i < 14; i++, a = b) {
        if (i > 0)
            gla_offer(a);
        gla_tan(a, &b);
        gla_unref(a);
    }
    return a;
}

static bool keeps_its_operand(void)
{
    gla_array *row[8] = {slow_result()}, *y = NULL;
    for (int i = 1; i < 8; i++)
        gla_add(x, two, &row[i]);
    gla_set_interrupt_hook(show);
    bool good = !gla_add(x, two, &y);
    gla_set_interrupt_hook(NULL);
    if (shown)
        shown[3] = 100;
    good = good && third(y) == 5;
    for (int i = 0; i < 8; i++)
        gla_unref(row[i]);
    gla_unref(y);
    return good;
}

int main(void)
{
    unsetenv("GPULINALG_DEVICE");
    setenv("GPULINALG_LAZY", "1", 1);
    gla_set_device("host");
    gla_array *n = number(N), *range = NULL;
    two = number(2);
    gla_arange(n, &range, NULL, NULL, GLA_FLOAT64, NULL);
    gla_copy(range, &x);
    bool reached = true, good = true;
    for (long k = 1; reached; k++)
        good = goes_on(k, &reached) && good;
    ok(good, "an evaluation that fails is done again, with all that was added meanwhile");
    ok(fits(), "operands of what waits are let go when memory is short");
    ok(keeps_its_operand() && shown, "a handler has an operand shown while the operation is put off");
    gla_unref(n);
    gla_unref(range);
    gla_unref(two);
    gla_unref(x);
    ok(gla_live_arrays() == 0, "nothing is left");
    return done();
}
