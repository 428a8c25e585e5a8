/* variants.c - what formulas have built on a device: found again by key, kernels by name, however many there are. */
#include "formula/device.h"
#include "tap.h"

static int builds, looks;
static char kernels[10]; /* their addresses are the handles */

static gla_status build(gla_device *dev, const gla_program *program, void **module)
{
    (void)dev;
    (void)program;
    builds++;
    *module = kernels;
    return GLA_OK;
}

static void module_free(gla_device *dev, void *module)
{
    (void)dev;
    (void)module;
}

static gla_status look(gla_device *dev, void *module, const char *name, void **kernel)
{
    (void)dev;
    looks++;
    *kernel = (char *)module + (*name - 'a');
    return *name == 'x' ? gla_fail(GLA_ARGUMENT_ERROR, "no kernel \"%s\"", name) : GLA_OK;
}

static void write_text(gla_writer *w, const void *call)
{
    gla_put_text(w, call);
}

int main(void)
{
    static const gla_kernel_ops ops = {.build = build, .module_free = module_free, .find = look};
    static const gla_backend backend = {.name = "fake", .kernel = &ops};
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
    const int many = sizeof names / sizeof *names;
    const gla_code_key key = {{1}}, other = {{2}};
    gla_device dev = {.backend = &backend, .name = "fake:0"};
    gla_variants table = {.lock = PTHREAD_MUTEX_INITIALIZER};
    gla_variant v = {.built = NULL};
    void *kernel;
    int right = 0;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < many; i++)
            right += gla_formula_kernel("test", &dev, &table, &v, &key, names[i], write_text, "text", &kernel) == GLA_OK &&
                     kernel == kernels + i;
    ok(right == 2 * many, "%d kernels of one module, twice: each is the one of its name", many);
    ok(builds == 1, "the module was built once");
    ok(looks == many + many - GLA_MOST_KERNELS, "%d of the names are remembered", GLA_MOST_KERNELS);
    for (int i = 0; i < GLA_MOST_KERNELS; i++)
        right -= v.built->name[i] == names[i] && v.built->kernel[i] == kernels + i;
    ok(right == 2 * many - GLA_MOST_KERNELS && v.built->next == NULL && !memcmp(&v.built->key, &key, sizeof key),
       "nothing else was written");
    ok(gla_formula_kernel("test", &dev, &table, &v, &other, "x", write_text, "text", &kernel) == GLA_ARGUMENT_ERROR,
       "a kernel that is not there");
    ok(gla_formula_kernel("test", &dev, &table, &v, &other, "a", write_text, "text", &kernel) == GLA_OK && builds == 2 &&
           kernel == kernels, "is not remembered");
    gla_built_free(&v);
    return done();
}
