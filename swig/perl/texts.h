/* texts.h - several texts, and bytes, of a script. */
static gla_status gla_pl_add_text(pTHX_ gla_strings *s, SV *sv)
{
    char buffer[128];
    STRLEN length;
    SvGETMAGIC(sv);
    if (!SvPOK(sv))
        return gla_fail(GLA_DTYPE_ERROR, ": %s was given where a text is needed",
                        gla_pl_describe(aTHX_ sv, buffer, sizeof buffer));
    const char *text = SvPVutf8_nomg(sv, length);
    if (strlen(text) != length)
        return gla_fail(GLA_ARGUMENT_ERROR, ": the text holds a zero byte, where it would end; use load_module for a binary");
    if (!(s->v[s->n] = gla_malloc(length + 1)))
        return gla_fail_memory("text", length);
    memcpy(s->v[s->n++], text, length + 1);
    return GLA_OK;
}

/* The keys and values of a hash in turn, in the order of the keys. */
static AV *gla_pl_flatten(pTHX_ HV *hash)
{
    AV *keys = (AV *)sv_2mortal((SV *)newAV()), *flat = (AV *)sv_2mortal((SV *)newAV());
    HE *entry;
    hv_iterinit(hash);
    while ((entry = hv_iternext(hash)))
        av_push(keys, newSVsv(hv_iterkeysv(entry)));
    sortsv(AvARRAY(keys), (size_t)(av_len(keys) + 1), Perl_sv_cmp);
    for (SSize_t i = 0; i <= av_len(keys); i++) {
        SV *key = *av_fetch(keys, i, 0);
        av_push(flat, newSVsv(key));
        av_push(flat, newSVsv(HeVAL(hv_fetch_ent(hash, key, 0, 0))));
    }
    return flat;
}

static gla_status gla_pl_texts(pTHX_ SV *sv, gla_strings **p)
{
    *p = NULL;
    SvGETMAGIC(sv);
    if (!SvOK(sv))
        return GLA_OK;
    SV *inner = SvROK(sv) && !SvOBJECT(SvRV(sv)) ? SvRV(sv) : NULL;
    AV *list = inner && SvTYPE(inner) == SVt_PVAV ? (AV *)inner
             : inner && SvTYPE(inner) == SVt_PVHV ? gla_pl_flatten(aTHX_ (HV *)inner) : NULL;
    SSize_t n = list ? av_len(list) + 1 : 1;
    gla_strings *s = gla_calloc(1, sizeof *s);
    gla_status st = s && (s->v = gla_calloc((size_t)n, sizeof *s->v)) ? GLA_OK : gla_fail_memory("text", (size_t)n);
    for (SSize_t i = 0; i < n && !st; i++) {
        SV **item = list ? av_fetch(list, i, 0) : &sv;
        st = item ? gla_pl_add_text(aTHX_ s, *item) : gla_fail(GLA_DTYPE_ERROR, ": an undefined value stands among the texts");
    }
    if (st)
        gla_strings_free(s);
    else
        *p = s;
    return st;
}

static gla_status gla_pl_bytes(pTHX_ SV *sv, gla_bytes *bytes)
{
    STRLEN length;
    SvGETMAGIC(sv);
    if (!SvPOK(sv) || (SvUTF8(sv) && !sv_utf8_downgrade(sv, 1)))
        return gla_fail(GLA_DTYPE_ERROR, ": a string of bytes is needed");
    bytes->data = SvPV_nomg(sv, length);
    bytes->n = length;
    return GLA_OK;
}

#define GLA_IN_TEXTS(obj, p) gla_pl_texts(aTHX_ obj, p)
#define GLA_IN_BYTES(obj, bytes, temp) gla_pl_bytes(aTHX_ obj, bytes)
