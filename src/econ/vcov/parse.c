/* parse.c - Read the specification of a covariance matrix: "cluster:firm+year", "NW(3):year". */
#include "econ/vcov/vcov.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct kind_row {
    const char *name;
    vcov_kind kind;
    int least, most; /* number of names after the colon */
    bool number;     /* parentheses are permitted */
} kind_row;

static const kind_row rows[] = {
    {"iid", VCOV_IID, 0, 0, false},
    {"HC0", VCOV_HC0, 0, 0, false},
    {"HC1", VCOV_HC1, 0, 0, false},
    {"HC2", VCOV_HC2, 0, 0, false},
    {"HC3", VCOV_HC3, 0, 0, false},
    {"hetero", VCOV_HC1, 0, 0, false},
    {"robust", VCOV_HC1, 0, 0, false},
    {"cluster", VCOV_CLUSTER, 0, VCOV_WAYS, false},
    {"CRV1", VCOV_CLUSTER, 0, VCOV_WAYS, false},
    {"CRV3", VCOV_CRV3, 0, 1, false},
    {"NW", VCOV_NW, 0, 2, true},
    {"DK", VCOV_DK, 0, 1, true},
    {"conley", VCOV_CONLEY, 2, 2, true},
};
enum { ROWS = sizeof rows / sizeof *rows };

typedef struct reader {
    gla_scope *s;
    const char *text;
    const char *at;
} reader;

/* Fail with a caret under the place. */
static void refuse(reader *r, const char *place, const char *what)
{
    int64_t column = 0;
    for (const char *c = r->text; c < place; c++)
        column += ((unsigned char)*c & 0xC0) != 0x80; /* characters, not bytes */
    if (!r->s->status)
        gla_s_fail(r->s, GLA_ARGUMENT_ERROR, "%s: vcov %s\n    %s\n    %*s^", r->s->op, what, r->text, (int)column, "");
}

static void skip(reader *r)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
}

/* The text up to one of the characters in `end`, without spaces around it. */
static const char *word(reader *r, const char *end, const char *what)
{
    skip(r);
    const char *start = r->at;
    size_t n = strcspn(start, end);
    r->at += n;
    while (n > 0 && isspace((unsigned char)start[n - 1]))
        n--;
    if (n == 0)
        refuse(r, start, what);
    char *copy = gla_s_memory(r->s, (int64_t)n + 1, 1);
    if (copy)
        memcpy(copy, start, n);
    return copy;
}

static const kind_row *find_kind(reader *r, const char *start, const char *name)
{
    const char *meant = NULL;
    char text[300];
    for (int i = 0; i < ROWS; i++)
        if (strcasecmp(name, rows[i].name) == 0)
            return &rows[i];
    for (int i = 0; i < ROWS && !meant; i++)
        if (strncasecmp(name, rows[i].name, 2) == 0)
            meant = rows[i].name;
    snprintf(text, sizeof text, "'%.40s' is not a covariance matrix; %s%s%s", name, meant ? "did you mean '" : "",
             meant ? meant : "use iid, HC0 to HC3, cluster, CRV3, NW, DK or conley", meant ? "'?" : "");
    refuse(r, start, text);
    return NULL;
}

static void read_kernel(reader *r, vcov_spec *spec)
{
    const char *start = r->at, *key = word(r, "=,)", "needs a kernel here");
    if (r->s->status)
        return;
    if (*r->at == '=' && strcmp(key, "kernel") == 0) {
        r->at++;
        start = r->at;
        key = word(r, ",)", "needs a kernel here");
    }
    if (r->s->status)
        return;
    if (strcmp(key, "bartlett") == 0)
        spec->bartlett = true;
    else if (strcmp(key, "uniform") != 0)
        refuse(r, start, "has an unknown kernel; use uniform or bartlett");
}

/* Read "(3)" or "(100, kernel=bartlett)". */
static void read_number(reader *r, const kind_row *row, vcov_spec *spec)
{
    char *end;
    const char *start = ++r->at;
    if (!row->number) {
        refuse(r, start - 1, "accepts no number for this matrix; remove the parentheses");
        return;
    }
    skip(r);
    spec->number = strtod(r->at, &end);
    if (end == r->at || !(spec->number >= 0) || !(spec->number < 1e15))
        refuse(r, start, "needs a number that is not negative here");
    else if (row->kind != VCOV_CONLEY && spec->number != floor(spec->number))
        refuse(r, start, "needs a whole number of lags here");
    r->at = end;
    skip(r);
    if (*r->at == ',' && row->kind == VCOV_CONLEY && !r->s->status) {
        r->at++;
        read_kernel(r, spec);
    }
    if (*r->at != ')')
        refuse(r, r->at, "needs a closing parenthesis here");
    else
        r->at++;
    skip(r);
}

static void read_names(reader *r, const kind_row *row, vcov_spec *spec)
{
    const char *start = r->at;
    while ((*r->at == ':' || *r->at == '+') && !r->s->status) {
        const char *place = r->at++;
        if (spec->n == row->most)
            refuse(r, place, row->most == 0 ? "accepts no columns for this matrix" : "has too many columns for this matrix");
        else
            spec->names[spec->n++] = word(r, "+", "needs the name of a column here");
    }
    if (*r->at && !r->s->status)
        refuse(r, r->at, "has text that does not belong here");
    if (spec->n < row->least)
        refuse(r, start, "needs latitude and longitude: conley(100):latitude+longitude");
}

void vcov_parse(gla_scope *s, const char *text, vcov_spec *spec)
{
    reader r = {s, text ? text : "iid", text ? text : "iid"};
    *spec = (vcov_spec){.kind = VCOV_IID, .text = r.text, .number = NAN};
    skip(&r);
    const char *start = r.at, *name = word(&r, "(:", "is empty; use iid, HC1 or cluster:column");
    const kind_row *row = s->status ? NULL : find_kind(&r, start, name);
    if (!row)
        return;
    spec->kind = row->kind;
    if (*r.at == '(')
        read_number(&r, row, spec);
    if (!s->status)
        read_names(&r, row, spec);
    if (row->kind == VCOV_CONLEY && !s->status && !(spec->number > 0))
        refuse(&r, start, "needs a distance in km: conley(100):latitude+longitude");
}
