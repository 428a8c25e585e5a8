/* arguments.h - Random arguments of each kind, for calls.c, which defines the objects that they refer to. */
#ifndef GLA_PROPERTY_ARGUMENTS_H
#define GLA_PROPERTY_ARGUMENTS_H

/* Contents of lists, which live until the next call. */
static struct {
    gla_ints ints;
    gla_arrays arrays;
    gla_index index;
    gla_strings texts;
    gla_bytes bytes;
    gla_chosen chosen;
    gla_dataset data;
    gla_fits fits;
    struct {
        gla_sparses sparses;
        int64_t lengths[3];
    };
} list[GLA_MAX_ARGUMENTS];
static const gla_sparse *matrices[GLA_MAX_ARGUMENTS][4];
static int64_t row_of_two[] = {1, 2};
static const gla_array *elements[GLA_MAX_ARGUMENTS][4];
static char *words[GLA_MAX_ARGUMENTS][2];
static const gla_econ_fit *estimates[GLA_MAX_ARGUMENTS][2];

static const char *text(void)
{
    static const char *const texts[] = {"host",
                                        "",
                                        "x",
                                        "y",
                                        "x, y",
                                        "y = x + 1",
                                        "float32 x, int64 y",
                                        "z = x*y - 2",
                                        "a + b",
                                        "max(a, b)",
                                        "null:0",
                                        "reduced",
                                        "fro",
                                        "%s%n%x",
                                        "complete",
                                        "1:2,...",
                                        "x[",
                                        "for",
                                        "((((((((((((",
                                        "y = x; y = y",
                                        "50%",
                                        "1G",
                                        "-1",
                                        "0x",
                                        "cuda:99",
                                        "i = 0; while (i < 10) { i += 1; } y = x + i",
                                        "\xff\xfe",
                                        "nuc",
                                        "y = 9223372036854775807 + x",
                                        "warn",
                                        "ill_conditioned",
                                        "auto",
                                        "y ~ x",
                                        "y ~ x | g",
                                        "y ~ 1 | 0 | x ~ g",
                                        "cluster:g",
                                        "HC3",
                                        "g"};
    return texts[below((int)(sizeof texts / sizeof *texts))];
}

static const void *handle(void)
{
    const void *all[] = {stream,    event, formula, reducer, scanner, search, kept[below(KEPT)], NULL, (char *)stream + 1,
                         (void *)16};
    return all[below(10)];
}

static gla_index_item item(void)
{
    gla_index_item v = {.kind = (gla_index_kind)below(5), .start = whole(), .stop = whole(), .step = below(8) ? 1 : whole()};
    v.has_start = below(2);
    v.has_stop = below(2);
    v.array = kept[below(KEPT)];
    return v;
}

static slot argument(int i, const char *kind, bool optional)
{
    slot s = {.n = whole(), .d = real()};
    bool odd = below(25) == 0;
    if (optional && below(3) == 0 && strcmp(kind, "bool") && strcmp(kind, "int") && strcmp(kind, "int64"))
        return (slot){.n = 0, .d = 0};
    if (!strcmp(kind, "array") || !strcmp(kind, "target")) {
        s.p = odd ? handle() : kept[below(KEPT)];
    } else if (!strcmp(kind, "arrays")) {
        for (int k = 0; k < 4; k++)
            elements[i][k] = odd && below(3) == 0 ? handle() : kept[below(KEPT)];
        list[i].arrays = (gla_arrays){.n = odd ? whole() : below(4), .v = elements[i]};
        if (list[i].arrays.n > 4)
            list[i].arrays.n = 4;
        s.p = &list[i].arrays;
    } else if (!strcmp(kind, "sparses")) {
        for (int k = 0; k < 4; k++)
            matrices[i][k] = odd && below(3) == 0 ? handle() : below(5) ? sparse : NULL;
        for (int k = 0; k < 3; k++)
            list[i].lengths[k] = odd ? whole() : k ? below(3) : 2;
        list[i].sparses = (gla_sparses){odd ? below(7) - 1 : below(5), matrices[i], below(4), below(4), list[i].lengths};
        if (below(2))
            list[i].sparses = (gla_sparses){2, matrices[i], 2, 2, row_of_two};
        if (list[i].sparses.n > 4)
            list[i].sparses.n = 4;
        s.p = &list[i].sparses;
    } else if (!strcmp(kind, "ints")) {
        list[i].ints.n = odd ? below(40) - 10 : below(4);
        for (int k = 0; k < GLA_MAX_NDIM; k++)
            list[i].ints.v[k] = whole();
        s.p = &list[i].ints;
    } else if (!strcmp(kind, "index")) {
        list[i].index.n = odd ? below(50) - 10 : below(4);
        for (int k = 0; k < 2 * GLA_MAX_NDIM; k++)
            list[i].index.v[k] = item();
        s.p = &list[i].index;
    } else if (!strcmp(kind, "texts") || !strcmp(kind, "labels")) {
        words[i][0] = (char *)text();
        words[i][1] = odd ? NULL : (char *)text();
        list[i].texts = (gla_strings){below(3), words[i]};
        s.p = &list[i].texts;
    } else if (!strcmp(kind, "data")) {
        bool named = below(2);
        list[i].data = (gla_dataset){named ? odd ? handle() : table : NULL, named ? NULL : kept[below(KEPT)]};
        s.p = &list[i].data;
    } else if (!strcmp(kind, "fits")) {
        estimates[i][0] = fit;
        estimates[i][1] = odd ? handle() : fit;
        list[i].fits = (gla_fits){odd ? below(5) - 2 : below(3), estimates[i]};
        if (list[i].fits.n > 2)
            list[i].fits.n = 2;
        s.p = &list[i].fits;
    } else if (!strcmp(kind, "chosen") || !strcmp(kind, "variable")) {
        bool named = below(2);
        list[i].chosen = (gla_chosen){odd ? handle() : named ? NULL : kept[below(KEPT)], named ? text() : NULL};
        s.p = &list[i].chosen;
    } else if (!strcmp(kind, "bytes")) {
        list[i].bytes = (gla_bytes){(size_t)below(4), odd ? NULL : "abc"};
        s.p = &list[i].bytes;
    } else if (!strcmp(kind, "text")) {
        s.p = odd ? NULL : text();
    } else if (!strcmp(kind, "dtype")) {
        s.n = odd ? below(100) - 50 : below(GLA_DTYPE_COUNT);
    } else if (!strcmp(kind, "maybe")) {
        s.n = odd ? below(100) - 50 : below(3);
    } else if (!strcmp(kind, "int")) {
        s.n = odd ? (below(2) ? INT_MIN : INT_MAX) : below(7) - 3;
    } else if (!strcmp(kind, "Stream") || !strcmp(kind, "Event") || !strcmp(kind, "Elementwise") ||
               !strcmp(kind, "Reduction") || !strcmp(kind, "Scan") || !strcmp(kind, "Search") || !strcmp(kind, "Sparse") ||
               !strcmp(kind, "SparseFactor") || !strcmp(kind, "Table") || !strcmp(kind, "Fit")) {
        s.p = odd                             ? handle()
              : !strcmp(kind, "Stream")       ? (void *)stream
              : !strcmp(kind, "Event")        ? (void *)event
              : !strcmp(kind, "Elementwise")  ? (void *)formula
              : !strcmp(kind, "Reduction")    ? (void *)reducer
              : !strcmp(kind, "Search")       ? (void *)search
              : !strcmp(kind, "Sparse")       ? (void *)sparse
              : !strcmp(kind, "SparseFactor") ? (void *)factors
              : !strcmp(kind, "Table")        ? (void *)table
              : !strcmp(kind, "Fit")          ? (void *)fit
                                              : (void *)scanner;
    } else if (strcmp(kind, "bool") && strcmp(kind, "axis") && strcmp(kind, "int64") && strcmp(kind, "double")) {
        s.p = handle();
    }
    return s;
}

#endif
