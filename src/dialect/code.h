/* code.h - Typed expressions as device code in the portable dialect: access to the operands of a call, and the source. */
#ifndef GLA_DIALECT_CODE_H
#define GLA_DIALECT_CODE_H

#include "dialect/dialect.h"
#include "formula/expr.h"

GLA_BEGIN_DECLS

/* Input of device code: one expression, or the expressions map, combine and post of a reduction or scan. Equal inputs share one
 * gla_code, so that its address can be used as a key. Like programs, these structs are kept until the process ends. */
typedef struct gla_code {
    struct gla_code *next;
    int n;
    gla_expr *exprs[3];
} gla_code;

gla_status gla_code_of(int n, const gla_expr *const exprs[], const gla_code **code);

/* All other data that determines the source: whether it is a map, a reduction or a scan; the memory layout; and how each
 * operand is accessed and stored. */
typedef struct gla_code_key {
    uint8_t v[4 + GLA_MAX_INPUTS];
} gla_code_key;

/* gla_put_code: append the source without the prelude. gla_code_source: return the source as a string that the caller frees. */
void gla_put_code(gla_writer *w, const gla_expr *const exprs[], const gla_code_key *key);
gla_status gla_code_source(const char *op, const gla_expr *const exprs[], const gla_code_key *key, char **source);

/* How the kernel accesses an operand. */
typedef enum gla_access {
    GLA_ACCESS_LINE,   /* element i of the call is element i of the operand */
    GLA_ACCESS_SPREAD, /* by strides */
    GLA_ACCESS_ONE,    /* one element in device memory */
    GLA_ACCESS_VALUE   /* a scalar, passed as an argument */
} gla_access;

/* ---- maps: kernel `map` ------------------------------------------------------------------------------------------ */
/* Index space of a call. The axes are in the memory order of the outputs and merged if possible. */
typedef struct gla_map_plan {
    const gla_expr *e;
    int64_t n;
    int ndim;
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_INPUTS][GLA_MAX_NDIM];
    gla_access access[GLA_MAX_INPUTS];
    gla_dtype stored[GLA_MAX_INPUTS];
    const void *data[GLA_MAX_INPUTS];
    double value[GLA_MAX_INPUTS][2]; /* space for a scalar of any dtype */
    int n_spread, pack;              /* pack: number of elements that a thread processes at once */
    gla_code_key key;
} gla_map_plan;

/* Plan a call with operands and outputs as in the map slot of gla_fused_ops. */
void gla_map_plan_init(gla_map_plan *p, const gla_expr *e, const gla_array *const in[], gla_array *const out[]);

/* ---- reductions and scans: the kernels of kernels/fold.h and scan.h ---------------------------------------------- */
/* Kept axes and folded axes of the operands, each group merged if possible. Each group has at least one axis. */
typedef struct gla_fold_plan {
    int n_inputs, n_arrays, nkeep, nfold;
    int64_t keep_shape[GLA_MAX_NDIM], fold_shape[GLA_MAX_NDIM];
    int64_t keep[GLA_MAX_INPUTS][GLA_MAX_NDIM], fold[GLA_MAX_INPUTS][GLA_MAX_NDIM]; /* strides */
    bool is_number[GLA_MAX_INPUTS];                                                 /* passed as an argument, without strides */
    gla_dtype stored[GLA_MAX_INPUTS];
    const void *data[GLA_MAX_INPUTS];
    double value[GLA_MAX_INPUTS][2];
    int64_t layout[2 * (1 + GLA_MAX_INPUTS) * GLA_MAX_NDIM];
    size_t layout_bytes;
    gla_code_key key;
} gla_fold_plan;

#define GLA_FOLD_GROUP 256 /* threads per group */

typedef enum gla_fold_kind { GLA_FOLD_REDUCE = 'r', GLA_FOLD_SCAN = 's', GLA_FOLD_EXCLUSIVE_SCAN = 'x' } gla_fold_kind;

/* Plan a reduction or scan in which the first nkeep axes of the operands are kept. */
void gla_fold_plan_init(gla_fold_plan *p, gla_fold_kind kind, const gla_expr *map, const gla_array *const in[], int nkeep);

/* Flags in byte 3 of the key of a scan that make its source smaller: only the kernels with one thread per line; no tiles that
 * need much local memory. */
enum { GLA_SCAN_COLUMNS = 1, GLA_SCAN_NARROW = 2 };

/* gla_put_frame: append kernels/FILE with OPERANDS replaced by the parameters of the operands. The text is replaced directly,
 * because some compiler drivers cannot handle such macros. gla_put_scan_flags: append the text that scan.h needs in addition to
 * the text for fold.h. */
void gla_put_frame(gla_writer *w, const char *file, const char *operands);
void gla_put_scan_flags(gla_writer *w, unsigned flags);

GLA_END_DECLS

/* ---- parts of the source ----------------------------------------------------------------------------------------- */
void gla_put_map(gla_writer *w, const gla_expr *e, const gla_code_key *key);
void gla_put_fold(gla_writer *w, const gla_expr *const exprs[3], const gla_code_key *key);

/* Append all functions that these expressions call. For each dtype these are the operations of the table and the conversions,
 * as functions add_float64(x, y), to_int32_of_float64(x). `stored` contains the dtypes of operands in memory, which are
 * converted to the inputs of exprs[0]. */
void gla_put_vocabulary(gla_writer *w, int n, const gla_expr *const exprs[], const gla_dtype stored[]);

/* Append "DEVICE void NAME(float64 v0, ..., float64 *z0, ...)", which computes one element of each output. */
void gla_put_function(gla_writer *w, const char *name, const gla_expr *e);

/* Append "to_float64_of_int32(", or "(" if no conversion is needed, before a value. */
void gla_put_conversion(gla_writer *w, gla_dtype from, gla_dtype to);

#endif
