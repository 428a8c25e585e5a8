/* lu.c - LU factorisation with partial pivoting, and solution of linear systems.
 *
 * A panel of columns is halved until it is narrow enough for kernels/lu.h, which needs one launch per column.  The remaining
 * work consists of matrix products.  The pivots stay on the device until the end, so the host does not wait for the pivots. */
#include "condition.h"
#include "dense.h"

#define GROUP 64 /* number of threads in a group, and the largest number of groups for a panel */
#define LEVELS 40
#define ROOM ((int64_t)16 << 20) /* bytes of workspace for rows that are exchanged */
#define HELD (32 << 10)          /* bytes of local memory for exchanged rows in a group of lu_exchange */

typedef struct factors {
    const gla_dense *d;
    gla_strided a;
    int64_t m, n, k;
    void *block;                /* allocated block that contains the members below */
    int *pivots, *info, *order; /* for each matrix: k, 1 and m integers */
    int *place[LEVELS];         /* m integers per matrix, in one array for each half in progress */
    void *best, *rows;
    int *where;
    char *room;
    int64_t room_bytes;
    void *column, *settle;
    gla_resident resident;
} factors;

static const char defines[] = "#define WIDTH 32\n#define GROUP 64\n";

/* ---- memory -------------------------------------------------------------------------------------------------------------- */
/* Lay out the parts of one block.  With address 0, compute the size of the block. */
static int64_t lay_out(factors *f, char *at)
{
    char *begin = at;
    int64_t batch = f->d->batch, item = f->d->item, ints = (int64_t)sizeof(int);
    f->pivots = gla_dense_cut(&at, f->k * batch * ints);
    f->info = gla_dense_cut(&at, batch * ints);
    f->order = gla_dense_cut(&at, f->m * batch * ints);
    f->best = gla_dense_cut(&at, 2 * GROUP * batch * 8);
    f->where = gla_dense_cut(&at, 2 * GROUP * batch * ints);
    f->rows = gla_dense_cut(&at, 4 * GLA_DENSE_BLOCK * batch * item);
    int levels = 2;
    for (int64_t blocks = (f->k + GLA_DENSE_BLOCK - 1) / GLA_DENSE_BLOCK; blocks > 1; blocks = (blocks + 1) / 2)
        levels++;
    for (int i = 0; i < levels; i++)
        f->place[i] = gla_dense_cut(&at, f->m * batch * ints);
    f->room = gla_dense_cut(&at, f->room_bytes);
    return at - begin;
}

static gla_status prepare(factors *f, const gla_dense *d, const gla_matrix *a)
{
    *f = (factors){.d = d, .a = gla_dense_columns(a), .m = a->rows, .n = a->cols, .k = a->rows < a->cols ? a->rows : a->cols};
    int64_t column = 2 * f->k * d->batch * d->item, all = column * f->n;
    f->room_bytes = 2 * f->k * d->item <= HELD ? 0 : all < ROOM ? all : ROOM > column ? ROOM : column;
    gla_status st = gla_resident_begin(&f->resident, d, gla_resident_lu(d->dtype), f->m);
    if (!st && !f->resident.most)
        st = gla_dense_kernel(d, "lu.h", defines, "lu_column", &f->column);
    if (!st && !f->resident.most)
        st = gla_dense_kernel(d, "lu.h", defines, "lu_finish", &f->settle);
    if (!st)
        st = gla_device_scratch(d->op, d->dev, (size_t)lay_out(f, NULL), &f->block);
    if (!st)
        lay_out(f, f->block);
    if (!st && f->resident.most) /* pivots must be valid row indices even if a panel is abandoned */
        st = gla_device_fill(d->op, d->dev, f->pivots, 0, (size_t)(f->k * d->batch) * sizeof *f->pivots);
    return st ? st : gla_device_fill(d->op, d->dev, f->info, 0, (size_t)d->batch * sizeof *f->info);
}

static void discard(factors *f)
{
    gla_resident_end(&f->resident);
    gla_device_drop(f->d->dev, f->block);
}

/* ---- exchanges of rows --------------------------------------------------------------------------------------------------- */
/* Record the current position of each row. */
static gla_status record_positions(const factors *f, int level, bool begin)
{
    int64_t m = f->m, batch = f->d->batch, begins = begin;
    const gla_argument args[] = {GLA_VALUE(m), GLA_VALUE(batch), GLA_VALUE(begins), GLA_BUFFER(f->order),
                                 GLA_BUFFER(f->place[level])};
    return gla_dense_run(f->d, "lu.h", defines, "lu_places", m * batch, 5, args);
}

/* Exchange rows in one launch.  Unless `next` is 0, also record the new position of each row at level `next`. */
static gla_status exchange_in_one_launch(const factors *f, int level, int next, exchange_sizes s)
{
    int64_t touched = 2 * s.count, all = f->m - s.first, whole = all <= 2 * touched && all * f->d->item <= HELD;
    int64_t rows = whole ? all : touched, beside = rows < GLA_GROUP ? GLA_GROUP / rows : 1;
    int64_t groups = (s.columns + beside - 1) / beside;
    const gla_argument args[] = {GLA_VALUE(s),
                                 GLA_VALUE(beside),
                                 GLA_VALUE(whole),
                                 GLA_BUFFER(f->a.data),
                                 GLA_BUFFER(f->pivots),
                                 GLA_BUFFER(f->order),
                                 GLA_BUFFER(f->place[level]),
                                 GLA_BUFFER(next ? f->place[next] : NULL)};
    void *kernel;
    gla_status st = gla_dense_kernel(f->d, "lu.h", defines, "lu_exchange", &kernel);
    return st ? st : gla_dense_launch(f->d, kernel, groups * s.batch, GLA_GROUP, 8, args);
}

/* Apply the exchanges of pivots [first, last) to columns [column, end).  The positions of rows before the exchanges are
 * recorded at level `level`.  Unless `next` is 0, record the new positions at level `next`. */
static gla_status exchange_rows(const factors *f, int level, int next, int64_t first, int64_t last, int64_t column, int64_t end)
{
    int64_t count = last - first, batch = f->d->batch, slab = f->room_bytes / (2 * count * batch * f->d->item);
    exchange_sizes s = {f->m, f->a.col, f->a.step, batch, f->k, first, count, column, end - column};
    if (2 * count * f->d->item <= HELD)
        return exchange_in_one_launch(f, level, next, s);
    gla_status st = next ? record_positions(f, next, false) : GLA_OK;
    for (int64_t c = column; c < end && !st; c += slab) {
        s.column = c;
        s.columns = end - c < slab ? end - c : slab;
        const gla_argument gather[] = {GLA_VALUE(s),         GLA_BUFFER(f->a.data),       GLA_BUFFER(f->pivots),
                                       GLA_BUFFER(f->order), GLA_BUFFER(f->place[level]), GLA_BUFFER(f->room)};
        const gla_argument scatter[] = {GLA_VALUE(s), GLA_BUFFER(f->a.data), GLA_BUFFER(f->pivots), GLA_BUFFER(f->room)};
        int64_t n = 2 * count * s.columns * batch;
        st = gla_dense_run(f->d, "lu.h", defines, "lu_gather", n, 6, gather);
        if (!st)
            st = gla_dense_run(f->d, "lu.h", defines, "lu_scatter", n, 4, scatter);
    }
    return st;
}

/* ---- factorisation ------------------------------------------------------------------------------------------------------- */
static gla_status factor_panel(factors *f, int64_t first, int64_t last)
{
    int64_t rows = f->m - first, groups = (rows + GROUP - 1) / GROUP;
    panel_sizes s = {f->m, first, last, first - 1, f->a.col, f->a.step, f->d->batch, groups < GROUP ? groups : GROUP, f->k};
    const gla_argument all[] = {
        GLA_VALUE(s),          GLA_VALUE(f->resident.most), GLA_BUFFER(f->a.data), GLA_BUFFER(f->resident.messages),
        GLA_BUFFER(f->pivots), GLA_BUFFER(f->order),        GLA_BUFFER(f->info),   GLA_BUFFER(f->resident.lost)};
    if (f->resident.most)
        return gla_resident_launch(&f->resident, &s, 8, all);
    const gla_argument each[] = {GLA_VALUE(s),        GLA_BUFFER(f->a.data), GLA_BUFFER(f->best),  GLA_BUFFER(f->where),
                                 GLA_BUFFER(f->rows), GLA_BUFFER(f->pivots), GLA_BUFFER(f->order), GLA_BUFFER(f->info)};
    const gla_argument rest[] = {GLA_VALUE(s), GLA_BUFFER(f->a.data), GLA_BUFFER(f->rows), GLA_BUFFER(f->pivots)};
    gla_status st = gla_dense_launch_each(f->d, f->column, s.groups * s.batch, GROUP, 8, each, last - first + 1, &s.column);
    s.column = last;
    return st ? st : gla_dense_launch(f->d, f->settle, s.batch, GLA_DENSE_BLOCK, 4, rest);
}

/* Compute U in columns [column, end), which are to the right of the factored columns [first, last), and update the rows below
 * U. */
static gla_status update_right(const factors *f, int64_t first, int64_t last, int64_t column, int64_t end)
{
    gla_dense_triangle t = {.n = last - first, .columns = end - column, .unit = true};
    gla_strided u = gla_dense_part(f->d, f->a, first, column);
    gla_product p = {.m = f->m - last, .n = end - column, .k = last - first, .minus = true, .keep = true};
    gla_status st = gla_dense_solve(f->d, t, gla_dense_part(f->d, f->a, first, first), u);
    if (st || p.m == 0)
        return st;
    return gla_dense_multiply(f->d, &p, gla_dense_part(f->d, f->a, last, first), u, gla_dense_part(f->d, f->a, last, column));
}

/* Factor columns [first, last).  The positions of rows at the start of this half are recorded at level `begin`.  Levels above
 * `level` are free. */
static gla_status factor(factors *f, int64_t first, int64_t last, int begin, int level)
{
    int64_t blocks = (last - first + GLA_DENSE_BLOCK - 1) / GLA_DENSE_BLOCK, middle = first + blocks / 2 * GLA_DENSE_BLOCK;
    if (blocks == 1)
        return factor_panel(f, first, last);
    gla_status st = factor(f, first, middle, begin, level);
    if (!st)
        st = exchange_rows(f, begin, level + 1, first, middle, middle, last);
    if (!st)
        st = update_right(f, first, middle, middle, last);
    if (!st)
        st = factor(f, middle, last, level + 1, level + 1);
    return st ? st : exchange_rows(f, level + 1, 0, middle, last, first, middle);
}

static gla_status factor_all(factors *f)
{
    gla_status st = record_positions(f, 0, true);
    if (!st)
        st = factor(f, 0, f->k, 0, 0);
    if (!st && f->n > f->k)
        st = exchange_rows(f, 0, 0, 0, f->k, f->k, f->n);
    return st || f->n == f->k ? st : update_right(f, 0, f->k, f->k, f->n);
}

/* ---- systems ------------------------------------------------------------------------------------------------------------- */
static gla_status reorder(const factors *f, int64_t columns, bool back, const int *order, gla_strided in, gla_strided out)
{
    int64_t rows = f->m, batch = f->d->batch, turned = back;
    const gla_argument args[] = {GLA_VALUE(rows),   GLA_VALUE(columns),   GLA_VALUE(batch),
                                 GLA_VALUE(turned), GLA_BUFFER(order),    GLA_BUFFER(in.data),
                                 GLA_STACK(in),     GLA_BUFFER(out.data), GLA_STACK(out)};
    return gla_dense_run(f->d, "lu.h", defines, "lu_reorder", rows * columns * batch, 9, args);
}

/* Solve with one triangle after the other, on a copy of b whose rows are in the order of the rows of L.  The column for the
 * estimate follows the columns of b.  b may be NULL. */
static gla_status substitute(const factors *f, gla_trans ta, const gla_matrix *b, const gla_device_condition *condition)
{
    bool plain = ta == GLA_NO_TRANS;
    int64_t cols = b ? b->cols : 0;
    gla_strided x = {NULL, 1, f->m, f->m * (cols + 1)}, y = b ? gla_dense_columns(b) : (gla_strided){0};
    gla_strided a = plain ? f->a : gla_dense_transposed(f->a), w = {condition->w, 1, f->m, f->m};
    gla_dense_triangle t = {.n = f->m, .columns = cols + 1, .conjugate = ta == GLA_CONJ_TRANS, .unit = plain};
    gla_status st = gla_device_scratch(f->d->op, f->d->dev, (size_t)(f->m * (cols + 1) * f->d->batch * f->d->item), &x.data);
    gla_strided last = gla_dense_part(f->d, x, 0, cols);
    if (!st && b)
        st = reorder(f, cols, false, plain ? f->order : NULL, y, x);
    if (!st)
        st = reorder(f, 1, false, plain ? f->order : NULL, w, last);
    if (!st)
        st = gla_dense_solve(f->d, t, a, x);
    t.upper = true;
    t.unit = !plain;
    if (!st)
        st = gla_dense_solve(f->d, t, a, x);
    if (!st && b)
        st = reorder(f, cols, !plain, plain ? NULL : f->order, x, y);
    if (!st)
        st = reorder(f, 1, !plain, plain ? NULL : f->order, last, w);
    gla_device_drop(f->d->dev, x.data);
    return st;
}

/* Read infos and estimates.  If an info is not 0, its system has no solution, so there is no estimate. */
static gla_status report(const factors *f, gla_device_condition *condition, int64_t *info, double *estimates)
{
    gla_status st = gla_resident_check(&f->resident);
    if (!st)
        st = gla_dense_read_ints(f->d, f->info, f->d->batch, 0, info);
    if (!st)
        st = gla_device_read_estimates(condition, estimates);
    for (int64_t i = 0; i < f->d->batch && !st; i++)
        estimates[i] = info[i] ? 0 : estimates[i];
    return st;
}

gla_status gla_device_getrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots,
                            int64_t *info, double *estimates, bool wanted)
{
    gla_dense d;
    factors f = {.d = &d, .resident = {.d = &d}};
    gla_device_condition condition = {.marks = NULL};
    bool square = a->rows == a->cols, estimated = square && wanted, done;
    gla_status st = gla_device_stack_getrf(dev, dtype, a, batch, pivots, info, estimates, wanted, &done);
    if (done)
        return st;
    if (gla_device_stack_panels_take(dev, a->rows, a->cols, batch))
        return gla_device_stack_panels_getrf(dev, dtype, a, batch, pivots, info, estimates, wanted);
    st = gla_dense_begin(&d, "lu", dev, dtype, batch);
    if (!st)
        st = gla_device_condition_begin(&condition, "lu", dev, dtype, a->rows, a->cols, batch);
    if (!st)
        st = square ? gla_device_survey(&condition, a, (gla_device_part){.turned = false}, NULL)
                    : gla_device_survey_right(&condition, a, NULL);
    if (!st)
        st = prepare(&f, &d, a);
    if (!st)
        st = factor_all(&f);
    if (!st && estimated)
        st = substitute(&f, GLA_NO_TRANS, NULL, &condition);
    if (!st)
        st = gla_device_survey_result(&condition, a);
    if (!st)
        st = estimated ? gla_device_finish_estimates(&condition) : gla_device_finish_marks(&condition);
    if (!st)
        st = gla_dense_read_ints(&d, f.pivots, f.k * batch, 0, pivots);
    if (!st)
        st = report(&f, &condition, info, estimates);
    gla_device_condition_end(&condition);
    discard(&f);
    return st;
}

gla_status gla_device_gesv(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, const gla_matrix *b,
                           int64_t batch, int64_t *info, double *estimates, bool wanted)
{
    gla_dense d;
    factors f = {.d = &d, .resident = {.d = &d}};
    gla_device_condition condition = {.marks = NULL};
    (void)wanted; /* the solution must not depend on whether an estimate is requested */
    if (gla_device_stack_panels_take(dev, a->rows, a->rows, batch))
        return gla_device_stack_panels_gesv(dev, dtype, ta, a, b, batch, info, estimates);
    gla_status st = gla_dense_begin(&d, "solve", dev, dtype, batch);
    if (!st)
        st = gla_device_condition_begin(&condition, "solve", dev, dtype, a->rows, b->cols, batch);
    if (!st)
        st = gla_device_survey(&condition, a, (gla_device_part){.turned = ta != GLA_NO_TRANS}, NULL);
    if (!st)
        st = gla_device_survey_right(&condition, b, NULL);
    if (!st)
        st = prepare(&f, &d, a);
    if (!st)
        st = factor_all(&f);
    if (!st)
        st = substitute(&f, ta, b, &condition);
    if (!st)
        st = gla_device_survey_result(&condition, b);
    if (!st)
        st = gla_device_finish_estimates(&condition);
    if (!st)
        st = report(&f, &condition, info, estimates);
    gla_device_condition_end(&condition);
    discard(&f);
    return st;
}
