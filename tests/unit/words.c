/* words.c - Errors about arguments: descriptions of values, positions in lists, names added by callers. */
#include "backend.h"
#include "gpulinalg/binding.h"
#include "tap.h"

static void is_message(const char *wanted)
{
    if (!ok(!strcmp(gla_last_message(), wanted), "%.60s", wanted))
        printf("#   got %s\n", gla_last_message());
    gla_clear_error();
}

static void is_text(const char *got, const char *wanted)
{
    ok(!strcmp(got, wanted), "%.80s (got %s)", wanted, got);
}

static void test_descriptions(void)
{
    char buf[GLA_DESCRIPTION], text[100];
    is_text(gla_describe_text(buf, "x", 1), "'x'");
    is_text(gla_describe_text(buf, "", 0), "''");
    is_text(gla_describe_text(buf, "two\nlines", 9), "'two lines'");
    memset(text, 'a', 39);
    memcpy(text + 39, "é and more", 12);
    is_text(gla_describe_text(buf, text, 51), "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...'");
    is_text(gla_describe_integer(buf, INT64_MIN), "-9223372036854775808");
    is_text(gla_describe_real(buf, 0.1), "0.1");
    is_text(gla_describe_real(buf, 2), "2.0");
    is_text(gla_describe_real(buf, -1e300), "-1e+300");
    is_text(gla_describe_real(buf, 0.1 + 0.2), "0.30000000000000004");
    is_text(gla_describe_real(buf, -1.0 / 0.0), "-inf");
    is_text(gla_describe_complex(buf, 0.5, -1), "0.5-1.0j");
    is_text(gla_describe_object(buf, "decimal.Decimal"), "an object of class decimal.Decimal");
    int64_t shape[2] = {2, 3};
    gla_array *a = NULL;
    void *data;
    gla_new_host(GLA_FLOAT32, 2, shape, &a, &data);
    is_text(gla_describe_array(buf, a), "a float32 Array of shape (2, 3)");
    gla_unref(a);
}

static void test_messages(void)
{
    ok(gla_argument_is(GLA_DTYPE_ERROR, "'x'", GLA_WANT_AXIS) == GLA_DTYPE_ERROR, "it returns its kind");
    is_message("is 'x', but it must be an integer or none");
    gla_argument_is(GLA_DTYPE_ERROR, "'x'", GLA_WANT_INTEGER);
    gla_argument_at(2);
    gla_argument_at(0);
    ok(gla_argument_of("sum", "axis") == GLA_DTYPE_ERROR, "the kind is kept");
    is_message("sum: axis[0][2] is 'x', but it must be an integer");
    gla_argument_fact(GLA_ARGUMENT_ERROR, "contains a NUL character; leave it %s", "out");
    gla_argument_of("norm", "ord");
    is_message("norm: ord contains a NUL character; leave it out");
    gla_fail(GLA_SHAPE_ERROR, "asarray: ragged");
    gla_argument_at(3);
    gla_argument_of("sum", "x");
    is_message("asarray: ragged");
    gla_argument_is(GLA_DTYPE_ERROR, "none", GLA_WANT_NUMBER);
    gla_argument_of("elementwise_call", "args");
    is_message("elementwise: args is none, but it must be a number; write a missing value as nan, which "
               "nanmean and similar functions skip");
    gla_argument_is(GLA_DTYPE_ERROR, "none", GLA_WANT_NUMBER);
    gla_argument_of("_call", "args");
    is_message("_call: args is none, but it must be a number; write a missing value as nan, which nanmean and "
               "similar functions skip");
    ok(gla_set_device("nope") == GLA_DEVICE_ERROR, "a device that is not there");
    is_message("there is no device \"nope\"; devices() lists the available devices");
    gla_set_device("nope");
    gla_argument_at(3);
    gla_argument_of("set_device", "device");
    is_message("set_device: there is no device \"nope\"; devices() lists the available devices");
}

static void test_spelling(void)
{
    static const gla_spelling perl = {" => ", "$", "->", "x", "undef", "1", "0"};
    const char *const format = "%s: {f(x, y2, name='%.*s', 0x1f)} {x.T @ a_b.sum(axis=none)} {on=true, off=false, n == 2}; {z";
    gla_fail(GLA_SHAPE_ERROR, format, "op", 3, "a=bcd");
    is_message("op: f(x, y2, name='a=b', 0x1f) x.T @ a_b.sum(axis=none) on=true, off=false, n == 2; z");
    gla_set_spelling(&perl);
    gla_fail(GLA_SHAPE_ERROR, format, "op", 3, "a=bcd");
    is_message("op: f($x, $y2, name => 'a=b', 0x1f) $x->T x $a_b->sum(axis => undef) on => 1, off => 0, $n == 2; $z");
    gla_fail(GLA_SHAPE_ERROR, "{A.%s(b)}", "solve");
    is_message("$A->solve($b)");
    gla_argument_fact(GLA_ARGUMENT_ERROR, "is {none}: %s", "{x}");
    gla_argument_of("f", "x");
    is_message("f: x is undef: {x}");
    gla_fail(GLA_SHAPE_ERROR, "%s", "{x}");
    is_message("{x}");
    gla_set_spelling(NULL);
    gla_fail(GLA_SHAPE_ERROR, "{copy(x)}");
    is_message("copy(x)");
}

int main(void)
{
    test_descriptions();
    test_messages();
    test_spelling();
    return done();
}
