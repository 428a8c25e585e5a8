/* lines.c - Lines of the summary of a Fit with instruments. */
#include "econ/instruments/instruments.h"
#include "econ/tests/restriction.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ENDOGENOUS = ECON_LINES - 3 }; /* lines for endogenous regressors */

void iv_label(gla_scope *s, iv_extra *x, const char *const *names)
{
    for (int64_t j = 0; j < x->m && j < ENDOGENOUS && !s->status; j++) {
        size_t size = strlen(names[x->kx + j]) + 20;
        x->labels[j] = gla_malloc(size);
        if (x->labels[j])
            snprintf(x->labels[j], size, "First-stage F, %s", names[x->kx + j]);
        else
            gla_s_check(s, gla_fail_memory(s->op, size));
    }
}

static int overidentified(gla_scope *s, const iv_blocks *t, econ_line *line)
{
    double off, own = t->x->j;
    if (t->l == t->m || (isnan(own) && !t->iid))
        return 0;
    double value = isnan(own) ? iv_sargan(s, t, &off) : own,
           p = s->status ? NAN : econ_f_tail(s, value, (double)(t->l - t->m), INFINITY);
    *line = (econ_line){.label = isnan(own) ? "Sargan" : "J", .value = value};
    snprintf(line->text, sizeof line->text, "df = %lld, p = %.4f", (long long)(t->l - t->m), p);
    return !s->status;
}

/* The first-stage F of the endogenous regressors that have one. */
static int first_stage(gla_scope *s, const iv_blocks *t, econ_line *lines)
{
    double df;
    int n = 0;
    for (int64_t j = 0; j < t->m && j < ENDOGENOUS && !s->status; j++) {
        double f = iv_first_stage_f(s, t, j, &df);
        lines[n] = (econ_line){.label = t->x->labels[j], .value = f};
        if (f < 10)
            snprintf(lines[n].text, sizeof lines[n].text, "weak instruments: F is less than 10");
        n += !s->status && !isnan(f);
    }
    return n;
}

int iv_lines(const gla_econ_fit *fit, econ_line *lines)
{
    gla_scope s;
    iv_blocks t;
    int n = 0;
    gla_scope_begin(&s, "summary");
    if (iv_read(&s, fit, &t) && t.df > 0) {
        t.quiet = true;
        if (t.iid || t.x->Q)
            n = first_stage(&s, &t, lines);
        n += overidentified(&s, &t, &lines[n]);
    }
    if (!s.status && t.x->kappa != 1 && !isnan(t.x->kappa))
        lines[n++] = (econ_line){.label = "kappa", .value = t.x->kappa};
    gla_scope_end(&s);
    return n;
}
