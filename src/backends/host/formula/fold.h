/* fold.h - Operands of reductions and scans of formulas, and combination of their elements. */
#ifndef GLA_BACKENDS_HOST_FORMULA_FOLD_H
#define GLA_BACKENDS_HOST_FORMULA_FOLD_H

#include "machine.h"

/* Operands of a formula over two index spaces: the first axes, which are kept, and the remaining axes, which are folded. */
typedef struct gla_fold_space {
    int n; /* number of operands; the walks also contain the result */
    gla_walk kept, folded;
    const char *data[GLA_MAX_INPUTS];
    gla_dtype stored[GLA_MAX_INPUTS], want[GLA_MAX_INPUTS];
} gla_fold_space;

void gla_fold_space_init(gla_fold_space *s, const gla_expr *map, const gla_array *const in[], const gla_array *out, int nkeep);

/* Workspace of one thread: the registers of the three expressions. */
typedef struct gla_fold_room {
    char **map, **combine, **post;
} gla_fold_room;

/* The three expressions, compiled to steps. */
typedef struct gla_fold_machines {
    gla_machine map, combine, post;
    int64_t block; /* number of elements processed at a time, for all three expressions */
    size_t item;   /* size of an accumulated element, in bytes */
} gla_fold_machines;

gla_status gla_fold_machines_init(gla_fold_machines *m, const gla_expr *const exprs[3]);
/* Call this at the end.  The call fails with ArgumentError if a loop was too long. */
gla_status gla_fold_machines_outcome(const gla_fold_machines *m);
void gla_fold_machines_clear(gla_fold_machines *m);
bool gla_fold_room_init(gla_fold_room *r, const gla_fold_machines *m);
void gla_fold_room_clear(gla_fold_room *r, const gla_fold_machines *m);

/* Map n elements of the folded axes, beginning at `at`, for the result whose operands begin at base[k].  Return the mapped
 * elements. */
char *gla_fold_map(const gla_fold_space *s, const gla_fold_machines *m, const gla_fold_room *r, const int64_t *base, int64_t at,
                   int64_t n);

/* Set to[i] = combine(a[i], b[i]) for n elements.  `to` may be a or b. */
void gla_fold_combine(const gla_fold_machines *m, const gla_fold_room *r, const void *a, const void *b, void *to, int64_t n);

/* Combine all n elements of acc into the first element, by repeated halving. */
void gla_fold_tree(const gla_fold_machines *m, const gla_fold_room *r, char *acc, int64_t n);

/* Slots for fused formulas, in reduce.c and scan.c. */
gla_status gla_host_fused_reduce(gla_device *dev, const gla_expr *const exprs[3], const gla_array *const in[], int nkeep,
                                 int64_t length, gla_array *out);
gla_status gla_host_fused_scan(gla_device *dev, const gla_expr *const exprs[3], const gla_array *const in[],
                               const gla_constant *before, gla_array *out);

#endif
