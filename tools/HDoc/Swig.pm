package HDoc::Swig;

# Write the declarations of functions and classes that the interface file includes.

use strict;
use warnings;
use HDoc::Text qw(functions integers);

# Write swig/functions.i, which SWIG reads instead of the headers. Optional and required arguments get distinct types, so that
# typemaps depend on the type alone.
my %TYPE = (
    'optional array'  => 'const gla_optional_array *',
    'optional arrays' => 'const gla_optional_arrays *',
    'given ints'      => 'const gla_given_ints *',
    'given labels'    => 'const gla_labels *'
);

sub declarations {
    my ($model) = @_;
    my $out = "/* Made by tools/hdoc from the public headers. */\n";
    my %space = map { $_->{space} ? ($_->{space}{prefix} => 1) : () } @{ $model->{rooms} };
    my @spaces = sort { length $b <=> length $a || $a cmp $b } keys %space;
    $out .= <<"END";
%{
static const char *gla_called(const char *symbol)
{
    static const char *const spaces[] = {@{[map { "\"${_}_\", " } @spaces]}NULL};
    symbol += *symbol == '_'; /* private: the name of what is called stands behind it */
    for (int i = 0; spaces[i] && strchr(symbol, '_'); i++) {
        const char *rest = symbol, *space = spaces[i];
        for (; *space && *space == *rest; space++)
            rest++;
        if (!*space)
            return rest;
    }
    return symbol;
}
%}
END
    $out .= "GLA_OBJECT($_->{type}, \"$_->{name}\")\n" for @{ $model->{classes} };
    my %list = map { $_ => [integers($_)] } grep { defined } map { $_->{default} } map { @{ $_->{args} } } functions($model);
    for my $list (map { $list{$_} } sort grep { @{ $list{$_} } } keys %list) {
        my ($n, $name) = (scalar @{$list}, list_name(@{$list}));
        $out .= "%{\n#define $name (&(const gla_ints){$n, {" . join(', ', @{$list}) . "}})\n%}\n";
    }
    for my $f (functions($model)) {
        $out .= "gla_status $f->{cname}(" . (join(', ', map { parameter($_) } @{ $f->{parameters} }) || 'void') . ");\n";
    }
    return $out;
}

# Return the name of a default that is a list, because SWIG does not parse compound literals.
sub list_name {
    return 'GLA_INTS_' . join '_', map { s/-/m/r } @_;
}

sub parameter {
    my ($p) = @_;
    my $given = defined $p->{default} ? 'optional' : 'given';
    my $type = $TYPE{ $p->{output} ? '' : "$given $p->{form}" } // $p->{type};
    $type .= ' ' unless $type =~ /\*$/;
    my $default = $p->{default} // return "$type$p->{name}";
    $default = 'GLA_NO_AXIS' if $p->{kind} eq 'axis' && $default eq 'GLA_NONE';
    my @list = integers($default);
    $default = list_name(@list) if @list;
    return "$type$p->{name} = $default";
}

1;
