/* arrays.c - List the programs that exist for many operations and dtypes: elementwise operations, copies, reductions and
 * running sums. */
#include "list.h"
#include "elementwise/ops.h"

#include "backends/device/array/scan.h"

static gla_dtype result_of(const gla_op_info *info, gla_dtype t)
{
    bool to_real = info->result == GLA_RESULT_TO_REAL && gla_dtype_is_complex(t);
    return info->result == GLA_RESULT_TO_BOOL ? GLA_BOOL : to_real ? (t == GLA_COMPLEX64 ? GLA_FLOAT32 : GLA_FLOAT64) : t;
}

/* Return how common a program is.  Simple operations are common in the usual dtypes.  Costly operations and special functions
 * are common mainly in float64.  complex128, which roots and transforms return, is common for contiguous arrays. */
static unsigned commonness(gla_op op, gla_dtype t, gla_map_way way, bool costly)
{
    bool usual = way == GLA_MAP_PACKS || way == GLA_MAP_ALONE;
    if (gla_op_file(op))
        return usual ? gla_list_next(t) : 0;
    if (t == GLA_COMPLEX128)
        return usual ? GLA_LISTED_COMMON : 0;
    if (costly && !usual)
        return way == GLA_MAP_ANY ? gla_list_next(t) : 0;
    return way == GLA_MAP_ANY ? gla_list_mixed(t) : gla_list_common(t);
}

/* The programs of serial devices (GLA_MAP_ALONE) differ little between operations, so all but one of these programs are marked
 * as variants. */
GLA_LIST(operations)
{
    for (int op = 0; op < GLA_OP_COUNT; op++) {
        const gla_op_info *info = gla_op_describe((gla_op)op);
        bool costly = info->flags & GLA_FLAG_COSTLY;
        if (!info->expression[gla_kind_of(t)])
            continue;
        for (int way = 0; way <= GLA_MAP_ALONE; way++) {
            unsigned flags = way == GLA_MAP_ALONE ? GLA_LISTED_SERIAL | (op == GLA_OP_add ? 0 : GLA_LISTED_VARIANT)
                             : way == GLA_MAP_ANY ? 0
                                                  : GLA_LISTED_PARALLEL;
            gla_list_add(list, gla_device_map_program((gla_op)op, t, result_of(info, t), (gla_map_way)way), info->name,
                         flags | commonness((gla_op)op, t, (gla_map_way)way, costly));
        }
    }
}

/* Return true for dtypes that are used for indices, for the values of sparse matrices and for arrays. */
static bool are_indices(gla_dtype t)
{
    return t == GLA_INT32 || t == GLA_INT64;
}

/* A serial device has one program for all source dtypes of a copy. */
GLA_LIST(copies)
{
    for (int from = GLA_BOOL; from < GLA_DTYPE_COUNT; from++) {
        unsigned to_common = gla_list_common(t), from_common = gla_list_common((gla_dtype)from);
        unsigned common = to_common && from_common                                         ? to_common | from_common
                          : are_indices(t) && are_indices((gla_dtype)from)                 ? GLA_LISTED_NEXT
                          : t == GLA_COMPLEX128 && (from_common || from == GLA_COMPLEX128) ? GLA_LISTED_COMMON
                                                                                           : 0;
        for (int way = 0; way < GLA_MAP_WAYS; way++)
            gla_list_add(list, gla_device_copy_program((gla_dtype)from, t, (gla_map_way)way), "copy",
                         GLA_LISTED_PARALLEL | (from == (int)t ? 0 : GLA_LISTED_CONVERTS) | common);
    }
    static const gla_map_way serial[] = {GLA_MAP_ANY, GLA_MAP_ALONE};
    for (int i = 0; i < 2; i++)
        gla_list_add(list, gla_device_copy_program(GLA_NO_DTYPE, t, serial[i]), "copy",
                     GLA_LISTED_SERIAL | (i ? GLA_LISTED_VARIANT : 0) | gla_list_common(t));
}

/* Return true if the facade accepts results of type `to` for a reduction of elements of type t. */
static bool is_reduced_to(gla_reduction op, gla_dtype t, gla_dtype to)
{
    gla_dtype real = t == GLA_FLOAT32 || t == GLA_COMPLEX64 ? GLA_FLOAT32 : GLA_FLOAT64;
    gla_kind from_kind = gla_kind_of(t), to_kind = gla_kind_of(to);
    switch (op) {
    case GLA_REDUCE_SUM:
    case GLA_REDUCE_PROD: return to_kind >= from_kind;
    case GLA_REDUCE_MEAN: return to_kind >= from_kind && to_kind >= GLA_KIND_REAL;
    case GLA_REDUCE_ANY:
    case GLA_REDUCE_ALL: return to == GLA_BOOL;
    case GLA_REDUCE_VAR:
    case GLA_REDUCE_STD: return to == real;
    case GLA_REDUCE_ARGMIN:
    case GLA_REDUCE_ARGMAX: return to == GLA_INT64 && from_kind != GLA_KIND_COMPLEX;
    default: return to == t && from_kind != GLA_KIND_COMPLEX;
    }
}

/* Return true if `to` is the default result type of the reduction. */
static bool is_default(gla_reduction op, gla_dtype t, gla_dtype to)
{
    bool counts = t == GLA_BOOL && (op == GLA_REDUCE_SUM || op == GLA_REDUCE_PROD);
    bool means = (op == GLA_REDUCE_MEAN || op == GLA_REDUCE_VAR || op == GLA_REDUCE_STD) && gla_kind_of(t) < GLA_KIND_REAL;
    bool places = op == GLA_REDUCE_ARGMIN || op == GLA_REDUCE_ARGMAX;
    return to == (counts || places                               ? GLA_INT64
                  : means                                        ? GLA_FLOAT64
                  : op == GLA_REDUCE_ANY || op == GLA_REDUCE_ALL ? GLA_BOOL
                                                                 : t);
}

GLA_LIST(reductions)
{
    for (int op = GLA_REDUCE_SUM; op <= GLA_REDUCE_MEAN; op++)
        for (int to = GLA_BOOL; to < GLA_DTYPE_COUNT; to++) {
            bool usual = to == (int)t || to == GLA_BOOL || to == GLA_INT64;
            bool whole = is_default((gla_reduction)op, t, (gla_dtype)to);
            unsigned common = !whole ? 0 : t == GLA_COMPLEX128 ? GLA_LISTED_COMMON : gla_list_common(t);
            if (!is_reduced_to((gla_reduction)op, t, (gla_dtype)to))
                continue;
            gla_list_add(list, gla_device_reduce_program((gla_reduction)op, t, (gla_dtype)to, false, false), "reduce",
                         GLA_LISTED_PARALLEL | (usual ? 0 : GLA_LISTED_CONVERTS) | common);
            for (int parts = 0; parts < 2; parts++)
                gla_list_add(list, gla_device_reduce_program((gla_reduction)op, t, (gla_dtype)to, true, parts), "reduce",
                             GLA_LISTED_SERIAL | (to == (int)t ? 0 : GLA_LISTED_VARIANT) | common);
        }
}

/* Running sums and products in the default result types. */
GLA_LIST(scans)
{
    gla_dtype to = gla_kind_of(t) > GLA_KIND_INT ? t : GLA_INT64, wide = t == GLA_FLOAT32 ? GLA_FLOAT64 : to;
    for (int op = GLA_SCAN_SUM; gla_list_common(t) && op <= GLA_SCAN_PROD; op++)
        for (int serial = 0; serial < 2; serial++)
            gla_list_add(list, gla_device_scan_program((gla_scan_op)op, t, wide, to, serial ? GLA_SCAN_COLUMNS : 0),
                         "cumulative",
                         GLA_LISTED_GENERATED | gla_list_common(t) | (serial ? GLA_LISTED_SERIAL : GLA_LISTED_PARALLEL));
}
