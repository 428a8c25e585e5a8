/* operator.c - operators by the names of their functions, from the table that all languages share. */
#include "cases.h"

#include <gpulinalg/binding.h>

#include <string.h>

static gla_operator_id id; /* of the one that find_operator has found last */

static const void *operand(const argument *x)
{
    return x->object ? x->object : x->array;
}

static gla_status run(argument *in, value *out)
{
    const gla_operator *op = &gla_operators()[id];
    gla_object_operator *function;
    void *made = NULL;
    if (op->unary && !in[0].object)
        return op->unary(in[0].array, &out->array);
    if (op->binary && !in[0].object && !in[1].object)
        return op->binary(in[0].array, in[1].array, &out->array);
    gla_status st = gla_find_operator(id, in[0].object, op->binary ? in[1].object : NULL, &function);
    if (!st && !function)
        out->truth = (in[0].object == in[1].object) == (id == GLA_OP_EQUAL);
    else if (!st)
        st = function(operand(&in[0]), op->binary ? operand(&in[1]) : NULL, &made);
    if (made && strcmp(gla_object_class(made), "Array") == 0)
        out->array = made;
    else
        out->object = made;
    return st;
}

const function *find_operator(const char *name)
{
    static const function forms[] = {{"operator", 1, "x:operand", "out:operand", run},
                                     {"operator", 2, "x1:operand x2:operand", "out:operand", run}};
    for (id = GLA_OP_ADD; id < GLA_OPERATOR_COUNT; id++)
        if (strcmp(gla_operators()[id].name, name) == 0)
            return &forms[gla_operators()[id].binary != NULL];
    return NULL;
}
