/* state.h - what the Perl module remembers in each interpreter. */

/* A function of the library's table, and what SWIG has made for it. */
typedef struct {
    const gla_function *call;
    XSUBADDR_t wrapper;
} gla_pl_function;

#define GLA_PL_CLASS "GPULinalg::Array"

#define MY_CXT_KEY "GPULinalg::_state"
typedef struct {
    HV *array_class, *shape_class;
    SV *missing;     /* stands for an argument that was not given: converters leave the default alone */
    HV *borrowed;    /* address of a PDL -> how many arrays share its memory now */
    SV *theirs;      /* the exception of the user's own code that ends this call, or NULL */
    AV *raised;      /* exceptions that are made but not thrown yet: what a call frees first may run the user's code */
    bool in_handler; /* of a signal, while the library waits */
    bool exits;      /* a handler has called exit; the program ends when the library has left the call */
    int exit_status;
    int asked;    /* how many operands on the right are being asked, one within the other */
    AV *spared;   /* objects that a handler let go of, which the waiting call may need */
    SV *copied;   /* what the copy constructor made last, for comparison only, */
    SV *original; /* and a reference to what it copied */
} my_cxt_t;
START_MY_CXT

static void gla_pl_state_init(pTHX_ my_cxt_t *state)
{
    state->array_class = gv_stashpvs(GLA_PL_CLASS, GV_ADD);
    state->shape_class = gv_stashpvs("GPULinalg::Shape", GV_ADD);
    state->missing = newSV(0);
    state->borrowed = newHV();
    state->theirs = NULL;
    state->raised = newAV();
    state->in_handler = state->exits = false;
    state->asked = 0;
    state->spared = newAV();
    state->copied = state->original = NULL;
}
