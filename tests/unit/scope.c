/* scope.c - Operations composed of others: a scope releases its objects after any failure, and errors name the called
 * function. */
#include "core/entry.h"
#include "core/scope.h"
#include "tap.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

#include <string.h>

static gla_status twice(const gla_array *x, gla_array **out)
{
    return gla_array_contiguous("twice", gla_device_of(x), GLA_FLOAT32, x, out);
}

static int calls;

static gla_status refuse(const gla_array *x, gla_array **out)
{
    (void)x;
    calls++;
    *out = NULL;
    return gla_fail(GLA_SINGULAR_ERROR, "refuse: number %d", calls);
}

/* Make more arrays and bytes than a scope stores in itself; NULL after a failure. */
static gla_status compose(gla_array **out)
{
    gla_scope s;
    gla_scope_begin(&s, "compose");
    gla_array *x = gla_s_number(&s, 3);
    for (int i = 0; i < 40; i++)
        x = gla_s_drop_last(&s, gla_s_add_last(&s, gla_s_astype(&s, GLA_FLOAT64, x)));
    int64_t *counts = gla_s_memory(&s, 4, sizeof *counts), *many = gla_s_memory(&s, 1000, sizeof *many);
    for (int i = 0; many && i < 1000; i++)
        s.status = many[i] || counts[i % 4] ? GLA_INTERNAL_ERROR : s.status;
    gla_array *copy = gla_s_apply(&s, twice, x);
    gla_s_fill(&s, copy, 5);
    return gla_scope_return(&s, copy, out);
}

static void swap(void)
{
    gla_scope s;
    static const int64_t shape[3] = {2, 3, 4};
    gla_device *host;
    gla_host_device(&host);
    gla_scope_begin(&s, "swap");
    gla_array *x = gla_s_new(&s, host, GLA_FLOAT64, 3, shape);
    gla_array *first = gla_s_swap_axis(&s, x, 0), *same = gla_s_swap_axis(&s, x, -1), *back = gla_s_swap_axis(&s, first, 0);
    ok(first && first->shape[0] == 4 && first->shape[1] == 3 && first->shape[2] == 2 && first->strides[0] == 1 &&
           first->strides[1] == 4 && first->strides[2] == 12 && !first->contiguous,
       "an axis is exchanged with the last one");
    ok(same && gla_same_shape(same, x) && same->contiguous, "the last one with itself");
    ok(back && gla_same_shape(back, x) && back->contiguous && gla_data(back) == gla_data(x), "and back");
    gla_scope_end(&s);
}

static void starve(void)
{
    int64_t live = gla_live_arrays();
    int failed = 0;
    bool clean = true;
    gla_array *a = NULL;
    compose(&a); /* loads the backend */
    gla_unref(a);
    while (failed < 1000) {
        gla_test_fail_allocation(failed + 1, false);
        gla_status st = compose(&a);
        gla_test_fail_allocation(0, false);
        if (!st)
            break;
        failed++;
        clean = clean && st == GLA_OUT_OF_MEMORY_ERROR && !a && gla_live_arrays() == live;
    }
    ok(failed > 80 && clean, "each of %d allocations may fail: nothing is left", failed);
    ok(a && gla_array_dtype(a) == GLA_FLOAT32 && *(const float *)gla_data(a) == 5, "then there is a result");
    gla_unref(a);
    ok(gla_live_arrays() == live, "and it is all that was left");
}

/* If a scope cannot register an array for lack of memory, its status is an error, so that callers need not check each call. */
static void own_without_memory(void)
{
    gla_scope s;
    gla_array *made = NULL, *other = NULL;
    double three = 3;
    int64_t live = gla_live_arrays();
    gla_scope_begin(&s, "own");
    for (int i = 0; i < GLA_SCOPE_ARRAYS; i++)
        gla_s_number(&s, i);
    ok(!gla_scalar(GLA_FLOAT64, &three, &made) && !gla_scalar(GLA_FLOAT64, &three, &other), "two arrays");
    gla_test_fail_allocation(1, true);
    ok(gla_s_own(&s, made) == made && gla_s_own(&s, other) == other && s.status == GLA_OUT_OF_MEMORY_ERROR,
       "an array that the scope has no memory to note is a failure");
    gla_test_fail_allocation(0, false);
    *(double *)gla_data(made) = *(const double *)gla_data(other) + 1;
    ok(gla_live_arrays() == live + GLA_SCOPE_ARRAYS + 2, "but it lives until the end");
    ok(gla_scope_end(&s) == GLA_OUT_OF_MEMORY_ERROR && gla_live_arrays() == live, "of the scope");
    gla_clear_error();
}

static void first_failure(void)
{
    gla_scope s;
    gla_array *out = (gla_array *)&s;
    calls = 0;
    gla_scope_begin(&s, "first");
    gla_array *x = gla_s_number(&s, 1), *wrong = gla_s_apply(&s, refuse, x);
    ok(x && !wrong && s.status == GLA_SINGULAR_ERROR, "a failure gives NULL");
    ok(!gla_s_apply(&s, refuse, x) && !gla_s_apply(&s, refuse, wrong) && !gla_s_number(&s, 1) && !gla_s_memory(&s, 1, 1) &&
           calls == 1,
       "and nothing is called after it");
    gla_s_fill(&s, wrong, 1);
    is_status(gla_scope_return(&s, x, &out), GLA_SINGULAR_ERROR, "refuse: number 1", "the first failure is the outcome");
    ok(!out, "there is no result");
}

static void release(void)
{
    gla_scope s;
    gla_array *out;
    int64_t live = gla_live_arrays();
    gla_scope_begin(&s, "release");
    gla_array *kept = gla_s_number(&s, 1), *early = gla_s_number(&s, 2), *last = gla_s_number(&s, 3);
    gla_s_release(&s, early);
    gla_s_release(&s, NULL);
    ok(gla_live_arrays() == live + 2 && s.n == 2, "an array is released early");
    int mark = gla_scope_mark(&s);
    for (int i = 0; i < 30; i++)
        early = gla_s_add_last(&s, last);
    ok(gla_scope_keep(&s, mark, early) == early && s.n == 3 && gla_live_arrays() == live + 3,
       "all after a mark but the result");
    ok(!gla_scope_keep(&s, mark, NULL) && s.n == 2, "or with it");
    ok(!gla_scope_return(&s, kept, &out) && out == kept && gla_live_arrays() == live + 1, "the result outlives the scope");
    gla_unref(out);
}

/* Check the message of inv if a function that it calls fails with `message`. */
static void in_inv(const char *message, const char *wanted)
{
    gla_status st = gla_failed_in("inv", gla_fail(GLA_SHAPE_ERROR, "%s", message));
    ok(st == GLA_SHAPE_ERROR && gla_last_status() == st && !strcmp(gla_last_message(), wanted), "%.60s", wanted);
    gla_clear_error();
}

static void whom_an_error_names(void)
{
    char text[1100];
    in_inv("solve: a is 2 x 3", "inv: a is 2 x 3");
    in_inv("inv: a is 2 x 3", "inv: a is 2 x 3");
    in_inv("gesv: info is -1", "inv: info is -1");      /* a slot */
    in_inv("lapack: info is -1", "inv: info is -1");    /* an area */
    in_inv("trim: out of order", "trim: out of order"); /* a slot of the area memory, whose names are ordinary words */
    in_inv("solver: no digits", "solver: no digits");
    in_inv("solve:no digits", "solve:no digits");
    in_inv("solve failed", "solve failed");
    in_inv("solve", "solve");
    in_inv("", "");
    memset(text, 'x', sizeof text);
    memcpy(text, "solve: ", 7);
    text[sizeof text - 1] = '\0';
    gla_failed_in("inv", gla_fail(GLA_SHAPE_ERROR, "%s", text));
    ok(!strncmp(gla_last_message(), "inv: xxx", 8) && strlen(gla_last_message()) == 1021, "a long message is cut once");
    gla_fail(GLA_SHAPE_ERROR, GLA_UNNAMED " is 3");
    const char *marked = gla_marked_message();
    gla_failed_in("inv", GLA_SHAPE_ERROR);
    ok(marked && gla_marked_message() == marked && !strcmp(gla_last_message(), " is 3"), "what is not named yet stays so");
    gla_clear_error();
}

int main(void)
{
    swap();
    starve();
    own_without_memory();
    first_failure();
    release();
    whom_an_error_names();
    return done();
}
