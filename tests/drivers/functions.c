/* functions.c - every public function by its name, from the table that tools/hdoc makes of the headers. */
#include "cases.h"

#include <string.h>

#define ARRAY(i) in[i].array
#define TARGET(i) in[i].target
#define ARRAYS(i) &in[i].arrays
#define INDEX(i) &in[i].index
#define INTS(i) (in[i].given ? &in[i].ints : NULL)
#define DTYPE(i) in[i].dtype
#define AXIS(i) in[i].axis
#define MAYBE(i) in[i].maybe
#define BOOL(i) in[i].boolean
#define INT(i) (int)in[i].integer
#define INT64(i) in[i].integer
#define DOUBLE(i) in[i].real
#define TEXT(i) in[i].text
#define OBJECT(i, type) in[i].object
#define OUT_OBJECT(i, type) (type **)&out[i].object
#define TEXTS(i) in[i].texts
#define BYTES(i) &in[i].bytes
#define OUT_ARRAYS(i) &out[i].arrays
#define OUT_TRUTH(i) &out[i].truth
#define OUT_NUMBER(i) &out[i].real
#define OUT_ARRAY(i) &out[i].array
#define OUT_TEXT(i) (char **)&out[i].text
#define OUT_STRINGS(i) &out[i].strings
#define OUT_RECORD(i) &out[i].record

#define FUNCTION(symbol, name, n_args, args, results, call)   \
    static gla_status run_##symbol(argument *in, value *out)  \
    {                                                         \
        (void)in;                                             \
        (void)out;                                            \
        return call;                                          \
    }
#include "functions.def"
#undef FUNCTION

static const function functions[] = {
#define FUNCTION(symbol, name, n_args, args, results, call) {name, n_args, args, results, run_##symbol},
#include "functions.def"
#undef FUNCTION
};

const function *find_function(const char *name)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].name, name) == 0)
            return &functions[i];
    return NULL;
}
