/* sources.c - clang parses the source of every program that the OpenCL backend can make from kernels/.
 * tags: slow
 *
 * Programs are parsed for a device with float64, and for one without if they do not use float64. Programs for NVIDIA devices
 * are parsed for these only. Each program is parsed with the functions that the sources declare for PoCL and, unless ONCE=1,
 * also with clang's own declarations. */
#include "programs.h"
#include "tap.h"

#include "backends/opencl/opencl.h"

#define CLANG                                                                                           \
    "clang -cc1 -triple ${target-spir64}-unknown-unknown -x cl -cl-std=CL1.2 -D__OPENCL_VERSION__=120 " \
    "-w -fsyntax-only -internal-isystem \"$(clang -print-resource-dir)/include\" "
#define DECLARED "-include opencl-c-base.h -D_OPENCL_H_ "
#define BY_CLANG "-finclude-default-header -fdeclare-opencl-builtins "

#define WITHOUT_FLOAT64 "-cl-single-precision-constant -cl-ext=-cl_khr_fp64 "

static char folder[] = "/tmp/gpulinalg-sources-XXXXXX";
static bool declares; /* programs declare the functions that they call */

static const char *path_of(const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static bool has_float64(const program *p)
{
    return p->type == GLA_FLOAT64 || p->type == GLA_COMPLEX128 || strstr(p->defines, "float64") ||
           strstr(p->defines, "complex128") || strstr(p->defines, "double");
}

/* Write the program's source to a file and add its name to the list; return the number of files. */
static int write_source(const program *p, FILE *list, int number, bool float64)
{
    char name[40];
    gla_cl device = {.has_float64 = float64, .declares = declares, .traits = {.nvidia = p->is_nvidia ? 90 : 0}};
    gla_cl_signature *signatures = NULL;
    char *source = gla_cl_source(&device, p->file, p->defines, &signatures);
    snprintf(name, sizeof name, "%d.cl", number);
    FILE *out = source ? fopen(path_of(name), "w") : NULL;
    if (out) {
        /* The #line directive makes messages name the kernel's file and the program. */
        fprintf(out, "#line 1 \"%s for %s of %s\"\n%s", p->file, p->purpose, gla_dtype_name(p->type), source);
        fclose(out);
        fprintf(list, "%s\n", path_of(name));
    }
    gla_cl_signatures_free(signatures);
    gla_free(source);
    return out != NULL;
}

static bool is_of(const program *p, const char *file)
{
    return strcmp(p->file, file) == 0;
}

/* Check all programs of one kernel file in one clang process. */
static void check_file(const char *file, const program *programs, int n)
{
    int written = 0, wanted = 0;
    char command[1000];
    FILE *lists[] = {fopen(path_of("list0"), "w"), fopen(path_of("list1"), "w"), fopen(path_of("list2"), "w")};
    for (int i = 0; lists[0] && lists[1] && lists[2] && i < n; i++) {
        if (!is_of(&programs[i], file))
            continue;
        for (int float64 = programs[i].is_nvidia || has_float64(&programs[i]); float64 < 2; float64++) {
            wanted++;
            written += write_source(&programs[i], lists[programs[i].is_nvidia ? 2 : float64], written, float64);
        }
    }
    for (int i = 0; i < 3; i++)
        if (lists[i])
            fclose(lists[i]);
    snprintf(command, sizeof command,
             "cd %s && : >log && for i in 0 1 2; do test ! -s list$i || { test $i != 0 || without='" WITHOUT_FLOAT64
             "'; test $i != 2 || target=nvptx64; " CLANG "%s$without @list$i 2>>log || failed=1; without=; }; done; "
             "test -z \"$failed\"",
             folder, declares ? DECLARED : BY_CLANG);
    bool good = written && written == wanted && system(command) == 0;
    ok(good, "%s: %d sources, %s", file, written, declares ? "which declare what they call" : "declared by clang");
    snprintf(command, sizeof command, "grep -A3 error: %s/log | head -n 20 | sed 's/^/# /'", folder);
    if (!good && system(command))
        puts("#   a source could not be made");
}

static void check_files(const program *programs, int n)
{
    for (int i = 0; i < n; i++) {
        bool first = true;
        for (int j = 0; j < i && first; j++)
            first = !is_of(&programs[j], programs[i].file);
        if (first)
            check_file(programs[i].file, programs, n);
    }
}

int main(void)
{
    int n = 0;
    char command[1000];
    if (!mkdtemp(folder))
        return 2;
    snprintf(command, sizeof command,
             "echo 'kernel void f(global int *x) { x[get_global_id(0)] = 1; }' >%s/0.cl && " CLANG BY_CLANG "%s/0.cl 2>%s/log",
             folder, folder, folder);
    if (system(command)) {
        puts("1..0 # SKIP there is no clang that reads OpenCL C");
        return 0;
    }
    program *programs = list_programs(&n);
    declares = true;
    check_files(programs, n);
    declares = false;
    if (!tests_once())
        check_files(programs, n);
    snprintf(command, sizeof command, "rm -r %s", folder);
    ok(n > 500 && system(command) == 0, "of %d programs", n);
    return done();
}
