/* crossover.c - Estimated times of an operation on the host and on the accelerator, over sizes. */
#include "config.h"
#include "info/plot.h"
#include "info/question.h"
#include "core/machine.h"
#include "runtime/devices.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Seconds of a call, and of the copies of its operands between the devices. */
typedef struct times {
    double host, accelerator, copies;
} times;

static times estimate(const gla_question *q, const gla_device *host, double n)
{
    gla_imagined call;
    gla_imagine(q, n, &call);
    times t = {.copies = 0};
    double bytes = 0;
    for (int i = 0; i < call.n_operands; i++) {
        bytes += gla_bytes_of(call.operands[i]);
        t.copies += gla_machine_copy(gla_bytes_of(call.operands[i]));
    }
    t.host = gla_plan_seconds(q->plan, call.arguments, bytes, q->dtype, host);
    t.accelerator = gla_plan_seconds(q->plan, call.arguments, bytes, q->dtype, gla_machine_accelerator());
    return t;
}

/* Return true if a call is faster on the accelerator. */
static bool goes(const times *t, bool is_there)
{
    return is_there ? t->accelerator < t->host + t->copies : t->accelerator + t->copies < t->host;
}

/* ---- the sizes ------------------------------------------------------------------------------------------------------- */
enum { MOST_SIZES = 40 };

/* Sizes of the form 1, 2 and 5 times a power of ten, between the ends. */
static int round_sizes(double from, double to, double *sizes)
{
    static const int steps[] = {1, 2, 5};
    int n = 0;
    sizes[n++] = from;
    for (double power = 1; power < to; power *= 10)
        for (int i = 0; i < 3; i++)
            if (steps[i] * power > from && steps[i] * power < to && n < MOST_SIZES - 1)
                sizes[n++] = steps[i] * power;
    if (to > from)
        sizes[n++] = to;
    return n;
}

/* A short range has steps of equal ratio instead, with two digits. */
static int choose_sizes(double from, double to, double *sizes)
{
    enum { STEPS = 8 };
    int n = round_sizes(from, to, sizes);
    if (n >= 6 || to < from + STEPS)
        return n;
    n = 0;
    for (int i = 0; i <= STEPS; i++) {
        double size = from * pow(to / from, (double)i / STEPS), unit = pow(10, floor(log10(size)) - 1);
        size = i == 0 ? from : i == STEPS ? to : fmax(1, round(size / fmax(unit, 1)) * fmax(unit, 1));
        if (!n || (size > sizes[n - 1] && size <= to))
            sizes[n++] = size;
    }
    return n;
}

/* ---- the text -------------------------------------------------------------------------------------------------------- */
static void put_question(gla_writer *w, const gla_question *q)
{
    gla_put(w, "%s", q->plan->op);
    for (int i = 0; i < q->n_shapes; i++) {
        const gla_question_shape *s = &q->shapes[i];
        for (int k = 0; k < s->ndim; k++)
            if (s->lengths[k] < 0)
                gla_put(w, "%sn", k ? ", " : " (");
            else
                gla_put(w, "%s%lld", k ? ", " : " (", (long long)s->lengths[k]);
        gla_put(w, s->ndim ? ")" : " ()");
    }
    gla_put(w, ", %s\n", gla_dtype_name(q->dtype));
}

static void put_rates(gla_writer *w)
{
    char rates[1200];
    gla_machine_describe(rates, sizeof rates);
    gla_put(w, "rates: %s\n", rates);
    if (!gla_machine_has_accelerator())
        gla_put(w, "This machine has no accelerator: calls run on the host. The figures are for an H200.\n");
}

static void put_table(gla_writer *w, const gla_question *q, const gla_device *host)
{
    double sizes[MOST_SIZES];
    int n = choose_sizes(q->from, q->to, sizes);
    gla_put(w, "\n%12s %13s %17s %12s   %-18s%s\n", "n", "host, ms", "accelerator, ms", "copies, ms", "data on the host",
            "data on the accelerator");
    for (int i = 0; i < n; i++) {
        times t = estimate(q, host, sizes[i]);
        gla_put(w, "%12.0f %13.4g %17.4g %12.4g   %-18s%s\n", sizes[i], 1e3 * t.host, 1e3 * t.accelerator, 1e3 * t.copies,
                goes(&t, false) ? "accelerator" : "host", goes(&t, true) ? "accelerator" : "host");
    }
}

/* Find the n from which on the accelerator is faster, by bisection. */
static void put_crossover(gla_writer *w, const gla_question *q, const gla_device *host, bool is_there)
{
    double low = q->from, high = q->to;
    times first = estimate(q, host, low), last = estimate(q, host, high);
    gla_put(w, "Data on the %s: ", is_there ? "accelerator" : "host");
    if (goes(&first, is_there) == goes(&last, is_there)) {
        gla_put(w, "the %s is faster for all these sizes.\n", goes(&last, is_there) ? "accelerator" : "host");
        return;
    }
    while (high - low > 1) {
        double middle = floor((low + high) / 2);
        times t = estimate(q, host, middle);
        *(goes(&t, is_there) == goes(&last, is_there) ? &high : &low) = middle;
    }
    gla_put(w, "the %s is faster from n = %.0f on.\n", goes(&last, is_there) ? "accelerator" : "host", high);
}

/* Write after how many equal calls the start of the accelerator is paid. */
static void put_start(gla_writer *w, const gla_question *q, const gla_device *host)
{
    times t = estimate(q, host, q->to);
    double start = gla_machine_start() + gla_machine_first(q->plan->work), saved = t.host - t.accelerator - t.copies;
    if (saved > 0)
        gla_put(w, "The start of the accelerator, %.2g s, is paid by %.0f call%s with n = %.0f.\n", start, ceil(start / saved),
                start > saved ? "s" : "", q->to);
    else
        gla_put(w, "The start of the accelerator, %.2g s, is never paid by such calls with data on the host.\n", start);
}

static void put_plot(gla_writer *w, const gla_question *q, const gla_device *host)
{
    gla_plot_curve curves[] = {
        {.mark = '+', .name = "accelerator and copies"}, {.mark = 'a', .name = "accelerator"}, {.mark = 'h', .name = "host"}};
    for (int k = 0; k < GLA_PLOT_COLUMNS; k++) {
        double n = round(q->from * pow(q->to / q->from, (double)k / (GLA_PLOT_COLUMNS - 1)));
        times t = estimate(q, host, n);
        curves[0].values[k] = t.accelerator + t.copies;
        curves[1].values[k] = t.accelerator;
        curves[2].values[k] = t.host;
    }
    gla_put(w, "\n");
    gla_plot(w, 3, curves, q->from, q->to);
}

gla_status gla_crossover(const char *question, char **text, bool plot)
{
    gla_question q;
    gla_device *host;
    gla_writer w = GLA_WRITER("crossover");
    *text = NULL;
    gla_status st = gla_question_read(question, &q);
    if (!st)
        st = gla_host_device(&host);
    if (st)
        return st;
    put_question(&w, &q);
    put_rates(&w);
    put_table(&w, &q, host);
    gla_put(&w, "\n");
    if (q.to > q.from) {
        put_crossover(&w, &q, host, false);
        if (strpbrk(q.plan->arguments, "alvt"))
            put_crossover(&w, &q, host, true);
    }
    put_start(&w, &q, host);
    if (plot && q.to > q.from)
        put_plot(&w, &q, host);
    return gla_writer_finish(&w, text);
}
