/* vocabulary.c - Generate the operations that an expression uses, for several dtypes in one source. kernels/scalar.h and
 * complex.h define the macros of the table for one dtype. The generated source includes these files once per dtype, with
 * functions renamed by macros, and turns each operation of the table into a function of that dtype. */
#include "dialect/code.h"
#include "dialect/source.h"
#include "elementwise/map.h"
#include "elementwise/ops.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Operations and conversions needed for one dtype. */
typedef struct needs {
    bool any, ops[GLA_OP_COUNT], from[GLA_DTYPE_COUNT];
} needs;

/* For each line of the text that starts with `start`, append a line that renames or undefines the word defined there. For
 * functions this is the last word before the parenthesis. */
static void put_for_each(gla_writer *w, const char *text, const char *start, bool function, const char *suffix)
{
    for (const char *line = text; line && *line; line = strchr(line, '\n'), line += line != NULL) {
        if (strncmp(line, start, strlen(start)) != 0)
            continue;
        const char *from = line + strlen(start), *end = from + strcspn(from, function ? "(\n" : " (\n");
        if (function)
            for (from = end; from > line && (isalnum((unsigned char)from[-1]) || from[-1] == '_'); from--)
                ;
        int length = (int)(end - from);
        if (suffix)
            gla_put(w, "#define %.*s %.*s_%s\n", length, from, length, from, suffix);
        else
            gla_put(w, "#undef %.*s\n", length, from);
    }
}

static void put_operation(gla_writer *w, gla_op op, gla_dtype dtype)
{
    static const char *const parameters[] = {"", "T x", "T x, T y", "T x, T y, T z"};
    const gla_op_info *info = gla_op_describe(op);
    gla_dtype result = gla_map_result(op, dtype);
    bool plain = gla_dtype_is_complex(result); /* structs cannot be cast */
    const char *takes = op == GLA_OP_where ? "boolean x, T y, T z" : parameters[info->arity];
    gla_put(w, "DEVICE %s %s_%s(%s)\n{\n    return %s%s%s(%s);\n}\n", gla_dialect_type(result), info->name,
            gla_dialect_type(dtype), takes, plain ? "" : "(", plain ? "" : gla_dialect_type(result), plain ? "" : ")",
            info->expression[gla_kind_of(dtype)]);
}

static void put_block(gla_writer *w, gla_dtype dtype, const needs *n)
{
    static const char *const files[] = {"scalar.h", "complex.h", "convert.h"};
    static const char *const words[] = {"T",        "UT",        "R",           "BITS",       "IS_SIGNED",
                                        "T_MAX",    "T_MIN",     "T_MAX_REAL",  "T_MIN_REAL", "KIND_BOOL",
                                        "KIND_INT", "KIND_REAL", "KIND_COMPLEX"};
    bool is_complex = gla_dtype_is_complex(dtype);
    gla_put(w, "\n/* ---- %s ---- */\n", gla_dialect_type(dtype));
    gla_put_dialect_type(w, dtype);
    for (int i = 0; i < 3; i++)
        if (i != 1 || is_complex)
            put_for_each(w, gla_kernel_text(files[i]), "DEVICE ", true, gla_dialect_type(dtype));
    for (int i = 0; i < 3; i++)
        if (i != 1 || is_complex)
            gla_put(w, "%s", gla_kernel_text(files[i]));
    for (int op = 0; op < GLA_OP_COUNT; op++)
        if (n->ops[op])
            put_operation(w, (gla_op)op, dtype);
    for (int from = GLA_BOOL; from < GLA_DTYPE_COUNT; from++)
        if (n->from[from])
            gla_put(w, "DEVICE T to_%s_of_%s(%s x)\n{\n    return %s(x);\n}\n", gla_dialect_type(dtype),
                    gla_dialect_type((gla_dtype)from), gla_dialect_type((gla_dtype)from), gla_dialect_convert((gla_dtype)from));
    for (int i = 0; i < 3; i++) {
        put_for_each(w, gla_kernel_text(files[i]), "#define ", false, NULL);
        if (i != 1 || is_complex)
            put_for_each(w, gla_kernel_text(files[i]), "DEVICE ", true, NULL);
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        gla_put(w, "#undef %s\n", words[i]);
}

static void find_needs(const gla_expr *e, needs *types)
{
    for (int i = 0; i < e->n; i++) {
        const gla_value *v = &e->values[i];
        if (gla_dtype_is_complex(v->dtype))
            types[v->dtype].any = true;
        if (v->kind == GLA_EXPR_OPERATION)
            types[v->compute].any = types[v->compute].ops[v->op] = true;
        if (v->kind == GLA_EXPR_CAST)
            types[v->dtype].any = types[v->dtype].from[e->values[v->arg[0]].dtype] = true;
    }
}

void gla_put_vocabulary(gla_writer *w, int n, const gla_expr *const exprs[], const gla_dtype stored[])
{
    needs types[GLA_DTYPE_COUNT];
    memset(types, 0, sizeof types);
    for (int i = 0; i < n; i++)
        find_needs(exprs[i], types);
    for (int i = 0; i < exprs[0]->n_inputs; i++) {
        gla_dtype to = exprs[0]->values[i].dtype;
        if (stored[i] != to)
            types[to].any = types[to].from[stored[i]] = true;
    }
    gla_put(w, "#ifdef __OPENCL_VERSION__\n#pragma OPENCL FP_CONTRACT OFF\n#endif\n");
    for (int op = 0; op < GLA_OP_COUNT; op++) /* include guards admit each file once */
        if (gla_op_file((gla_op)op) && (types[GLA_FLOAT32].ops[op] || types[GLA_FLOAT64].ops[op]))
            gla_put(w, "%s", gla_kernel_text(gla_op_file((gla_op)op)));
    for (int t = GLA_BOOL; t < GLA_DTYPE_COUNT; t++)
        if (types[t].any)
            put_block(w, (gla_dtype)t, &types[t]);
}

void gla_put_conversion(gla_writer *w, gla_dtype from, gla_dtype to)
{
    if (from != to)
        gla_put(w, "to_%s_of_%s", gla_dialect_type(to), gla_dialect_type(from));
    gla_put(w, "(");
}
