/* programs.h - List of all programs of device code that the CUDA backend can make. */
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include "backend.h"

typedef struct program {
    const char *file;    /* file in kernels/ */
    const char *purpose; /* for messages */
    gla_dtype type;      /* dtype whose defines begin `defines`; GLA_NO_DTYPE for none */
    bool converts;       /* converts from another dtype; one of many similar programs */
    bool is_nvidia;      /* OpenCL program for NVIDIA devices only */
    char *defines;
} program;

/* Return the lines before a program for a dtype, in memory from gla_malloc. */
char *type_lines(gla_dtype type);

/* Return all programs, each once, in memory that is never freed; store their number in *n. */
program *list_programs(int *n);

#endif
