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
    bool defined, ambiguous; /* defined: false after #undef; doubtful: conflicting or conditional definitions */
} gla_macro;

typedef struct gla_text_copy {
    struct gla_text_copy *next;
    char text[];
} gla_text_copy;

/* All macros of a module; initialised with {0}. The last definition of a name is valid. */
typedef struct gla_macros {
    int n, room;
    gla_macro *v;
    gla_text_copy *copies; /* storage of the words */
    bool failed;           /* memory was exhausted */
    bool vectors;          /* int8 is a vector type, as in OpenCL C, not a dtype */
} gla_macros;

/* preprocess.c. gla_macros_option: read a compiler option and the one after it. gla_macros_read: read a source and return the text
 * that is compiled, with everything else replaced by blanks. */
void gla_macros_option(gla_macros *m, const char *option, const char *following);
char *gla_macros_read(gla_macros *m, const char *text);
const gla_macro *gla_macro_find(const gla_macros *m, gla_word name);
void gla_macros_free(gla_macros *m);

/* signature.c: parse "const float64 *x, int64 n". Fails with ArgumentError that quotes the unreadable part. */
gla_status gla_signature_parse(const char *text, size_t length, const gla_macros *macros, gla_signature *out);
/* Find the parameters of a kernel in the visible text of a source. *found is set to true if the source contains the kernel, and
 * is kept if an earlier source did. */
gla_status gla_signature_find(const char *source, const char *name, const gla_macros *macros, gla_signature *out, bool *found);

struct gla_module {
    gla_object object;
    void *state;
    /* Source for the parameters of kernels; NULL for a binary. headers alternates names and texts. */
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
