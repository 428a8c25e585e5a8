/* kernel.h - modules and kernels inside the library. */
#ifndef GLA_KERNEL_KERNEL_H
#define GLA_KERNEL_KERNEL_H

#include "core/core.h"
#include "runtime/object.h"
#include "kernel/words.h"
#include "contract/kernel.h"

#define GLA_MAX_PARAMETERS 64

/* One parameter of a kernel. */
typedef struct gla_parameter {
    char name[40];
    gla_dtype dtype; /* GLA_NO_DTYPE: a pointer to something unknown (void *) */
    bool is_pointer, is_const;
    bool is_local; /* OpenCL C: a pointer to local memory, which the launch provides */
} gla_parameter;

typedef struct gla_signature {
    int n;
    gla_parameter v[GLA_MAX_PARAMETERS];
} gla_signature;

/* What -DT=float64, #define T float64 or typedef float64 T say. */
typedef struct gla_macro {
    gla_word name, value;
    bool defined, doubtful; /* after #undef not; defined in different ways, or perhaps not at all */
} gla_macro;

typedef struct gla_text_copy {
    struct gla_text_copy *next;
    char text[];
} gla_text_copy;

/* All of a module; {0} at first.  The later of two of one name holds. */
typedef struct gla_macros {
    int n, room;
    gla_macro *v;
    gla_text_copy *copies; /* what the words stand in */
    bool failed;           /* there was no memory */
    bool vectors;          /* int8 is a vector, as in OpenCL C, not a dtype */
} gla_macros;

/* visible.c: an option of the compiler, and the one behind it; a source, of which the result is what is compiled, everything
 * else being blanks. */
void gla_macros_option(gla_macros *m, const char *option, const char *following);
char *gla_macros_read(gla_macros *m, const char *text);
const gla_macro *gla_macro_find(const gla_macros *m, gla_word name);
void gla_macros_free(gla_macros *m);

/* signature.c: "const float64 *x, int64 n".  ArgumentError that names what cannot be read. */
gla_status gla_signature_parse(const char *text, size_t length, const gla_macros *macros, gla_signature *out);
/* The parameters of a kernel in the visible text of a source; *found says whether it is there or was in one before. */
gla_status gla_signature_find(const char *source, const char *name, const gla_macros *macros, gla_signature *out, bool *found);

struct gla_module {
    gla_object object;
    void *state;
    /* What kernels' parameters are read from; NULL for a binary.  Headers are names and texts in turn. */
    gla_strings *sources, *options, *headers;
    gla_language language;
};

struct gla_kernel {
    gla_object object;
    gla_module *module;
    void *state;
    const char *name; /* kept for the life of the process: it stands in messages about work that failed later */
    gla_signature signature;
};

#endif
