/* device.c - what formulas have built: kept with their types, released with the function. */
#include "formula/device.h"

#include <string.h>

#define GROUP 256
#define MAX_GROUPS 16384

void gla_built_free(gla_variant *v)
{
    for (gla_built *b = v->built, *next; b; b = next) {
        next = b->next;
        b->dev->backend->kernel->module_free(b->dev, b->module);
        gla_free(b);
    }
}

/* A kernel of the module.  The first few are remembered, others looked for each time. */
static gla_status find(gla_device *dev, gla_built *b, const char *name, void **kernel)
{
    int i = 0;
    while (i < GLA_MOST_KERNELS && b->kernel[i] && strcmp(b->name[i], name) != 0)
        i++;
    if (i < GLA_MOST_KERNELS && b->kernel[i]) {
        *kernel = b->kernel[i];
        return GLA_OK;
    }
    *kernel = NULL;
    gla_status st = dev->backend->kernel->find(dev, b->module, name, kernel);
    if (!st && i < GLA_MOST_KERNELS) {
        b->kernel[i] = *kernel;
        b->name[i] = name;
    }
    return st;
}

static gla_status build(const char *op, gla_device *dev, gla_write_code *write, const void *call, gla_built *b)
{
    const gla_kernel_ops *ops = dev->backend->kernel;
    gla_writer w = {.op = op};
    char *text;
    write(&w, call);
    gla_status st = gla_writer_finish(&w, &text);
    if (st)
        return st;
    gla_source source = {.name = op, .text = text, .length = strlen(text)};
    gla_program program = {.language = GLA_PORTABLE, .n = 1, .sources = &source, .exact = true};
    st = ops->build(dev, &program, &b->module);
    gla_free(text);
    return st;
}

gla_status gla_formula_kernel(const char *op, gla_device *dev, gla_variants *table, gla_variant *v, const gla_code_key *key,
                              const char *name, gla_write_code *write, const void *call, void **kernel)
{
    gla_status st = GLA_OK;
    if (!dev->backend->kernel)
        return gla_fail_unsupported(op, dev);
    gla_lock(&table->lock);
    gla_built *b = v->built;
    while (b && (b->dev != dev || memcmp(&b->key, key, sizeof *key) != 0))
        b = b->next;
    if (!b && !(b = gla_calloc(1, sizeof *b))) {
        st = gla_fail_memory(op, sizeof *b);
    } else if (!b->dev) {
        if ((st = build(op, dev, write, call, b))) {
            gla_free(b);
        } else {
            b->dev = dev;
            b->key = *key;
            b->next = v->built;
            v->built = b;
        }
    }
    if (!st)
        st = find(dev, b, name, kernel);
    pthread_mutex_unlock(&table->lock);
    return st;
}

void gla_formula_groups(int64_t n, gla_launch *launch)
{
    int64_t groups = (n + GROUP - 1) / GROUP;
    launch->groups[0] = (uint32_t)(groups < MAX_GROUPS ? groups : MAX_GROUPS);
    launch->group_size[0] = GROUP;
    launch->groups[1] = launch->groups[2] = launch->group_size[1] = launch->group_size[2] = 1;
}
