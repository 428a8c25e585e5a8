/* code.c - Cache of expressions that are compiled to device code, and of their sources by key. */
#include "dialect/code.h"
#include "runtime/lock.h"
#include "runtime/allocation.h"

#include <pthread.h>

static gla_code *codes;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool same_value(const gla_value *a, const gla_value *b)
{
    return a->kind == b->kind && a->dtype == b->dtype && a->compute == b->compute && a->op == b->op &&
           a->reached == b->reached && memcmp(a->arg, b->arg, sizeof a->arg) == 0 && a->loop == b->loop &&
           a->value.dtype == b->value.dtype && a->value.integer == b->value.integer &&
           memcmp(&a->value.re, &b->value.re, sizeof a->value.re) == 0 &&
           memcmp(&a->value.im, &b->value.im, sizeof a->value.im) == 0;
}

static bool same(const gla_expr *a, const gla_expr *b)
{
    bool is_same = a->n == b->n && a->n_inputs == b->n_inputs && a->n_outputs == b->n_outputs &&
                   memcmp(a->outputs, b->outputs, (size_t)a->n_outputs * sizeof *a->outputs) == 0;
    for (int i = 0; i < a->n && is_same; i++)
        is_same = same_value(&a->values[i], &b->values[i]);
    return is_same;
}

static gla_code *look(int n, const gla_expr *const exprs[])
{
    gla_code *c = codes;
    for (; c; c = c->next) {
        bool is_same = c->n == n;
        for (int i = 0; i < n && is_same; i++)
            is_same = same(c->exprs[i], exprs[i]);
        if (is_same)
            break;
    }
    return c;
}

/* Copy the expressions into one allocation. */
static gla_code *copy(int n, const gla_expr *const exprs[])
{
    size_t values = 0;
    for (int i = 0; i < n; i++)
        values += (size_t)exprs[i]->n;
    struct {
        gla_code code;
        gla_expr exprs[3];
        gla_value values[];
    } *c = gla_calloc(1, sizeof *c + values * sizeof(gla_value));
    if (!c) {
        gla_fail_memory(exprs[0]->op, sizeof *c + values * sizeof(gla_value));
        return NULL;
    }
    c->code.n = n;
    values = 0;
    for (int i = 0; i < n; i++) {
        const gla_expr *from = exprs[i];
        gla_expr *e = c->code.exprs[i] = &c->exprs[i];
        e->op = "formula";
        e->n = e->capacity = from->n;
        e->n_inputs = from->n_inputs;
        e->n_outputs = from->n_outputs;
        memcpy(e->outputs, from->outputs, sizeof e->outputs);
        e->open = -1;
        e->values = memcpy(c->values + values, from->values, (size_t)from->n * sizeof *from->values);
        values += (size_t)from->n;
    }
    return &c->code;
}

gla_status gla_code_of(int n, const gla_expr *const exprs[], const gla_code **code)
{
    gla_expr *first = (gla_expr *)exprs[0]; /* only its cached code changes */
    gla_code *c = atomic_load_explicit(&first->code, memory_order_acquire);
    if (!c) {
        gla_lock(&lock);
        if (!(c = look(n, exprs)) && (c = copy(n, exprs))) {
            c->next = codes;
            codes = c;
        }
        pthread_mutex_unlock(&lock);
        atomic_store_explicit(&first->code, c, memory_order_release);
    }
    *code = c;
    return c ? GLA_OK : gla_last_status();
}

void gla_put_code(gla_writer *w, const gla_expr *const exprs[], const gla_code_key *key)
{
    if (key->v[0] == 'm')
        gla_put_map(w, exprs[0], key);
    else
        gla_put_fold(w, exprs, key);
}

gla_status gla_code_source(const char *op, const gla_expr *const exprs[], const gla_code_key *key, char **source)
{
    gla_writer w = GLA_WRITER(op);
    gla_put_code(&w, exprs, key);
    return gla_writer_finish(&w, source);
}
