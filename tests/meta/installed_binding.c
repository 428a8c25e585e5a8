/* A binding in small, built from an installation.  The values of its language are trees: lists, and leaves that are
 * numbers, texts or objects of the library.  It calls functions, methods and operators by the table, and says what is
 * wrong in the words of all languages. */
#include <gpulinalg.h>
#include <gpulinalg/call.h>

#include <stdio.h>
#include <string.h>

typedef struct toy {
    const char *text; /* of a text */
    double number;    /* of a number, where there are no items */
    int n;
    const struct toy *items;
    void *object; /* an array, or an object of another class */
} toy;

#define NUMBER(x) {NULL, x, -1, NULL, NULL}
#define TEXT(x) {x, 0, -1, NULL, NULL}
#define LIST(n, items) {NULL, 0, n, items, NULL}
#define OBJECT(o) {NULL, 0, -1, NULL, o}

static gla_status look(gla_reader *r, void *object, gla_look how, gla_value *v)
{
    const toy *t = (const toy *)object;
    (void)r;
    (void)how;
    v->text = t->text;
    v->length = t->text ? strlen(t->text) : 0;
    v->list = object;
    v->kind = t->text ? GLA_VALUE_TEXT : t->n < 0 ? GLA_VALUE_NUMBER : GLA_VALUE_LIST;
    v->number.dtype = GLA_FLOAT64;
    v->number.v.f[0] = t->number;
    if (t->object)
        v->kind = strcmp(gla_object_class(t->object), "Array") ? GLA_VALUE_OBJECT : GLA_VALUE_ARRAY;
    v->array = (gla_array *)(v->object = t->object);
    return GLA_OK;
}

static gla_status array(gla_reader *r, void *object, gla_array **a, gla_array **made)
{
    const toy *t = (const toy *)object;
    *made = NULL;
    if (t->object) {
        *a = (gla_array *)t->object;
        return GLA_OK;
    }
    gla_status st = t->n < 0 ? gla_scalar(GLA_FLOAT64, &t->number, made) : gla_read_nested(r, object, made);
    *a = *made;
    return st;
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

static int64_t numbers(gla_reader *r, void *items, int64_t first, int64_t n, gla_dtype dtype, void *to)
{
    const toy *t = ((const toy *)items)->items + first;
    int64_t i = 0;
    (void)r;
    for (; dtype == GLA_FLOAT64 && i < n && !t[i].text && t[i].n < 0; i++)
        ((double *)to)[i] = t[i].number;
    return i;
}

static void nothing(gla_reader *r, void *object)
{
    (void)r;
    (void)object;
}

static bool always(gla_reader *r, void *object)
{
    (void)r;
    (void)object;
    return true;
}

static gla_status go_on(gla_reader *r)
{
    (void)r;
    return GLA_OK;
}

static const gla_binding toy_language = {.whole_floats = true, .look = look, .array = array, .list = list, .length = length,
                                         .item = item, .numbers = numbers, .hold = nothing, .release = nothing,
                                         .pause = go_on, .is_parts = always};

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

/* What a call has made, or what was wrong; with its warnings. */
static void show_outcome(gla_outcome *out)
{
    if (out->status)
        printf("%s: %s\n", out->kind, out->message);
    for (int i = 0; i < out->warnings; i++)
        printf("%s%s\n", gla_warning_name(gla_warning_kind(i)), *gla_warning_message(i) ? "" : " without a message");
    for (int i = 0; i < out->n; i++)
        if (out->results[i].form == GLA_FORM_ARRAY)
            show(out->results[i].v.array);
        else if (out->results[i].form == GLA_FORM_TEXT)
            printf("%s\n", out->results[i].v.text);
        else if (out->results[i].form == GLA_FORM_BOOL)
            printf("%s\n", out->results[i].v.truth ? "true" : "false");
    gla_release_outcome(out);
}

static void call(const gla_function *f, const toy *x1, const toy *x2, const char *option, const toy *value)
{
    gla_reader reader = {&toy_language};
    gla_outcome out;
    void *values[] = {(void *)x1, (void *)(x2 ? x2 : value), (void *)value};
    const char *names[] = {NULL, x2 ? NULL : option, option};
    gla_call_function(&reader, f, 1 + !!x2 + !!value, values, names, &out);
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
    gla_arrays held = {0, NULL};
    gla_ints store;
    const gla_ints *axes;
    gla_index index;
    gla_stream *stream = NULL;
    gla_outcome out;

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
    const toy left = OBJECT(stream), minus = NUMBER(-1), no_axis = NUMBER(2);
    const toy ones[] = {NUMBER(1), NUMBER(1)}, nearly[] = {NUMBER(1), NUMBER(1 + 2.3e-16)};
    const toy alike[] = {LIST(2, ones), LIST(2, nearly)}, doubtful = LIST(2, alike);
    call(gla_method_of(stream, "device"), &left, NULL, NULL, NULL);
    gla_operate(&reader, GLA_OP_MATMUL, (void *)&left, (void *)&square, &out);
    show_outcome(&out);
    gla_operate(&reader, GLA_OP_EQUAL, (void *)&left, (void *)&left, &out);
    show_outcome(&out);
    gla_operate(&reader, GLA_OP_MATMUL, (void *)&square, (void *)&rows[0], &out);
    show_outcome(&out);
    gla_operate(&reader, GLA_OP_NEGATIVE, (void *)&rows[0], NULL, &out);
    show_outcome(&out);
    call(gla_function_named("solve"), &square, &rows[1], NULL, NULL);
    call(gla_function_named("sum"), &square, NULL, "axis", &minus);
    call(gla_function_named("solve"), &doubtful, &rows[0], NULL, NULL);
    call(gla_function_named("sum"), &square, NULL, "axis", &no_axis);
    call(gla_function_named("sum"), &square, NULL, "axes", &minus);
    call(gla_function_named("solve"), &square, NULL, "a", &square);
    call(gla_function_named("solve"), &square, NULL, "trans", &minus);
    printf("%s\n", gla_function_named("nowhere.solve") ? "a namespace too many" : "no such function");
    gla_object_unref(stream);
    printf("%lld arrays are left\n", (long long)gla_live_arrays());
    return 0;
}
