/* cli.h - the commands behind main.c. */
#ifndef GLA_CLI_H
#define GLA_CLI_H

/* `gpulinalg warm`: words are those behind it.  The exit status; 2 for words that are not understood. */
int gla_cli_warm(int n, char **words);

/* `gpulinalg doc`, likewise. */
int gla_cli_doc(int n, char **words);

/* An entry of the manual for scripts (src/cli/manual.c, which tools/hdoc makes).  The table ends with one without names. */
typedef struct {
    const char *names; /* " solve linalg.solve ": between blanks, the one that lists show first */
    const char *brief; /* its first sentence */
    const char *text;  /* lines that begin with "<" are for Python, with ">" for Perl, with a blank for both; those
                          with "?" are other words for the task in the lines after it */
} gla_cli_entry;

extern const gla_cli_entry gla_cli_manual[];

#endif
