/* texts.h - strings of the script are characters, whichever way Perl keeps them; those of the library are UTF-8. */

/* The characters of sv in UTF-8, which is Perl's own memory or that of a copy: sv stays what it is.  Short copies stand in
 * buffer.  NULL: a character is not one of Unicode, such as half of a surrogate pair. */
static const char *gla_pl_utf8(pTHX_ SV *sv, char *buffer, size_t room, size_t *length)
{
    STRLEN n;
    const U8 *text = (const U8 *)SvPV_nomg_const(sv, n);
    *length = n;
    if (SvUTF8(sv))
        return is_strict_utf8_string(text, n) ? (const char *)text : NULL;
    if (is_utf8_invariant_string(text, n))
        return (const char *)text;
    if (n >= room / 2)
        buffer = SvGROW(sv_2mortal(newSVpvs("")), 2 * n + 1);
    U8 *end = (U8 *)buffer;
    for (STRLEN i = 0; i < n; i++)
        end = uvchr_to_utf8(end, text[i]);
    *end = 0;
    *length = (size_t)(end - (U8 *)buffer);
    return buffer;
}

/* A string of the library as one of Perl's.  A message may hold the name of a file that is not in UTF-8: such bytes become
 * characters one by one.  A message that was cut in the middle of a character ends before it. */
static SV *gla_pl_new_text(pTHX_ const char *text)
{
    const U8 *at = (const U8 *)text, *valid;
    const U8 *end = at + strlen(text);
    if (is_utf8_invariant_string(at, (STRLEN)(end - at)))
        return newSVpvn(text, (STRLEN)(end - at));
    SV *sv = newSVpvs("");
    while (at < end) {
        bool whole = is_utf8_string_loc(at, (STRLEN)(end - at), &valid);
        bool cut = !whole && UTF8SKIP(valid) > end - valid;
        sv_catpvn_flags(sv, (const char *)at, (STRLEN)(valid - at), SV_CATUTF8);
        at = cut ? end : valid;
        if (!whole && !cut)
            sv_catpvn_flags(sv, (const char *)at++, 1, SV_CATBYTES);
    }
    return sv;
}
