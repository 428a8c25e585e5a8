/* bind.h - Bind the arguments of a call to a user-defined formula, and cache the typed expressions. */
#ifndef GLA_FORMULA_BIND_H
#define GLA_FORMULA_BIND_H

#include "formula/expr.h"

#include <pthread.h>

/* A formula compiled for one combination of types. */
typedef struct gla_variant {
    struct gla_variant *next;
    gla_operand_type inputs[GLA_MAX_INPUTS];
    gla_expr *expr[3];               /* one expression for an elementwise function; map, combine and post for a reduction or
                                      * scan */
    gla_expr *rounds[3];             /* their loops, if arguments bound them (rounds.h) */
    uint32_t narrow[GLA_MAX_INPUTS]; /* for integer scalar arguments: bit mask (1 << dtype) of the integer dtypes that the
                                      * argument is converted to */
} gla_variant;

typedef struct gla_variants {
    pthread_mutex_t lock;
    gla_variant *first;
} gla_variants;

/* Determine the dtypes of the arguments. An argument has its declared dtype, the promoted dtype of all arguments that share a
 * type name, or its own dtype. Fails with ArgumentError if the number of arguments is wrong, and with DTypeError or
 * OverflowError if an argument would lose information. */
gla_status gla_bind(const gla_formula *f, const gla_arrays *args, gla_operand_type types[], gla_type_names *names);

/* Find the variant for these types. `make` creates the variant when it is first needed. A variant lives as long as the
 * table. */
typedef gla_status gla_make_variant(const void *owner, const gla_type_names *names, gla_variant *v);
gla_status gla_find_variant(gla_variants *table, const gla_formula *f, const gla_operand_type types[],
                            const gla_type_names *names, gla_make_variant *make, const void *owner, gla_variant **out);
/* Fail with OverflowError if the dtype of an operand cannot represent an integer scalar that it is combined with. */
gla_status gla_check_plain(const gla_formula *f, const gla_variant *v, const gla_arrays *args);
void gla_clear_variants(gla_variants *table);

/* Write the name used in messages into buf: "axpy", or the class name if the object has no name. */
const char *gla_function_name(const char *class, const char *name, char buf[80]);

#endif
