/* scan.h - the launches of kernels/scan.h, for arrays and for formulas. */
#ifndef GLA_BACKENDS_DEVICE_SCAN_H
#define GLA_BACKENDS_DEVICE_SCAN_H

#include "array_kernels.h"
#include "dialect/code.h"

#define GLA_SCAN_OPERANDS (2 + GLA_MAX_INPUTS)

typedef struct gla_device_scan_call {
    const char *op;
    gla_device *dev;
    gla_device_program program;
    size_t item;    /* bytes of what is combined */
    bool by_column; /* neighbouring lines lie side by side */
    int n_operands;
    gla_argument operands[GLA_SCAN_OPERANDS], before;
    gla_array *out; /* its last axis is the one to go along */
} gla_device_scan_call;

/* Which parts of the source the device takes (dialect/code.h). */
unsigned gla_device_scan_flags(const gla_device *dev);
gla_status gla_device_scan_run(const gla_device_scan_call *call);

/* kernels/scan.h for elements of type `from`, combined in type `acc`, and results of type `to`. */
gla_device_program gla_device_scan_program(gla_scan_op op, gla_dtype from, gla_dtype acc, gla_dtype to, unsigned flags);

#endif
