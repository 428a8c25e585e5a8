/* state.h - A Fit as bytes: functions that write what they are given, or read it. */
#ifndef GLA_ECON_STATE_H
#define GLA_ECON_STATE_H

#include "core/scope.h"
#include "runtime/writer.h"

typedef struct econ_state {
    gla_scope *s;
    gla_writer *w;  /* writing; NULL: reading */
    const char *at; /* reading */
    size_t left;
} econ_state;

bool econ_state_failed(const econ_state *t);
/* Fail because the bytes are not those of a Fit. */
void econ_state_refuse(econ_state *t);
void econ_state_bytes(econ_state *t, void *data, size_t n);
void econ_state_integer(econ_state *t, int64_t *value);
/* Write value and return it, or return the value that is read; 0 after a failure. It is limited by the number of bytes that are
 * left, of which each item has `each`. */
int64_t econ_state_count(econ_state *t, int64_t value, size_t each);
/* What these read is new memory. NULL is allowed, but an empty list is read for a list that is NULL. */
void econ_state_text(econ_state *t, char **string);
void econ_state_doubles(econ_state *t, double **values, int64_t n);
void econ_state_strings(econ_state *t, gla_strings **list);
void econ_state_array(econ_state *t, gla_array **x);

#endif
