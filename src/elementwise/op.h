/* op.h - the number of an elementwise operation.  A new line of table.h changes the constants in ops.h.  Only files that name
 * operations include that one. */
#ifndef GLA_ELEMENTWISE_OP_H
#define GLA_ELEMENTWISE_OP_H

typedef unsigned gla_op;

#endif
