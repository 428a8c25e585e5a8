/* bind.h - the arguments of one call of a user's formula, and the typed expressions made for their types. */
#ifndef GLA_FORMULA_BIND_H
#define GLA_FORMULA_BIND_H

#include "formula/expr.h"

#include <pthread.h>

/* What a formula becomes for one combination of types. */
typedef struct gla_variant {
    struct gla_variant *next;
    gla_operand_type inputs[GLA_MAX_INPUTS];
    gla_expr *expr[3];               /* an elementwise function has one; a reduction and a scan have map, combine, post */
    gla_expr *rounds[3];             /* their loops, where arguments bound them; see rounds.h */
    uint32_t narrow[GLA_MAX_INPUTS]; /* of plain integers: the integer types that they are brought to, 1 << dtype */
} gla_variant;

typedef struct gla_variants {
    pthread_mutex_t lock;
    gla_variant *first;
} gla_variants;

/* Types of the arguments as the formula takes them: declared ones, the promoted ones of those that share a name, or their
 * own.  ArgumentError for a wrong number, DTypeError or OverflowError for an argument that would lose something. */
gla_status gla_bind(const gla_formula *f, const gla_arrays *args, gla_operand_type types[], gla_type_names *names);

/* The variant for these types, made by `make` the first time.  It lives as long as the table. */
typedef gla_status gla_make_variant(const void *owner, const gla_type_names *names, gla_variant *v);
gla_status gla_find_variant(gla_variants *table, const gla_formula *f, const gla_operand_type types[],
                            const gla_type_names *names, gla_make_variant *make, const void *owner, gla_variant **out);
/* OverflowError when a plain integer of the script does not fit the type of what it is computed with. */
gla_status gla_check_plain(const gla_formula *f, const gla_variant *v, const gla_arrays *args);
void gla_clear_variants(gla_variants *table);

/* "axpy" or what the class calls itself, for messages; into buf. */
const char *gla_function_name(const char *class, const char *name, char buf[80]);

#endif
