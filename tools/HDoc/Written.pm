package HDoc::Written;

# Read lang/written.doc, the declarations of functions that the languages' packages define by hand. Their manual entries are
# made like those of the headers.

use strict;
use warnings;
use Exporter 'import';
use HDoc::Header qw(read_comment);
use HDoc::Text qw(functions space);
our @EXPORT_OK = qw(read_written);

sub fail { my ($file, $line, $message) = @_; die "$file:$line: $message\n" }

# Add {written => [functions]} to the model, each with its area and the function that it replaces there. Add {more =>
# [arguments]} to functions of the headers, for arguments that only scripts see.
sub read_written {
    my ($model, $file) = @_;
    open my $in, '<:encoding(UTF-8)', $file or die "hdoc: cannot read $file: $!\n";
    my @lines = <$in>;
    chomp @lines;
    my %room = map { $_->{name} => $_ } @{ $model->{rooms} };
    my %function = map { $_->{called} => $_ } functions($model);
    $model->{written} = [];
    for (my $i = 0; $i < @lines; $i++) {
        next if $lines[$i] !~ m{^/\*\*};
        my $start = $i;
        $i++ until $lines[$i] =~ m{\*/\s*$} || $i == $#lines;
        my ($f, $declaration) = (read_entry($file, $start + 1, @lines[$start .. $i]), $lines[++$i] // '');
        $f->{declared} = "$file:" . ($i + 1);
        if ($declaration =~ /^\+ ([\w. ]+)\((.*)\);$/) {
            my ($names, $args) = ($1, $2);
            $_->{more} = arguments($f, $args) for map { $function{$_} // () } split ' ', $names;
        } elsif ($declaration =~ /^(\w+): ([\w.]+)\((.*)\)(?: -> (.*))?;$/) {
            my ($room, $called, $args, $results) = ($1, $2, $3, $4 // '');
            next if !$room{$room};    # the tests of hdoc use other headers
            @$f{qw(room called name space)} = ($room, $called, $called =~ s/.*[.]//r, $room{$room}{space});
            $f->{args} = arguments($f, $args, \%function);
            $f->{results} = [map { typed($f, $_) } split /, /, $results];
            my $other = $function{"new_$f->{name}"};
            $f->{instead} = $other->{name} if $other && $other->{method}{of}{callable};
            check_entry($f);
            push @{ $model->{written} }, $f;
        } else {
            fail($file, $i + 1, "no declaration \"room: name(arguments) -> results;\"");
        }
    }
    return;
}

# Read a comment in the headers' form, with language-specific additions: @only, @as and the examples.
sub read_entry {
    my ($file, $line, @comment) = @_;
    my (@common, %code, %as, $only, $language);
    for (@comment) {
        if (m{^ \* \@(python|perl)$}) {
            $language = $1;
        } elsif (m{^ \* \@only (python|perl)$}) {
            $only = $1;
        } elsif (m{^ \* \@as (python|perl) (.*)$}) {
            push @{ $as{$1} }, $2;
        } elsif (m{^ \*/$}) {
            push @common, $_;
        } elsif (!$language) {
            push @common, $_;
        } elsif (/^ \*   -> ?(.*)$/) {
            push @{ $code{$language}[-1] }, $1;
        } elsif (/^ \*   (.*)$/) {
            push @{ $code{$language} }, [$1];
        } else {
            fail($file, $line, "an example is indented by two blanks: $_");
        }
    }
    my $f = read_comment($file, $line, @common);
    @$f{qw(code only as also)} = (\%code, $only, \%as, []);
    return $f;
}

# Parse "name: type = default" into an argument or a result.
sub typed {
    my ($f, $text) = @_;
    my ($name, $type, $default) = $text =~ /^(\w+): ([\w: ]+?)(?: = (.*))?$/
        or die "$f->{declared}: cannot read \"$text\"\n";
    return { name => $name, doctype => $type, kind => '', default => $default, doc => $f->{params}{$name} };
}

# Parse arguments. "*read_table" means all arguments of that function, "*read_table without content" all but one. They keep
# their descriptions unless the entry has its own.
sub arguments {
    my ($f, $text, $function) = @_;
    my @args;
    for my $part (split /, (?=[*\w]+(?::|$))/, $text) {
        if ($part =~ /^\*(\w+)(?: without (\w+))?$/) {
            my ($other, $out) = ($function->{$1} // die("$f->{declared}: there is no function $1\n"), $2 // '');
            push @args, map {
                { %$_, doc => $f->{params}{ $_->{name} } // $_->{doc} }
            } grep { $_->{name} ne $out } @{ $other->{args} };
            $f->{throws} = $other->{throws} if !@{ $f->{throws} };
        } else {
            push @args, typed($f, $part);
        }
    }
    for my $arg (@args) { die "$f->{declared}: no \@param $arg->{name}\n" if !defined $arg->{doc} }
    return \@args;
}

sub check_entry {
    my ($f) = @_;
    my %known = map { $_->{name} => 1 } @{ $f->{args} };
    for (@{ $f->{order} }) { die "$f->{declared}: there is no argument $_\n" if !$known{$_} }
    die "$f->{declared}: no \@return\n" if !defined $f->{return};
    for my $language (grep { !$f->{only} || $_ eq $f->{only} } qw(python perl)) {
        die "$f->{declared}: no example in $language\n" if !$f->{code}{$language};
    }
    return;
}

1;
