/* bind.h - Bind the arguments of a call to a user-defined formula, and cache the typed expressions. */
#ifndef GLA_FORMULA_BIND_H
#define GLA_FORMULA_BIND_H

#include "formula/expr.h"

#include <pthread.h>

/* A formula compiled for one combination of types. */
typedef struct gla_variant {
    struct gla_variant *next;
    gla_operand_type inputs[GLA_MAX_INPUTS];
    gla_expr *expr[3];               /* one for an elementwise function; map, combine and post for a reduction or scan */
    gla_expr *rounds[3];             /* their loops, if arguments bound them (rounds.h) */
    uint32_t narrow[GLA_MAX_INPUTS]; /* for integer scalar arguments: bit mask (1 << dtype) of the integer dtypes that they are
                                      * converted to */
} gla_variant;

typedef struct gla_variants {
    pthread_mutex_t lock;
    gla_variant *first;
} gla_variants;

/* Determine the types of the arguments: the declared dtype, the promoted dtype of arguments that share a type name, or their
 * own. Fails with ArgumentError if the number of arguments is wrong, and with DTypeError or OverflowError if an argument would
 * lose information. */
gla_status gla_bind(const gla_formula *f, const gla_arrays *args, gla_operand_type types[], gla_type_names *names);

/* Find the variant for these types; `make` creates it when it is first needed. It lives as long as the table. */
typedef gla_status gla_make_variant(const void *owner, const gla_type_names *names, gla_variant *v);
gla_status gla_find_variant(gla_variants *table, const gla_formula *f, const gla_operand_type types[],
                            const gla_type_names *names, gla_make_variant *make, const void *owner, gla_variant **out);
/* Fail with OverflowError if an integer scalar of the script does not fit the dtype of the operand that it is combined with. */
gla_status gla_check_plain(const gla_formula *f, const gla_variant *v, const gla_arrays *args);
void gla_clear_variants(gla_variants *table);

/* Write the name used in messages into buf: "axpy", or the name of the class. */
const char *gla_function_name(const char *class, const char *name, char buf[80]);

#endif
