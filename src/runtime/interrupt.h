/* interrupt.h - interrupts during long work, and letting other threads run meanwhile. */
#ifndef GLA_RUNTIME_INTERRUPT_H
#define GLA_RUNTIME_INTERRUPT_H

#include "gpulinalg/core.h"

#include <stdbool.h>

GLA_BEGIN_DECLS

/* Whether the user wants to stop (Ctrl-C): long waits ask now and then, and fail with GLA_INTERRUPTED_ERROR. */
bool gla_interrupted(void);
/* While it is held the answer is no, and nothing of the script runs in this thread. */
void gla_interrupts_hold(bool hold);
/* Around long work: lets other threads of the script language run when `work` (elements or multiplications) is large
 * enough to pay.  begin returns a state for end.  The facade does so around calls that it knows to be long. */
void *gla_work_begin(double work);
void gla_work_end(void *state);

GLA_END_DECLS

#endif
