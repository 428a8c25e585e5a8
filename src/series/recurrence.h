/* recurrence.h - how a linear recurrence is cut into chunks, and its call. */
#ifndef GLA_SERIES_RECURRENCE_H
#define GLA_SERIES_RECURRENCE_H

#include "core/dispatch.h"
#include "contract/series.h"

/* Run r over out, which holds the terms: chunks, states and products are filled in here. */
void gla_recur(gla_scope *s, gla_device *dev, gla_recurrence *r, gla_array *out);

#endif
