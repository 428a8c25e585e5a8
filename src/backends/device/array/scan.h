/* scan.h - Launch kernels/scan.h, for arrays and for formulas. */
#ifndef GLA_BACKENDS_DEVICE_SCAN_H
#define GLA_BACKENDS_DEVICE_SCAN_H

#include "array_kernels.h"
#include "dialect/code.h"

#define GLA_SCAN_OPERANDS (2 + GLA_MAX_INPUTS)

typedef struct gla_device_scan_call {
    const char *op;
    gla_device *dev;
    gla_device_program program;
    size_t item;    /* bytes of an element of the combined type */
    bool by_column; /* corresponding elements of neighbouring lines are adjacent in memory */
    int n_operands;
    gla_argument operands[GLA_SCAN_OPERANDS], before;
    gla_array *out; /* the scan is along its last axis */
} gla_device_scan_call;

/* Return flags for the parts of the source that the device uses (dialect/code.h). */
unsigned gla_device_scan_flags(const gla_device *dev);
gla_status gla_device_scan_run(const gla_device_scan_call *call);

/* Return the program of kernels/scan.h for elements of type `from`, combined in type `acc`, with results of type `to`. */
gla_device_program gla_device_scan_program(gla_scan_op op, gla_dtype from, gla_dtype acc, gla_dtype to, unsigned flags);

#endif
