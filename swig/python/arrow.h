/* arrow.h - Structures of the Arrow C data and stream interfaces, and data that another library has given in them. */
#ifndef GLA_PYTHON_ARROW_H
#define GLA_PYTHON_ARROW_H

#include "binding.h"

typedef struct arrow_schema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct arrow_schema **children, *dictionary;
    void (*release)(struct arrow_schema *schema);
    void *private_data;
} arrow_schema;

typedef struct arrow_array {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers; /* validity bitmap (NULL: all elements are valid), and the elements */
    struct arrow_array **children, *dictionary;
    void (*release)(struct arrow_array *array);
    void *private_data;
} arrow_array;

typedef struct arrow_stream {
    int (*get_schema)(struct arrow_stream *stream, arrow_schema *schema);
    int (*get_next)(struct arrow_stream *stream, arrow_array *array);
    const char *(*get_last_error)(struct arrow_stream *stream);
    void (*release)(struct arrow_stream *stream);
    void *private_data;
} arrow_stream;

/* arrow_in.c: data of another library, in one or several chunks. */
typedef struct arrow_data {
    long long refs; /* guarded by the interpreter's lock */
    arrow_schema schema;
    int64_t n;
    arrow_array *chunks;
} arrow_data;
/* Read the data of an object with the method __arrow_c_stream__ or __arrow_c_array__. *data stays NULL if it has neither. */
gla_status gla_py_arrow_read(PyObject *o, arrow_data **data);
/* The last reference may be released in any thread, also after Python has been finalised. */
void gla_py_arrow_release(void *data);

/* arrow_columns.c: append the only column of the data, or one of the columns of a data frame, which is then at `child`. */
gla_status gla_py_arrow_column(gla_columns *c, const char *name, arrow_data *data, int64_t child);
static inline bool gla_py_arrow_is_frame(const arrow_data *data)
{
    return !strcmp(data->schema.format, "+s");
}

/* arrow_out.c: the format of numbers; copy a vector; release the buffers of a copy, some of which may be NULL. */
const char *gla_py_arrow_format(gla_dtype dtype);
gla_status gla_py_arrow_fill(const gla_array *a, arrow_array *array);
void gla_py_arrow_free(arrow_array *array);

#endif
