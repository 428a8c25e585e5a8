/* reader.h - Reads the values of scripts: Perl's part of gpulinalg/binding.h. */

typedef struct {
    gla_reader base;
#ifdef MULTIPLICITY
    PerlInterpreter *perl;
#endif
    gla_pl_frame frame;
} gla_pl_reader;

#ifdef MULTIPLICITY
#define GLA_PL_INSIDE(r)                                     \
    PerlInterpreter *my_perl = ((gla_pl_reader *)(r))->perl; \
    PERL_UNUSED_CONTEXT
#define GLA_PL_INTERPRETER aTHX,
#else
#define GLA_PL_INSIDE(r) PERL_UNUSED_VAR(r)
#define GLA_PL_INTERPRETER
#endif
#define GLA_PL_FRAME_OF(r) (((gla_pl_reader *)(r))->frame)
/* The reader for the arguments of a frame. */
#define GLA_PL_READER(f) (&(gla_pl_reader){{&gla_pl_perl}, GLA_PL_INTERPRETER f}.base)

/* The number of a string that names the device of a floating array. */
enum { GLA_PL_FLOATING = 0x464c4f41 };

static gla_dtype gla_pl_dtype_of_pdl(const char *name);
static inline gla_status gla_pl_array(pTHX_ gla_pl_frame f, SV *sv, const gla_array **p, gla_array **tmp);

static bool gla_pl_is_a(pTHX_ SV *sv, const char *class_name)
{
    return SvROK(sv) && SvOBJECT(SvRV(sv)) && sv_derived_from(sv, class_name);
}

/* Return true for a shape object, which is also a list: an array reference whose class refuses use as a number. */
static bool gla_pl_is_shape(pTHX_ const SV *list)
{
    dMY_CXT;
    return SvSTASH(list) == MY_CXT.shape_class;
}

static inline bool gla_pl_is_list(pTHX_ const SV *sv)
{
    return SvROK(sv) && SvTYPE(SvRV(sv)) == SVt_PVAV && (!SvOBJECT(SvRV(sv)) || gla_pl_is_shape(aTHX_ SvRV(sv)));
}

static bool gla_pl_not_given(pTHX_ const SV *sv)
{
    dMY_CXT;
    return sv == MY_CXT.missing;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */
static bool gla_pl_set_integer(gla_number *n, bool is_unsigned, UV value)
{
    *n = (gla_number){.dtype = is_unsigned && value > (UV)IV_MAX ? GLA_UINT64 : GLA_INT64, .v.u = value};
    return true;
}

static bool gla_pl_read_text(pTHX_ SV *sv, gla_number *n)
{
    STRLEN length;
    UV value = 0;
    const char *text = SvPV_nomg(sv, length);
    int type = grok_number(text, length, &value);
    if (type == IS_NUMBER_IN_UV)
        return gla_pl_set_integer(n, true, value);
    if (type == (IS_NUMBER_IN_UV | IS_NUMBER_NEG) && value <= (UV)IV_MAX + 1)
        return gla_pl_set_integer(n, false, 0 - value);
    if (type)
        *n = (gla_number){.dtype = GLA_FLOAT64, .v.f = {SvNV_nomg(sv)}};
    return type;
}

/* Scripts can bless anything into these classes, so the content is read without calling methods. GPULinalg::_plain passes a
 * complex number as a blessed pair. */
static bool gla_pl_read_object(pTHX_ SV *sv, gla_number *n)
{
    SV *inner = SvRV(sv);
    if (SvTYPE(inner) == SVt_PVAV && gla_pl_is_a(aTHX_ sv, "GPULinalg::_Complex")) {
        SV **part = AvFILLp(inner) == 1 && !SvMAGICAL(inner) ? AvARRAY(inner) : NULL;
        if (!part || !part[0] || !part[1] || !SvNIOK(part[0]) || !SvNIOK(part[1]))
            return false;
        *n = (gla_number){.dtype = GLA_COMPLEX128, .v.f = {SvNV_nomg(part[0]), SvNV_nomg(part[1])}};
        return true;
    }
    if (SvTYPE(inner) >= SVt_PVAV || SvROK(inner) || SvGMAGICAL(inner) ||
        !(gla_pl_is_a(aTHX_ sv, "JSON::PP::Boolean") || gla_pl_is_a(aTHX_ sv, "boolean")))
        return false;
    *n = (gla_number){.dtype = GLA_BOOL, .v.b = SvTRUE_nomg(inner)};
    return true;
}

/* Read a plain scalar if it is a number. Booleans of JSON modules and of Perl itself (5.36) are recognised. */
static bool gla_pl_read(pTHX_ SV *sv, gla_number *n)
{
    if (SvROK(sv))
        return SvOBJECT(SvRV(sv)) && gla_pl_read_object(aTHX_ sv, n);
#ifdef SvIsBOOL
    if (SvPOK(sv) && SvIsBOOL(sv)) {
        *n = (gla_number){.dtype = GLA_BOOL, .v.b = SvTRUE_nomg(sv)};
        return true;
    }
#endif
    if (SvIOK(sv))
        return gla_pl_set_integer(n, SvIsUV(sv), SvUVX(sv));
    if (!SvNOK(sv))
        return SvPOK(sv) && gla_pl_read_text(aTHX_ sv, n);
    *n = (gla_number){.dtype = GLA_FLOAT64, .v.f = {SvNVX(sv)}};
    return true;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */
static void gla_pl_show_reference(pTHX_ SV *sv, gla_value *v)
{
    void *object = gla_pl_object_of(aTHX_ sv);
    v->kind = object ? GLA_VALUE_OBJECT : GLA_VALUE_OTHER;
    v->object = object;
    if (object)
        return;
    if (SvOBJECT(SvRV(sv))) {
        v->text = gla_pl_utf8(aTHX_ sv_ref(sv_newmortal(), SvRV(sv), 1), v->buffer, sizeof v->buffer, &v->length);
        v->text = v->text ? v->text : "?";
        return;
    }
    switch (SvTYPE(SvRV(sv))) {
    case SVt_PVHV:
        v->kind = GLA_VALUE_DICTIONARY;
        v->text = "a hash reference";
        break;
    case SVt_PVCV: v->kind = GLA_VALUE_FUNCTION; break;
    default: v->kind = GLA_VALUE_REFERENCE;
    }
}

static gla_status gla_pl_show_pdl_type(pTHX_ gla_pl_frame f, SV *sv, gla_value *v)
{
    SV *name = gla_pl_call_perl(aTHX_ f, "GPULinalg::_text_of", sv);
    if (!name)
        return gla_last_status();
    gla_show_text(v, gla_dtype_name(gla_pl_dtype_of_pdl(SvPV_nolen(name))));
    return GLA_OK;
}

/* In Perl a copy of a string shares memory with the original until one of the two changes. */
static gla_status gla_pl_show_bytes(pTHX_ SV *sv, gla_value *v)
{
    v->kind = SvOK(sv) ? GLA_VALUE_OTHER : GLA_VALUE_NONE;
    if (!SvPOK(sv))
        return GLA_OK;
    sv = sv_mortalcopy(sv);
    if (SvUTF8(sv) && !sv_utf8_downgrade(sv, 1))
        return gla_argument_fact(GLA_DTYPE_ERROR, "contains characters that are not bytes; encode it");
    STRLEN length;
    v->kind = GLA_VALUE_BYTES;
    v->text = SvPV_nomg(sv, length);
    v->length = length;
    return GLA_OK;
}

/* A file name is the byte string that Perl's own open would use, because the file system's encoding is unknown. */
static void gla_pl_show_text(pTHX_ SV *sv, gla_look how, gla_value *v)
{
    if (how == GLA_LOOK_PATH) {
        STRLEN length;
        v->text = SvPV_nomg_const(sv, length);
        v->length = length;
    } else
        v->text = gla_pl_utf8(aTHX_ sv, v->buffer, sizeof v->buffer, &v->length);
}

static gla_status gla_pl_look(gla_reader *r, void *object, gla_look how, gla_value *v)
{
    GLA_PL_INSIDE(r);
    SV *sv = object;
    v->text = NULL;
    if (how == GLA_LOOK_ARRAY && gla_pl_is_list(aTHX_ sv)) { /* gla_read_nested examines it again */
        v->kind = GLA_VALUE_LIST;
        return GLA_OK;
    }
    how = how == GLA_LOOK_ARRAY ? GLA_LOOK_ELEMENT : how;
    if (SvROK(sv) && (v->array = gla_pl_handle(aTHX_ SvRV(sv)))) {
        v->kind = GLA_VALUE_ARRAY;
        return GLA_OK;
    }
    if (how == GLA_LOOK_BYTES)
        return gla_pl_show_bytes(aTHX_ sv, v);
    if (how == GLA_LOOK_DTYPE && gla_pl_is_a(aTHX_ sv, "PDL::Type"))
        return gla_pl_show_pdl_type(aTHX_ GLA_PL_FRAME_OF(r), sv, v);
    bool takes_objects = how != GLA_LOOK_PLACE && how != GLA_LOOK_TEXT && how != GLA_LOOK_PATH;
    if (how != GLA_LOOK_ONLY && how != GLA_LOOK_ELEMENT && (takes_objects || SvGMAGICAL(sv))) {
        gla_status st = gla_pl_simplify(aTHX_ GLA_PL_FRAME_OF(r), &sv);
        if (st)
            return st;
    }
    if (how == GLA_LOOK_TEXT && SvPOK(sv) && SvIOK(sv) && SvIVX(sv) == GLA_PL_FLOATING) {
        v->kind = GLA_VALUE_TEXT;
        gla_pl_show_text(aTHX_ sv, how, v);
        gla_show_floating_device(v);
        return GLA_OK;
    }
    v->kind = GLA_VALUE_OTHER;
    if (how == GLA_LOOK_ELEMENT && (SvGMAGICAL(sv) || (gla_pl_is_list(aTHX_ sv) && SvMAGICAL(SvRV(sv)))))
        return GLA_OK; /* it must be read */
    if (!SvOK(sv))
        v->kind = GLA_VALUE_NONE;
    else if (how == GLA_LOOK_TRUTH && !SvROK(sv))
        gla_show_truth(v, SvTRUE_nomg(sv));
    else if (gla_pl_is_list(aTHX_ sv))
        gla_show_list(v, SvRV(sv));
    else if (how != GLA_LOOK_ELEMENT && gla_pl_object_of(aTHX_ sv))
        gla_pl_show_reference(aTHX_ sv, v);
    else {
        if (gla_pl_read(aTHX_ sv, &v->number))
            v->kind = GLA_VALUE_NUMBER;
        else if (SvROK(sv) && how != GLA_LOOK_ELEMENT)
            gla_pl_show_reference(aTHX_ sv, v);
        else if (!SvROK(sv))
            v->kind = GLA_VALUE_TEXT;
        else if (!SvOBJECT(SvRV(sv)))
            v->kind = GLA_VALUE_REFERENCE;
#ifndef SvIsBOOL
        if (how == GLA_LOOK_ONLY && SvIOK(sv) && SvNOK(sv) && SvPOK(sv)) /* the result of a comparison is both a number and a
                                                                          * string */
            gla_show_truth(v, SvTRUE_nomg(sv));
#endif
        if (SvPOK(sv) || v->kind == GLA_VALUE_TEXT)
            gla_pl_show_text(aTHX_ sv, how, v);
    }
    return GLA_OK;
}

/* ---- lists ------------------------------------------------------------------------------------------------------- */
/* Return true if reading the list, or one of its elements, runs code of the script. */
static bool gla_pl_runs_code(pTHX_ AV *av)
{
    bool magical = SvMAGICAL(av);
    for (SSize_t i = 0; !magical && i <= AvFILLp(av); i++)
        magical = AvARRAY(av)[i] && SvGMAGICAL(AvARRAY(av)[i]);
    return magical;
}

/* The indexing methods of the class bless their arguments to mark them as positions. */
static bool gla_pl_is_places(gla_reader *r, void *object)
{
    GLA_PL_INSIDE(r);
    return gla_pl_is_a(aTHX_ object, "GPULinalg::_Places") && SvTYPE(SvRV((SV *)object)) == SVt_PVAV;
}

/* Return the elements of an array reference; tied arrays and hashes are read first. */
static void *gla_pl_snapshot(gla_reader *r, void *object, int64_t most, int64_t *n, gla_status *status)
{
    GLA_PL_INSIDE(r);
    SV *sv = object;
    AV *av = SvTYPE(sv) == SVt_PVAV ? (AV *)sv : NULL; /* look() shows lists in this form */
    bool hash = !av && SvROK(sv) && SvTYPE(SvRV(sv)) == SVt_PVHV && !SvOBJECT(SvRV(sv));
    if (!av && !hash && (gla_pl_is_list(aTHX_ sv) || gla_pl_is_places(r, sv)))
        av = (AV *)SvRV(sv);
    *n = 0;
    if (!av && !hash)
        return NULL;
    if (hash || gla_pl_runs_code(aTHX_ av)) {
        sv = av ? sv_2mortal(newRV_inc((SV *)av)) : sv;
        if (!(sv = gla_pl_call_perl(aTHX_ GLA_PL_FRAME_OF(r), "GPULinalg::_elements", sv))) {
            *status = gla_last_status();
            return NULL;
        }
        av = (AV *)SvRV(sv);
    }
    *n = av_len(av) + 1;
    return *n > most ? NULL : SvREFCNT_inc(av);
}

static int64_t gla_pl_length(gla_reader *r, void *list)
{
    GLA_PL_INSIDE(r);
    return AvFILLp((AV *)list) + 1;
}

static void *gla_pl_item_at(gla_reader *r, void *list, int64_t i)
{
    GLA_PL_INSIDE(r);
    SV *item = i <= AvFILLp((AV *)list) ? AvARRAY((AV *)list)[i] : NULL;
    return item ? item : &PL_sv_undef;
}

static int64_t gla_pl_numbers(gla_reader *r, void *list, int64_t first, int64_t n, gla_dtype dtype, void *to)
{
    SV **item = AvARRAY((AV *)list) + first;
    int64_t i = 0;
    for (; i < n && item[i]; i++) {
        U32 flags = SvFLAGS(item[i]) & (SVf_NOK | SVf_IOK | SVf_POK | SVf_ROK | SVs_GMG | SVf_IVisUV);
        if (dtype == GLA_FLOAT64 && flags == SVf_NOK)
            ((double *)to)[i] = SvNVX(item[i]);
        else if ((flags & ~SVf_NOK) != SVf_IOK)
            break;
        else if (dtype == GLA_FLOAT64)
            ((double *)to)[i] = (double)SvIVX(item[i]);
        else if (to)
            ((int64_t *)to)[i] = SvIVX(item[i]);
    }
    PERL_UNUSED_VAR(r);
    return i;
}

static void gla_pl_hold_item(gla_reader *r, void *object)
{
    PERL_UNUSED_VAR(r);
    SvREFCNT_inc_simple_void_NN((SV *)object);
}

static void gla_pl_release_item(gla_reader *r, void *object)
{
    GLA_PL_INSIDE(r);
    gla_kept_error kept;
    bool last = SvREFCNT((SV *)object) == 1;
    if (last)
        gla_keep_error(&kept);
    SvREFCNT_dec_NN((SV *)object);
    if (last)
        gla_restore_error(&kept);
}

static gla_status gla_pl_to_array(gla_reader *r, void *object, gla_array **array, gla_array **made)
{
    GLA_PL_INSIDE(r);
    const gla_array *a = NULL;
    *made = NULL;
    gla_status st = gla_pl_array(aTHX_ GLA_PL_FRAME_OF(r), object, &a, made);
    *array = (gla_array *)a;
    return st;
}

static void *gla_pl_whole(gla_reader *r, void *list, gla_status *status)
{
    GLA_PL_INSIDE(r);
    SV *plain = gla_pl_plain(aTHX_ GLA_PL_FRAME_OF(r), list);
    *status = plain ? GLA_OK : gla_last_status();
    return plain;
}

static gla_status gla_pl_hear_signals(gla_reader *r)
{
    GLA_PL_INSIDE(r);
    return PL_sig_pending ? gla_pl_pause(aTHX) : GLA_OK;
}

/* Convert a copy to a string, because converting the script's own number would store the string in it. */
static const char *gla_pl_number_text(gla_reader *r, void *object)
{
    GLA_PL_INSIDE(r);
    return SvROK((SV *)object) ? NULL : SvPV_nolen(sv_mortalcopy(object));
}

static const char *gla_pl_text(gla_reader *r, void *object, size_t *length)
{
    PERL_UNUSED_VAR(r);
    *length = SvPOK((SV *)object) ? SvCUR((SV *)object) : 0;
    return SvPOK((SV *)object) ? SvPVX_const((SV *)object) : NULL;
}

static const gla_binding gla_pl_perl = {
    .whole_floats = true,
    .none_is_false = true,
    .look = gla_pl_look,
    .array = gla_pl_to_array,
    .list = gla_pl_snapshot,
    .length = gla_pl_length,
    .item = gla_pl_item_at,
    .numbers = gla_pl_numbers,
    .hold = gla_pl_hold_item,
    .release = gla_pl_release_item,
    .whole = gla_pl_whole,
    .pause = gla_pl_hear_signals,
    .number_text = gla_pl_number_text,
    .text = gla_pl_text,
    .is_parts = gla_pl_is_places,
};

/* ---- messages ---------------------------------------------------------------------------------------------------- */
static const char *gla_pl_describe(pTHX_ SV *sv, char text[GLA_DESCRIPTION])
{
    gla_value v;
    gla_pl_frame none = {0, 0};
    gla_pl_look(GLA_PL_READER(none), sv, GLA_LOOK_ONLY, &v);
    return gla_describe_value(text, &v);
}

static gla_status gla_pl_wanted(pTHX_ gla_status kind, SV *sv, const char *wanted)
{
    char text[GLA_DESCRIPTION];
    return gla_argument_is(kind, gla_pl_describe(aTHX_ sv, text), wanted);
}
