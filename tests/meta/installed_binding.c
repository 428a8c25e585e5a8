/* A binding in small, built from an installation.  The values of its language are trees: lists, and leaves that are numbers or
 * texts.  It makes arrays of them, reads an index and arguments, and says what is wrong in the words of all languages. */
#include <gpulinalg.h>
#include <gpulinalg/binding.h>

#include <stdio.h>
#include <string.h>

typedef struct toy {
    const char *text; /* of a text */
    double number;    /* of a number, where there are no items */
    int n;
    const struct toy *items;
} toy;

#define NUMBER(x) {NULL, x, -1, NULL}
#define TEXT(x) {x, 0, -1, NULL}
#define LIST(n, items) {NULL, 0, n, items}

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
    return GLA_OK;
}

static gla_status array(gla_reader *r, void *object, gla_array **a, gla_array **made)
{
    gla_status st = gla_read_nested(r, object, made);
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

static gla_status go_on(gla_reader *r)
{
    (void)r;
    return GLA_OK;
}

static const gla_binding toy_language = {.whole_floats = true, .look = look, .array = array, .list = list, .length = length,
                                         .item = item, .numbers = numbers, .hold = nothing, .release = nothing,
                                         .pause = go_on};

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
    gla_object_operator *function;

    say(gla_read_nested(&reader, (void *)&square, &a));
    show(a);
    say(gla_read_index(&reader, (void *)&at, true, &index, &held));
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
    say(gla_find_operator(GLA_OP_MATMUL, stream, NULL, &function));
    say(gla_find_operator(GLA_OP_EQUAL, stream, stream, &function));
    printf("%s\n", function ? "an operator of its class" : "the same object or not");
    gla_object_unref(stream);
    printf("%lld arrays are left\n", (long long)gla_live_arrays());
    return 0;
}
