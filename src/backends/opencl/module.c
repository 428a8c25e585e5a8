/* module.c - Modules compiled from users' sources, and their kernels.
 *
 * A module is kept with its device until the process ends, like the programs of kernels/. */
#include "opencl.h"
#include "runtime/allocation.h"
#include "runtime/lock.h"

#include "dialect/source.h"

#include <stdio.h>
#include <string.h>

#define OP "module"

static gla_status accepts(gla_device *dev, gla_language language)
{
    return language != GLA_CUDA_C
               ? GLA_OK
               : gla_fail(GLA_NOT_SUPPORTED_ERROR,
                          OP ": CUDA C cannot be compiled for %s; use the portable dialect or OpenCL C, or a "
                             "CUDA device",
                          dev->name);
}

/* The only option that has the same name in all languages.  In OpenCL it is implemented by a pragma. */
static const char keep_roundings[] = "--fmad=false";

static bool keeps_roundings(const gla_program *p)
{
    bool found = false;
    for (int i = 0; i < p->n_options; i++)
        found |= strcmp(p->options[i], keep_roundings) == 0;
    return found;
}

/* Return true if the option defines a macro whose value contains a blank.  OpenCL accepts options as one string, in which
 * values cannot contain blanks, so such macros are written before the source. */
static bool is_spaced_macro(const char *option)
{
    return strncmp(option, "-D", 2) == 0 && strchr(option, '=') && strchr(strchr(option, '='), ' ');
}

static size_t put_macros(const gla_program *p, char *text, size_t size)
{
    size_t used = 0;
    for (int i = 0; i < p->n_options; i++) {
        const char *o = p->options[i] + 2, *equal = strchr(p->options[i], '=');
        if (is_spaced_macro(p->options[i]))
            used += (size_t)snprintf(text ? text + used : NULL, text ? size - used : 0, "#define %.*s %s\n", (int)(equal - o),
                                     o, equal + 1);
    }
    return used;
}

/* Return the source for the compiler: the prelude of the portable dialect, if needed, followed by the user's source, with its
 * original line numbers. */
static char *prepare(gla_cl *cl, const gla_program *p, const gla_source *source, gla_cl_signature **signatures)
{
    const char *ability = cl->has_float64 ? "#define HAS_FLOAT64 1\n" : "#define HAS_FLOAT64 0\n";
    const char *exact = keeps_roundings(p) ? "#pragma OPENCL FP_CONTRACT OFF\n" : "";
    const char *prelude = p->language == GLA_PORTABLE ? gla_kernel_text("prelude.h") : "";
    size_t size = strlen(ability) + strlen(exact) + strlen(prelude) + strlen(source->name) + source->length + 40 +
                  put_macros(p, NULL, 0);
    char *text = gla_malloc(size), *changed = NULL;
    if (text) {
        size_t used = (size_t)snprintf(text, size, "%s%s%s\n", ability, exact, prelude);
        used += put_macros(p, text + used, size - used);
        used += (size_t)snprintf(text + used, size - used, "#line 1 \"%s\"\n", source->name);
        memcpy(text + used, source->text, source->length);
        text[used + source->length] = '\0';
        changed = gla_cl_rewrite(text, signatures);
    }
    gla_free(text);
    return changed;
}

/* Join the options.  The dialect is compiled as OpenCL C 1.2, unless an option selects another version.  Raw OpenCL C is
 * compiled with the user's options only. */
static char *join_options(const gla_cl *cl, const gla_program *p)
{
    const char *first = p->language == GLA_PORTABLE ? gla_cl_options(cl, false) : "";
    size_t size = strlen(first) + 2, used;
    for (int i = 0; i < p->n_options; i++) {
        size += strlen(p->options[i]) + 1;
        if (strncmp(p->options[i], "-cl-std=", 8) == 0)
            first = "";
    }
    char *all = gla_calloc(size, 1);
    if (!all)
        return NULL;
    used = (size_t)snprintf(all, size, "%s%s", first, *first ? " " : "");
    for (int i = 0; i < p->n_options; i++)
        if (strcmp(p->options[i], keep_roundings) != 0 && !is_spaced_macro(p->options[i]))
            used += (size_t)snprintf(all + used, size - used, "%s ", p->options[i]);
    return all;
}

/* Guess why the device rejects a binary, and suggest a remedy. */
static const char *guess_binary(const gla_source *s)
{
    bool elf = s->length > 19 && memcmp(s->text, "\177ELF", 4) == 0;
    bool cubin = elf && (unsigned char)s->text[18] == 190; /* the ELF machine type of CUDA */
    if (cubin || (s->length > 8 && (strncmp(s->text, "//", 2) == 0 || strncmp(s->text, ".version", 8) == 0)))
        return "it was compiled for CUDA; load it on a CUDA device, or compile its source for this device";
    return "it must be a binary that the driver of this device has made; compile the source again";
}

static gla_status load_binary(gla_cl *cl, const gla_program *p, gla_cl_program *m)
{
    cl_int error, status = CL_SUCCESS;
    const unsigned char *code = (const unsigned char *)p->sources[0].text;
    if (p->n != 1)
        return gla_fail(GLA_ARGUMENT_ERROR, OP ": %d binaries were passed, but exactly one is required", p->n);
    m->program = clCreateProgramWithBinary(cl->context, 1, &cl->id, &p->sources[0].length, &code, &status, &error);
    if (error == CL_SUCCESS && status == CL_SUCCESS)
        error = clBuildProgram(m->program, 1, &cl->id, "", NULL, NULL);
    if (error == CL_SUCCESS)
        return GLA_OK;
    if (m->program)
        clReleaseProgram(m->program);
    m->program = NULL;
    return gla_fail(GLA_COMPILE_ERROR, OP ": %s cannot be loaded on %s (%s): %s", p->sources[0].name, cl->dev->name,
                    gla_cl_error_name(error ? error : status), guess_binary(&p->sources[0]));
}

/* Return the text of a header, preceded by a #line directive so that messages contain the user's name of the header instead of
 * the name of a temporary file.  NVIDIA's compiler ignores #line, but uses the user's name anyway. */
static char *name_header(const gla_cl *cl, const gla_source *h)
{
    char platform[100];
    size_t size = strlen(h->name) + h->length + 20;
    char *text = gla_malloc(size);
    gla_cl_platform_text(cl->platform, CL_PLATFORM_NAME, platform, sizeof platform);
    bool named = strstr(platform, "NVIDIA") != NULL;
    if (text && named)
        snprintf(text, size, "%.*s", (int)h->length, h->text);
    else if (text)
        snprintf(text, size, "#line 1 \"%s\"\n%.*s", h->name, (int)h->length, h->text);
    return text;
}

static gla_status compile(gla_cl *cl, const gla_program *p, gla_cl_program *m)
{
    int n = p->n + p->n_headers;
    char *options = join_options(cl, p);
    char **texts = gla_calloc((size_t)n, sizeof *texts), **names = gla_calloc((size_t)p->n_headers, sizeof *names);
    gla_status st = options && texts && names ? GLA_OK : gla_fail_memory(OP, (size_t)n * sizeof *texts);
    for (int i = 0; i < p->n && !st; i++)
        if (!(texts[i] = prepare(cl, p, &p->sources[i], &m->signatures)))
            st = gla_fail_memory(OP, p->sources[i].length);
    for (int i = 0; i < p->n_headers && !st; i++) {
        names[i] = (char *)p->headers[i].name;
        if (!(texts[p->n + i] = name_header(cl, &p->headers[i])))
            st = gla_fail_memory(OP, p->headers[i].length);
    }
    if (!st)
        st = gla_cl_compile(cl,
                            &(gla_cl_text){.what = OP,
                                           .n = p->n,
                                           .n_headers = p->n_headers,
                                           .options = options,
                                           .sources = (const char *const *)texts,
                                           .headers = (const char *const *)(texts + p->n),
                                           .header_names = (const char *const *)names},
                            &m->program);
    for (int i = 0; texts && i < n; i++)
        gla_free(texts[i]);
    gla_free(texts);
    gla_free(names);
    gla_free(options);
    return st;
}

static gla_status build(gla_device *dev, const gla_program *p, void **module)
{
    gla_cl *cl;
    gla_status st = gla_cl_enter(OP, dev, &cl);
    bool binary = p->language == GLA_BINARY;
    char *key = NULL;
    if (!st)
        st = gla_device_module_key(OP, p, &key);
    gla_cl_program *m = NULL, *made = key ? gla_calloc(1, sizeof *made) : NULL;
    if (!st && !made)
        st = gla_fail_memory(OP, sizeof *made);
    if (!st) {
        gla_lock(&cl->lock);
        for (m = cl->modules; m && strcmp(m->key, key) != 0;)
            m = m->next;
        if (!m && !(st = binary ? load_binary(cl, p, made) : compile(cl, p, made))) {
            made->key = key;
            made->next = cl->modules;
            cl->modules = m = made;
            key = NULL;
            made = NULL;
        }
        pthread_mutex_unlock(&cl->lock);
    }
    if (made)
        gla_cl_signatures_free(made->signatures);
    gla_free(made);
    gla_free(key);
    *module = m;
    return st;
}

static void module_free(gla_device *dev, void *module)
{
    (void)dev; /* the head of this file explains why modules are kept */
    (void)module;
}

static gla_status find(gla_device *dev, void *module, const char *name, void **out)
{
    gla_cl *cl;
    gla_cl_kernel *kernel = NULL;
    gla_status st = gla_cl_enter(OP, dev, &cl);
    if (!st) {
        gla_lock(&cl->lock);
        st = gla_cl_kernel_of(OP, cl, module, name, &kernel);
        pthread_mutex_unlock(&cl->lock);
    }
    *out = st ? NULL : kernel;
    return st;
}

static gla_status launch(gla_device *dev, void *kernel, const gla_launch *l)
{
    gla_cl *cl;
    gla_status st = gla_cl_enter(l->op, dev, &cl);
    return st ? st : gla_cl_launch(dev, kernel, l);
}

static gla_status properties(gla_device *dev, void *kernel, gla_record *r)
{
    (void)dev;
    gla_cl_kernel_properties(kernel, r);
    return GLA_OK;
}

const gla_kernel_ops gla_cl_kernel_ops = {
    .accepts = accepts,
    .build = build,
    .module_free = module_free,
    .find = find,
    .launch = launch,
    .properties = properties,
};
