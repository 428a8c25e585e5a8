/* formulas.c - The device code generated from formulas compiles, for each dtype and kind of call.  No GPU needed.
 * tags: slow */
#include "backends/cuda/compile.h"
#include "backends/device/array/scan.h"
#include "dialect/source.h"
#include "tap.h"

static const char *quick = "--Ofast-compile=max"; /* NULL if NVRTC does not support the option */

static bool compiles(const char *text)
{
    char *source = gla_kernel_source("", "formula", text);
    void *code = NULL;
    size_t size = 0;
    gla_clear_error();
    gla_status st = gla_cuda_compile("formula", source, "compute_90", quick, &code, &size);
    if (st && quick && strstr(gla_last_message(), quick)) {
        quick = NULL;
        gla_clear_error();
        st = gla_cuda_compile("formula", source, "compute_90", quick, &code, &size);
    }
    gla_free(code);
    gla_free(source);
    return !st;
}

/* Return an array of that dtype and shape on the host. */
static gla_array *array_of(const char *dtype, int64_t rows, int64_t columns)
{
    gla_array *a = NULL;
    gla_ones(&(gla_ints){2, {rows, columns}}, &a, gla_dtype_from_name(dtype), "host");
    return a;
}

static void check(const char *name, gla_status st, char *text)
{
    ok(!st && compiles(text), "%s", name);
    if (gla_last_status())
        printf("#   %s\n", gla_last_message());
    gla_clear_error();
    gla_free(text);
}

static void elementwise(const char *inputs, const char *operation, const gla_array *x, const gla_array *y, const char *name)
{
    gla_elementwise *f = NULL;
    char *text = NULL;
    const gla_array *args[] = {x, y};
    gla_status st = gla_new_elementwise(inputs, "", operation, &f, NULL);
    if (!st)
        st = gla_elementwise_code(f, &(gla_arrays){.n = 2, .v = args}, &text);
    check(name, st, text);
    gla_object_unref(f);
}

static void folds(const char *dtype, const gla_array *x, const gla_array *y)
{
    gla_reducer *r = NULL;
    gla_scanner *s = NULL;
    const gla_array *args[] = {x, y};
    char *text = NULL, name[80];
    gla_status st = gla_new_reduction("x, y", "", "x*y", "a + b", &r, "a/n", NULL, NULL);
    if (!st)
        st = gla_reduction_code(r, &(gla_arrays){.n = 2, .v = args}, &text);
    snprintf(name, sizeof name, "reduction of %s", dtype);
    check(name, st, text);
    for (int exclusive = 0; exclusive < 2; exclusive++) {
        gla_array *zero = NULL;
        text = NULL;
        gla_scalar(GLA_INT64, &(int64_t){0}, &zero);
        st = gla_new_scan("x, y", "", "x*y", "a + b", &s, NULL, zero, NULL);
        if (!st)
            st = gla_scan_code(s, &(gla_arrays){.n = 2, .v = args}, &text, exclusive);
        snprintf(name, sizeof name, "%s scan of %s", exclusive ? "exclusive" : "inclusive", dtype);
        check(name, st, text);
        gla_object_unref(s);
        gla_unref(zero);
    }
    gla_object_unref(r);
}

static void one_type(const char *dtype)
{
    static const char arithmetic[] = "return x + y, x - y, x*y, x/y, x == y, x != y ? x : y, -x, x*x";
    static const char whole[] = "return x // y, x % y, x & 6, x | y, x ^ y, ~x, x << 1, x >> 1";
    static const char ordered[] = "s = 0; for (i = 0; i < 3; i++) { t = s; s = x; x = t + y; } "
                                  "return s, x, min(s, x), max(s, x), x < y && !(y >= x), sign(x), floor(x), x**2";
    static const char real[] = "return exp(x), log(x), sin(x), tanh(x), sqrt(x), x**y, abs(x), isfinite(x)";
    gla_array *x = array_of(dtype, 4, 6), *y = array_of("float32", 4, 6);
    gla_array *row = array_of(dtype, 1, 6), *same = array_of(dtype, 4, 6);
    bool is_complex = strncmp(dtype, "complex", 7) == 0, is_integer = strstr(dtype, "int");
    char name[80];
    snprintf(name, sizeof name, "%s: arithmetic, packed", dtype);
    elementwise("x, y", arithmetic, x, same, name);
    snprintf(name, sizeof name, "%s: arithmetic with float32 and a row", dtype);
    elementwise("x, y", arithmetic, row, y, name);
    snprintf(name, sizeof name, "%s: %s", dtype, is_integer ? "whole numbers" : "functions");
    elementwise("x, y", is_integer ? whole : real, x, row, name);
    snprintf(name, sizeof name, "%s: order and loops", dtype);
    if (!is_complex)
        elementwise("x, y", ordered, x, same, name);
    folds(dtype, x, row);
    gla_unref(x);
    gla_unref(y);
    gla_unref(row);
    gla_unref(same);
}

/* Scans such as running sums, with distinct dtypes of input, accumulator and output, and without features that some devices
 * lack. */
static void scans(gla_dtype from, gla_dtype acc, gla_dtype to)
{
    for (int op = GLA_SCAN_SUM; op <= (acc < GLA_COMPLEX64 ? GLA_SCAN_MAX : GLA_SCAN_PROD); op++)
        for (unsigned flags = 0; flags <= GLA_SCAN_NARROW; flags++) {
            char *text = NULL, name[80];
            gla_device_program p = gla_device_scan_program((gla_scan_op)op, from, acc, to, flags);
            gla_status st = gla_device_lines(&p, &text);
            snprintf(name, sizeof name, "scan %d of %s, flags %u", op, gla_dtype_name(from), flags);
            check(name, st, text);
        }
}

int main(void)
{
    gla_set_device("host");
    one_type("int8");
    one_type("uint64");
    one_type("float32");
    one_type("float64");
    one_type("complex64");
    scans(GLA_BOOL, GLA_BOOL, GLA_BOOL);
    scans(GLA_INT8, GLA_UINT64, GLA_UINT64);
    scans(GLA_FLOAT32, GLA_FLOAT64, GLA_FLOAT32);
    scans(GLA_FLOAT32, GLA_COMPLEX128, GLA_COMPLEX64);
    gla_array *x = array_of("float64", 4, 6), *y = array_of("int32", 4, 6);
    elementwise("x, y", "return bool(x), int8(x), uint16(x), int64(x), float32(y), complex64(y), uint64(y), x + inf*nan", x, y,
                "conversions and constants");
    gla_unref(x);
    gla_unref(y);
    return done();
}
