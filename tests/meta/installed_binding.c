/* A minimal language binding, built from an installation.  The values of its language are trees: lists, and leaves that are
 * numbers, strings or objects of the library.  It calls functions, methods and operators through the table, and its error
 * messages are those of all languages. */
#include <gpulinalg.h>
#include <gpulinalg/call.h>

#include <stdio.h>
#include <string.h>

typedef struct toy {
    const char *text; /* content of a string */
    double number;    /* value of a number, if there are no items */
    int n;
    const struct toy *items;
    void *object; /* an array, or an object of another class */
} toy;

#define NUMBER(x)               \
    {                           \
        NULL, x, -1, NULL, NULL \
    }
#define TEXT(x)              \
    {                        \
        x, 0, -1, NULL, NULL \
    }
#define LIST(n, items)          \
    {                           \
        NULL, 0, n, items, NULL \
    }
#define OBJECT(o)            \
    {                        \
        NULL, 0, -1, NULL, o \
    }

static gla_status look(gla_reader *r, void *object, gla_look how, gla_value *v)
{
    const toy *t = (const toy *)object;
    (void)r;
    (void)how;
    v->kind = t->n < 0 ? GLA_VALUE_NUMBER : GLA_VALUE_LIST;
    v->list = object;
    v->text = NULL;
    v->number.dtype = GLA_FLOAT64;
    v->number.v.f[0] = t->number;
    if (t->object)
        gla_show_handle(v, t->object);
    if (t->text)
        gla_show_text(v, t->text);
    return GLA_OK;
}

static void *list(gla_reader *r, void *object, int64_t most, int64_t *n, gla_status *status)
{
    (void)r;
    (void)status;
    *n = ((const toy *)object)->n;
    return *n < 0 || *n > most ? NULL : object;
}

static int64_t length(gla_reader *r, void *items)
{
    (void)r;
    return ((const toy *)items)->n;
}

static void *item(gla_reader *r, void *items, int64_t i)
{
    (void)r;
    return (void *)(((const toy *)items)->items + i);
}

static bool always(gla_reader *r, void *object)
{
    (void)r;
    (void)object;
    return true;
}

static const gla_binding toy_language = {
    .whole_floats = true, .look = look, .list = list, .length = length, .item = item, .is_parts = always};

static void say(gla_status st)
{
    if (st)
        printf("%s: %s\n", gla_status_name(st), gla_last_message());
}

static void show(const gla_array *a)
{
    char *text = NULL;
    say(gla_array_str(a, &text));
    printf("%s %s\n", gla_dtype_name(gla_array_dtype(a)), text ? text : "");
    gla_free(text);
}

static void show_result(const gla_result *r)
{
    gla_result item;
    if (r->form == GLA_FORM_ARRAY)
        show(r->v.array);
    else if (r->form == GLA_FORM_TEXT)
        printf("%s\n", r->v.text);
    else if (r->form == GLA_FORM_BOOL)
        printf("%s\n", r->v.truth ? "true" : "false");
    else if (r->form == GLA_FORM_INT64)
        printf("%lld\n", (long long)r->v.integer);
    for (int i = 0; i < gla_result_length(r); i++) {
        gla_result_item(r, i, &item);
        show_result(&item);
    }
}

/* Print the result of a call or its error, and its warnings. */
static void show_outcome(gla_outcome *out)
{
    for (int i = 0; i < out->notes; i++)
        printf("%s: %s\n", out->note[i].kind, out->status ? out->note[i].message : "a warning");
    for (int i = 0; i < out->n; i++)
        show_result(&out->results[i]);
    gla_release_outcome(out);
}

static void call(const char *name, const toy *x1, const toy *x2, const char *option, const toy *value)
{
    gla_reader reader = {&toy_language};
    gla_outcome out;
    void *values[3];
    const char *names[3] = {NULL, NULL, NULL};
    int n = 0;
    values[n++] = (void *)x1;
    if (x2)
        values[n++] = (void *)x2;
    names[n] = option;
    if (value)
        values[n++] = (void *)value;
    gla_call_named(&reader, name, n, values, names, &out);
    show_outcome(&out);
}

int main(void)
{
    static const toy one[] = {NUMBER(1), NUMBER(2)}, two[] = {NUMBER(3), NUMBER(4)}, short_row[] = {NUMBER(5)};
    static const toy mixed[] = {NUMBER(0), TEXT("x")}, place[] = {NUMBER(1), TEXT("::-1")};
    static const toy rows[] = {LIST(2, one), LIST(2, two)}, ragged[] = {LIST(2, one), LIST(1, short_row)};
    static const toy square = LIST(2, rows), bad = LIST(2, ragged), text = LIST(2, mixed), at = LIST(2, place);
    gla_reader reader = {&toy_language};
    gla_array *a = NULL, *b = NULL;
    gla_arrays held = {0};
    gla_ints store;
    const gla_ints *axes;
    gla_index index;
    gla_stream *stream = NULL;
    gla_elementwise *increment = NULL;

    say(gla_read_nested(&reader, (void *)&square, &a));
    show(a);
    say(gla_read_index(&reader, (void *)&at, &index, &held));
    say(gla_getitem(a, &index, &b));
    show(b);
    gla_release_arrays(&held);
    gla_unref(a);
    gla_unref(b);

    gla_read_nested(&reader, (void *)&bad, &a);
    say(gla_argument_of("solve", "a"));
    gla_read_nested(&reader, (void *)&text, &a);
    say(gla_argument_of("solve", "a"));
    gla_read_ints(&reader, (void *)&text, &store, &axes);
    say(gla_argument_of("sum", "axis"));

    gla_new_stream(&stream, "host");
    gla_new_elementwise("x", "y", "y = x + 1", &increment, NULL);
    gla_eye(2, &a, NULL, 0, GLA_FLOAT64, NULL);
    const toy array = OBJECT(a), formula = OBJECT(increment);
    const toy left = OBJECT(stream), minus = NUMBER(-1), no_axis = NUMBER(2);
    const toy ones[] = {NUMBER(1), NUMBER(1)}, nearly[] = {NUMBER(1), NUMBER(1 + 2.3e-16)};
    const toy alike[] = {LIST(2, ones), LIST(2, nearly)}, doubtful = LIST(2, alike);
    call("Stream.device", &left, NULL, NULL, NULL);
    call("operator matmul", &left, &square, NULL, NULL);
    call("operator equal", &left, &left, NULL, NULL);
    call("operator matmul", &square, &rows[0], NULL, NULL);
    call("operator negative", &rows[0], NULL, NULL, NULL);
    call("solve", &square, &rows[1], NULL, NULL);
    call("sum", &square, NULL, "axis", &minus);
    call("solve", &doubtful, &rows[0], NULL, NULL);
    call("sum", &square, NULL, "axis", &no_axis);
    call("sum", &square, NULL, "axes", &minus);
    call("solve", &square, NULL, "a", &square);
    call("solve", &square, NULL, "trans", &minus);
    call("nowhere.solve", &square, &rows[1], NULL, NULL);
    call("Array.shape", &array, NULL, NULL, NULL);
    call("Array.sum", &array, NULL, "axis", &minus);
    call("Array.colour", &array, NULL, NULL, NULL);
    call("Elementwise.call", &formula, &array, NULL, NULL);
    call("slogdet", &square, NULL, NULL, NULL);
    gla_object_unref(stream);
    gla_object_unref(increment);
    gla_unref(a);
    printf("%lld arrays are left\n", (long long)gla_live_arrays());
    return 0;
}
