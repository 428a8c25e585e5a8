/* texts.h - names of files and bytes of a script. */

/* The name of a file: text, or a number as Perl writes it. */
static gla_status gla_pl_path(pTHX_ gla_reader *r, SV *sv, const char **p, gla_text *store)
{
    if (!gla_pl_not_given(aTHX_ sv) && (!SvOK(sv) || SvROK(sv)))
        return gla_pl_wanted(aTHX_ SvOK(sv) ? GLA_DTYPE_ERROR : GLA_ARGUMENT_ERROR, sv, GLA_WANT_PATH);
    return gla_pl_not_given(aTHX_ sv) ? GLA_OK : gla_read_text(r, sv, p, store);
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

#define GLA_IN_PATH(obj, p, temp) gla_pl_path(aTHX_ GLA_READER, obj, (const char **)(p), temp)
#define GLA_FREE_TEMP(temp) gla_release_text(temp)
#define GLA_IN_BYTES(obj, bytes, temp) ((void)(temp), gla_pl_bytes(aTHX_ obj, bytes))
