/* kernel.h - Internal structs and functions of modules and kernels. */
#ifndef GLA_KERNEL_KERNEL_H
#define GLA_KERNEL_KERNEL_H

#include "core/core.h"
#include "runtime/object.h"
#include "kernel/words.h"
#include "contract/kernel.h"

#define GLA_MAX_PARAMETERS 64

/* A parameter of a kernel. */
typedef struct gla_parameter {
    char name[40];
    gla_dtype dtype; /* GLA_NO_DTYPE: a pointer to an unknown type (void *) */
    bool is_pointer, is_const;
    bool is_local; /* OpenCL C: a pointer to local memory provided by the launch */
} gla_parameter;

typedef struct gla_signature {
    int n;
    gla_parameter v[GLA_MAX_PARAMETERS];
} gla_signature;

/* A definition: -DT=float64, #define T float64, or typedef float64 T. */
typedef struct gla_macro {
    gla_word name, value;
    bool defined, ambiguous; /* defined: false after #undef; doubtful: there are conflicting or conditional definitions */
} gla_macro;

typedef struct gla_text_copy {
    struct gla_text_copy *next;
    char text[];
} gla_text_copy;

/* All macros of a module; initialise the struct with {0}. The last definition of a name is valid. */
typedef struct gla_macros {
    int n, room;
    gla_macro *v;
    gla_text_copy *copies; /* storage of the words */
    bool failed;           /* memory was exhausted */
    bool vectors;          /* int8 is a vector type, as in OpenCL C, not a dtype */
} gla_macros;

/* preprocess.c. gla_macros_option: read a compiler option and the option after it. gla_macros_read: read a source, and return a
 * copy in which all text that is not compiled is replaced by blanks. */
void gla_macros_option(gla_macros *m, const char *option, const char *following);
char *gla_macros_read(gla_macros *m, const char *text);
const gla_macro *gla_macro_find(const gla_macros *m, gla_word name);
void gla_macros_free(gla_macros *m);

/* signature.c: parse a signature such as "const float64 *x, int64 n". Fails with ArgumentError that quotes the unreadable
 * part. */
gla_status gla_signature_parse(const char *text, size_t length, const gla_macros *macros, gla_signature *out);
/* Find the parameters of a kernel in the compiled text of a source. Set *found to true if the source contains the kernel;
 * otherwise do not change *found. */
gla_status gla_signature_find(const char *source, const char *name, const gla_macros *macros, gla_signature *out, bool *found);

struct gla_module {
    gla_object object;
    void *state;
    /* Source from which parameters of kernels are read; NULL for a binary. headers alternates names and contents. */
    gla_strings *sources, *options, *headers;
    gla_language language;
};

struct gla_kernel {
    gla_object object;
    gla_module *module;
    void *state;
    const char *name; /* valid until the process ends, because messages about failed asynchronous work contain it */
    gla_signature signature;
};

#endif
