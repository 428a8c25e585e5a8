/* texts.h - lists of texts, however these are kept. */
#ifndef GLA_BINDING_TEXTS_H
#define GLA_BINDING_TEXTS_H

#include "gpulinalg/binding.h"

/* Read the text o into list->v[list->n]; `wanted` is what a message says that it should be. */
typedef gla_status gla_text_reader(gla_reader *r, void *o, gla_strings *list, const char *wanted);

/* Into `list`, which is empty, each text of o by `add`; nothing is given where o is none.  What has been read is in the list
 * after a failure too. */
gla_status gla_read_each_text(gla_reader *r, void *o, gla_strings *list, gla_text_reader *add, bool *is_given);

#endif
