package HDoc::Text;

# What several writers share: filling paragraphs, and writing a default value the way a language does.

use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK = qw(argument functions fill literal python_signature perl_signature result_class result_names);

# Functions and errors of ours that Python itself has by that name: `from gpulinalg import *` leaves Python's alone.
our %BUILTIN = map { $_ => 1 } qw(abs all any bool max min pow round sum IndexError InterruptedError OverflowError);

# Fill text to a width (counted in characters); every line but the first begins with $indent.
sub fill {
    my ($text, $indent, $width) = @_;
    my @lines = ('');
    for my $word (split ' ', $text) {
        my $room = ($width // 88) - length($indent);
        if (length $lines[-1] && length($lines[-1]) + 1 + length $word > $room) {
            push @lines, $word;
        }
        else {
            $lines[-1] .= length $lines[-1] ? " $word" : $word;
        }
    }
    return join "\n$indent", @lines;
}

my %WORD = (
    python => { none => 'None',  true => 'True', false => 'False' },
    perl   => { none => 'undef', true => '1',    false => '0' },
    case   => { none => 'none',  true => 'true', false => 'false' },
);

# A default: C's text in the words of a language ("case" is the form of the conformance cases).
sub literal {
    my ($default, $language) = @_;
    my $word = $default =~ /^(?:NULL|GLA_NONE)$/ ? 'none' : $default;
    return $WORD{$language}{$word} // $word;
}

# All functions of all rooms.
sub functions { my ($model) = @_; return map { @{ $_->{functions} } } @{ $model->{rooms} } }

# An argument with its default, as tests write it.
sub argument {
    my ($p) = @_;
    return $p->{name} . (defined $p->{default} ? '=' . literal($p->{default}, 'case') : '');
}

# The named tuple that Python returns for several results: the function's name with Result behind it, in capitals when its
# results are named by capitals (qr: QRResult; eigh: EighResult).
sub result_class {
    my ($f) = @_;
    my $capitals = $f->{results}[0]{name} =~ /^[A-Z]/;
    return ($capitals ? uc $f->{name} : ucfirst $f->{name}) . 'Result';
}

sub result_names { my ($f) = @_; return map { $_->{name} } @{ $f->{results} } }

sub python_signature {
    my ($f) = @_;
    my @args = map { $_->{name} . (defined $_->{default} ? '=' . literal($_->{default}, 'python') : '') } @{ $f->{args} };
    return "$f->{name}(" . join(', ', @args) . ')';
}

sub perl_signature {
    my ($f) = @_;
    my @args = map { defined $_->{default} ? "$_->{name} => " . literal($_->{default}, 'perl') : "\$$_->{name}" }
        @{ $f->{args} };
    my @results = map { "\$$_" } result_names($f);
    my $left = @results > 1 ? '(' . join(', ', @results) . ') = ' : @results ? "$results[0] = " : '';
    return "$left$f->{name}(" . join(', ', @args) . ')';
}

1;
