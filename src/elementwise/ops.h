/* ops.h - names the elementwise operations; made from the one table. */
#ifndef GLA_ELEMENTWISE_OPS_H
#define GLA_ELEMENTWISE_OPS_H

typedef enum gla_op {
#define OP(name, ...) GLA_OP_##name,
#include "table.h"
#undef OP
    GLA_OP_COUNT
} gla_op;

#endif
