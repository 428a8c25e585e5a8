/* error.h - Set the error of a failing call. */
#ifndef GLA_RUNTIME_ERROR_H
#define GLA_RUNTIME_ERROR_H

#include "gpulinalg/core.h"

GLA_BEGIN_DECLS

/* Set the thread's error and return its status: `return gla_fail(GLA_SHAPE_ERROR, "solve: a is %lld x %lld ...", ...)`. A
 * message is one sentence: operation, fact, remedy. */
gla_status gla_fail(gla_status status, const char *format, ...)
#if defined(__GNUC__) && !defined(SWIG)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* Set the error for exhausted host memory: "solve: out of memory (asked for N bytes)". */
gla_status gla_fail_memory(const char *operation, size_t bytes);

#ifdef GLA_ANALYSIS /* static analysers cannot infer that a failure never returns GLA_OK */
#define gla_fail(status, ...) (gla_fail(status, __VA_ARGS__), (status) ? (status) : GLA_INTERNAL_ERROR)
#define gla_fail_memory(...) (gla_fail_memory(__VA_ARGS__), GLA_OUT_OF_MEMORY_ERROR)
#endif

GLA_END_DECLS

#endif
