/* recurrence.h - Execution of linear recurrences, divided into chunks. */
#ifndef GLA_SERIES_RECURRENCE_H
#define GLA_SERIES_RECURRENCE_H

#include "core/dispatch.h"
#include "contract/series.h"

/* Run the recurrence r over out, which initially contains the terms.  This sets the members chunks, states and products of
 * r. */
void gla_recur(gla_scope *s, gla_device *dev, gla_recurrence *r, gla_array *out);

#endif
