/* draw.c - Random numbers, by kernels/random.h, random_elements.h and random_integers.h.  A thread computes a block of two
 * elements, or a single element if a distribution may need several attempts. */
#include "random.h"

#include "backends/device/array/array_kernels.h"
#include "backends/device/layouts.h"
#include "backends/device/list/list.h"

#define OF_WORDS(name, standard) "#define P float64\n#define DRAW " #name "\n#define STANDARD " #standard "\n",
#define BY_REJECTION(name) "#define P float64\n#define DRAW " #name "\n",
#define NUMBERS "#define NUMBERS\n"
#define OF_WORDS_BY_NUMBERS(name, standard) NUMBERS OF_WORDS(name, standard)
#define REJECTION_BY_NUMBERS(name) NUMBERS BY_REJECTION(name)
static const char *const lines[2][GLA_DRAWS] = {
    {GLA_DRAWS_OF_WORDS(OF_WORDS_BY_NUMBERS) GLA_DRAWS_BY_REJECTION(REJECTION_BY_NUMBERS)},
    {GLA_DRAWS_OF_WORDS(OF_WORDS) GLA_DRAWS_BY_REJECTION(BY_REJECTION)}};

static gla_device_program draw_program(gla_distribution distribution, gla_dtype dtype, bool arrays)
{
    return gla_device_typed_with(distribution < GLA_DRAW_gamma ? "random.h" : "random_elements.h", dtype,
                                 lines[arrays][distribution]);
}

static gla_device_program integers_program(gla_dtype dtype, bool arrays)
{
    static const char *const bounds[2][2] = {{NUMBERS "#define P int64\n", NUMBERS "#define P uint64\n"},
                                             {"#define P int64\n", "#define P uint64\n"}};
    return gla_device_typed_with("random_integers.h", dtype, bounds[arrays][dtype == GLA_UINT64]);
}

GLA_LIST(random)
{
    for (int d = 0; d < GLA_DRAWS; d++) {
        bool whole = d == GLA_DRAW_poisson || d == GLA_DRAW_binomial, plain = d == GLA_DRAW_uniform || d == GLA_DRAW_normal;
        if (whole ? t != GLA_INT64 : gla_kind_of(t) != GLA_KIND_REAL)
            continue;
        for (int arrays = 0; arrays < 2; arrays++)
            gla_list_add(list, draw_program((gla_distribution)d, t, arrays), "random numbers",
                         arrays  ? 0
                         : plain ? gla_list_common(t)
                         : whole ? GLA_LISTED_NEXT
                                 : gla_list_next(t));
    }
    for (int arrays = 0; gla_kind_of(t) == GLA_KIND_INT && arrays < 2; arrays++)
        gla_list_add(list, integers_program(t, arrays), "integers", t == GLA_INT64 && !arrays ? GLA_LISTED_NEXT : 0);
    if (t == GLA_FLOAT64)
        gla_list_add(list, gla_device_typed("random_kernel.h", t), "random numbers in kernels of users", 0);
}

static random_sizes sizes_of(const gla_draw *d, const gla_array *out)
{
    random_sizes s = {.n = out->size,
                      .key = (int64_t)d->key,
                      .position = (int64_t)d->position,
                      .substream = d->substream,
                      .arrays = d->arrays};
    for (int k = 0; k < RANDOM_PARAMETERS; k++) {
        s.inner[k] = d->parameters[k].inner;
        s.count[k] = d->parameters[k].count;
    }
    return s;
}

/* Find and launch the kernel.  If parameters are arrays, wait until their values have been checked. */
static gla_status run(const char *op, gla_device *dev, const gla_device_program *program, const char *name, const gla_draw *d,
                      int64_t threads, int n_args, gla_argument args[], int *bad)
{
    int *flag = NULL;
    gla_status st = d->arrays ? gla_device_flag(op, dev, &flag) : GLA_OK;
    args[n_args - 1] = (gla_argument)GLA_BUFFER(flag);
    if (!st)
        st = gla_device_run_for(op, dev, program, name, threads, n_args, args);
    if (!st && d->arrays)
        st = gla_device_read_flag(op, dev, flag, bad);
    gla_device_drop(dev, flag);
    return st;
}

static gla_status draw(gla_device *dev, const char *op, gla_distribution distribution, const gla_draw *d, gla_array *out,
                       int *bad)
{
    const gla_device_program program = draw_program(distribution, out->dtype, d->arrays);
    random_sizes s = sizes_of(d, out);
    float single[GLA_DRAW_PARAMETERS];
    int64_t threads = distribution < GLA_DRAW_gamma ? out->size / 2 + 1 : out->size;
    gla_argument args[3 + 2 * GLA_DRAW_PARAMETERS] = {GLA_VALUE(s), GLA_BUFFER(gla_data(out))};
    for (int k = 0; k < GLA_DRAW_PARAMETERS; k++) {
        const gla_draw_parameter *p = &d->parameters[k];
        args[2 + k] = (gla_argument)GLA_BUFFER(p->of ? gla_data(p->of) : NULL);
        args[2 + GLA_DRAW_PARAMETERS + k] = gla_device_real(dev, &p->value, &single[k]);
    }
    gla_status st = gla_device_enter(op, dev);
    return st ? st : run(op, dev, &program, "draw", d, threads, 3 + 2 * GLA_DRAW_PARAMETERS, args, bad);
}

static gla_status integers(gla_device *dev, const gla_draw *d, bool excluded, gla_array *out, int *bad)
{
    const char *op = "Generator.integers";
    const gla_device_program program = integers_program(out->dtype, d->arrays);
    const gla_draw_parameter *p = d->parameters;
    random_sizes s = sizes_of(d, out);
    s.excluded = excluded;
    gla_argument args[] = {GLA_VALUE(s),
                           GLA_BUFFER(gla_data(out)),
                           GLA_BUFFER(p[0].of ? gla_data(p[0].of) : NULL),
                           GLA_BUFFER(p[1].of ? gla_data(p[1].of) : NULL),
                           GLA_VALUE(p[0].whole),
                           GLA_VALUE(p[1].whole),
                           GLA_BUFFER(NULL)};
    gla_status st = gla_device_enter(op, dev);
    int64_t blocks = out->size / 2 + 1, threads = d->arrays ? blocks : (blocks + RANDOM_EACH - 1) / RANDOM_EACH;
    return st ? st : run(op, dev, &program, "integers", d, threads, 7, args, bad);
}

const gla_random_ops gla_device_random_ops = {
    .draw = draw, .integers = integers, .order = gla_device_random_order, .take_rows = gla_device_take_rows};
