/* code.h - typed expressions as device code in the portable dialect: the way of a call to its operands, and the source. */
#ifndef GLA_DIALECT_CODE_H
#define GLA_DIALECT_CODE_H

#include "dialect/dialect.h"
#include "formula/expr.h"

GLA_BEGIN_DECLS

/* What device code is made of: an expression, or map, combine and post of a reduction or scan.  Equal ones are one, so that its
 * address is a key.  They are kept for the life of the process, as programs are. */
typedef struct gla_code {
    struct gla_code *next;
    int n;
    gla_expr *exprs[3];
} gla_code;

gla_status gla_code_of(int n, const gla_expr *const exprs[], const gla_code **code);

/* All else that decides the source: a map, a reduction or a scan, its way through memory, and for each operand the way to it
 * and its type there. */
typedef struct gla_code_key {
    uint8_t v[4 + GLA_MAX_INPUTS];
} gla_code_key;

/* The source, without the prelude; the same as a text that the caller frees. */
void gla_put_code(gla_writer *w, const gla_expr *const exprs[], const gla_code_key *key);
gla_status gla_code_source(const char *op, const gla_expr *const exprs[], const gla_code_key *key, char **source);

/* How an operand comes to the kernel. */
typedef enum gla_access {
    GLA_ACCESS_LINE,   /* element i of the call is its element i */
    GLA_ACCESS_SPREAD, /* by strides */
    GLA_ACCESS_ONE,    /* one element, on the device */
    GLA_ACCESS_VALUE   /* a number, as an argument */
} gla_access;

/* ---- maps: kernel `map` ------------------------------------------------------------------------------------------ */
/* The index space of a call, its axes in the order of the outputs' memory and merged where they can be. */
typedef struct gla_map_plan {
    const gla_expr *e;
    int64_t n;
    int ndim;
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_INPUTS][GLA_MAX_NDIM];
    gla_access access[GLA_MAX_INPUTS];
    gla_dtype stored[GLA_MAX_INPUTS];
    const void *data[GLA_MAX_INPUTS];
    double value[GLA_MAX_INPUTS][2]; /* wide enough for any type */
    int n_spread, pack;              /* pack: elements that a thread takes at once */
    gla_code_key key;
} gla_map_plan;

/* Operands and outputs as the map slot of gla_fused_ops has them. */
void gla_map_plan_init(gla_map_plan *p, const gla_expr *e, const gla_array *const in[], gla_array *const out[]);

/* ---- reductions and scans: the kernels of kernels/fold.h and scan.h ---------------------------------------------- */
/* Operands over the axes that are kept and over those that are folded, each merged where they can be; at least one of each. */
typedef struct gla_fold_plan {
    int n_inputs, n_arrays, nkeep, nfold;
    int64_t keep_shape[GLA_MAX_NDIM], fold_shape[GLA_MAX_NDIM];
    int64_t keep[GLA_MAX_INPUTS][GLA_MAX_NDIM], fold[GLA_MAX_INPUTS][GLA_MAX_NDIM]; /* strides */
    bool is_number[GLA_MAX_INPUTS]; /* goes as an argument, and has no strides */
    gla_dtype stored[GLA_MAX_INPUTS];
    const void *data[GLA_MAX_INPUTS];
    double value[GLA_MAX_INPUTS][2];
    int64_t layout[2 * (1 + GLA_MAX_INPUTS) * GLA_MAX_NDIM];
    size_t layout_bytes;
    gla_code_key key;
} gla_fold_plan;

#define GLA_FOLD_GROUP 256 /* threads of a group */

typedef enum gla_fold_kind { GLA_FOLD_REDUCE = 'r', GLA_FOLD_SCAN = 's', GLA_FOLD_EXCLUSIVE_SCAN = 'x' } gla_fold_kind;

/* The first nkeep axes of the operands are kept. */
void gla_fold_plan_init(gla_fold_plan *p, gla_fold_kind kind, const gla_expr *map, const gla_array *const in[], int nkeep);

/* What a scan leaves out of its source: all but the kernels for a thread a line; tiles that need much local memory.  Byte 3 of
 * its key. */
enum { GLA_SCAN_COLUMNS = 1, GLA_SCAN_NARROW = 2 };

/* kernels/FILE, with the parameters of the operands where it names them: not every compiler's driver is given macros for these;
 * and what stands before scan.h beside what fold.h takes too. */
void gla_put_frame(gla_writer *w, const char *file, const char *operands);
void gla_put_scan_flags(gla_writer *w, unsigned flags);

GLA_END_DECLS

/* ---- pieces of source -------------------------------------------------------------------------------------------- */
void gla_put_map(gla_writer *w, const gla_expr *e, const gla_code_key *key);
void gla_put_fold(gla_writer *w, const gla_expr *const exprs[3], const gla_code_key *key);

/* All that these expressions call: for each type the table's operations and the conversions, as functions add_float64(x, y),
 * to_int32_of_float64(x).  stored: dtypes of operands in memory that are converted to the inputs of exprs[0]. */
void gla_put_vocabulary(gla_writer *w, int n, const gla_expr *const exprs[], const gla_dtype stored[]);

/* "DEVICE void NAME(float64 v0, ..., float64 *z0, ...)": one element of everything. */
void gla_put_function(gla_writer *w, const char *name, const gla_expr *e);

/* "to_float64_of_int32(" or "(" before a value of one type that is taken as another. */
void gla_put_conversion(gla_writer *w, gla_dtype from, gla_dtype to);

#endif
