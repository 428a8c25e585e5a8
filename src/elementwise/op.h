/* op.h - The type of an operation's number. Only files that name operations include ops.h, whose constants change with each new
 * line of table.h. */
#ifndef GLA_ELEMENTWISE_OP_H
#define GLA_ELEMENTWISE_OP_H

typedef unsigned gla_op;

#endif
