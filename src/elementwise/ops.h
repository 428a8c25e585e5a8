/* ops.h - Constants for the elementwise operations, generated from the table. */
#ifndef GLA_ELEMENTWISE_OPS_H
#define GLA_ELEMENTWISE_OPS_H

#include "elementwise/op.h"

enum {
#define OP(name, ...) GLA_OP_##name,
#include "table.h"
#undef OP
    GLA_OP_COUNT
};

#endif
