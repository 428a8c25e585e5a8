/* interrupt.h - Interrupt long work, and let other threads run during long work. */
#ifndef GLA_RUNTIME_INTERRUPT_H
#define GLA_RUNTIME_INTERRUPT_H

#include "gpulinalg/core.h"

#include <stdbool.h>

GLA_BEGIN_DECLS

/* Return true if the user has pressed Ctrl-C. Long waits poll this and fail with GLA_INTERRUPTED_ERROR. */
bool gla_interrupted(void);
/* Between these two calls, gla_interrupted() returns false and no code of the script runs in this thread. */
void gla_interrupts_hold(bool hold);
/* Enclose long work, so that other threads of the script language run meanwhile if `work` (number of elements or
 * multiplications) is large enough. gla_work_begin returns a state for gla_work_end. The facade encloses calls that are known
 * to take a long time. */
void *gla_work_begin(double work);
void gla_work_end(void *state);

GLA_END_DECLS

#endif
