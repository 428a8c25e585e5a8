/* reader.h - Call those functions of a gla_binding that may be NULL in some languages. */
#ifndef GLA_BINDING_READER_H
#define GLA_BINDING_READER_H

#include "gpulinalg/binding.h"

static inline void gla_release_value(gla_reader *r, void *object)
{
    if (r->binding->release)
        r->binding->release(r, object);
}

static inline gla_status gla_pause(gla_reader *r)
{
    return r->binding->pause ? r->binding->pause(r) : GLA_OK;
}

static inline int64_t gla_plain_numbers(gla_reader *r, void *list, int64_t first, int64_t n, gla_dtype dtype, void *to)
{
    return r->binding->numbers ? r->binding->numbers(r, list, first, n, dtype, to) : 0;
}

#endif
