/* main.c - The command `gpulinalg`. */
#include "config.h"
#include "cli.h"
#include "gpulinalg.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: gpulinalg info [--ops]\n"
    "       gpulinalg warm [--all] [--only NAME] [--shared] [--jobs N] [--seconds N]\n"
    "                      [--gpus | DEVICE ... | sm_NN ...]\n"
    "       gpulinalg calibrate [--shared] [--seconds N] [DEVICE]\n"
    "       gpulinalg plan [--plot] QUESTION\n"
    "       gpulinalg doc [--perl] [NAME ...]\n"
    "       gpulinalg --version | --help\n"
    "\n"
    "info       list devices and backends, why a backend is unavailable, and how the current device was chosen\n"
    "  --ops    also list the backends that implement each operation\n"
    "warm       compile device code in advance and cache it: for all devices of this machine, for the\n"
    "           given devices, or for NVIDIA architectures such as sm_90\n"
    "  --all    also compile rarely used programs\n"
    "  --only   compile only programs of operations whose names contain NAME\n"
    "  --shared store the code for all users of this installation\n"
    "  --jobs   number of processes that compile\n"
    "  --seconds time limit per device\n"
    "  --gpus   compile only for GPUs, if there are any\n"
    "calibrate  measure the rates by which the device \"auto\" chooses, on the host and on the accelerator\n"
    "  --shared store the rates for all users of this installation\n"
    "  --seconds time limit; the next call measures the points that are missing\n"
    "plan       estimate the times of an operation on the host and on the accelerator: \"solve n=200..20000\",\n"
    "           \"lstsq (n,10) (n) float32\"\n"
    "  --plot   draw the times over n\n"
    "doc        show the manual: an index, or the entries of functions such as solve, sparse.coo,\n"
    "           Generator.normal\n"
    "  --perl   use Perl's notation\n"
    "\n"
    "GPULINALG_DEVICE=cuda:0|opencl:0|host chooses the device on which data is computed.\n";

static int info(bool ops)
{
    char *text;
    if (gla_info(&text, ops)) {
        fprintf(stderr, "gpulinalg: %s\n", gla_last_message());
        return 1;
    }
    bool written = fputs(text, stdout) >= 0 && fflush(stdout) == 0;
    gla_free(text);
    return written ? 0 : 1;
}

typedef struct subcommand {
    const char *name;
    int (*run)(int n, char **words);
} subcommand;

static const subcommand subcommands[] = {
    {"warm", gla_cli_warm}, {"calibrate", gla_cli_calibrate}, {"plan", gla_cli_plan}, {"doc", gla_cli_doc}, {NULL, NULL}};

int main(int argc, char **argv)
{
    const char *command = argc > 1 ? argv[1] : "";
    bool ops = argc == 3 && strcmp(argv[2], "--ops") == 0;
    if (strcmp(command, "info") == 0 && (argc == 2 || ops))
        return info(ops);
    for (const subcommand *c = subcommands; c->name; c++)
        if (strcmp(command, c->name) == 0) {
            int status = c->run(argc - 2, argv + 2);
            if (status != 2)
                return status;
        }
    if (argc == 2 && strcmp(command, "--version") == 0)
        return printf("gpulinalg %s\n", PACKAGE_VERSION) < 0;
    if (argc == 2 && (strcmp(command, "--help") == 0 || strcmp(command, "-h") == 0))
        return fputs(usage, stdout) < 0;
    fputs(usage, stderr);
    return 2;
}
