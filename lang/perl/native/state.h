/* state.h - State of the Perl module in each interpreter. */

/* A function of the library's table, and the wrapper that SWIG generated for it. */
typedef struct {
    const gla_function *call;
    XSUBADDR_t wrapper;
} gla_pl_function;

#define GLA_PL_CLASS "GPULinalg::Array"

#define MY_CXT_KEY "GPULinalg::_state"
typedef struct {
    HV *array_class, *shape_class;
    SV *missing;         /* placeholder for an argument that was not given: converters keep the default */
    HV *borrowed;        /* address of a PDL -> number of arrays that currently share its memory */
    SV *user_exception;  /* the exception of user code that ends this call, or NULL */
    AV *raised;          /* exceptions that are raised but not thrown yet, because a call first frees its objects, which may run
                          * user code */
    bool in_handler;     /* true while a signal handler runs during a wait of the library */
    bool exit_requested; /* a handler has called exit; the program ends after the library has left the call */
    int exit_status;
    int right_depth; /* nesting depth of operators that are passed to the right operand's class */
    AV *kept_alive;  /* objects that a signal handler released, but that the waiting call may need */
    SV *copied;      /* the last copy of the copy constructor, for comparison only, */
    SV *original;    /* and a reference to the original */
} my_cxt_t;
START_MY_CXT

static void gla_pl_state_init(pTHX_ my_cxt_t *state)
{
    state->array_class = gv_stashpvs(GLA_PL_CLASS, GV_ADD);
    state->shape_class = gv_stashpvs("GPULinalg::Shape", GV_ADD);
    state->missing = newSV(0);
    state->borrowed = newHV();
    state->user_exception = NULL;
    state->raised = newAV();
    state->in_handler = state->exit_requested = false;
    state->right_depth = 0;
    state->kept_alive = newAV();
    state->copied = state->original = NULL;
}
