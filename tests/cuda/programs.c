/* programs.c - Every program of device code compiles to PTX for each supported architecture.  No GPU needed.
 * tags: slow
 *
 * Programs of one dtype form one source, each in a separate namespace, and NVRTC does not optimise, so that hundreds of
 * programs take seconds.  All programs are compiled for the first architecture, and those of some dtypes for the second. For
 * the third, NVRTC has another compiler that takes minutes for such sources, so one program of each file is compiled as the
 * backend does it. The list is compared with the content of kernels/ for completeness.  With ONCE=1 some dtypes are compiled,
 * for the first architecture. */
#include "programs.h"

#include "backends/device/array/array_kernels.h"
#include "backends/cuda/compile.h"
#include "dialect/source.h"
#include "tap.h"

#include <ctype.h>
#include <nvrtc.h>
#include <time.h>

static program *programs;
static int n_programs;
static const char *quick = "--Ofast-compile=max"; /* NULL if NVRTC does not support the option */

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- the names in a text -------------------------------------------------------------------------------------------- */
typedef struct name {
    char text[64];
    struct name *next;
} name;

static name *prepend(name *list, const char *start, size_t length)
{
    name *n = calloc(1, sizeof *n);
    snprintf(n->text, sizeof n->text, "%.*s", (int)length, start);
    n->next = list;
    return n;
}

static size_t identifier(const char *p)
{
    size_t n = 0;
    while (isalnum((unsigned char)p[n]) || p[n] == '_')
        n++;
    return n;
}

/* Return the identifiers that follow `before` at the beginning of a line. */
static name *names_after(const char *text, const char *before)
{
    name *list = NULL;
    for (const char *p = text; p; p = strchr(p, '\n'), p = p ? p + 1 : NULL)
        if (strncmp(p, before, strlen(before)) == 0)
            list = prepend(list, p + strlen(before), identifier(p + strlen(before)));
    return list;
}

/* Return the macros that select parts of the text in #if and #ifdef. */
static name *conditions(const char *text)
{
    name *list = NULL;
    for (const char *p = text; p; p = strchr(p, '\n'), p = p ? p + 1 : NULL) {
        if (strncmp(p, "#if", 3) != 0 && strncmp(p, "#elif", 5) != 0)
            continue;
        p += 1 + identifier(p + 1);
        for (size_t n; *p && *p != '\n'; p += n ? n : 1)
            if ((n = identifier(p)) && !isdigit((unsigned char)*p) && strncmp(p, "defined", n) != 0)
                list = prepend(list, p, n);
    }
    return list;
}

static bool defined_in(const char *text, const char *macro)
{
    size_t n = strlen(macro);
    for (const char *p = text; (p = strstr(p, "#define ")); p += 8)
        if (strncmp(p + 8, macro, n) == 0 && identifier(p + 8) == n)
            return true;
    return false;
}

/* ---- sources --------------------------------------------------------------------------------------------------------- */
typedef struct text {
    char *s;
    size_t used, room;
} text;

__attribute__((format(printf, 2, 3))) static void put(text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (t->used + (size_t)n + 1 > t->room)
        t->s = realloc(t->s, t->room = 2 * t->room + (size_t)n + 1);
    va_start(args, format);
    t->used += (size_t)vsnprintf(t->s + t->used, (size_t)n + 1, format, args);
    va_end(args);
}

/* Append one program in a namespace, which also limits its defines.  Functions that all programs share are not inlined here,
 * and are compiled once. */
static void put_program(text *t, int i, size_t prefix)
{
    const program *p = &programs[i];
    put(t, "namespace p%d {\n%s#line 1 \"%s for %s of %s\"\n%s", i, p->defines + prefix, p->file, p->purpose,
        p->type ? gla_dtype_name(p->type) : "elements by size", gla_kernel_text(p->file));
    const char *texts[] = {p->defines + prefix, gla_kernel_text(p->file)};
    for (int k = 0; k < 2; k++)
        for (name *m = names_after(texts[k], "#define "); m; m = m->next)
            put(t, "#undef %s\n", m->text);
    put(t, "}\n");
}

/* Return all programs of one dtype: the output of gla_kernel_source for an empty file, followed by each program. */
static char *source_of(gla_dtype type, bool all, int *n)
{
    text t = {0};
    char *own = type ? type_lines(type) : NULL;
    const char *types = own ? own : "";
    *n = 0;
    for (int i = 0; i < n_programs; i++) {
        if (programs[i].type != type || (programs[i].converts && !all))
            continue;
        if (!(*n)++)
            put(&t, "%s\n%s\n#undef KERNEL\n#define KERNEL __global__ void\n%s\n%s\n%s\n%s\n%s\n%s\n",
                gla_kernel_text("prelude.h"), gla_kernel_text("layouts.h"),
                "#undef DEVICE\n#define DEVICE __device__ __noinline__ static", types, gla_kernel_text("scalar.h"),
                gla_kernel_text("complex.h"), gla_kernel_text("convert.h"), gla_kernel_text("field.h"));
        put_program(&t, i, strlen(types));
    }
    gla_free(own);
    return t.s;
}

/* ---- the tests -------------------------------------------------------------------------------------------------------- */
/* Return true if the PTX contains a kernel of that name. Its C++ name consists of its length, itself, and E for the end of the
 * namespaces. */
static bool has_entry(const char *ptx, const char *kernel)
{
    char mangled[100];
    snprintf(mangled, sizeof mangled, "%zu%sE", strlen(kernel), kernel);
    return strstr(ptx, mangled) != NULL;
}

static bool knows(int architecture)
{
    int n = 0, all[200];
    if (nvrtcGetNumSupportedArchs(&n) != NVRTC_SUCCESS || n > 200 || nvrtcGetSupportedArchs(all) != NVRTC_SUCCESS)
        return false;
    for (int i = 0; i < n; i++)
        if (all[i] == architecture)
            return true;
    return false;
}

/* Report the kernels of kernels/FILE that are in none of these. */
static void check_kernels(const char *file, char *const ptx[], const char *arch)
{
    int missing = 0;
    for (name *k = names_after(gla_kernel_text(file), "KERNEL "); k; k = k->next) {
        bool found = false;
        for (int t = 0; t < GLA_DTYPE_COUNT && !found; t++)
            found = ptx[t] && has_entry(ptx[t], k->text);
        if (!found && ++missing)
            printf("#   %s is in no program\n", k->text);
    }
    ok(!missing, "%s: all kernels of %s", arch, file);
}

/* Return true if programs of this dtype are compiled for an architecture for which not all are. No source depends on the
 * architecture, so one dtype of each kind is enough. */
static bool is_example(int type)
{
    return type == GLA_NO_DTYPE || type == GLA_BOOL || type == GLA_INT64 || type == GLA_FLOAT64 || type == GLA_COMPLEX128;
}

static void compile_all(int architecture, bool all, const char *const files[], int n_files)
{
    char arch[40], *ptx[GLA_DTYPE_COUNT] = {NULL};
    double start = seconds();
    snprintf(arch, sizeof arch, "compute_%d", architecture);
    if (!knows(architecture)) {
        ok(true, "%s # SKIP this NVRTC does not know it", arch);
        return;
    }
    for (int type = 0; type < GLA_DTYPE_COUNT; type++) {
        int n;
        char *source = all || is_example(type) ? source_of((gla_dtype)type, all, &n) : NULL;
        size_t size;
        if (!source)
            continue;
        gla_status st = gla_cuda_compile("programs", source, arch, quick, (void **)&ptx[type], &size);
        if (!ok(!st, "%s: %d programs of %s", arch, n, type ? gla_dtype_name((gla_dtype)type) : "elements by size"))
            printf("# %s\n", gla_last_message());
        gla_clear_error();
        free(source);
    }
    for (int f = 0; f < n_files; f++)
        check_kernels(files[f], ptx, arch);
    for (int type = 0; type < GLA_DTYPE_COUNT; type++)
        gla_free(ptx[type]);
    printf("# %s took %.1f s\n", arch, seconds() - start);
}

/* Compile the first program of each file exactly as the backend does. */
static void compile_as_is(const char *file, const char *arch)
{
    for (int i = 0; i < n_programs; i++)
        if (strcmp(programs[i].file, file) == 0) {
            void *code = NULL;
            size_t size;
            char *source = gla_kernel_source("", file, programs[i].defines);
            if (!ok(!gla_cuda_compile(file, source, arch, NULL, &code, &size), "%s: %s as the backend compiles it", arch, file))
                printf("# %s\n", gla_last_message());
            gla_free(source);
            gla_free(code);
            return;
        }
    ok(false, "%s: no file lists a program of it by GLA_LIST", file);
}

/* Check that each macro tested in the file is defined by at least one of its programs, by the shared sources, or by a
 * backend. */
static void check_conditions(const char *file)
{
    static const char *const before[] = {"prelude.h", "layouts.h", "scalar.h", "complex.h", "convert.h", "field.h"};
    bool sorts_real = strcmp(file, "order.h") == 0;       /* the included file supports more */
    bool is_real = strcmp(file, "cholesky_tiles.h") == 0; /* the same */
    int missing = 0;
    for (name *m = conditions(gla_kernel_text(file)); m; m = m->next) {
        bool found = m->text[0] == '_' || strcmp(m->text, "NVIDIA") == 0 || defined_in(gla_kernel_text(file), m->text);
        found = found || (sorts_real && strcmp(m->text, "SORT_COMPLEX") == 0) ||
                (is_real && strcmp(m->text, "KIND_COMPLEX") == 0);
        for (int i = 0; i < 6 && !found; i++)
            found = defined_in(gla_kernel_text(before[i]), m->text);
        for (int i = 0; i < n_programs && !found; i++)
            found = strcmp(programs[i].file, file) == 0 && defined_in(programs[i].defines, m->text);
        if (!found && ++missing)
            printf("#   no program defines %s\n", m->text);
    }
    ok(!missing, "%s: programs for all that it distinguishes", file);
}

/* Return the kernel files of the build. */
static int kernel_files(const char **files, int room)
{
    static char texts[] = KERNEL_TEXTS;
    int n = 0;
    for (char *path = strtok(texts, " \t\\\n"); path && n < room; path = strtok(NULL, " \t\\\n")) {
        const char *file = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
        if (names_after(gla_kernel_text(file), "KERNEL "))
            files[n++] = file;
    }
    return n;
}

int main(void)
{
    static const int architectures[] = {80, 90};
    const char *files[100];
    void *code;
    size_t size;
    int n_files = kernel_files(files, 100);
    const bool all = !tests_once();
    programs = list_programs(&n_programs);
    ok(n_files && n_programs > 500, "%d programs from %d files", n_programs, n_files);
    if (gla_cuda_compile("empty", "", "compute_80", quick, &code, &size))
        quick = NULL;
    else
        gla_free(code);
    gla_clear_error();
    for (int f = 0; f < n_files; f++) {
        check_conditions(files[f]);
        compile_as_is(files[f], "compute_80");
        if (all && knows(100))
            compile_as_is(files[f], "compute_100");
    }
    for (int a = 0; a < (all ? 2 : 1); a++)
        compile_all(architectures[a], all && a == 0, files, n_files);
    return done();
}
