/* stack_panels.c - LU and linear systems for stacks of matrices of medium order, by kernels/stack_panel.h and stack_update.h.
 * Each panel takes two launches for the whole stack, and there is one wait. */
#include "condition.h"
#include "dense.h"
#include "runtime/allocation.h"

#include <string.h>

#define MAX_ROWS 512
#define GROUP 128 /* as in the kernels */
#define COLUMNS 32

typedef struct stack_lu {
    gla_dense d;
    gla_device_condition condition;
    stack_panel_sizes s;
    int width;
    void *panel, *update, *block;
    void *a, *b, *single;
    int *codes, *moves;
    int *info;    /* info of each matrix, which the host reads together with the next members */
    float *found; /* estimates */
    int *pivots;
} stack_lu;

int gla_dense_stack_width(gla_dtype dtype)
{
    return gla_dtype_is_complex(dtype) ? 16 : 32;
}

int gla_dense_stack_threads(int64_t rows)
{
    return rows <= 128 ? 128 : rows <= 256 ? 256 : MAX_ROWS;
}

static void put_width(gla_writer *w, const gla_device_program *p)
{
    gla_put_dialect_type(w, (gla_dtype)p->numbers[0]);
    gla_put(w, "#define WIDTH %d\n", p->numbers[1]);
    if (p->numbers[2])
        gla_put(w, "#define THREADS %d\n", p->numbers[2]);
}

gla_device_program gla_dense_stack_program(const char *file, gla_dtype dtype, int threads)
{
    return (gla_device_program){
        file, put_width, NULL, {(uint16_t)dtype, (uint16_t)gla_dense_stack_width(dtype), (uint16_t)threads}};
}

gla_device_program gla_device_stack_panel_program(gla_dtype dtype, int64_t n)
{
    return gla_dense_stack_program("stack_panel.h", dtype, gla_dense_stack_threads(n));
}

gla_device_program gla_device_stack_sides_program(gla_dtype dtype)
{
    return gla_dense_stack_program("stack_update.h", dtype, 0);
}

static void put_cholesky(gla_writer *w, const gla_device_program *p)
{
    gla_put_condition(w, p);
    gla_put(w, "#define WIDTH %d\n#define THREADS %d\n", p->numbers[1], GLA_STACK_CHOLESKY_MAX);
}

gla_device_program gla_device_stack_cholesky_program(gla_dtype dtype)
{
    return (gla_device_program){
        "stack_cholesky.h", put_cholesky, NULL, {(uint16_t)dtype, (uint16_t)gla_dense_stack_width(dtype)}};
}

bool gla_device_stack_panels_take(gla_device *dev, int64_t rows, int64_t cols, int64_t batch)
{
    const gla_traits *traits = gla_device_traits(dev);
    return batch > 1 && rows == cols && rows > 1 && rows <= MAX_ROWS &&
           (size_t)gla_dense_stack_threads(rows) <= gla_traits_threads(traits) && traits->local_memory >= (size_t)40 << 10 &&
           !traits->is_serial;
}

static int64_t blocks_of(int64_t columns)
{
    return (columns + COLUMNS - 1) / COLUMNS;
}

static size_t lay_out(stack_lu *f, char *at)
{
    char *begin = at;
    int64_t batch = f->d.batch, ints = (int64_t)sizeof(int);
    f->moves = gla_dense_cut(&at, 2 * f->width * batch * ints);
    f->codes = gla_dense_cut(&at, batch * ints);
    f->info = gla_dense_cut(&at, (2 + f->s.n) * batch * ints);
    f->found = (float *)(f->info + batch);
    f->pivots = f->info + 2 * batch;
    return (size_t)(at - begin);
}

static gla_status begin(stack_lu *f, const char *op, gla_device *dev, gla_dtype dtype, const gla_matrix *a, const gla_matrix *b,
                        int64_t batch)
{
    *f = (stack_lu){.width = gla_dense_stack_width(dtype), .a = a->data};
    f->s = (stack_panel_sizes){.n = a->rows, .batch = batch, .ld = a->ld, .step = a->stride};
    if (b) {
        f->b = b->data;
        f->s.columns = b->cols;
        f->s.ldb = b->ld;
        f->s.stepb = b->stride;
        f->s.sides = blocks_of(b->cols);
    }
    const gla_device_program panel = gla_device_stack_panel_program(dtype, a->rows);
    const gla_device_program sides = gla_device_stack_sides_program(dtype);
    gla_status st = gla_dense_begin(&f->d, op, dev, dtype, batch);
    if (!st)
        st = gla_device_find(dev, &panel, "lu_stack_panel", &f->panel);
    if (!st)
        st = gla_device_find(dev, &sides, "lu_stack_update", &f->update);
    if (!st)
        st = gla_device_condition_begin(&f->condition, op, dev, dtype, a->rows, b ? b->cols : a->cols, batch);
    if (!st)
        st = gla_device_scratch(op, dev, lay_out(f, NULL), &f->block);
    if (!st)
        lay_out(f, f->block);
    f->single = f->condition.w;
    if (!st)
        st = gla_device_fill(op, dev, f->codes, 0, (size_t)batch * sizeof *f->codes);
    return st ? st : gla_device_fill(op, dev, f->info, 0, (size_t)batch * sizeof *f->info);
}

static void end(stack_lu *f)
{
    gla_device_drop(f->d.dev, f->block);
    gla_device_condition_end(&f->condition);
}

/* Factor all matrices.  If `whole`, also exchange rows of L in the columns to the left of each panel. */
static gla_status factor(stack_lu *f, bool whole)
{
    stack_panel_sizes *s = &f->s;
    gla_status st = GLA_OK;
    for (s->first = 0; s->first < s->n && !st; s->first = s->last) {
        s->last = s->first + f->width < s->n ? s->first + f->width : s->n;
        s->left = whole ? blocks_of(s->first) : 0;
        s->right = blocks_of(s->n - s->last);
        int64_t blocks = s->left + s->right + s->sides + s->singles;
        const gla_argument panel[] = {GLA_VALUE(*s), GLA_BUFFER(f->a), GLA_BUFFER(f->pivots), GLA_BUFFER(f->moves),
                                      GLA_BUFFER(f->info)};
        const gla_argument sides[] = {GLA_VALUE(*s), GLA_BUFFER(f->a), GLA_BUFFER(f->b), GLA_BUFFER(f->single),
                                      GLA_BUFFER(f->moves)};
        st = gla_dense_launch(&f->d, f->panel, s->batch, gla_dense_stack_threads(s->n), 5, panel);
        if (!st && blocks)
            st = gla_dense_launch(&f->d, f->update, s->batch * blocks, GROUP, 5, sides);
    }
    return st;
}

static gla_status run_sides(const stack_lu *f, const char *name, int64_t groups, int n, const gla_argument *args)
{
    const gla_device_program p = gla_device_stack_sides_program(f->d.dtype);
    void *kernel;
    gla_status st = gla_device_find(f->d.dev, &p, name, &kernel);
    return st ? st : gla_dense_launch(&f->d, kernel, groups, GROUP, n, args);
}

static gla_status substitute_back(stack_lu *f)
{
    stack_panel_sizes *s = &f->s;
    s->left = s->right = 0;
    const gla_argument args[] = {GLA_VALUE(*s), GLA_BUFFER(f->a), GLA_BUFFER(f->b), GLA_BUFFER(f->single)};
    return run_sides(f, "lu_stack_back", s->batch * (s->sides + s->singles), 4, args);
}

static gla_status turn(const stack_lu *f, bool conjugated)
{
    int conjugate = conjugated;
    int64_t tiles = (f->s.n + f->width - 1) / f->width;
    const gla_argument args[] = {GLA_VALUE(f->s.n),    GLA_VALUE(f->s.batch), GLA_VALUE(f->s.ld),
                                 GLA_VALUE(f->s.step), GLA_VALUE(conjugate),  GLA_BUFFER(f->a)};
    return run_sides(f, "transpose_stack", f->s.batch * tiles * tiles, 6, args);
}

/* Wait, and read the results.  `pivots` may be NULL. */
static gla_status report(const stack_lu *f, int64_t *pivots, int64_t *info, double *estimates)
{
    int64_t batch = f->s.batch, count = pivots ? f->s.n * batch : 0;
    size_t bytes = (size_t)(2 * batch + count) * sizeof(int);
    const gla_argument args[] = {GLA_VALUE(f->s.batch), GLA_BUFFER(f->codes), GLA_BUFFER(f->condition.estimates),
                                 GLA_BUFFER(f->info), GLA_BUFFER(f->found)};
    int *host = gla_malloc(bytes);
    if (!host)
        return gla_fail_memory(f->d.op, bytes);
    gla_status st = run_sides(f, "report_stack", (batch + GROUP - 1) / GROUP, 5, args);
    if (!st)
        st = gla_device_read(f->d.op, f->d.dev, host, f->info, bytes);
    for (int64_t i = 0; i < batch && !st; i++) {
        float estimate;
        memcpy(&estimate, host + batch + i, sizeof estimate);
        info[i] = host[i];
        estimates[i] = (double)estimate;
    }
    for (int64_t i = 0; i < count && !st; i++)
        pivots[i] = host[2 * batch + i];
    gla_free(host);
    return st;
}

gla_status gla_device_stack_panels_getrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots,
                                         int64_t *info, double *estimates, bool wanted)
{
    stack_lu f;
    gla_status st = begin(&f, "lu", dev, dtype, a, NULL, batch);
    f.s.singles = wanted;
    if (!st)
        st = gla_device_survey(&f.condition, a, (gla_device_part){.turned = false}, f.codes);
    if (!st)
        st = factor(&f, true);
    if (!st && wanted)
        st = substitute_back(&f);
    if (!st)
        st = gla_device_survey_result(&f.condition, a);
    if (!st)
        st = wanted ? gla_device_finish_estimates(&f.condition) : gla_device_finish_marks(&f.condition);
    if (!st)
        st = report(&f, pivots, info, estimates);
    end(&f);
    return st;
}

gla_status gla_device_stack_panels_gesv(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a,
                                        const gla_matrix *b, int64_t batch, int64_t *info, double *estimates)
{
    stack_lu f;
    gla_status st = begin(&f, "solve", dev, dtype, a, b, batch);
    f.s.singles = 1;
    if (!st)
        st = gla_device_survey_right(&f.condition, b, f.codes);
    if (!st)
        st = gla_device_survey(&f.condition, a, (gla_device_part){.turned = ta != GLA_NO_TRANS}, f.codes);
    if (!st && ta != GLA_NO_TRANS)
        st = turn(&f, ta == GLA_CONJ_TRANS);
    if (!st)
        st = factor(&f, false);
    if (!st)
        st = substitute_back(&f);
    if (!st)
        st = gla_device_survey_result(&f.condition, b);
    if (!st)
        st = gla_device_finish_estimates(&f.condition);
    if (!st)
        st = report(&f, NULL, info, estimates);
    end(&f);
    return st;
}

static gla_status cholesky_at_once(const gla_dense *d, const gla_matrix *a, int *info, float *estimates, bool wanted)
{
    void *kernel;
    int estimated = estimates && wanted;
    const gla_device_program p = gla_device_stack_cholesky_program(d->dtype);
    gla_status st = gla_device_find(d->dev, &p, "cholesky_stack", &kernel);
    const gla_argument args[] = {GLA_VALUE(d->batch),  GLA_VALUE(a->rows),  GLA_VALUE(a->ld), GLA_VALUE(a->stride),
                                 GLA_VALUE(estimated), GLA_BUFFER(a->data), GLA_BUFFER(info), GLA_BUFFER(estimates)};
    return st ? st : gla_dense_launch(d, kernel, d->batch, GLA_STACK_CHOLESKY_MAX, 8, args);
}

static gla_status cholesky_by_panels(const gla_dense *d, const gla_matrix *a, int *info)
{
    void *panel, *update;
    int64_t width = gla_dense_stack_width(d->dtype);
    stack_panel_sizes s = {.n = a->rows, .batch = d->batch, .ld = a->ld, .step = a->stride};
    const gla_device_program panels = gla_device_stack_panel_program(d->dtype, a->rows);
    const gla_device_program sides = gla_device_stack_sides_program(d->dtype);
    gla_status st = gla_device_find(d->dev, &panels, "cholesky_stack_panel", &panel);
    if (!st)
        st = gla_device_find(d->dev, &sides, "cholesky_stack_update", &update);
    if (!st)
        st = gla_device_fill(d->op, d->dev, info, 0, (size_t)d->batch * sizeof *info);
    for (s.first = 0; s.first < s.n && !st; s.first = s.last) {
        s.last = s.first + width < s.n ? s.first + width : s.n;
        s.right = blocks_of(s.n - s.last);
        const gla_argument args[] = {GLA_VALUE(s), GLA_BUFFER(a->data), GLA_BUFFER(info)};
        st = gla_dense_launch(d, panel, s.batch, gla_dense_stack_threads(s.n), 3, args);
        if (!st && s.right)
            st = gla_dense_launch(d, update, s.batch * s.right, GROUP, 2, args);
    }
    return st;
}

gla_status gla_dense_stack_cholesky(const gla_dense *d, const gla_matrix *a, int *info, gla_device_condition *c, bool wanted)
{
    if (a->rows <= GLA_STACK_CHOLESKY_MAX)
        return cholesky_at_once(d, a, info, c ? c->estimates : NULL, wanted);
    gla_status st = cholesky_by_panels(d, a, info);
    return st || !c ? st : gla_device_estimate_cholesky(c, a, wanted);
}
