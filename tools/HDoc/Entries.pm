package HDoc::Entries;

# The library's checked entries: every function of the headers looks at its arguments before the facade's own function is called
# (src/core/entry.h has the checks).  Behind them: what operators do with pairs of classes.

use strict;
use warnings;
use HDoc::Operators ();
use HDoc::Text qw(functions);

# How a result that the caller does not want is released.
my %RELEASE = (
    array => 'gla_unref', text => 'gla_free', strings => 'gla_strings_free', record => 'gla_record_free',
    arrays => 'gla_arrays_free', truth => '', number => '',
);

sub declaration {
    my ($f, $name) = @_;
    my $list = join ', ',
        map { my $type = $_->{type}; $type =~ /\*$/ ? "$type$_->{name}" : "$type $_->{name}" } @{ $f->{parameters} };
    return "gla_status $name(" . ($list || 'void') . ')';
}

# src/entries.h: what the facade's functions are called inside the library.
sub names {
    my ($model) = @_;
    my $out = <<'END';
/* Made by tools/hdoc from the public headers.  Inside the library gla_solve means the facade's own function, gla_do_solve,
 * whose arguments have been checked; the entry of that name, in src/entries.c, is for everybody else. */
#ifndef GLA_SRC_ENTRIES_H
#define GLA_SRC_ENTRIES_H

typedef struct gla_index gla_index;
typedef struct gla_class gla_class;

#pragma GCC visibility push(hidden)
END
    $out .= "typedef struct $_->{type} $_->{type};\nextern const gla_class gla_$_->{symbol}_class;\n"
        for @{ $model->{classes} };
    $out .= declaration($_, "gla_do_$_->{symbol}") . ";\n" for functions($model);
    $out .= "#pragma GCC visibility pop\n\n#ifdef GLA_INSIDE\n";
    $out .= "#define $_->{cname} gla_do_$_->{symbol}\n" for functions($model);
    return $out . "#endif\n\n#endif\n";
}

# src/entries.c.
my %CLASS;    # by its name

sub entries {
    my ($model) = @_;
    %CLASS = map { $_->{name} => $_ } @{ $model->{classes} };
    my $out = <<'END';
/* Made by tools/hdoc from the public headers: the checked entries; src/core/entry.h says what is checked. */
#undef GLA_INSIDE
#include "core/entry.h"
END
    $out .= entry($_) for functions($model);
    return $out . HDoc::Operators::pairs($model);
}

# Errors name the function that was called, whatever it is composed of, unless objects of its class have names of their own.
sub is_named { my ($method) = $_[0]{method}; return $method && defined $method->{of}{named} }
sub return_line { return is_named($_[0]) ? 'return status;' : 'return status ? gla_failed_in(this_function, status) : GLA_OK;' }

sub entry {
    my ($f) = @_;
    my (@results, @checks, @after);
    for my $p (@{ $f->{parameters} }) {
        my ($kind, $name) = @$p{qw(kind name)};
        if ($p->{output}) {
            my $type = $p->{type} =~ s/ ?\*$//r;
            my $none = $type =~ /\*$/ ? 'NULL' : '0';
            push @results, "RESULT($type, $name, $none);";
            my $release = $RELEASE{$kind} // 'gla_object_unref';
            push @after, "UNWANTED($name, $release);" if $release;
        }
        else {
            push @checks, map { "$_;" } check($p);
        }
    }
    my $call = "gla_do_$f->{symbol}(" . join(', ', map { $_->{name} } @{ $f->{parameters} }) . ')';
    my $body = join '', map { "    $_\n" } "ENTRY(\"$f->{name}\");", @results, @checks,
        @after || !is_named($f) ? ("gla_status status = $call;", @after, return_line($f)) : "return $call;";
    return "\n" . declaration($f, $f->{cname}) . "\n{\n$body}\n";
}

# Single numbers and truth values are the facade's to check; it knows their ranges.
sub check {
    my ($p) = @_;
    my ($kind, $name) = @$p{qw(kind name)};
    return if $kind =~ /^(?:axis|bool|int|int64|double)$/;
    return uc($kind) . "($name)" if $kind eq 'dtype' || $kind eq 'maybe';
    my $optional = defined $p->{default} ? 'OPTIONAL_' : '';
    return "${optional}HANDLE($name, gla_$CLASS{$kind}{symbol}_class, \"$kind\")" if $CLASS{$kind};
    my @checks = $kind eq 'text' && $optional ? () : $optional . uc($kind) . "($name)";
    push @checks, "CHOICE($name, " . join(', ', map { "\"$_\"" } @{ $p->{choice} }) . ')' if $p->{choice};
    return @checks;
}

1;
