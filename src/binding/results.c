/* results.c - Results of a call: single values and lists. */
#include "gpulinalg/call.h"
#include "runtime/allocation.h"

#include "core/core.h"

#include <string.h>

gla_result gla_result_at(gla_form form, const void *place)
{
    gla_result r = {.form = form};
    if (form == GLA_FORM_BOOL)
        r.v.truth = *(const bool *)place;
    else if (form == GLA_FORM_DTYPE)
        r.v.dtype = *(const gla_dtype *)place;
    else
        memcpy(&r.v, place, sizeof r.v);
    return r;
}

int64_t gla_result_length(const gla_result *r)
{
    int n;
    switch (r->form) {
    case GLA_FORM_TEXTS: return r->v.texts ? r->v.texts->n : 0;
    case GLA_FORM_ARRAYS: return r->v.arrays ? r->v.arrays->n : 0;
    case GLA_FORM_OBJECTS: return r->v.objects ? r->v.objects->n : 0;
    case GLA_FORM_RECORD: return r->v.record ? r->v.record->n : 0;
    case GLA_FORM_SHAPE: return gla_array_ndim(r->v.array);
    case GLA_FORM_SIZES: return r->v.sizes ? r->v.sizes->n : 0;
    case GLA_FORM_NOTES: return r->v.outcome->notes;
    case GLA_FORM_RESULTS: return r->v.outcome->n;
    case GLA_FORM_OUTCOME: return 3;
    case GLA_FORM_FACTS: return gla_functions(&n) ? n : 0;
    default: return -1;
    }
}

bool gla_result_is_single(const gla_result *r)
{
    if (r->form == GLA_FORM_OBJECTS)
        return r->v.objects && r->v.objects->single;
    return r->form == GLA_FORM_ARRAYS && r->v.arrays && r->v.arrays->single;
}

static gla_result field_value(const gla_field *f)
{
    switch (f->kind) {
    case GLA_FIELD_TEXT: return (gla_result){GLA_FORM_TEXT, {.text = (char *)f->text}};
    case GLA_FIELD_INTEGER: return (gla_result){GLA_FORM_INT64, {.integer = f->integer}};
    case GLA_FIELD_UNSIGNED: return (gla_result){GLA_FORM_UINT64, {.integer = f->integer}};
    case GLA_FIELD_REAL: return (gla_result){GLA_FORM_DOUBLE, {.real = f->real}};
    default: return (gla_result){GLA_FORM_BOOL, {.truth = f->integer != 0}};
    }
}

const char *gla_result_item(const gla_result *r, int64_t i, gla_result *item)
{
    int n;
    switch (r->form) {
    case GLA_FORM_TEXTS: *item = (gla_result){GLA_FORM_TEXT, {.text = r->v.texts->v[i]}}; return NULL;
    case GLA_FORM_ARRAYS: *item = (gla_result){GLA_FORM_ARRAY, {.array = (gla_array *)r->v.arrays->v[i]}}; return NULL;
    case GLA_FORM_OBJECTS: *item = (gla_result){GLA_FORM_OBJECT, {.object = r->v.objects->v[i]}}; return NULL;
    case GLA_FORM_RECORD: *item = field_value(r->v.record->fields[i]); return r->v.record->fields[i]->key;
    case GLA_FORM_NOTES:
        *item = (gla_result){GLA_FORM_TEXT, {.text = (char *)r->v.outcome->note[i].message}};
        return r->v.outcome->note[i].kind;
    case GLA_FORM_OUTCOME:
        *item = (gla_result){i == 1 ? GLA_FORM_NOTES : GLA_FORM_RESULTS, {.outcome = r->v.outcome}};
        if (i == 0)
            *item = (gla_result){GLA_FORM_BOOL, {.truth = r->v.outcome->status != GLA_OK}};
        return NULL;
    case GLA_FORM_FACTS: *item = (gla_result){GLA_FORM_TEXT, {.text = (char *)gla_functions(&n)[i].facts}}; return NULL;
    case GLA_FORM_SIZES: *item = (gla_result){GLA_FORM_INT64, {.integer = r->v.sizes->v[i]}}; return NULL;
    case GLA_FORM_RESULTS: *item = r->v.outcome->results[i]; return r->v.outcome->names[i].name;
    default: *item = (gla_result){GLA_FORM_INT64, {.integer = gla_array_shape(r->v.array)[i]}}; return NULL;
    }
}

static gla_status copy_text(const char *text, gla_result *value)
{
    *value = (gla_result){GLA_FORM_TEXT, {.text = gla_malloc(strlen(text) + 1)}};
    if (!value->v.text)
        return gla_fail_memory("text", strlen(text) + 1);
    strcpy(value->v.text, text);
    return GLA_OK;
}

gla_status gla_property(const gla_array *x, const char *name, gla_result *value)
{
    gla_status st = value && name ? gla_admit_array(name, "x", x)
                                  : gla_fail(GLA_ARGUMENT_ERROR, "Array: name or value is NULL, but both are required");
    if (st)
        return st;
    if (strcmp(name, "dtype") == 0)
        return copy_text(gla_dtype_name(gla_array_dtype(x)), value);
    if (strcmp(name, "device") == 0)
        return copy_text(gla_array_device(x), value);
    if (strcmp(name, "floating") == 0)
        *value = (gla_result){GLA_FORM_BOOL, {.truth = gla_array_floating(x)}};
    else if (strcmp(name, "shape") == 0)
        *value = (gla_result){GLA_FORM_SHAPE, {.array = gla_ref(x)}};
    else if (strcmp(name, "ndim") == 0)
        *value = (gla_result){GLA_FORM_INT64, {.integer = gla_array_ndim(x)}};
    else if (strcmp(name, "size") == 0)
        *value = (gla_result){GLA_FORM_INT64, {.integer = gla_array_size(x)}};
    else
        return gla_fail(GLA_ARGUMENT_ERROR, "Array: there is no property '%s'", name);
    return GLA_OK;
}

void gla_release_result(gla_result *r)
{
    if (!r)
        return;
    switch (r->form) {
    case GLA_FORM_ARRAY:
    case GLA_FORM_SHAPE: gla_unref(r->v.array); break;
    case GLA_FORM_ARRAYS: gla_arrays_free(r->v.arrays); break;
    case GLA_FORM_OBJECTS: gla_objects_free(r->v.objects); break;
    case GLA_FORM_TEXT: gla_free(r->v.text); break;
    case GLA_FORM_SIZES: gla_free(r->v.sizes); break;
    case GLA_FORM_TEXTS: gla_strings_free(r->v.texts); break;
    case GLA_FORM_RECORD: gla_record_free(r->v.record); break;
    case GLA_FORM_OBJECT: gla_object_unref(r->v.object); break;
    default: break;
    }
}

void gla_release_outcome(gla_outcome *outcome)
{
    if (!outcome)
        return;
    for (int i = 0; i < outcome->n; i++)
        gla_release_result(&outcome->results[i]);
    outcome->n = 0;
}
