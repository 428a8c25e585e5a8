/* hostile.c - Every public function with each argument in turn missing, of another class, or out of range: an error that names
 * the function, and never a crash.  Unwanted results are NULL. */
#include "hostile.h"

static gla_array *matrix;
static gla_stream *stream;
static gla_event *event;
static gla_elementwise *formula;
static gla_reducer *reducer;
static gla_scanner *scanner;
static gla_search *search;
static gla_sparse *sparse, *turned;
static gla_sparse_factorization *factors;
static gla_sparse_preconditioner *preconditioner;
static gla_sparse_iteration *iteration;
static const gla_array *two[2];
static gla_arrays pair = {.n = 2, .v = two};
static const gla_ints first_axis = {1, {0}};
static gla_index key = {.n = 1, .v = {{.kind = GLA_INDEX_INTEGER}}};
static char *words[] = {(char *)"x"};
static gla_strings texts = {1, words};
static const gla_bytes bytes = {3, "abc"};
static char long_text[5000];
static gla_chosen edges;
static gla_table *table;
static gla_array *line;
static gla_econ_fit *fit;
static gla_dataset data;
static const gla_econ_fit *one_fit[1];
static gla_fits fits = {1, one_fit};

static const gla_sparse *two_matrices[2];
static int64_t row_of_two[] = {1, 2};
static gla_sparses matrices = {2, two_matrices, 2, 2, row_of_two};

/* Return a valid argument, or one that is nearly valid. */
static slot right(const char *kind)
{
    static const struct {
        const char *kind;
        const void *p;
    } constant[] = {{"arrays", &pair},  {"sparses", &matrices}, {"index", &key},    {"ints", &first_axis},
                    {"text", "host"},   {"texts", &texts},      {"labels", &texts}, {"bytes", &bytes},
                    {"chosen", &edges}, {"variable", &edges},   {"data", &data},    {"fits", &fits}};
    for (size_t i = 0; i < sizeof constant / sizeof *constant; i++)
        if (!strcmp(kind, constant[i].kind))
            return (slot){.p = constant[i].p};
    const void *handle = !strcmp(kind, "array") || !strcmp(kind, "target") ? (void *)matrix
                         : !strcmp(kind, "Stream")                         ? (void *)stream
                         : !strcmp(kind, "Event")                          ? (void *)event
                         : !strcmp(kind, "Elementwise")                    ? (void *)formula
                         : !strcmp(kind, "Reduction")                      ? (void *)reducer
                         : !strcmp(kind, "Scan")                           ? (void *)scanner
                         : !strcmp(kind, "Search")                         ? (void *)search
                         : !strcmp(kind, "Sparse")                         ? (void *)sparse
                         : !strcmp(kind, "SparseFactor")                   ? (void *)factors
                         : !strcmp(kind, "Preconditioner")                 ? (void *)preconditioner
                         : !strcmp(kind, "Iteration")                      ? (void *)iteration
                         : !strcmp(kind, "Table")                          ? (void *)table
                         : !strcmp(kind, "Fit")                            ? (void *)fit
                                                                           : NULL;
    return (slot){.p = handle, .n = 0, .d = 1};
}

typedef struct bad {
    slot value;
    bool must_fail;
} bad;

static int bad_handles(const char *kind, bool optional, bad *list)
{
    int n = 0;
    bool array = !strcmp(kind, "array") || !strcmp(kind, "target");
    list[n++] = (bad){{.p = NULL}, !optional};
    list[n++] = (bad){{.p = array ? (void *)stream : (void *)matrix}, true};
    list[n++] = (bad){{.p = array || !strcmp(kind, "Event") ? (void *)formula : (void *)event}, true};
    list[n++] = (bad){{.p = (const char *)matrix + 1}, true};
    list[n++] = (bad){{.p = (void *)(uintptr_t)16}, true};
    list[n++] = (bad){{.p = long_text + 8 - (uintptr_t)long_text % 8}, true};
    return n;
}

static int bad_numbers(const char *kind, bad *list)
{
    static const int64_t odd[] = {-1, 14, 99, INT_MAX, INT_MIN, INT64_MAX, INT64_MIN, INT64_C(1) << 62};
    bool closed = !strcmp(kind, "dtype") || !strcmp(kind, "maybe"), narrow = closed || !strcmp(kind, "int");
    int n = 0;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        if (!narrow || (odd[i] >= INT_MIN && odd[i] <= INT_MAX))
            list[n++] = (bad){{.n = odd[i], .d = i & 1 ? 1e308 * 10 : -(double)odd[i]}, closed};
    list[n] = (bad){{.n = 0, .d = 0}, false};
    memset(&list[n].value.d, 0xff, sizeof(double)); /* NaN */
    return n + 1;
}

/* Lists: their items live as long as the process. */
static int bad_lists(const char *kind, bool optional, bad *list)
{
    static const gla_array *odd[2], *empty[2];
    static gla_ints ints[] = {{-1, {0}},
                              {17, {0}},
                              {INT_MAX, {0}},
                              {2, {INT64_MAX, INT64_MAX}},
                              {2, {INT64_MIN, -1}},
                              {2, {INT64_C(1) << 40, INT64_C(1) << 40}},
                              {16, {0}}};
    static gla_arrays arrays[] = {{.n = -1}, {.n = 3}, {.n = 2, .v = odd}, {.n = 2, .v = empty}, {.n = INT64_MIN, .v = odd}};
    static gla_sparses sparses[] = {
        {.n = -1}, {.n = 3}, {.n = 2, .v = (const gla_sparse **)(void *)odd}, {.lists = -1}, {.lists = 2}};
    static gla_index keys[6];
    static char *no_words[] = {NULL};
    static gla_strings strings[] = {{-1, words}, {1, NULL}, {1, no_words}, {INT64_MIN, words}};
    static gla_chosen chosen[] = {{NULL, NULL}, {NULL, long_text}, {(gla_array *)(uintptr_t)16, NULL}, {NULL, "auto"}};
    static const gla_bytes no_bytes = {5, NULL};
    static gla_dataset sets[] = {
        {NULL, NULL}, {(gla_table *)(uintptr_t)16, NULL}, {NULL, (gla_array *)(uintptr_t)16}, {NULL, NULL}};
    static const gla_econ_fit *no_fit[1];
    static gla_fits lists[] = {{-1, one_fit}, {2, NULL}, {1, no_fit}, {INT64_MIN, one_fit}};
    int n = 0;
    chosen[3].array = matrix;
    odd[0] = (gla_array *)stream;
    odd[1] = matrix;
    list[n++] = (bad){{.p = NULL}, !optional};
    if (!strcmp(kind, "ints"))
        for (size_t i = 0; i < sizeof ints / sizeof *ints; i++)
            list[n++] = (bad){{.p = &ints[i]}, i < 3};
    if (!strcmp(kind, "arrays"))
        for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
            list[n++] = (bad){{.p = &arrays[i]}, true};
    if (!strcmp(kind, "sparses"))
        for (size_t i = 0; i < sizeof sparses / sizeof *sparses; i++)
            list[n++] = (bad){{.p = &sparses[i]}, true};
    keys[0].n = -1;
    keys[1].n = 2 * GLA_MAX_NDIM + 1;
    for (int i = 2; i < 6; i++)
        keys[i].n = 1;
    keys[2].v[0].kind = (gla_index_kind)77;
    keys[3].v[0].kind = keys[4].v[0].kind = GLA_INDEX_ARRAY;
    keys[4].v[0].array = (gla_array *)stream;
    keys[5].v[0] = (gla_index_item){.kind = GLA_INDEX_SLICE, .has_start = true, .start = INT64_MIN, .step = INT64_MIN};
    if (!strcmp(kind, "index"))
        for (int i = 0; i < 6; i++)
            list[n++] = (bad){{.p = &keys[i]}, i < 5};
    if (!strcmp(kind, "texts") || !strcmp(kind, "labels"))
        for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
            list[n++] = (bad){{.p = &strings[i]}, kind[0] == 't' || strings[i].v != no_words};
    if (!strcmp(kind, "chosen") || !strcmp(kind, "variable"))
        for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++)
            list[n++] = (bad){{.p = &chosen[i]}, kind[0] == 'c' || !chosen[i].text};
    sets[3].table = (gla_table *)matrix;
    no_fit[0] = (gla_econ_fit *)matrix;
    if (!strcmp(kind, "data"))
        for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
            list[n++] = (bad){{.p = &sets[i]}, true};
    if (!strcmp(kind, "fits"))
        for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
            list[n++] = (bad){{.p = &lists[i]}, true};
    if (!strcmp(kind, "bytes"))
        list[n++] = (bad){{.p = &no_bytes}, true};
    if (!strcmp(kind, "text")) {
        list[n++] = (bad){{.p = ""}, false};
        list[n++] = (bad){{.p = long_text}, false};
        list[n++] = (bad){{.p = "%s%n\xff\xfe:"}, false};
    }
    return n;
}

static int bad_values(const char *kind, bool optional, bad *list)
{
    static const char lists[] = " ints arrays sparses index texts labels bytes chosen text variable data fits ",
                      numbers[] = " dtype maybe int int64 axis double bool ";
    char word[50];
    snprintf(word, sizeof word, " %s ", kind);
    return strstr(lists, word)     ? bad_lists(kind, optional, list)
           : strstr(numbers, word) ? bad_numbers(kind, list)
                                   : bad_handles(kind, optional, list);
}

static bool call(const gla_function *f, const slot *in, unsigned wanted, gla_status *status)
{
    bool good = call_function(f, in, wanted, NULL, status);
    restore_globals();
    return good;
}

static long calls, errors;

/* A Table for the functions that change it. */
static void make_table(void)
{
    gla_object_unref(table);
    table = NULL;
    const gla_array *column[] = {line};
    gla_table_from_columns(&texts, &(gla_arrays){.n = 1, .v = column}, &table, NULL, NULL, NULL, NULL);
}

static void make_fit(void)
{
    gla_array *ones = NULL;
    gla_objects *made = NULL;
    gla_ones(&(gla_ints){2, {3, 1}}, &ones, GLA_FLOAT64, "host");
    gla_getitem(matrix, &key, &line);
    gla_econ_ols(&(gla_variable){line, NULL}, &(gla_dataset){NULL, ones}, &made, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                 NULL, true, true, 1e-12, 10000, 1e-9);
    if (made)
        fit = gla_object_ref(made->v[0]);
    one_fit[0] = fit;
    data.array = matrix;
    gla_objects_free(made);
    gla_unref(ones);
}

/* The first solve stores data for its error check in the factor, so do it before leaks are counted. */
static void use_factors(void)
{
    for (int trans = 0; trans < 2; trans++) {
        gla_array *x = NULL;
        gla_sparse_factorization_solve(factors, matrix, &x, trans);
        gla_object_unref(x);
    }
}

static void test_function(const gla_function *f)
{
    use_factors();
    slot in[GLA_MAX_ARGUMENTS] = {{0}};
    bad list[20];
    bool good = true;
    gla_status status, expected;
    int64_t live = gla_live_arrays();
    make_table();
    gla_sparse_iteration_cg(matrix, &iteration, NULL, 1e-5, 0, GLA_NO_AXIS, false); /* the number of its vectors grows */
    for (int i = 0; i < f->total; i++) {
        const gla_argument_info *a = &f->arguments[i];
        bool is_int = a->form == GLA_FORM_INT || a->form == GLA_FORM_INT64 || a->form == GLA_FORM_TRANSPOSE;
        in[i] = a->fallback && !is_int ? (slot){0} : right(kind_of(a));
    }
    unsigned all = (1u << f->results) - 1;
    good = call(f, in, all, &expected);
    for (unsigned wanted = 0; wanted < all; wanted++, calls++)
        good = expect(call(f, in, wanted, &status) && status == expected, "%s: results %x", f->symbol, wanted) && good;
    for (int i = 0; i < f->total; i++) {
        const slot kept = in[i];
        const char *kind = kind_of(&f->arguments[i]);
        for (int b = 0, n = bad_values(kind, f->arguments[i].fallback, list); b < n; b++, calls++) {
            in[i] = list[b].value;
            bool obeyed = call(f, in, b & 1 ? all : 0, &status);
            errors += status != GLA_OK;
            char begin[100];
            snprintf(begin, sizeof begin, "%s: ", f->name);
            if (list[b].must_fail)
                obeyed = obeyed && status && !strncmp(gla_last_message(), begin, strlen(begin));
            good = expect(obeyed, "%s: argument %d (%s), bad value %d: %s", f->symbol, i, kind, b, gla_last_message()) && good;
        }
        in[i] = kept;
    }
    gla_object_unref(iteration);
    iteration = NULL;
    gla_object_unref(table);
    table = NULL;
    use_factors();
    ok(good && left_nothing(f, live), "%s", f->symbol);
}

/* Functions that are not in the table: without handles, lists and pointers for results. */
static void test_missing(void)
{
    gla_array *none = NULL, *real = NULL;
    gla_ones(&(gla_ints){1, {2}}, &real, GLA_FLOAT64, "host");
    ok(gla_bool_from_bytes(NULL) == GLA_ARGUMENT_ERROR, "bool_from_bytes without a place");
    ok(gla_bool_from_bytes(&none) == GLA_ARGUMENT_ERROR && !none, "without an array");
    ok(gla_bool_from_bytes(&real) == GLA_DTYPE_ERROR && !real, "of what are no bytes");
    ok(gla_borrow(NULL, GLA_BOOL, 1, NULL, NULL, false, NULL, NULL, NULL), "borrow without anything");
    ok(gla_adopt(NULL, NULL, GLA_BOOL, 1, NULL, NULL, false, NULL, NULL, NULL), "adopt without anything");
    ok(gla_new_host(GLA_BOOL, 1, NULL, NULL, NULL), "new_host without anything");
    ok(gla_to_host(NULL, NULL, NULL), "to_host without anything");
    ok(!gla_offer(NULL) && !gla_function_named(NULL), "questions about nothing");
    ok(gla_operator_named(NULL) == GLA_OPERATOR_COUNT, "an operator without a name");
    ok(gla_property(NULL, "ndim", &(gla_result){GLA_FORM_INT64, {.integer = 0}}), "a property of nothing");
    ok(gla_property(NULL, NULL, NULL), "without a name and a place");
    gla_release_text(NULL);
    gla_release_choice(NULL);
    gla_release_arrays(NULL);
    gla_release_sparses(NULL);
    gla_release_data(NULL);
    gla_release_fits(NULL);
    gla_release_labels(NULL);
    gla_release_result(NULL);
    gla_release_outcome(NULL);
    ok(gla_array_size(NULL) == 0 && !gla_ref(NULL), "what is released, or asked, may be missing");
}

int main(void)
{
    unsetenv("GPULINALG_DEVICE");
    setenv("GPULINALG_BACKENDS", "null,host", 1);
    restore_globals();
    enter_scratch();
    memset(long_text, 'x', sizeof long_text - 1);
    gla_eye(3, &matrix, NULL, 0, GLA_FLOAT64, NULL);
    two[0] = two[1] = edges.array = matrix;
    gla_new_stream(&stream, "null:0");
    gla_stream_record(stream, &event, true);
    gla_new_elementwise("x", "y", "y = x + 1", &formula, NULL);
    gla_new_reduction("x", "y", "x", "a + b", &reducer, NULL, NULL, NULL);
    gla_new_scan("x", "y", "x", "a + b", &scanner, NULL, NULL, NULL);
    gla_search_minimum(matrix, matrix, &search, 0, 9); /* it accepts any values, any number of times */
    gla_sparse_new(matrix, &sparse);
    gla_sparse_tocsc(sparse, &turned); /* cached in the matrix from now on, like the analysis of solve_triangular */
    for (int lower = 0; lower < 2; lower++) {
        gla_array *x = NULL;
        gla_sparse_solve_triangular(sparse, matrix, &x, lower, true);
        gla_object_unref(x);
    }
    gla_sparse_factor(sparse, &factors, NULL); /* NULL without a library for sparse factorisations */
    two_matrices[0] = two_matrices[1] = sparse;
    gla_sparse_jacobi(sparse, &preconditioner);
    make_fit();
    ok(line && fit && matrix && stream && event && formula && reducer && scanner && search && turned,
       "something to begin with");
    int n;
    const gla_function *functions = gla_functions(&n);
    for (int i = 0; i < n; i++)
        test_function(&functions[i]);
    test_missing();
    printf("# %ld calls of %d functions, %ld errors\n", calls, n, errors);
    gla_object_unref(scanner);
    gla_object_unref(search);
    gla_object_unref(sparse);
    gla_object_unref(preconditioner);
    gla_object_unref(iteration);
    gla_object_unref(turned);
    gla_object_unref(factors);
    gla_object_unref(reducer);
    gla_object_unref(formula);
    gla_object_unref(event);
    gla_object_unref(stream);
    gla_object_unref(fit);
    gla_unref(line);
    gla_unref(matrix);
    ok(gla_live_arrays() == 0, "nothing is left");
    remove_scratch();
    return done();
}
