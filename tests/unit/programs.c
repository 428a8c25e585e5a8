/* programs.c - Lookup of kernels by small keys: the source lines are written once, and each key has its own kernel. */
#include "backends/device/programs.h"
#include "tap.h"

static int written, compiled;
static char kernels[100]; /* their addresses are the handles */

static gla_status compile(gla_device *dev, const char *file, const char *lines, const char *name, void **kernel)
{
    (void)dev;
    (void)file;
    if (strcmp(name, "missing") == 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "no kernel \"%s\"", name);
    *kernel = &kernels[++compiled];
    return strstr(lines, "#define N ") ? GLA_OK : gla_fail(GLA_ARGUMENT_ERROR, "the lines are not there");
}

const gla_driver gla_device_driver = {.kernel = compile};

static void put_number(gla_writer *w, const gla_device_program *p)
{
    written++;
    gla_put(w, "#define N %d\n", p->numbers[0]);
}

static void put_other(gla_writer *w, const gla_device_program *p)
{
    put_number(w, p);
}

static void *find(gla_device *dev, const char *file, gla_put_lines *put, const char *more, uint16_t number, const char *name)
{
    const gla_device_program p = {file, put, more, {number}};
    void *kernel = NULL;
    return gla_device_find(dev, &p, name, &kernel) == GLA_OK ? kernel : NULL;
}

int main(void)
{
    static const char file[] = "a.h", other[] = "b.h", more[] = "#define MORE\n", name[] = "k", second[] = "l";
    gla_device here = {.name = "fake:0"}, there = {.name = "fake:1"};
    void *first = find(&here, file, put_number, NULL, 1, name);
    ok(first && find(&here, file, put_number, NULL, 1, name) == first && written == 1 && compiled == 1,
       "a kernel is compiled once, and its lines are written once");
    const void *all[] = {first,
                         find(&here, file, put_number, NULL, 2, name),
                         find(&here, other, put_number, NULL, 1, name),
                         find(&here, file, put_other, NULL, 1, name),
                         find(&here, file, put_number, more, 1, name),
                         find(&here, file, put_number, NULL, 1, second),
                         find(&there, file, put_number, NULL, 1, name)};
    const int n = sizeof all / sizeof *all;
    int different = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            different += all[i] && all[i] != all[k];
    ok(different == n * (n - 1) / 2, "number, file, writer, further lines, name and device each make another kernel");
    ok(!find(&here, file, put_number, NULL, 1, "missing") && gla_last_status() == GLA_ARGUMENT_ERROR,
       "a kernel that is not there");
    int before = compiled, right = 0;
    for (int round = 0; round < 2; round++)
        for (uint16_t i = 100; i < 140; i++)
            right += find(&here, file, put_number, NULL, i, name) == &kernels[before + 1 + i - 100];
    ok(right == 80 && compiled == before + 40, "forty programs, twice: each is the one of its number");
    return done();
}
