/* programs.h - every program of device code that the CUDA backend can make. */
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include "backend.h"

typedef struct program {
    const char *file;    /* of kernels/ */
    const char *purpose; /* for messages */
    gla_dtype type;      /* whose defines begin `defines`; GLA_NO_DTYPE for none */
    bool converts;       /* from another type; one of many like it */
    char defines[1500];
} program;

/* All of them, each once, in memory that is never freed; their number in *n. */
program *list_programs(int *n);

#endif
