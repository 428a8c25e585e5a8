/* programs.h - every program of device code that the CUDA backend can make. */
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include "backend.h"

typedef struct program {
    const char *file;    /* of kernels/ */
    const char *purpose; /* for messages */
    gla_dtype type;      /* whose defines begin `defines`; GLA_NO_DTYPE for none */
    bool converts;       /* from another type; one of many like it */
    bool is_nvidia;      /* of OpenCL's programs: for NVIDIA's devices alone */
    char *defines;
} program;

/* The lines before a program for a type, in memory from gla_malloc. */
char *type_lines(gla_dtype type);

/* All of them, each once, in memory that is never freed; their number in *n. */
program *list_programs(int *n);

#endif
