/* compile.c - Compile sources with the device's compiler, and cache the binaries on disk. */
#include "opencl.h"
#include "runtime/allocation.h"

#include "backends/device/cache.h"
#include "runtime/writer.h"

#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <time.h>

const char *gla_cl_options(const gla_cl *cl, bool declared)
{
#define COMMON "-cl-std=CL1.2 -w"
#define EXACT " -cl-fp32-correctly-rounded-divide-sqrt"
#define SINGLE " -cl-single-precision-constant" /* without float64, constants such as 0.5 must have single precision */
#define DECLARED " -D_OPENCL_H_"                /* makes clang skip its header of built-in functions */
    static const char *const options[2][2][2] = {
        {{COMMON SINGLE, COMMON}, {COMMON SINGLE EXACT, COMMON EXACT}},
        {{COMMON SINGLE DECLARED, COMMON DECLARED}, {COMMON SINGLE EXACT DECLARED, COMMON EXACT DECLARED}}};
    return options[declared][cl->rounds_float32_division][cl->has_float64];
}

/* Write the log with corrected line numbers.  NVIDIA's compiler ignores #line, so "<kernel>:125:12" is replaced by
 * "source:3:12". */
static void put_log(gla_writer *w, const char *log, const char *source)
{
    static const char file[] = "<kernel>:", begins[] = "\n#line 1 \"";
    const char *mark = source ? strstr(source, begins) : NULL, *here;
    long before = 1;
    for (const char *p = source; mark && p <= mark; p++)
        before += *p == '\n';
    while (mark && (here = strstr(log, file))) {
        char *end;
        const char *name = mark + strlen(begins);
        long line = strtol(here + strlen(file), &end, 10);
        gla_put_bytes(w, log, (size_t)(here - log));
        if (line > before)
            gla_put(w, "%.*s:%ld", (int)strcspn(name, "\""), name, line - before);
        else
            gla_put_bytes(w, here, (size_t)(end - here));
        log = end;
    }
    gla_put_text(w, log);
}

static gla_status fail_build(gla_cl *cl, const char *op, cl_program program, const char *source, cl_int error)
{
    size_t size = 0;
    char *log = NULL;
    if (error == CL_OUT_OF_HOST_MEMORY || error == CL_OUT_OF_RESOURCES || error == CL_COMPILER_NOT_AVAILABLE)
        return gla_cl_check(op, error);
    if (program && clGetProgramBuildInfo(program, cl->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) == CL_SUCCESS &&
        (log = gla_calloc(size + 1, 1)))
        clGetProgramBuildInfo(program, cl->id, CL_PROGRAM_BUILD_LOG, size, log, NULL);
    static const char *const remarks[] = {"<unknown>:0:0:", "ignoring debug info"}; /* remarks of PoCL on optimisation */
    for (size_t i = 0; log && i < sizeof remarks / sizeof *remarks; i++)
        if (strstr(log, remarks[i]))
            *strstr(log, remarks[i]) = '\0';
    char *text = NULL;
    gla_writer w = GLA_WRITER(op);
    put_log(&w, log ? log + strspn(log, " \n") : "", source);
    gla_free(log);
    gla_status st = gla_writer_finish(&w, &text);
    if (!st)
        st = gla_fail(GLA_COMPILE_ERROR, "%s: does not compile for %s: %.900s", op, cl->dev->name,
                      *text ? text : gla_cl_error_name(error));
    gla_free(text);
    return st;
}

static gla_status build_one(gla_cl *cl, const gla_cl_text *t, cl_program *program)
{
    cl_int error;
    *program = clCreateProgramWithSource(cl->context, 1, (const char **)t->sources, NULL, &error);
    gla_status st = gla_cl_check(t->what, error);
    if (!st && (error = clBuildProgram(*program, 1, &cl->id, t->options, NULL, NULL)) != CL_SUCCESS)
        st = fail_build(cl, t->what, *program, t->sources[0], error);
    return st;
}

/* Compile one of several sources that are linked later. */
static gla_status compile_part(gla_cl *cl, const gla_cl_text *t, int i, const cl_program *headers, cl_program *part)
{
    cl_int error;
    *part = clCreateProgramWithSource(cl->context, 1, (const char **)&t->sources[i], NULL, &error);
    gla_status st = gla_cl_check(t->what, error);
    if (st)
        return st;
    error = clCompileProgram(*part, 1, &cl->id, t->options, (cl_uint)t->n_headers, t->n_headers ? headers : NULL,
                             t->n_headers ? (const char **)t->header_names : NULL, NULL, NULL);
    return error == CL_SUCCESS ? GLA_OK : fail_build(cl, t->what, *part, t->sources[i], error);
}

static gla_status build_parts(gla_cl *cl, const gla_cl_text *t, cl_program *program)
{
    int n = t->n + t->n_headers;
    cl_int error = CL_SUCCESS;
    cl_program *all = gla_calloc((size_t)n, sizeof *all), *headers = all + t->n;
    gla_status st = all ? GLA_OK : gla_fail_memory(t->what, (size_t)n * sizeof *all);
    for (int i = 0; i < t->n_headers && !st; i++) {
        headers[i] = clCreateProgramWithSource(cl->context, 1, (const char **)&t->headers[i], NULL, &error);
        st = gla_cl_check(t->what, error);
    }
    for (int i = 0; i < t->n && !st; i++)
        st = compile_part(cl, t, i, headers, &all[i]);
    if (!st) {
        *program = clLinkProgram(cl->context, 1, &cl->id, NULL, (cl_uint)t->n, all, NULL, NULL, &error);
        if (error != CL_SUCCESS)
            st = fail_build(cl, t->what, *program, NULL, error);
    }
    for (int i = 0; all && i < n; i++)
        if (all[i])
            clReleaseProgram(all[i]);
    gla_free(all);
    return st;
}

/* ---- the disk cache ----------------------------------------------------------------------------------------------------- */
void gla_cl_tag(const gla_cl *cl, char *tag, size_t size)
{
    char device[256], driver[128], platform[256];
    gla_cl_device_text(cl->id, CL_DEVICE_NAME, device, sizeof device);
    gla_cl_device_text(cl->id, CL_DRIVER_VERSION, driver, sizeof driver);
    gla_cl_platform_text(cl->platform, CL_PLATFORM_VERSION, platform, sizeof platform);
    snprintf(tag, size, "opencl %s / %s / %s", device, driver, platform);
}

/* Join options, headers and sources to one string. */
static char *make_key(const gla_cl_text *t)
{
    size_t size = strlen(t->options) + 40, used;
    for (int i = 0; i < t->n_headers; i++)
        size += strlen(t->header_names[i]) + strlen(t->headers[i]) + 2;
    for (int i = 0; i < t->n; i++)
        size += strlen(t->sources[i]) + 1;
    char *key = gla_malloc(size);
    if (!key)
        return NULL;
    used = (size_t)snprintf(key, size, "%d %d %s\n", t->n, t->n_headers, t->options);
    for (int i = 0; i < t->n_headers; i++)
        used += (size_t)snprintf(key + used, size - used, "%s\n%s\n", t->header_names[i], t->headers[i]);
    for (int i = 0; i < t->n; i++)
        used += (size_t)snprintf(key + used, size - used, "%s\n", t->sources[i]);
    return key;
}

/* Load a binary.  Return NULL if the driver rejects it. */
static cl_program load(gla_cl *cl, const void *code, size_t size)
{
    cl_int error, status = CL_SUCCESS;
    const unsigned char *binary = code;
    cl_program p = clCreateProgramWithBinary(cl->context, 1, &cl->id, &size, &binary, &status, &error);
    if (error == CL_SUCCESS && status == CL_SUCCESS && clBuildProgram(p, 1, &cl->id, "", NULL, NULL) == CL_SUCCESS)
        return p;
    if (p)
        clReleaseProgram(p);
    return NULL;
}

/* Replace a binary by machine code, if the driver accepts machine code. */
static void improve(gla_cl *cl, void **code, size_t *size)
{
    size_t made_size;
    void *made = gla_cl_cubin(cl, *code, *size, &made_size);
    cl_program loaded = made ? load(cl, made, made_size) : NULL;
    if (!loaded) {
        gla_free(made);
        return;
    }
    clReleaseProgram(loaded);
    gla_free(*code);
    *code = made;
    *size = made_size;
}

/* Save the binary in the disk cache.  On a CPU, also replace the program by its binary: the compiler would compile a kernel for
 * each group size, but a binary serves all sizes.  When PoCL is queried for a binary, it compiles all kernels of the program,
 * and compiles them again at the first launch.  Therefore PoCL is queried only when compiling ahead. */
static void keep(gla_cl *cl, const gla_cl_text *t, const char *tag, const char *key, cl_program *program)
{
    size_t size = 0;
    void *code = NULL;
    cl_program loaded = NULL;
    if (cl->keeps_kernels && !t->ahead)
        return;
    if (clGetProgramInfo(*program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL) == CL_SUCCESS && size &&
        (code = gla_malloc(size)) && clGetProgramInfo(*program, CL_PROGRAM_BINARIES, sizeof code, &code, NULL) == CL_SUCCESS) {
        if (t->ahead)
            improve(cl, &code, &size);
        gla_cache_put(tag, key, code, size);
        if (cl->is_cpu && (loaded = load(cl, code, size))) {
            clReleaseProgram(*program);
            *program = loaded;
        }
    }
    gla_free(code);
}

bool gla_cl_is_cached(gla_cl *cl, const gla_cl_text *t)
{
    char tag[700], *key = make_key(t);
    void *code;
    size_t size;
    gla_cl_tag(cl, tag, sizeof tag);
    bool kept = key && gla_cache_get(tag, key, &code, &size);
    if (kept)
        gla_free(code);
    gla_free(key);
    return kept;
}

gla_status gla_cl_compile(gla_cl *cl, const gla_cl_text *t, cl_program *program)
{
    char tag[700];
    void *code;
    size_t size;
    char *key = make_key(t);
    if (!key)
        return gla_fail_memory(t->what, 1);
    *program = NULL;
    gla_cl_tag(cl, tag, sizeof tag);
    if (gla_cache_get(tag, key, &code, &size)) {
        *program = load(cl, code, size);
        gla_free(code);
    }
    gla_status st = GLA_OK;
    if (!*program) {
        st = t->n > 1 || t->n_headers ? build_parts(cl, t, program) : build_one(cl, t, program);
        if (!st)
            keep(cl, t, tag, key, program);
    }
    if (st && *program) {
        clReleaseProgram(*program);
        *program = NULL;
    }
    gla_free(key);
    return st;
}
