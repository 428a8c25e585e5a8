/* texts.h - Read lists of strings, with any storage. */
#ifndef GLA_BINDING_TEXTS_H
#define GLA_BINDING_TEXTS_H

#include "gpulinalg/binding.h"

/* Read the string o into list->v[list->n]. `wanted` describes a valid value in messages. */
typedef gla_status gla_text_reader(gla_reader *r, void *o, gla_strings *list, const char *wanted);

/* Append each string of o to the empty `list` by calling `add`. *is_given is false if o is None or undef. After a failure the
 * list contains the strings read so far. */
gla_status gla_read_each_text(gla_reader *r, void *o, gla_strings *list, gla_text_reader *add, bool *is_given);

#endif
