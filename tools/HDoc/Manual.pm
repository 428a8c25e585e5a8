package HDoc::Manual;

# The manual for scripts: its pages and index (docs/contents.txt), its entries and their names. A C function that is a method,
# or that a language's package wraps, appears under the name that scripts use.

use strict;
use warnings;
use Exporter 'import';
use HDoc::Text qw(functions is_listed perl_signature python_signature);
our @EXPORT_OK = qw(arguments_of read_contents entries entry_name perl_name pages page_entries area_entries signatures tasks);

# Add to the model {pages => [{name, perl, title, rooms}], tasks => [{heading, rows => [[task, other words, entries...]]}]}.
sub read_contents {
    my ($model, $file) = @_;
    open my $in, '<:encoding(UTF-8)', $file or die "hdoc: cannot read $file: $!\n";
    my %room = map { $_->{name} => $_ } @{ $model->{rooms} };
    my %entry = map { entry_name($_) => $_ } entries($model);
    my (@pages, @tasks, %placed);
    while (<$in>) {
        if (/^page (\w+) (\w+)  ([^:]+): (.+)$/) {
            my @rooms = map { $placed{$_}++ ? () : $room{$_} // () } split ' ', $4;
            push @pages, { name => $1, perl => "GPULinalg::$2", title => $3, rooms => \@rooms };
        } elsif (/^room (\w+)  (.+)$/) {
            $room{$1}{title} = $2 if $room{$1};
        } elsif (/^= (.+)$/) {
            push @tasks, { heading => $1, rows => [] };
        } elsif (/^(?!#)(.+?)(?: \[(.*)\])?: (.+)$/) {
            my ($what, $words, @names) = ($1, $2 // '', split ' ', $3);
            my @missing = grep { !$entry{$_} } @names;
            die "$file:$.: the manual has no entry @missing\n" if @missing && $entry{solve};    # tests use other headers
            push @{ $tasks[-1]{rows} }, [$what, $words, map { $entry{$_} // () } @names];
        } elsif (/^[^#\n]/) {
            die "$file:$.: neither a page, a heading nor a task\n";
        }
    }
    push @{ $pages[-1]{rooms} }, grep { !$placed{ $_->{name} } } @{ $model->{rooms} };
    @$model{qw(pages tasks)} = (\@pages, \@tasks);
    for my $page (@pages) { $_->{page} = $page for page_entries($model, $page) }
    my %replaced = map { ($_->{instead} // '') => $_->{page} } @{ $model->{written} };
    $_->{page} //= $replaced{ $_->{called} } for functions($model);
    with_script_names($model);
    return;
}

sub pages { my ($model) = @_; return @{ $model->{pages} } }
sub tasks { my ($model) = @_; return @{ $model->{tasks} } }

# Return the entries of an area: hand-written functions of the languages first, without the C functions that they replace.
sub area_entries {
    my ($model, $room) = @_;
    my @written = grep { $_->{room} eq $room->{name} } @{ $model->{written} };
    my %instead = map { ($_->{instead} // '') => 1 } @written;
    return (
        (grep { $_->{called} !~ /[.]/ } @written),
        (grep { !$instead{ $_->{called} } } @{ $room->{functions} }),
        grep { $_->{called} =~ /[.]/ } @written
    );
}

sub page_entries {
    my ($model, $page) = @_;
    return map { area_entries($model, $_) } @{ $page->{rooms} };
}

sub entries {
    my ($model) = @_;
    return map { area_entries($model, $_) } @{ $model->{rooms} };
}

# Return the name of an entry: solve, sparse.coo, Generator.normal; Stream for a constructor, kernel for a callable object.
sub entry_name {
    my ($f) = @_;
    my $method = $f->{method};
    return $f->{called} if !$method || is_listed($f) && $method->{name} eq $f->{name};
    return $method->{of}{callable} ? $method->{of}{prefix} : $method->{class} if $method->{name} eq 'new';
    return "$method->{class}.$method->{name}";
}

# Return the Perl name of an entry: Sparse::coo, $generator->normal, Stream->new.
sub perl_name {
    my ($f) = @_;
    my $method = $f->{method};
    my $space = $f->{space} ? "$f->{space}{perl}::" : '';
    if (!$method && $f->{called} =~ /^([A-Z]\w*)[.]/) {    # hand-written
        return @{ $f->{args} } ? "$space$1->$f->{name}" : '$' . lc($1) . "->$f->{name}";
    }
    return "$space$f->{name}" if !$method || is_listed($f) && $method->{name} eq $f->{name};
    return $method->{of}{prefix} if $method->{of}{callable} && $method->{name} eq 'new';
    return "$space$method->{class}->$method->{name}" if !$method->{bound};
    return "\$$method->{of}{prefix}->$method->{name}";
}

# Replace C names in the headers' texts: the manual for scripts names methods as scripts do. {in_c} is the original function.
sub with_script_names {
    my ($model) = @_;
    my %name = map { $_->{name} => entry_name($_) }
        grep { $_->{method} && $_->{name} ne $_->{method}{name} } functions($model);
    $name{ $_->{instead} } = $_->{name} for grep { $_->{instead} } @{ $model->{written} };
    my $changed = sub {
        return map { s/`(?:\w+[.])?(\w+)(?=(?:\(\))?`)/exists $name{$1} ? "`$name{$1}" : $&/ger } @_;
    };
    for my $f (functions($model), @{ $model->{written} }) {
        $f->{in_c} = { %$f, more => [] };
        $f->{args} = [
            map {
                { %$_, doc => $changed->($_->{doc}) }
            } @{ $f->{args} }
        ];
        $f->{body} = [$changed->(@{ $f->{body} })];
        @$f{qw(summary return)} = $changed->(@$f{qw(summary return)});
        for my $kinds (qw(throws warns)) {
            $f->{$kinds} = [map { [$_->[0], $changed->($_->[1]), @$_[2 .. $#$_]] } @{ $f->{$kinds} }];
        }
    }
    for my $class (@{ $model->{classes} }) {
        @$class{qw(summary body)} = ($changed->($class->{summary}), [$changed->(@{ $class->{body} })]);
    }
    return;
}

# Return a function's arguments, including those that only scripts see.
sub arguments_of {
    my ($f) = @_;
    return map { @$_ } $f->{args}, $f->{more} // [];
}

# Return the ways to call a function in a language: as a function, as a method, or both.
sub signatures {
    my ($f, $language) = @_;
    return if $f->{only} && $f->{only} ne $language;
    return @{ $f->{as}{$language} } if $f->{as}{$language};
    my $write = $language eq 'perl' ? \&perl_signature : \&python_signature;
    $f = { %$f, args => [arguments_of($f)] };
    return ($f->{method} && is_listed($f) ? $write->({ %$f, method => undef }) : (), $write->($f));
}

1;
