/* arrow_columns.c - Columns of Arrow data: numbers, strings, dictionaries of strings, dates and times. */
#include "arrow.h"

#include <math.h>

/* A column in its chunks. */
typedef struct column {
    arrow_data *data;
    const arrow_schema *schema;
    int64_t child; /* -1: the data itself is the column */
    int64_t n;     /* elements of all chunks */
} column;

/* Elements of one chunk. */
typedef struct part {
    const arrow_array *array;
    int64_t offset, n;
    const uint8_t *valid; /* NULL: all elements are valid */
} part;

static part part_of(const column *c, int64_t chunk)
{
    const arrow_array *whole = &c->data->chunks[chunk], *array = c->child < 0 ? whole : whole->children[c->child];
    part p = {array, array->offset + (c->child < 0 ? 0 : whole->offset), whole->length, NULL};
    p.valid = array->n_buffers > 0 && array->null_count != 0 ? array->buffers[0] : NULL;
    return p;
}

static bool bit(const uint8_t *bits, int64_t i)
{
    return bits[i >> 3] >> (i & 7) & 1;
}

static bool is_valid(const part *p, int64_t i)
{
    return !p->valid || bit(p->valid, p->offset + i);
}

static gla_status fail_type(const char *format, const char *remedy)
{
    return gla_argument_fact(GLA_DTYPE_ERROR,
                             "contains values of the Arrow type '%.40s', which are neither numbers nor "
                             "strings; %s",
                             format, remedy);
}

/* ---- numbers --------------------------------------------------------------------------------------------------------- */
/* Return the dtype of numbers, dates and times, and the dtype in which they are stored. */
static gla_dtype dtype_of(const char *format, gla_dtype *stored)
{
    static const char letters[] = "bcsilCSILfg";
    static const gla_dtype dtypes[] = {GLA_BOOL,   GLA_INT8,   GLA_INT16,  GLA_INT32,   GLA_INT64,  GLA_UINT8,
                                       GLA_UINT16, GLA_UINT32, GLA_UINT64, GLA_FLOAT32, GLA_FLOAT64};
    const char *found = format[0] && !format[1] ? strchr(letters, format[0]) : NULL;
    bool is_time = format[0] == 't' && format[1] && format[2] && strchr("dtsD", format[1]);
    bool is_short = is_time && (!strcmp(format, "tdD") || !strcmp(format, "tts") || !strcmp(format, "ttm"));
    *stored = found ? dtypes[found - letters] : is_short ? GLA_INT32 : is_time ? GLA_INT64 : GLA_NO_DTYPE;
    return is_time ? GLA_INT64 : *stored;
}

static void copy_part(const part *p, gla_dtype stored, gla_dtype dtype, char *to)
{
    const char *from = p->array->buffers[1];
    int64_t item = (int64_t)gla_itemsize(stored);
    if (stored == GLA_BOOL)
        for (int64_t i = 0; i < p->n; i++)
            to[i] = bit((const uint8_t *)from, p->offset + i);
    else if (stored == dtype)
        memcpy(to, from + p->offset * item, (size_t)(p->n * item));
    else
        for (int64_t i = 0; i < p->n; i++) /* dates of 32 bits */
            ((int64_t *)to)[i] = ((const int32_t *)from)[p->offset + i];
}

/* Mark the missing elements: NaN in floats, whose mask is NULL. Return true if there are any. */
static bool mark_missing(const part *p, gla_dtype dtype, char *to, uint8_t *mask)
{
    bool any = false;
    for (int64_t i = 0; i < p->n; i++) {
        bool missing = !is_valid(p, i);
        any |= missing;
        if (mask)
            mask[i] = missing;
        else if (missing && dtype == GLA_FLOAT64)
            ((double *)to)[i] = NAN;
        else if (missing)
            ((float *)to)[i] = NAN;
    }
    return any;
}

static gla_status copy_numbers(gla_columns *columns, const char *name, const column *c, gla_dtype stored, gla_dtype dtype)
{
    gla_array *values = NULL, *missing = NULL;
    void *to, *mask = NULL;
    bool any = false;
    int64_t done = 0, item = (int64_t)gla_itemsize(dtype);
    gla_status st = gla_new_host(dtype, 1, &c->n, &values, &to);
    if (!st && !gla_dtype_is_real_floating(dtype))
        st = gla_new_host(GLA_BOOL, 1, &c->n, &missing, &mask);
    for (int64_t i = 0; i < c->data->n && !st; i++) {
        part p = part_of(c, i);
        if (p.n)
            copy_part(&p, stored, dtype, (char *)to + done * item);
        any |= mark_missing(&p, dtype, (char *)to + done * item, mask ? (uint8_t *)mask + done : NULL);
        done += p.n;
    }
    if (!st)
        st = gla_add_numbers(columns, name, values, any ? missing : NULL);
    gla_unref(values);
    gla_unref(missing);
    return st;
}

/* Use the memory of the numbers. Otherwise *shared stays false. */
static gla_status share_numbers(gla_columns *columns, const char *name, const column *c, gla_dtype dtype, bool *shared)
{
    gla_array *values = NULL;
    if (c->data->n != 1 || dtype == GLA_BOOL || !c->n)
        return GLA_OK;
    part p = part_of(c, 0);
    char *from = (char *)p.array->buffers[1] + p.offset * (int64_t)gla_itemsize(dtype);
    for (int64_t i = 0; i < p.n && p.valid; i++)
        if (!is_valid(&p, i))
            return GLA_OK;
    if ((uintptr_t)from % gla_itemsize(dtype))
        return GLA_OK;
    *shared = true;
    c->data->refs++;
    gla_status st = gla_borrow(from, dtype, 1, &c->n, &(int64_t){1}, true, gla_py_arrow_release, c->data, &values);
    if (st)
        c->data->refs--;
    else
        st = gla_add_numbers(columns, name, values, NULL);
    gla_unref(values);
    return st;
}

static gla_status add_numbers(gla_columns *columns, const char *name, const column *c, gla_dtype stored, gla_dtype dtype)
{
    bool shared = false;
    gla_status st = stored == dtype ? share_numbers(columns, name, c, dtype, &shared) : GLA_OK;
    return st || shared ? st : copy_numbers(columns, name, c, stored, dtype);
}

static gla_status add_nothing(gla_columns *columns, const char *name, const column *c)
{
    gla_array *values;
    void *to;
    gla_status st = gla_new_host(GLA_FLOAT64, 1, &c->n, &values, &to);
    for (int64_t i = 0; i < c->n && !st; i++)
        ((double *)to)[i] = NAN;
    if (!st)
        st = gla_add_numbers(columns, name, values, NULL);
    gla_unref(values);
    return st;
}

/* ---- strings --------------------------------------------------------------------------------------------------------- */
static bool is_text(const char *format)
{
    return !strcmp(format, "u") || !strcmp(format, "U") || !strcmp(format, "vu");
}

/* A string of the type "string view": short strings are in the view itself. */
static const char *viewed(const arrow_array *a, int64_t i, size_t *length)
{
    const char *view = (const char *)a->buffers[1] + 16 * i;
    int32_t n, buffer, offset;
    memcpy(&n, view, sizeof n);
    *length = (size_t)n;
    if (n <= 12)
        return view + 4;
    memcpy(&buffer, view + 8, sizeof buffer);
    memcpy(&offset, view + 12, sizeof offset);
    return (const char *)a->buffers[2 + buffer] + offset;
}

/* Return element i, counted without the offset. */
static const char *string_at(const char *format, const arrow_array *a, int64_t i, size_t *length)
{
    if (format[0] == 'v')
        return viewed(a, i, length);
    int64_t start, end;
    if (format[0] == 'U') {
        start = ((const int64_t *)a->buffers[1])[i];
        end = ((const int64_t *)a->buffers[1])[i + 1];
    } else {
        start = ((const int32_t *)a->buffers[1])[i];
        end = ((const int32_t *)a->buffers[1])[i + 1];
    }
    *length = (size_t)(end - start);
    return end > start ? (const char *)a->buffers[2] + start : "";
}

static int64_t index_at(gla_dtype dtype, const part *p, int64_t i)
{
    gla_number n;
    gla_number_load(&n, dtype, (const char *)p->array->buffers[1] + (p->offset + i) * (int64_t)gla_itemsize(dtype));
    return n.v.i;
}

/* The strings of a column in order. */
typedef struct reading {
    const column *c;
    gla_dtype indices; /* of a dictionary; else GLA_NO_DTYPE */
    int64_t chunk, first;
    part p;
} reading;

static gla_status text_at(void *context, int64_t i, const char **text, size_t *length)
{
    reading *r = context;
    while (i >= r->first + r->p.n) {
        r->first += r->p.n;
        r->p = part_of(r->c, ++r->chunk);
    }
    int64_t at = i - r->first;
    *text = NULL;
    if (!is_valid(&r->p, at))
        return GLA_OK;
    if (!r->indices)
        *text = string_at(r->c->schema->format, r->p.array, r->p.offset + at, length);
    else {
        const arrow_array *words = r->p.array->dictionary;
        part known = {words, words->offset, words->length, words->null_count ? words->buffers[0] : NULL};
        int64_t word = index_at(r->indices, &r->p, at);
        if (word < 0 || word >= words->length)
            return gla_argument_fact(GLA_ARGUMENT_ERROR, "has an index outside its dictionary");
        if (is_valid(&known, word))
            *text = string_at(r->c->schema->dictionary->format, words, words->offset + word, length);
    }
    return *text ? gla_check_text(*text, *length) : GLA_OK;
}

static gla_status add_texts(gla_columns *columns, const char *name, const column *c, gla_dtype indices)
{
    reading r = {.c = c, .indices = indices};
    if (c->data->n)
        r.p = part_of(c, 0);
    return gla_add_texts(columns, name, c->n, text_at, &r);
}

/* ---- dictionaries ---------------------------------------------------------------------------------------------------- */
/* Return true if a dictionary has only valid strings. */
static bool is_plain(const arrow_array *words)
{
    part p = {words, words->offset, words->length, words->null_count ? words->buffers[0] : NULL};
    for (int64_t i = 0; i < words->length; i++)
        if (!is_valid(&p, i))
            return false;
    return true;
}

static gla_strings *copy_words(const char *format, const arrow_array *words)
{
    gla_strings *list = gla_calloc(1, sizeof *list);
    if (list)
        list->v = gla_calloc((size_t)words->length + 1, sizeof *list->v);
    bool made = list && list->v;
    for (int64_t i = 0; made && i < words->length; i++) {
        size_t length;
        const char *text = string_at(format, words, words->offset + i, &length);
        made = (list->v[i] = gla_calloc(length + 1, 1)) != NULL;
        if (made)
            memcpy(list->v[list->n++], text, length);
    }
    if (made)
        return list;
    gla_strings_free(list);
    gla_fail_memory("Table", (size_t)words->length);
    return NULL;
}

/* Keep the order of the levels, which is that of the dictionary if there is only one. */
static gla_status add_codes(gla_columns *columns, const char *name, const column *c, gla_dtype indices)
{
    gla_array *codes = NULL;
    void *to;
    part p = part_of(c, 0);
    gla_strings *levels = copy_words(c->schema->dictionary->format, p.array->dictionary);
    gla_status st = levels ? gla_new_host(GLA_INT64, 1, &c->n, &codes, &to) : gla_last_status();
    for (int64_t i = 0; i < c->n && !st; i++) {
        int64_t word = is_valid(&p, i) ? index_at(indices, &p, i) : -1;
        ((int64_t *)to)[i] = word;
        if (word >= levels->n || (word < 0 && is_valid(&p, i)))
            st = gla_argument_fact(GLA_ARGUMENT_ERROR, "has an index outside its dictionary");
    }
    if (st)
        gla_strings_free(levels);
    else
        st = gla_add_codes(columns, name, codes, levels);
    gla_unref(codes);
    return st;
}

static gla_status add_dictionary(gla_columns *columns, const char *name, const column *c)
{
    gla_dtype stored, indices = dtype_of(c->schema->format, &stored);
    if (!is_text(c->schema->dictionary->format) || !gla_dtype_is_integer(indices))
        return gla_argument_fact(GLA_DTYPE_ERROR,
                                 "contains categories of the Arrow type '%.40s'; convert them to strings, or to numbers",
                                 c->schema->dictionary->format);
    bool ordered = c->data->n == 1 && is_plain(part_of(c, 0).array->dictionary);
    return ordered ? add_codes(columns, name, c, indices) : add_texts(columns, name, c, indices);
}

/* ---- any column ------------------------------------------------------------------------------------------------------ */
static bool has_null_rows(const arrow_array *whole)
{
    part p = {whole, whole->offset, whole->length, NULL};
    p.valid = whole->null_count && whole->n_buffers > 0 ? whole->buffers[0] : NULL;
    for (int64_t i = 0; i < p.n && p.valid; i++)
        if (!is_valid(&p, i))
            return true;
    return false;
}

/* Count the elements; fail if the structures contradict each other. */
static gla_status measure(column *c)
{
    for (int64_t i = 0; i < c->data->n; i++) {
        const arrow_array *whole = &c->data->chunks[i];
        bool fits = c->child < whole->n_children && whole->length >= 0 && whole->offset >= 0;
        const arrow_array *array = !fits ? NULL : c->child < 0 ? whole : whole->children[c->child];
        bool needs_buffers = c->schema->format[0] != 'n';
        if (!array || (needs_buffers && (array->n_buffers < 2 || (whole->length && !array->buffers[1]))) ||
            (c->schema->dictionary && !array->dictionary) || (c->child >= 0 && array->length < whole->length + whole->offset))
            return gla_argument_fact(GLA_ARGUMENT_ERROR, "has an invalid Arrow structure");
        if (c->child >= 0 && has_null_rows(whole))
            return gla_argument_fact(GLA_ARGUMENT_ERROR, "has rows that are null as a whole; drop them first");
        c->n += whole->length;
    }
    return GLA_OK;
}

gla_status gla_py_arrow_column(gla_columns *columns, const char *name, arrow_data *data, int64_t child)
{
    column c = {data, child < 0 ? &data->schema : data->schema.children[child], child, 0};
    const char *format = c.schema->format;
    gla_dtype stored, dtype = dtype_of(format, &stored);
    gla_status st = measure(&c);
    if (!st && c.schema->dictionary)
        st = add_dictionary(columns, name, &c);
    else if (!st && is_text(format))
        st = add_texts(columns, name, &c, GLA_NO_DTYPE);
    else if (!st && dtype)
        st = add_numbers(columns, name, &c, stored, dtype);
    else if (!st && !strcmp(format, "n"))
        st = add_nothing(columns, name, &c);
    else if (!st)
        st = fail_type(format, format[0] == 'd' || format[0] == 'e' ? "cast it to float64" : "drop it or convert it");
    return st;
}
