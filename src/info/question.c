/* question.c - Read a question about an operation, and imagine its calls (question.h). */
#include "config.h"
#include "info/question.h"
#include "runtime/nearest.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define LONGEST 128       /* characters of a name */
#define LARGEST_N 1e12    /* of n, and of other lengths */
#define LARGEST_SIZE 1e15 /* elements of an array */

/* Operations whose usual shapes do not follow from the kind of work. */
static const char *const usual[][2] = {
    {"solve", "(n,n) (n)"}, {"solve_triangular", "(n,n) (n)"}, {"lstsq", "(n,n) (n)"}, {"matmul", "(n,n) (n,n)"},
    {"take", "(n) (n)"},    {"where", "(n) (n) (n)"},          {"kron", "(n) (n)"},    {"outer", "(n) (n)"},
};

/* ---- names ----------------------------------------------------------------------------------------------------------- */
/* Methods are written with a dot: Generator.normal is the plan generator_normal. Modules are left out: fft.rfft is rfft. */
static bool is_called(const gla_plan *plan, const char *name)
{
    const char *point = strrchr(name, '.');
    size_t i = 0;
    while (name[i] && plan->op[i] == (name[i] == '.' ? '_' : (char)tolower((unsigned char)name[i])))
        i++;
    return (!name[i] && !plan->op[i]) || (point && strcmp(plan->op, point + 1) == 0);
}

static gla_status find_plan(const char *name, const gla_plan **plan)
{
    const char *names[2048];
    int n = 0;
    for (const gla_plan *const *p = gla_plans; *p; p++) {
        if (is_called(*p, name)) {
            *plan = *p;
            return GLA_OK;
        }
        if (n < (int)(sizeof names / sizeof *names))
            names[n++] = (*p)->op;
    }
    int near = gla_nearest_of(name, names, n);
    return gla_fail(GLA_ARGUMENT_ERROR,
                    near < 0 ? "crossover: there is no function \"%.60s\" of arrays"
                             : "crossover: there is no function \"%.60s\" of arrays; did you mean \"%.60s\"?",
                    name, near < 0 ? "" : names[near]);
}

/* ---- parts of the text ------------------------------------------------------------------------------------------------ */
static gla_status refuse(const char *text)
{
    return gla_fail(GLA_ARGUMENT_ERROR,
                    "crossover: \"%.60s\" cannot be read; write a question such as \"lstsq (n,10) (n) float32 n=1e3..1e7\"",
                    text);
}

/* Read a whole number from 1 on. A dot belongs to it only if a digit follows: "200..20000" has two numbers. */
static bool read_whole(const char **at, double *value)
{
    char digits[32];
    size_t n = 0;
    for (const char *p = *at; n + 1 < sizeof digits; p++) {
        bool more = isdigit((unsigned char)*p) || (n && (*p == '.' || *p == 'e' || *p == 'E') && isdigit((unsigned char)p[1]));
        if (!more)
            break;
        digits[n++] = *p;
    }
    digits[n] = '\0';
    *value = n ? round(gla_read_numeral(digits, NULL)) : 0;
    *at += n;
    return *value >= 1 && *value <= LARGEST_N;
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\n");
}

static bool read_length(const char **at, int64_t *length)
{
    double value;
    if (**at == 'n') {
        ++*at;
        *length = -1;
        return true;
    }
    if (!read_whole(at, &value))
        return false;
    *length = (int64_t)value;
    return true;
}

/* Read "(n, 10)". */
static bool read_shape(const char **text, gla_question *q)
{
    gla_question_shape *s = &q->shapes[q->n_shapes];
    const char *at = skip_blanks(*text + 1);
    if (q->n_shapes == GLA_QUESTION_SHAPES)
        return false;
    *s = (gla_question_shape){.ndim = 0};
    while (*at != ')') {
        if (s->ndim == 4 || !read_length(&at, &s->lengths[s->ndim++]))
            return false;
        at = skip_blanks(at);
        if (*at == ',')
            at = skip_blanks(at + 1);
        else if (*at != ')')
            return false;
    }
    q->n_shapes++;
    *text = at + 1;
    return true;
}

/* Read "n=200..20000", with two or three dots or an ellipsis, or "n=1000". */
static bool read_range(const char **text, gla_question *q)
{
    static const char *const dots[] = {"...", "..", "\u2026"};
    const char *at = skip_blanks(*text + 1);
    bool is_range = false;
    if (*at != '=')
        return false;
    at = skip_blanks(at + 1);
    if (!read_whole(&at, &q->from))
        return false;
    for (int i = 0; i < 3 && !is_range; i++)
        if (strncmp(at, dots[i], strlen(dots[i])) == 0) {
            at += strlen(dots[i]);
            is_range = true;
        }
    q->to = q->from;
    *text = at;
    return !is_range || (read_whole(text, &q->to) && q->to >= q->from);
}

static bool read_dtype(const char **text, gla_question *q)
{
    char word[32];
    size_t n = strcspn(*text, " \t\n(");
    snprintf(word, sizeof word, "%.*s", (int)n, *text);
    q->dtype = gla_dtype_from_name(word);
    *text += n;
    return q->dtype != GLA_NO_DTYPE;
}

static bool read_part(const char **at, gla_question *q)
{
    if (**at == '(')
        return read_shape(at, q);
    if (**at == 'n' && *skip_blanks(*at + 1) == '=')
        return read_range(at, q);
    return read_dtype(at, q);
}

/* ---- defaults -------------------------------------------------------------------------------------------------------- */
static bool takes_matrix(const gla_plan *plan)
{
    return plan->work == GLA_WORK_PRODUCT || plan->work == GLA_WORK_FACTOR || plan->work == GLA_WORK_QR ||
           plan->work == GLA_WORK_SPECTRUM;
}

/* An elementwise function has as many vectors as arguments; of other functions the first argument is given. */
static void choose_shapes(gla_question *q)
{
    const char *text = NULL, *arguments = q->plan->arguments;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (strcmp(q->plan->op, usual[i][0]) == 0)
            text = usual[i][1];
    if (!text)
        text = takes_matrix(q->plan) ? "(n,n)" : strcmp(arguments, "aa") == 0 ? "(n) (n)" : "(n)";
    while (*(text = skip_blanks(text)) && read_shape(&text, q))
        ;
}

static void choose_range(gla_question *q)
{
    bool square = q->n_shapes && q->shapes[0].ndim > 1 && q->shapes[0].lengths[1] < 0;
    q->from = square ? 50 : 1e3;
    q->to = square ? 1e4 : 1e8;
}

/* Return true if the shapes are those of the counts: draws, and functions without operands. */
static bool shapes_are_counts(const gla_plan *plan)
{
    return plan->work == GLA_WORK_RANDOM || !strpbrk(plan->arguments, "alvt");
}

static gla_status check(const gla_question *q)
{
    if (q->plan->stays)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "crossover: %s makes a view or a few bytes and runs on the device of its operands, whatever their size",
                        q->plan->op);
    if (!strpbrk(q->plan->arguments, "alvtc"))
        return gla_fail(GLA_ARGUMENT_ERROR, "crossover: the cost of %s does not depend on shapes that can be given",
                        q->plan->op);
    for (int i = 0; i < q->n_shapes; i++) {
        double size = 1;
        for (int k = 0; k < q->shapes[i].ndim; k++)
            size *= q->shapes[i].lengths[k] < 0 ? q->to : (double)q->shapes[i].lengths[k];
        if (size > LARGEST_SIZE)
            return gla_fail(GLA_ARGUMENT_ERROR, "crossover: an operand has %g elements, but at most %g make sense", size,
                            LARGEST_SIZE);
    }
    return GLA_OK;
}

gla_status gla_question_read(const char *text, gla_question *q)
{
    char name[LONGEST];
    const char *at = skip_blanks(text);
    size_t n = strcspn(at, " \t\n(");
    *q = (gla_question){.dtype = GLA_FLOAT64};
    if (!n || n >= sizeof name)
        return refuse(at);
    snprintf(name, sizeof name, "%.*s", (int)n, at);
    gla_status st = find_plan(name, &q->plan);
    if (st)
        return st;
    for (at = skip_blanks(at + n); *at; at = skip_blanks(at)) {
        const char *part = at;
        if (!read_part(&at, q))
            return refuse(part);
    }
    if (!q->n_shapes)
        choose_shapes(q);
    if (q->from == 0)
        choose_range(q);
    return check(q);
}

/* ---- calls ----------------------------------------------------------------------------------------------------------- */
static const gla_array *imagine_array(const gla_question *q, double n, gla_imagined *call, int i)
{
    const gla_question_shape *s = &q->shapes[i];
    gla_array *x = &call->arrays[i].a;
    *x = (gla_array){.size = 1, .dtype = q->dtype, .ndim = s->ndim, .contiguous = true, .shape = call->shapes[i]};
    for (int k = 0; k < s->ndim; k++) {
        x->shape[k] = s->lengths[k] < 0 ? (int64_t)n : s->lengths[k];
        x->size *= x->shape[k];
    }
    return call->operands[call->n_operands++] = x;
}

static void imagine_count(const gla_question *q, double n, gla_imagined *call)
{
    const gla_question_shape *s = &q->shapes[0];
    call->count = (gla_ints){.n = s->ndim};
    for (int k = 0; k < s->ndim; k++)
        call->count.v[k] = s->lengths[k] < 0 ? (int64_t)n : s->lengths[k];
    call->count_at = &call->count;
}

void gla_imagine(const gla_question *q, double n, gla_imagined *call)
{
    const char *arguments = q->plan->arguments;
    bool counts = shapes_are_counts(q->plan);
    memset(call, 0, sizeof *call);
    imagine_count(q, n, call);
    for (int i = 0; i < 9 && arguments[i]; i++) {
        bool has_shape = strchr("alvt", arguments[i]);
        bool given = has_shape && !counts && call->n_operands < q->n_shapes;
        if (given)
            call->handles[i] = imagine_array(q, n, call, call->n_operands);
        call->arguments[i] = (gla_place_argument){GLA_PLACE_ARRAY, (void *)&call->handles[i]};
        if (arguments[i] == 't')
            call->arguments[i] = (gla_place_argument){GLA_PLACE_TARGET, (void *)call->handles[i]};
        else if (arguments[i] == 'c')
            call->arguments[i] = (gla_place_argument){GLA_PLACE_COUNT, (void *)&call->count_at};
        else if (arguments[i] == 'l' && given) {
            call->list = (gla_arrays){.n = 1, .v = (void *)&call->handles[i]};
            call->list_at = &call->list;
            call->arguments[i] = (gla_place_argument){GLA_PLACE_LIST, (void *)&call->list_at};
        } else if (!has_shape)
            call->arguments[i].kind = GLA_PLACE_OBJECT;
    }
}
