/* record.h - Append fields to a record. */
#ifndef GLA_RUNTIME_RECORD_H
#define GLA_RUNTIME_RECORD_H

#include "gpulinalg/core.h"

GLA_BEGIN_DECLS

/* Append a field to a record. The record stores the first failure; after a failure the functions do nothing. */
void gla_record_text(gla_record *r, const char *key, const char *text);
void gla_record_integer(gla_record *r, const char *key, int64_t value);
void gla_record_unsigned(gla_record *r, const char *key, uint64_t value);
void gla_record_real(gla_record *r, const char *key, double value);
void gla_record_bool(gla_record *r, const char *key, bool value);

GLA_END_DECLS

#endif
