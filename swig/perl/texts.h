/* texts.h - texts and bytes of a script.
 *
 * They are copied: a handler of a signal, or code of the user that a later argument runs, may change the variable. */

/* A text as its bytes: UTF-8, or whatever a script that does not say `use utf8` holds.  A number is written as Perl writes
 * it.  Long ones live until the statement is over. */
static gla_status gla_pl_text(pTHX_ SV *sv, const char **p, GlaTemp *temp)
{
    STRLEN length;
    if (gla_pl_not_given(aTHX_ sv))
        return GLA_OK;
    *p = NULL;
    if (!SvOK(sv))
        return GLA_OK;
    if (SvROK(sv))
        return gla_pl_wanted(aTHX_ GLA_DTYPE_ERROR, sv, GLA_WANT_TEXT);
    if (!SvPOK(sv))
        sv = sv_mortalcopy(sv); /* else the number would become a text as well */
    const char *text = SvPV_nomg(sv, length);
    if (memchr(text, 0, length))
        return gla_argument_fact(GLA_ARGUMENT_ERROR, "holds a zero character, at which it would end; leave it out");
    if (length < sizeof temp->text) {
        memcpy(temp->text, text, length + 1);
        *p = temp->text;
    }
    else
        *p = SvPV_nolen(sv_2mortal(newSVpvn(text, length)));
    return GLA_OK;
}

/* The name of a file: text, or a number as Perl writes it. */
static gla_status gla_pl_path(pTHX_ SV *sv, const char **p, GlaTemp *temp)
{
    if (!gla_pl_not_given(aTHX_ sv) && (!SvOK(sv) || SvROK(sv)))
        return gla_pl_wanted(aTHX_ SvOK(sv) ? GLA_DTYPE_ERROR : GLA_ARGUMENT_ERROR, sv, GLA_WANT_PATH);
    return gla_pl_text(aTHX_ sv, p, temp);
}

static gla_status gla_pl_add_text(pTHX_ gla_strings *s, SV *sv, const char *wanted)
{
    STRLEN length;
    if (!SvPOK(sv))
        return gla_pl_wanted(aTHX_ GLA_DTYPE_ERROR, sv, wanted);
    const char *text = SvPV_nomg(sv, length);
    if (memchr(text, 0, length))
        return gla_argument_fact(GLA_ARGUMENT_ERROR, "holds a zero character, at which it would end; use load_module for a "
                                 "binary");
    if (!(s->v[s->n] = gla_malloc(length + 1)))
        return gla_fail_memory("text", length);
    memcpy(s->v[s->n++], text, length + 1);
    return GLA_OK;
}

/* A text or a reference to some becomes a list of them without magic; a hash its keys and values in turn, sorted. */
static AV *gla_pl_text_list(pTHX_ gla_pl_frame f, SV *sv, bool one)
{
    if (!one) {
        SV *copy = gla_pl_ask(aTHX_ f, "GPULinalg::_elements", sv);
        return copy ? (AV *)SvRV(copy) : NULL;
    }
    AV *list = (AV *)sv_2mortal((SV *)newAV());
    av_push(list, SvREFCNT_inc(sv));
    return list;
}

static gla_status gla_pl_texts(pTHX_ gla_pl_frame f, SV *sv, gla_strings **p)
{
    *p = NULL;
    if (!SvOK(sv) || gla_pl_not_given(aTHX_ sv))
        return GLA_OK;
    bool one = !SvROK(sv) || SvOBJECT(SvRV(sv)) || (SvTYPE(SvRV(sv)) != SVt_PVAV && SvTYPE(SvRV(sv)) != SVt_PVHV);
    AV *list = gla_pl_text_list(aTHX_ f, sv, one);
    if (!list)
        return gla_last_status();
    SSize_t n = av_len(list) + 1;
    gla_strings *s = gla_calloc(1, sizeof *s);
    gla_status st = s && (s->v = gla_calloc((size_t)n, sizeof *s->v)) ? GLA_OK : gla_fail_memory("text", (size_t)n);
    for (SSize_t i = 0; i < n && !st; i++)
        if ((st = gla_pl_add_text(aTHX_ s, gla_pl_element_at(aTHX_ list, i), one ? GLA_WANT_TEXTS : GLA_WANT_TEXT)) && !one)
            gla_argument_at(i);
    if (st)
        gla_strings_free(s);
    else
        *p = s;
    return st;
}

/* Perl shares the memory of a copy until one of the two changes. */
static gla_status gla_pl_bytes(pTHX_ SV *sv, gla_bytes *bytes)
{
    STRLEN length;
    if (!SvPOK(sv))
        return gla_pl_wanted(aTHX_ GLA_DTYPE_ERROR, sv, GLA_WANT_BYTES);
    sv = sv_mortalcopy(sv);
    if (SvUTF8(sv) && !sv_utf8_downgrade(sv, 1))
        return gla_argument_fact(GLA_DTYPE_ERROR, "holds characters that are not bytes; encode it");
    bytes->data = SvPV_nomg(sv, length);
    bytes->n = length;
    return GLA_OK;
}

#define GLA_IN_TEXT(obj, p, temp) gla_pl_text(aTHX_ obj, (const char **)(p), temp)
#define GLA_IN_PATH(obj, p, temp) gla_pl_path(aTHX_ obj, (const char **)(p), temp)
#define GLA_FREE_TEXT(temp) ((void)(temp))
#define GLA_IN_TEXTS(obj, p) gla_pl_texts(aTHX_ GLA_PL_FRAME, obj, p)
#define GLA_IN_BYTES(obj, bytes, temp) ((void)(temp), gla_pl_bytes(aTHX_ obj, bytes))
