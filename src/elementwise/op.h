/* op.h - the number of an elementwise operation.  Only files that name operations include ops.h, which a new line of the table
 * changes. */
#ifndef GLA_ELEMENTWISE_OP_H
#define GLA_ELEMENTWISE_OP_H

typedef unsigned gla_op;

#endif
