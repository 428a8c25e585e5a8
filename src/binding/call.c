/* call.c - Call functions of the table, and operators, with values from a script. */
#include "gpulinalg/call.h"
#include "elementwise/ops.h"
#include "runtime/allocation.h"

#include "core/core.h"

#include <string.h>

/* Storage that an argument needs until the call has finished. */
typedef union store {
    gla_array *made;
    void *object;
    gla_arrays arrays;
    gla_sparses sparses;
    gla_ints ints;
    gla_text text;
    gla_choice choice;
    gla_kept_data data;
    gla_fits fits;
    gla_strings *texts;
    struct {
        gla_index index;
        gla_arrays arrays;
    } index;
    struct {
        gla_bytes bytes;
        gla_text text;
    } bytes;
} store;

/* ---- the table ---------------------------------------------------------------------------------------------------- */
static bool is_in(const char *space, const char *called, size_t length)
{
    return space ? strlen(space) == length && strncmp(space, called, length) == 0 : length == 0;
}

const gla_function *gla_function_named(const char *called)
{
    int n;
    const gla_function *all = gla_functions(&n);
    if (!called)
        return NULL;
    const char *dot = strrchr(called, '.'), *name = dot ? dot + 1 : called;
    size_t length = dot ? (size_t)(dot - called) : 0;
    for (int i = 0; i < n; i++)
        if ((is_in(all[i].space, called, length) && strcmp(all[i].name, name) == 0) ||
            (all[i].method && is_in(all[i].class_name, called, length) && strcmp(all[i].method, name) == 0))
            return &all[i];
    return NULL;
}

/* ---- arguments ---------------------------------------------------------------------------------------------------- */
static const char *name_of(const char *const *names, int i)
{
    return names && names[i] && *names[i] ? names[i] : NULL;
}

/* Assign each value to its argument; arguments that are not given stay NULL. */
static gla_status sort_arguments(const gla_function *f, int spread, int n, void *const *values, const char *const *names,
                                 void **sorted)
{
    char text[GLA_DESCRIPTION];
    int next = 0;
    for (int i = 0; i < n; i++) {
        const char *name = name_of(names, i);
        if (spread >= 0 && i >= spread && !name)
            continue;
        int at = name ? gla_find_argument(f, 0, name, strlen(name)) : next;
        while (!name && at < f->places && sorted[at] && at >= next)
            at = ++next; /* already given by name */
        if (at < 0)
            return gla_fail_unknown_option(f, gla_describe_text(text, name, strlen(name)), name);
        if (!name && at >= f->places)
            return gla_fail_count(f, n);
        if (sorted[at])
            return gla_fail_twice(f, at);
        sorted[at] = values[i];
        next += !name;
    }
    if (spread >= 0)
        sorted[spread] = (void *)values;
    for (int i = 0; i < f->required; i++)
        if (!sorted[i])
            return gla_fail_count(f, n);
    return GLA_OK;
}

static gla_status read_array(gla_reader *r, const gla_argument_info *a, void *o, gla_passed *to, store *s)
{
    gla_value v;
    gla_array *array = NULL;
    s->made = NULL;
    gla_status st = a->fallback ? r->binding->look(r, o, GLA_LOOK_ONLY, &v) : GLA_OK;
    if (st || (a->fallback && v.kind == GLA_VALUE_NONE))
        return st;
    st = a->form == GLA_FORM_PLACES  ? gla_read_places(r, o, &array, &s->made)
         : a->form == GLA_FORM_TYPED ? gla_read_typed(r, o, &array, &s->made)
                                     : gla_read_array(r, o, &array, &s->made);
    to->array = array;
    return st;
}

static gla_status read_target(gla_reader *r, void *o, gla_passed *to)
{
    gla_value v;
    gla_status st = r->binding->look(r, o, GLA_LOOK_ONLY, &v);
    if (!st && v.kind != GLA_VALUE_ARRAY)
        st = gla_wanted(r, GLA_DTYPE_ERROR, o, GLA_WANT_SELF);
    to->target = st ? NULL : v.array;
    return st;
}

/* Shapes and permutations must not be None or undef. */
static gla_status read_ints(gla_reader *r, const gla_argument_info *a, void *o, gla_passed *to, store *s)
{
    gla_status st = gla_read_ints(r, o, &s->ints, &to->ints);
    if (!st && !to->ints && !a->fallback)
        st = gla_argument_fact(GLA_ARGUMENT_ERROR, "is missing; give a list of integers");
    return st;
}

static gla_status read_int(gla_reader *r, void *o, gla_passed *to)
{
    int value = 0;
    gla_status st = gla_read_int(r, o, &value);
    to->integer = value;
    return st;
}

static gla_status read_transpose(gla_reader *r, void *o, gla_passed *to)
{
    int value = 0;
    gla_status st = gla_read_transpose(r, o, &value);
    to->integer = value;
    return st;
}

/* For an optional list, None or undef means an empty list. */
static gla_status read_arrays(gla_reader *r, const gla_argument_info *a, void *o, gla_passed *to, store *s)
{
    gla_value v;
    s->arrays = (gla_arrays){.n = 0};
    to->arrays = &s->arrays;
    gla_status st = a->fallback ? r->binding->look(r, o, GLA_LOOK_ONLY, &v) : GLA_OK;
    return st || (a->fallback && v.kind == GLA_VALUE_NONE) ? st : gla_read_arrays(r, o, &s->arrays);
}

static gla_status read_bytes(gla_reader *r, void *o, gla_passed *to, store *s)
{
    s->bytes.text.owned = NULL;
    gla_status st = gla_read_bytes(r, o, &s->bytes.bytes, &s->bytes.text);
    to->bytes = s->bytes.bytes.data ? &s->bytes.bytes : NULL;
    return st;
}

static gla_status read_argument(gla_reader *r, const gla_argument_info *a, void *o, gla_passed *to, store *s)
{
    switch (a->form) {
    case GLA_FORM_ARRAY:
    case GLA_FORM_TYPED:
    case GLA_FORM_PLACES: return read_array(r, a, o, to, s);
    case GLA_FORM_TARGET: return read_target(r, o, to);
    case GLA_FORM_ARRAYS: return read_arrays(r, a, o, to, s);
    case GLA_FORM_TYPEDS: to->arrays = &s->arrays; return gla_read_typeds(r, o, &s->arrays);
    case GLA_FORM_BLOCKS: to->arrays = &s->arrays; return gla_read_blocks(r, o, &s->arrays);
    case GLA_FORM_SPARSES: to->sparses = &s->sparses; return gla_read_sparses(r, o, &s->sparses);
    case GLA_FORM_CHOSEN: s->choice = (gla_choice){.made = NULL}; return gla_read_chosen(r, o, &s->choice, &to->chosen);
    case GLA_FORM_VARIABLE: s->choice = (gla_choice){.made = NULL}; return gla_read_variable(r, o, &s->choice, &to->variable);
    case GLA_FORM_DATA: s->data = (gla_kept_data){.array = NULL}; return gla_read_data(r, o, &s->data, &to->data);
    case GLA_FORM_FITS: to->fits = &s->fits; return gla_read_fits(r, o, &s->fits);
    case GLA_FORM_INDEX:
        to->index = &s->index.index;
        s->index.arrays = (gla_arrays){.n = 0};
        return gla_read_index(r, o, &s->index.index, &s->index.arrays);
    case GLA_FORM_INTS: return read_ints(r, a, o, to, s);
    case GLA_FORM_DTYPE: return gla_read_dtype(r, o, &to->dtype);
    case GLA_FORM_AXIS: return gla_read_axis(r, o, &to->axis);
    case GLA_FORM_MAYBE: return gla_read_maybe(r, o, &to->maybe);
    case GLA_FORM_BOOL: return gla_read_bool(r, o, &to->truth);
    case GLA_FORM_INT: return read_int(r, o, to);
    case GLA_FORM_TRANSPOSE: return read_transpose(r, o, to);
    case GLA_FORM_INT64: return gla_read_int64(r, o, &to->integer);
    case GLA_FORM_DOUBLE: return gla_read_double(r, o, &to->real);
    case GLA_FORM_TEXT: s->text.owned = NULL; return gla_read_text(r, o, &to->text, &s->text);
    case GLA_FORM_PATH: s->text.owned = NULL; return gla_read_path(r, o, &to->text, &s->text);
    case GLA_FORM_TEXTS:
    case GLA_FORM_LABELS: {
        s->texts = NULL;
        gla_status st = (a->form == GLA_FORM_TEXTS ? gla_read_texts : gla_read_labels)(r, o, &s->texts);
        to->texts = s->texts;
        return st;
    }
    case GLA_FORM_BYTES: return read_bytes(r, o, to, s);
    case GLA_FORM_OBJECT: {
        void *object = NULL;
        gla_status st = gla_read_object(r, o, a->class_name, &object, &s->object);
        to->object = object;
        return st;
    }
    default: return gla_fail(GLA_INTERNAL_ERROR, "an argument has an unknown form; please report this");
    }
}

static gla_status read_sparses(gla_reader *r, int first, int n, void *const *values, const char *const *names, gla_passed *to,
                               store *s)
{
    gla_status st = GLA_OK;
    s->sparses = (gla_sparses){.n = 0};
    to->sparses = &s->sparses;
    for (int i = first; i < n && !st; i++)
        if (!name_of(names, i))
            st = gla_add_sparse(r, values[i], &s->sparses);
    return st;
}

static gla_status read_fits(gla_reader *r, int first, int n, void *const *values, const char *const *names, gla_passed *to,
                            store *s)
{
    gla_status st = GLA_OK;
    s->fits = (gla_fits){.n = 0};
    to->fits = &s->fits;
    for (int i = first; i < n && !st; i++)
        if (!name_of(names, i))
            st = gla_add_fit(r, values[i], &s->fits);
    return st;
}

static gla_status read_spread(gla_reader *r, const gla_argument_info *a, int first, int n, void *const *values,
                              const char *const *names, gla_passed *to, store *s)
{
    gla_status st = GLA_OK;
    if (a->form == GLA_FORM_SPARSES)
        return read_sparses(r, first, n, values, names, to, s);
    if (a->form == GLA_FORM_FITS)
        return read_fits(r, first, n, values, names, to, s);
    gla_arrays *list = &s->arrays;
    *list = (gla_arrays){.v = gla_malloc((size_t)n * sizeof *list->v + 1)};
    to->arrays = list;
    if (!list->v)
        return gla_fail_memory("asarray", (size_t)n * sizeof *list->v);
    for (int i = first; i < n && !st; i++) {
        gla_array *array = NULL, *made = NULL;
        if (name_of(names, i))
            continue;
        if ((st = a->form == GLA_FORM_TYPEDS ? gla_read_typed(r, values[i], &array, &made)
                                             : gla_read_array(r, values[i], &array, &made))) {
            gla_unref(made);
            gla_argument_at(list->n);
        } else
            list->v[list->n++] = made ? made : gla_ref(array);
    }
    return st;
}

static void release_argument(const gla_argument_info *a, store *s)
{
    switch (a->form) {
    case GLA_FORM_ARRAY:
    case GLA_FORM_TYPED:
    case GLA_FORM_PLACES: gla_unref(s->made); break;
    case GLA_FORM_TYPEDS:
    case GLA_FORM_BLOCKS:
    case GLA_FORM_ARRAYS: gla_release_arrays(&s->arrays); break;
    case GLA_FORM_SPARSES: gla_release_sparses(&s->sparses); break;
    case GLA_FORM_DATA: gla_release_data(&s->data); break;
    case GLA_FORM_FITS: gla_release_fits(&s->fits); break;
    case GLA_FORM_INDEX: gla_release_arrays(&s->index.arrays); break;
    case GLA_FORM_VARIABLE:
    case GLA_FORM_CHOSEN: gla_release_choice(&s->choice); break;
    case GLA_FORM_TEXT:
    case GLA_FORM_PATH: gla_release_text(&s->text); break;
    case GLA_FORM_TEXTS: gla_strings_free(s->texts); break;
    case GLA_FORM_LABELS: gla_release_labels(s->texts); break;
    case GLA_FORM_BYTES: gla_release_text(&s->bytes.text); break;
    case GLA_FORM_OBJECT: gla_object_unref(s->object); break;
    default: break;
    }
}

/* ---- calls -------------------------------------------------------------------------------------------------------- */
static gla_status conclude(gla_outcome *out, gla_status st, int results, const gla_argument_info *names)
{
    out->names = names;
    out->status = st ? gla_failure_of(st) : GLA_OK;
    out->n = st ? 0 : results;
    while (out->n > 0 && names[out->n - 1].fallback && !out->results[out->n - 1].v.array)
        out->n--; /* optional results that were not requested */
    out->notes = st ? 1 : gla_warning_count();
    if (st)
        out->note[0] = (gla_note){gla_status_name(out->status), gla_failure_message(out->status)};
    for (int i = 0; !st && i < out->notes; i++)
        out->note[i] = (gla_note){gla_warning_name(gla_warning_kind(i)), gla_warning_message(i)};
    return out->status;
}

static gla_status run(const gla_function *f, const gla_passed *in, gla_outcome *out)
{
    void *to[GLA_MAX_RESULTS];
    for (int i = 0; i < f->results; i++) {
        out->results[i] = (gla_result){.form = f->result[i].form};
        to[i] = &out->results[i].v;
    }
    gla_start_call();
    gla_status st = f->run(in, to);
    if (st)
        gla_argument_of(f->name, "device"); /* add the function name to messages without one */
    return st;
}

/* `spread`: values without a name form one list of arrays from this position on; -1 if the function has no such list. */
static gla_status call(gla_reader *r, const gla_function *f, int spread, int n, void *const *values, const char *const *names,
                       gla_outcome *outcome)
{
    void *sorted[GLA_MAX_ARGUMENTS] = {NULL};
    gla_passed in[GLA_MAX_ARGUMENTS];
    store held[GLA_MAX_ARGUMENTS];
    gla_status st = sort_arguments(f, spread, n, values, names, sorted);
    int read = 0;
    for (; !st && read < f->total; read++) {
        const gla_argument_info *a = &f->arguments[read];
        in[read] = a->value;
        if (spread == read)
            st = read_spread(r, a, spread, n, values, names, &in[read], &held[read]);
        else if (sorted[read])
            st = read_argument(r, a, sorted[read], &in[read], &held[read]);
        if (st)
            gla_argument_of(f->name, a->name);
    }
    if (!st)
        st = run(f, in, outcome);
    for (int i = 0; i < read; i++)
        if (sorted[i])
            release_argument(&f->arguments[i], &held[i]);
    return conclude(outcome, st, f->results, f->result);
}

gla_status gla_call_function(gla_reader *r, const gla_function *f, int n, void *const *values, const char *const *names,
                             gla_outcome *outcome)
{
    return call(r, f, f->manner == GLA_LIST && !f->class_name ? f->places - 1 : -1, n, values, names, outcome);
}

/* ---- operators ---------------------------------------------------------------------------------------------------- */
/* Read the operands as arrays, except operands that are objects already. */
static gla_status read_operands(gla_reader *r, int n, void *const *given, const void **in, gla_array **made)
{
    gla_status st = GLA_OK;
    for (int i = 0; i < n && !st; i++) {
        gla_array *array = NULL;
        if (!in[i]) {
            st = gla_read_array(r, given[i], &array, &made[i]);
            in[i] = array;
        }
    }
    return st;
}

/* If one operand is an object of a class, convert an equivalent object of another package to that class. The caller releases
 * the converted object. */
static gla_status find_objects(gla_reader *r, int n, void *const *given, const void **in, void **made)
{
    gla_value v[2];
    gla_status st = GLA_OK;
    for (int i = 0; i < n && !st; i++)
        if (!(st = r->binding->look(r, given[i], GLA_LOOK_ONLY, &v[i])))
            in[i] = v[i].kind == GLA_VALUE_OBJECT ? v[i].object : NULL;
    for (int i = 0; i < n && n == 2 && !st; i++) {
        bool may_be_one = v[i].kind == GLA_VALUE_OTHER || v[i].kind == GLA_VALUE_DICTIONARY; /* SciPy's dok_array is a
                                                                                              * dictionary */
        if (may_be_one && in[1 - i] && r->binding->object) {
            st = r->binding->object(r, given[i], gla_object_class(in[1 - i]), made);
            in[i] = *made;
        }
    }
    return st;
}

static const gla_argument_info operator_result = {"out", NULL, GLA_FORM_ARRAY, NULL, NULL, {NULL}, NULL};

/* Return true if an object has elements, such as a sparse matrix. For such an object == and != would compare identity in Python
 * and Perl, although the user means an elementwise comparison. */
static bool has_elements(const void *object)
{
    return object && gla_has_values(object);
}

/* Check whether an operand is data, of this or another library, that could be compared elementwise with a matrix. Return a
 * failure if the data cannot be read. */
static gla_status look_for_data(gla_reader *r, void *given, const void *object, bool *is_data)
{
    gla_value v;
    gla_array *array = NULL, *made = NULL;
    gla_status st = object ? GLA_OK : r->binding->look(r, given, GLA_LOOK_ONLY, &v);
    *is_data = !st && has_elements(object);
    if (st || object)
        return st;
    *is_data = v.kind == GLA_VALUE_ARRAY || v.kind == GLA_VALUE_NUMBER || v.kind == GLA_VALUE_LARGE || v.kind == GLA_VALUE_LIST;
    if (v.kind != GLA_VALUE_OTHER)
        return GLA_OK;
    st = gla_read_array(r, given, &array, &made);
    gla_unref(made);
    *is_data = st == GLA_OK;
    if (st == GLA_NO_ARRAY)
        gla_clear_error();
    return st == GLA_NO_ARRAY ? GLA_OK : st;
}

/* Check == and != of two objects that cannot be compared elementwise. Fail if an operand has elements, because the user then
 * means an elementwise comparison. Otherwise the identity of the objects is compared. */
static gla_status compare(gla_reader *r, const gla_operator *op, void *const *given, const void *const *in)
{
    bool data[2] = {false, false};
    gla_status st = GLA_OK;
    if (in[0] == in[1] || !(has_elements(in[0]) || has_elements(in[1])))
        return GLA_OK;
    for (int i = 0; i < 2 && !st; i++)
        st = look_for_data(r, given[i], in[i], &data[i]);
    if (st || !data[0] || !data[1])
        return st;
    return gla_fail(
        GLA_DTYPE_ERROR,
        "%s: a %s cannot be compared elementwise; subtract and use count_nonzero, or compare the results of toarray", op->name,
        gla_object_class(in[0] ? in[0] : in[1]));
}

gla_status gla_operate(gla_reader *r, gla_operator_id id, void *x1, void *x2, gla_outcome *outcome)
{
    const gla_operator *op = &gla_operators()[id];
    void *const given[2] = {x1, x2};
    const void *in[2] = {NULL, NULL};
    gla_array *made[2] = {NULL, NULL};
    void *object = NULL;
    gla_object_operator *function = NULL;
    gla_result *result = &outcome->results[0];
    int n = op->unary ? 1 : 2;
    *result = (gla_result){.form = GLA_FORM_ARRAY};
    gla_start_call();
    gla_status st = find_objects(r, n, given, in, &object);
    bool objects = !st && (in[0] || in[1]);
    if (objects)
        st = gla_find_operator(id, in[0], in[1], &function);
    outcome->declined = objects && (st || (!function && !(in[0] && in[1])));
    if (!st && objects && !function && (st = compare(r, op, given, in))) {
        gla_argument_of(op->name, "the operand");
        outcome->declined = false;
    }
    if (!st && objects && !function) {
        result->form = GLA_FORM_BOOL;
        result->v.truth = (in[0] == in[1]) == (id == GLA_OP_EQUAL);
        gla_object_unref(object);
        return conclude(outcome, st, 1, &operator_result);
    }
    if (!st)
        st = read_operands(r, n, given, in, made);
    outcome->declined |= st == GLA_NO_ARRAY;
    if (!st && function)
        st = function(in[0], in[1], &result->v.object);
    else if (!st)
        st = op->unary ? op->unary(in[0], &result->v.array) : op->binary(in[0], in[1], &result->v.array);
    if (st)
        gla_argument_of(op->name, "the operand");
    else if (function && strcmp(gla_object_class(result->v.object), "Array") != 0)
        result->form = GLA_FORM_OBJECT;
    gla_unref(made[0]);
    gla_unref(made[1]);
    gla_object_unref(object);
    return conclude(outcome, st, 1, &operator_result);
}

/* ---- by name ------------------------------------------------------------------------------------------------------ */
static gla_status read_property(gla_reader *r, void *o, const char *name, gla_outcome *out)
{
    gla_value v;
    gla_start_call();
    gla_status st = r->binding->look(r, o, GLA_LOOK_ONLY, &v);
    if (!st && v.kind != GLA_VALUE_ARRAY)
        st = gla_fail(GLA_DTYPE_ERROR, "%s: the object is not an Array", name);
    return conclude(out, st ? st : gla_property(v.array, name, &out->results[0]), 1, &operator_result);
}

gla_status gla_call_named(gla_reader *r, const char *called, int n, void *const *values, const char *const *names,
                          gla_outcome *outcome)
{
    static const char operator[] = "operator ", array[] = "Array.";
    bool is_array = strncmp(called, array, strlen(array)) == 0;
    const gla_function *f = gla_function_named(is_array ? called + strlen(array) : called);
    if (strncmp(called, operator, strlen(operator)) == 0) {
        gla_operator_id id = gla_operator_named(called + strlen(operator));
        if (id < GLA_OPERATOR_COUNT && n == (gla_operators()[id].unary ? 1 : 2))
            return gla_operate(r, id, values[0], n == 2 ? values[1] : NULL, outcome);
    }
    if (is_array && !f && n == 1)
        return read_property(r, values[0], called + strlen(array), outcome);
    if (f)
        return f->manner == GLA_LIST && f->class_name && strchr(called, '.')
                   ? call(r, f, 1, n, values, names, outcome)
                   : gla_call_function(r, f, n, values, names, outcome);
    gla_start_call();
    return conclude(outcome, gla_fail(GLA_ARGUMENT_ERROR, "%s: there is no such function", called), 0, NULL);
}
