/* formulas.c - The formula language: precedence, canonical text, messages, limits, several threads. */
#include "tap.h"

#include <pthread.h>

/* Return the canonical text of a formula of x, y, z; NULL on failure. */
static char *text_of(const char *operation)
{
    gla_elementwise *f = NULL;
    char *text = NULL;
    gla_clear_error();
    if (!gla_new_elementwise("x, y, z", "", operation, &f, NULL))
        gla_elementwise_text(f, &text);
    gla_object_unref(f);
    return text;
}

/* Check that the formula has this canonical text, which is its own canonical text. */
static void reads(const char *operation, const char *expected)
{
    char *text = text_of(operation), *again = text ? text_of(text) : NULL;
    bool good = text && strcmp(text, expected) == 0 && again && strcmp(again, text) == 0;
    ok(good, "%s", operation);
    if (!good)
        printf("#   got %s#   and %s#   %s\n", text ? text : "nothing\n", again ? again : "nothing\n", gla_last_message());
    gla_free(text);
    gla_free(again);
}

static void precedence(void)
{
    reads("x + y * z", "return (x + (y * z));\n");
    reads("x - y - z", "return ((x - y) - z);\n");
    reads("x / y // z % x", "return (((x / y) // z) % x);\n");
    reads("-x ** 2", "return (-(x ** 2));\n");
    reads("x ** -y ** z", "return (x ** (-(y ** z)));\n");
    reads("!x == y", "return ((!x) == y);\n");
    reads("~x & y | z ^ x", "return (((~x) & y) | (z ^ x));\n");
    reads("x < y == z > x", "return ((x < y) == (z > x));\n");
    reads("x || y && z", "return (x || (y && z));\n");
    reads("x << 1 + y", "return (x << (1 + y));\n");
    reads("x ? y : z ? x : y", "return (x ? y : (z ? x : y));\n");
    reads("(float32)x * y", "return (float32(x) * y);\n");
    reads("(T)-x + T(y)", "return (T((-x)) + T(y));\n");
    reads("fabs(x) + min(y, z)", "return (abs(x) + minimum(y, z));\n");
}

static void numbers(void)
{
    reads("x*0.1", "return (x * 0.1);\n");
    reads("x*1e22", "return (x * 1e22);\n");
    reads("x*123456789.0", "return (x * 123456789.0);\n");
    reads("x*.000125", "return (x * 0.000125);\n");
    reads("x*1.25e-7", "return (x * 1.25e-7);\n");
    reads("x*5e-324", "return (x * 5e-324);\n");
    reads("x*0.0", "return (x * 0.0);\n");
    reads("x*2j + 0x1F", "return ((x * 2.0j) + 31);\n");
    reads("x + 18446744073709551615", "return (x + 18446744073709551615);\n");
    reads("x**-1 - -1", "return ((x ** (-1)) - (-1));\n");
    /* Constant expressions are evaluated: integers exactly, others in double precision. */
    reads("x*(1/3 + 2*3)", "return (x * 6.333333333333333);\n");
    reads("x + 2**10", "return (x + 1024);\n");
    reads("x*-9223372036854775808", "return (x * (-9223372036854775808));\n");
    reads("x + (9223372036854775808 - 9223372036854775809)", "return (x + (-1));\n");
    reads("x + (7//-2 + -7%3 + (1 << 63) + (-9 >> 1))", "return (x + 9223372036854775801);\n");
    reads("x*sqrt(4.0)", "return (x * 2.0);\n");
    reads("x + 9223372036854775807 + 1", "return ((x + 9223372036854775807) + 1);\n");
}

static void statements(void)
{
    reads("t = x; t += y; t *= 2; return t, x;", "t = x;\nt = (t + y);\nt = (t * 2);\nreturn t, x;\n");
    reads("float64 t = x\n; t", "float64 t = x;\nreturn t;\n");
    reads("if (x) t = 1; else { t = 2; u = 3; } return t",
          "if (x) {\n    t = 1;\n} else {\n    t = 2;\n    u = 3;\n}\nreturn t;\n");
    reads("t = 0; for (int64 i = 1; i <= 3; i++) t += i; t",
          "t = 0;\nfor (i = 1; i < 4; i += 1) {\n    t = (t + i);\n}\nreturn t;\n");
    reads("t = 0; for (i = y - 1; i >= 0; i -= 2) t += i; t",
          "t = 0;\nfor (i = (y - 1); i > (-1); i += -2) {\n    t = (t + i);\n}\nreturn t;\n");
    reads("t = 0; for (i = 0; i <= y - 1; i++) t += i; t",
          "t = 0;\nfor (i = 0; i < y; i += 1) {\n    t = (t + i);\n}\nreturn t;\n");
    reads("/* first */ x /* last */", "return x;\n");
}

static void fails(const char *operation, const char *message)
{
    gla_elementwise *f = NULL;
    gla_clear_error();
    is_status(gla_new_elementwise("x", "", operation, &f, "name"), GLA_COMPILE_ERROR, message, operation);
}

/* A formula with `part` n times between two texts. */
static void deep(const char *before, const char *part, const char *after, int n, const char *message)
{
    size_t size = strlen(before) + strlen(after) + (size_t)n * strlen(part) + 1, used = strlen(before);
    char *text = malloc(size);
    gla_elementwise *f = NULL;
    strcpy(text, before);
    for (int i = 0; i < n; i++, used += strlen(part))
        strcpy(text + used, part);
    strcpy(text + used, after);
    gla_clear_error();
    is_status(gla_new_elementwise("x", "", text, &f, NULL), GLA_COMPILE_ERROR, message, part);
    free(text);
}

static void limits(void)
{
    fails("x +\n  + )", "name: line 2, column 5 of the operation, `)`: a value is missing before `)`");
    fails("\xc3\xa9 + x", "has no meaning");
    fails("x + $", "column 5");
    deep("", "(", "x", 100000, "nested");
    deep("", "- ", "x", 100000, "nested");
    deep("", "x ? x : ", "x", 100000, "nested");
    deep("x", "+x", "", 100000, "nested");
    deep("", "if (x) ", "return x;", 1000, "nested");
    deep("", "{", "", 1000, "blocks are nested");
    deep("exp(", "x, ", "x)", 50, "takes 1 argument, not 51");
}

static gla_elementwise *shared;

static void *use(void *dtype)
{
    static const double value = 3;
    for (int i = 0; i < 200; i++) {
        gla_array *x = NULL, *typed = NULL;
        gla_arrays *results = NULL;
        const gla_array *args[] = {NULL};
        gla_scalar(GLA_FLOAT64, &value, &x);
        gla_asarray(x, &typed, *(gla_dtype *)dtype, "host", GLA_MAYBE);
        args[0] = typed;
        gla_elementwise_call(shared, &(gla_arrays){.n = 1, .v = args}, &results);
        bool good = results && results->n == 1 && gla_array_dtype(results->v[0]) == *(gla_dtype *)dtype;
        gla_arrays_free(results);
        gla_unref(typed);
        gla_unref(x);
        if (!good)
            return (void *)"wrong";
    }
    return NULL;
}

static void threads(void)
{
    gla_dtype dtypes[4] = {GLA_FLOAT32, GLA_FLOAT64, GLA_INT32, GLA_INT8};
    pthread_t thread[4];
    bool good = true;
    int64_t live = gla_live_arrays();
    gla_new_elementwise("x", "", "x*x + 1", &shared, NULL);
    for (int i = 0; i < 4; i++)
        pthread_create(&thread[i], NULL, use, &dtypes[i]);
    for (int i = 0; i < 4; i++) {
        void *wrong;
        pthread_join(thread[i], &wrong);
        good = good && !wrong;
    }
    gla_object_unref(shared);
    ok(good, "several threads use one function with several types");
    ok(gla_live_arrays() == live, "and leave nothing");
}

int main(void)
{
    gla_set_device("host");
    precedence();
    numbers();
    statements();
    limits();
    threads();
    return done();
}
