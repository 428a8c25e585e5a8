/* list.c - The backend's list of programs: each program once, with its lines. */
#include "programs.h"

#include "backends/device/list/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PROGRAMS 4000

static program *list;
static int count;

char *type_lines(gla_dtype type)
{
    char *lines = NULL;
    gla_device_program p = gla_device_typed("", type);
    gla_device_lines(&p, &lines);
    return lines;
}

/* Return the dtype whose defines begin these lines. */
static gla_dtype type_of(const char *defines)
{
    gla_dtype found = GLA_NO_DTYPE;
    for (int t = GLA_BOOL; t < GLA_DTYPE_COUNT && !found; t++) {
        char *types = type_lines((gla_dtype)t);
        found = strncmp(types, defines, strlen(types)) == 0 ? (gla_dtype)t : GLA_NO_DTYPE;
        gla_free(types);
    }
    return found;
}

/* Programs that differ from another in an expression only, and programs of formulas, are tested elsewhere. */
static void add(void *state, const gla_listed *l)
{
    const unsigned *without = state;
    char *defines = NULL;
    if (l->flags & (*without | GLA_LISTED_VARIANT | GLA_LISTED_GENERATED))
        return;
    gla_device_lines(&l->program, &defines);
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].file, l->program.file) == 0 && strcmp(list[i].defines, defines) == 0) {
            gla_free(defines);
            return;
        }
    if (count == MAX_PROGRAMS) {
        printf("Bail out! %s: make room in %s\n", l->program.file, __FILE__);
        exit(1);
    }
    list[count++] = (program){.file = l->program.file,
                              .purpose = l->purpose,
                              .type = type_of(defines),
                              .converts = l->flags & GLA_LISTED_CONVERTS,
                              .is_nvidia = l->flags & (GLA_LISTED_WAITING | GLA_LISTED_NVIDIA),
                              .defines = defines};
}

program *list_programs(int *n)
{
#ifdef LIST_CUDA
    unsigned without = 0;
#else
    unsigned without = GLA_LISTED_WARPS;
#endif
    list = calloc(MAX_PROGRAMS, sizeof *list);
    if (list)
        gla_list_all(&(gla_list){add, &without});
    *n = count;
    return list;
}
