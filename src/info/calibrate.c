/* calibrate.c - Measure the rates of this machine (core/rates.h) and store them in a file. */
#include "config.h"
#include "core/core.h"
#include "core/rates_file.h"
#include "info/samples.h"
#include "runtime/devices.h"
#include "runtime/interrupt.h"
#include "runtime/record.h"
#include "runtime/registry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct calibration {
    gla_device *host, *dev; /* dev is NULL if only the host is measured */
    gla_hardware hardware;
    const void *neighbour;
    gla_rates_source source;
    gla_rates measured, expected;
    double end, memory;          /* time at which no measurement begins any more; bytes that a sample may use */
    bool is_stopped[GLA_CURVES]; /* larger samples take too long or fail */
    bool again;                  /* nothing is missing, so that all points are measured again */
    bool changed;
    int n_measured, n_kept, n_missing;
} calibration;

/* ---- the devices ----------------------------------------------------------------------------------------------------- */
static gla_status open_device(calibration *c, const char *device)
{
    gla_status st = GLA_OK;
    if (device && strcmp(device, "auto") != 0)
        st = gla_find_device(device, &c->dev);
    else if (gla_machine_has_accelerator())
        c->dev = gla_machine_open();
    if (!st && c->dev && c->dev->is_host)
        c->dev = NULL;
    return st;
}

/* The rates of a device that is not an NVIDIA card are for the name of the device. */
static void name_card(calibration *c)
{
    if (c->dev && strcmp(c->dev->backend->name, "cuda") != 0)
        snprintf(c->hardware.card, sizeof c->hardware.card, "%s", c->dev->name);
}

/* ---- measurements ---------------------------------------------------------------------------------------------------- */
static void expect(calibration *c)
{
    gla_rates_default(&c->expected, &c->hardware);
    gla_rates_apply(&c->expected, &c->measured);
}

/* A value that differs by less than a step of rounding stays, so that noise does not change decisions. */
static void set(calibration *c, double *value, double seconds)
{
    if (*value > 0 && fabs(log2(seconds / *value)) < .5)
        return;
    *value = gla_rate_round(seconds);
    c->changed = true;
}

/* Programs that are not cached yet are compiled at their first use. The smallest time of all calls is without that. */
static void set_least(calibration *c, double *value, double seconds)
{
    if (*value == 0 || seconds < *value)
        set(c, value, fmax(seconds, 1e-6));
}

/* Measure the start of the device. */
static gla_status start(calibration *c, const char *device)
{
    bool is_closed = !gla_has_open_accelerator();
    double before = gla_seconds();
    gla_array *x = NULL;
    gla_status st = open_device(c, device);
    if (st || !c->dev)
        return st;
    name_card(c);
    gla_rates_load(&c->hardware, c->neighbour, &c->measured, &c->source);
    st = gla_array_new("calibrate", c->dev, GLA_FLOAT64, 0, NULL, &x);
    if (!st)
        st = gla_synchronize(c->dev->name);
    double seconds = gla_seconds() - before;
    gla_unref(x);
    if (!st && is_closed)
        set_least(c, &c->measured.start, seconds);
    return st;
}

/* Measure the first use of each kind of work: the first run, compared with the second one. */
static void measure_first_uses(calibration *c)
{
    for (int work = 0; work < GLA_WORKS && !gla_interrupted(); work++) {
        gla_sample s;
        double before = gla_seconds(), first = 0, second = 0;
        gla_status st = gla_sample_begin(&s, work, c->measured.device[work][0].amount, c->host, c->dev);
        for (int k = 0; k < 2 && !st; k++) {
            before = gla_seconds();
            st = gla_sample_run(&s);
            *(k ? &second : &first) = gla_seconds() - before;
        }
        gla_sample_end(&s);
        if (!st)
            set_least(c, &c->measured.first[work], first - second);
        gla_clear_error();
    }
}

/* Return the bytes that a sample may use: an eighth of the memory of the machine or container, as the host's pool does. */
static double usable_memory(void)
{
    const double least = 1 << 28;
    double bytes = 0;
    gla_record *r;
    if (gla_device_info(&r, "host"))
        return least;
    for (int i = 0; i < r->n; i++)
        if (strcmp(r->fields[i]->key, "pool_limit_bytes") == 0)
            bytes = (double)r->fields[i]->integer;
    gla_record_free(r);
    return fmax(bytes, least);
}

static int work_of(int curve)
{
    return curve == 2 * GLA_WORKS ? GLA_WORKS : curve % GLA_WORKS;
}

/* Return a point of a curve; NULL if there is none, or if it cannot be measured for lack of a device or of memory. */
static gla_rate *point(const calibration *c, gla_rates *r, int curve, int k)
{
    gla_rate *p = &gla_rates_curve(r, curve)[k];
    bool possible = p->amount > 0 && (c->dev || curve < GLA_WORKS) && gla_sample_bytes(work_of(curve), p->amount) <= c->memory;
    return possible ? p : NULL;
}

static int count_missing(calibration *c, int *n)
{
    int missing = 0;
    *n = 0;
    for (int i = 0; i < GLA_CURVES; i++)
        for (int k = 0; k < GLA_RATE_POINTS; k++) {
            const gla_rate *p = point(c, &c->measured, i, k);
            *n += p && p->seconds > 0;
            missing += p && p->seconds == 0;
        }
    return missing;
}

/* Measure a point. Only an interrupt is an error: other failures end the curve. */
static gla_status measure(calibration *c, int curve, int k)
{
    gla_sample s;
    gla_rate *p = point(c, &c->measured, curve, k);
    double limit = c->end - gla_seconds(), seconds = 0;
    bool on_host = curve < GLA_WORKS;
    double expected = 4 * point(c, &c->expected, curve, k)->seconds + 1e-9 * gla_sample_bytes(work_of(curve), p->amount);
    if (expected > limit) {
        c->is_stopped[curve] = true;
        return GLA_OK;
    }
    gla_status st = gla_sample_begin(&s, work_of(curve), p->amount, c->host, on_host ? c->host : c->dev);
    if (!st)
        st = gla_sample_measure(&s, limit, &seconds);
    gla_sample_end(&s);
    if (!st && seconds > 0) {
        set(c, &p->seconds, seconds);
        c->n_measured++;
        expect(c);
        return GLA_OK;
    }
    c->is_stopped[curve] = true;
    if (st == GLA_INTERRUPTED_ERROR)
        return st;
    gla_clear_error();
    return GLA_OK;
}

/* Measure the smallest point of each curve, then the next ones. */
static gla_status measure_points(calibration *c)
{
    gla_status st = GLA_OK;
    for (int k = 0; k < GLA_RATE_POINTS; k++)
        for (int i = 0; i < GLA_CURVES; i++) {
            const gla_rate *p = point(c, &c->measured, i, k);
            bool wanted = p && !c->is_stopped[i] && (c->again || p->seconds == 0);
            if (!wanted || gla_seconds() >= c->end)
                continue;
            st = gla_interrupted() ? GLA_INTERRUPTED_ERROR : measure(c, i, k);
            if (st)
                return st;
        }
    return st;
}

/* ---- the call -------------------------------------------------------------------------------------------------------- */
static gla_status calibrate(calibration *c, const char *device, double seconds)
{
    bool is_closed = !gla_has_open_accelerator();
    int n;
    gla_status st = gla_machine_hardware(&c->hardware, &c->neighbour);
    if (!st)
        st = gla_host_device(&c->host);
    if (st)
        return st;
    gla_rates_load(&c->hardware, c->neighbour, &c->measured, &c->source);
    st = start(c, device);
    if (st)
        return st;
    if (c->dev && is_closed)
        measure_first_uses(c);
    c->end = gla_seconds() + seconds;
    c->memory = usable_memory();
    c->again = count_missing(c, &n) == 0;
    expect(c);
    st = measure_points(c);
    if (!st && !c->n_measured) { /* what is missing cannot be measured here */
        c->again = true;
        st = measure_points(c);
    }
    c->n_missing = count_missing(c, &n);
    c->n_kept = n - c->n_measured;
    return st;
}

static void describe(gla_record *r, const calibration *c, double seconds)
{
    gla_record_text(r, "file", c->source.file);
    gla_record_text(r, "hash", c->source.hash);
    gla_record_integer(r, "measured", c->n_measured);
    gla_record_integer(r, "kept", c->n_kept);
    gla_record_integer(r, "missing", c->n_missing);
    gla_record_real(r, "seconds", seconds);
}

gla_status gla_calibrate(gla_record **record, const char *device, bool shared, double seconds)
{
    calibration c = {.n_measured = 0};
    double from = gla_seconds();
    *record = NULL;
    if (!(seconds >= 0))
        return gla_fail(GLA_ARGUMENT_ERROR, "calibrate: seconds is %g, but it must not be negative", seconds);
    void *work = gla_work_begin(1e9);
    gla_status st = calibrate(&c, device, seconds);
    bool interrupted = st == GLA_INTERRUPTED_ERROR;
    if ((!st || interrupted) && (c.n_measured || c.changed)) {
        st = gla_rates_save(&c.hardware, c.neighbour, shared, &c.measured, &c.source);
        if (!st)
            st = gla_machine_reload();
    }
    gla_work_end(work);
    if (interrupted && (!st || st == GLA_INTERRUPTED_ERROR))
        st = gla_fail(GLA_INTERRUPTED_ERROR, "calibrate: interrupted; the points measured so far are kept");
    if (st)
        return st;
    st = gla_record_new("calibrate", record);
    if (!st)
        describe(*record, &c, gla_seconds() - from);
    return gla_record_finish(record, st);
}
