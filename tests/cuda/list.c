/* list.c - the list, made by the backend's own functions that write defines, over the table of operations and all types.
 *
 * Who adds a file to kernels/ or a define to one of them adds a line here; the test says so when it is missing. */
#include "programs.h"

#include "backends/cuda/cuda.h"
#include "backends/device/array/array_kernels.h"
#include "backends/device/dense/condition.h"
#include "backends/device/dense/dense.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PROGRAMS 4000

static program *list;
static int count;

/* The type whose defines these begin with. */
static gla_dtype type_of(const char *defines)
{
    char types[600];
    for (int t = GLA_BOOL; t < GLA_DTYPE_COUNT; t++) {
        gla_device_type_defines((gla_dtype)t, types, sizeof types);
        if (strncmp(types, defines, strlen(types)) == 0)
            return (gla_dtype)t;
    }
    return GLA_NO_DTYPE;
}

static void add_one(const char *file, const char *purpose, const char *defines, bool converts)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].file, file) == 0 && strcmp(list[i].defines, defines) == 0)
            return;
    if (count == MOST_PROGRAMS || strlen(defines) >= sizeof list->defines) {
        printf("Bail out! %s: make room in %s\n", file, __FILE__);
        exit(1);
    }
    list[count] = (program){.file = file, .purpose = purpose, .type = type_of(defines),
                              .converts = converts};
    strcpy(list[count++].defines, defines);
}

static void add(const char *file, const char *purpose, const char *defines)
{
    add_one(file, purpose, defines, false);
}

static void add_operations(gla_dtype t)
{
    char defines[1500];
    for (int op = 0; op < GLA_OP_COUNT; op++) {
        const gla_op_info *info = gla_op_describe((gla_op)op);
        gla_dtype result = info->result == GLA_RESULT_TO_BOOL ? GLA_BOOL
                         : info->result == GLA_RESULT_TO_REAL && t == GLA_COMPLEX64 ? GLA_FLOAT32
                         : info->result == GLA_RESULT_TO_REAL && t == GLA_COMPLEX128 ? GLA_FLOAT64 : t;
        if (!info->expression[gla_kind_of(t)])
            continue;
        for (int way = 0; way < GLA_MAP_WAYS + (op == GLA_OP_add); way++) { /* the last way, for CPUs, differs in little */
            gla_device_map_defines((gla_op)op, t, result, (gla_map_way)way, defines, sizeof defines);
            add("map.h", info->name, defines);
        }
    }
    for (int from = GLA_BOOL; from < GLA_DTYPE_COUNT; from++)
        for (int way = 0; way < GLA_MAP_WAYS; way++) {
            gla_device_copy_defines((gla_dtype)from, t, (gla_map_way)way, defines, sizeof defines);
            add_one("map.h", "copy", defines, from != (int)t);
        }
}

/* Reductions of elements of type t to results of all types that the facade lets them have. */
static void add_reductions(gla_dtype t)
{
    char defines[1500];
    gla_dtype real = t == GLA_FLOAT32 || t == GLA_COMPLEX64 ? GLA_FLOAT32 : GLA_FLOAT64;
    for (int op = GLA_REDUCE_SUM; op <= GLA_REDUCE_MEAN; op++)
        for (int to = GLA_BOOL; to < GLA_DTYPE_COUNT; to++) {
            gla_kind from_kind = gla_kind_of(t), to_kind = gla_kind_of((gla_dtype)to);
            bool made;
            switch (op) {
            case GLA_REDUCE_SUM:
            case GLA_REDUCE_PROD: made = to_kind >= from_kind; break;
            case GLA_REDUCE_MEAN: made = to_kind >= from_kind && to_kind >= GLA_KIND_REAL; break;
            case GLA_REDUCE_ANY:
            case GLA_REDUCE_ALL: made = to == GLA_BOOL; break;
            case GLA_REDUCE_VAR:
            case GLA_REDUCE_STD: made = to == (int)real; break;
            case GLA_REDUCE_ARGMIN:
            case GLA_REDUCE_ARGMAX: made = to == GLA_INT64 && from_kind != GLA_KIND_COMPLEX; break;
            default: made = to == (int)t && from_kind != GLA_KIND_COMPLEX;
            }
            if (!made)
                continue;
            gla_device_reduce_defines((gla_reduction)op, t, (gla_dtype)to, false, defines, sizeof defines);
            add_one("reduce.h", "reduce", defines, to != (int)t && to != GLA_BOOL && to != GLA_INT64);
            if (to != (int)t)
                continue;
            gla_device_reduce_defines((gla_reduction)op, t, (gla_dtype)to, true, defines, sizeof defines);
            add("reduce.h", "reduce on CPUs", defines);
            strcat(defines, "#define PARTS\n");
            add("reduce.h", "reduce on CPUs", defines);
        }
}

/* Factorisations: no program of the CUDA backend, which has vendors' libraries for them, but one text for all devices. */
static void add_dense(const char *types)
{
    static const char *const files[][2] = {{"product.h", "#define DEPTH 16\n"},
                                           {"lower.h", "#define COLUMNS 16\n"},
                                           {"lu.h", "#define WIDTH 32\n#define GROUP 64\n"},
                                           {"qr.h", "#define WIDTH 32\n#define GROUP 32\n"}};
    char defines[1500];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(defines, sizeof defines, "%s%s", types, files[i][1]);
        add(files[i][0], "factorisations", defines);
    }
}

program *list_programs(int *n)
{
    char defines[1500];
    list = calloc(MOST_PROGRAMS, sizeof *list);
    for (int i = GLA_BOOL; list && i < GLA_DTYPE_COUNT; i++) {
        gla_dtype t = (gla_dtype)i;
        gla_kind kind = gla_kind_of(t);
        add_operations(t);
        add_reductions(t);
        for (int wide = 0; wide < 2; wide++) {
            gla_device_index_defines(t, wide, defines, sizeof defines);
            add("index.h", "getitem, setitem", defines);
        }
        gla_device_mover_defines(t, defines, sizeof defines);
        add("transpose.h", "copy", defines);
        gla_device_type_defines(t, defines, sizeof defines);
        add("index.h", "nonzero", defines);
        add("range.h", "arange", defines);
        if (kind == GLA_KIND_INT)
            add("integer_gemm.h", "matmul", defines);
        if (kind >= GLA_KIND_REAL) {
            add("triangle.h", "triangles", defines);
            add("dot.h", "matmul", defines);
            strcat(defines, "#define TURNED\n");
            add("dot.h", "matmul", defines);
            gla_device_type_defines(t, defines, sizeof defines);
            add("stack.h", "stacks of matrices", defines);
            gla_device_condition_defines(t, defines, sizeof defines);
            add("condition.h", "conditions", defines);
            gla_device_type_defines(t, defines, sizeof defines);
            for (int cols = 1; cols <= 1024; cols = 4 * cols + 1) { /* few and many, of both kinds of sharing a row */
                gla_cuda_tall_defines(t, kind == GLA_KIND_COMPLEX ? (cols + 1) / 2 : cols, defines, sizeof defines);
                add("tall.h", "lstsq", defines);
            }
            gla_device_type_defines(t, defines, sizeof defines);
            add("tall.h", "lstsq on any device", defines);
            add_dense(defines);
            for (int64_t n = 1; gla_device_small_defines(t, n, defines, sizeof defines); n++)
                add("small.h", "small matrices", defines);
            for (int64_t n = 1; gla_device_small_eigh_defines(t, n, defines, sizeof defines); n++)
                add("small_eigh.h", "small matrices", defines);
        }
        if (kind == GLA_KIND_COMPLEX)
            add("matrix.h", "steps between layouts", defines);
    }
    *n = count;
    return list;
}
