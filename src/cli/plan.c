/* plan.c - `gpulinalg plan`: estimated times of an operation on both devices. */
#include "config.h"
#include "cli.h"

#include "gpulinalg.h"

#include <stdio.h>
#include <string.h>

/* The words of a question may be separate arguments. */
int gla_cli_plan(int n, char **words)
{
    char question[600] = "", *text;
    size_t used = 0;
    bool plot = false;
    for (int i = 0; i < n; i++) {
        if (strcmp(words[i], "--plot") == 0)
            plot = true;
        else if (*words[i] == '-' || used + strlen(words[i]) + 2 > sizeof question)
            return 2;
        else
            used += (size_t)snprintf(question + used, sizeof question - used, "%s%s", used ? " " : "", words[i]);
    }
    if (!used)
        return 2;
    if (gla_crossover(question, &text, plot)) {
        fprintf(stderr, "gpulinalg: %s\n", gla_last_message());
        return 1;
    }
    bool written = fputs(text, stdout) >= 0 && fflush(stdout) == 0;
    gla_free(text);
    return written ? 0 : 1;
}
