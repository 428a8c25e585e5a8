/* cli.h - the commands behind main.c. */
#ifndef GLA_CLI_H
#define GLA_CLI_H

/* `gpulinalg warm`: words are those behind it.  The exit status; 2 for words that are not understood. */
int gla_cli_warm(int n, char **words);

#endif
