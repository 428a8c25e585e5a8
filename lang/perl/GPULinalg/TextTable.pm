package GPULinalg::TextTable;

# Reading and writing text tables with named columns. GPULinalg.pm loads this.

use strict;
use warnings;

use Scalar::Util ();

# my $table = GPULinalg::loadtxt('wages.csv', missing => 'drop');    $table->{wage}
# my @pairs = GPULinalg::loadtxt('wages.csv');                       names and columns in the order of the file
# my $table = GPULinalg::loadtxt(\*STDIN);                           a handle, or a reference to a string that holds the table
sub GPULinalg::loadtxt {
    my ($columns, $names, $kinds, $levels) = read_columns('loadtxt', &GPULinalg::_values);
    my @pairs;
    for my $i (0 .. $#$names) {
        my $column = $columns->[$i];
        push @pairs, $names->[$i], $kinds->[$i] eq 'text'
            ? [map { $_ < 0 ? undef : $levels->[$_] } @{ $column->aref }]
            : GPULinalg::astype($column, $kinds->[$i]);
    }
    return wantarray ? @pairs : {@pairs};
}

# Return the columns of a file as float64, their names and kinds, and the levels. Errors name the function $name.
sub read_columns {
    my ($name, @given) = @_;
    push @given, content => read_content($name, \$given[0], @given) if @given && is_source($given[0]);
    for my $i (1 .. $#given) {    # columns and missing values may be given as numbers, which the library expects as strings
        next if ref $given[$i] ne 'ARRAY';
        my $list = GPULinalg::_elements($given[$i]);
        $given[$i] = [map { defined && !ref ? "$_" : $_ } @$list];
    }
    my ($values, $names, $kinds, $levels) = call($name, 'read_table', @given);
    return ([map { $values->slice(':', $_) } 0 .. $#$names], $names, $kinds, $levels);
}

# Call a function of the library. Error messages list the options of the script-level function only, not those that this package
# adds.
sub call {
    my ($name, @call) = @_;
    my ($error, @results);
    {
        local $@;
        eval { @results = GPULinalg::_as($name, @call); 1 } or $error = $@;
    }
    return wantarray ? @results : $results[0] if !defined $error;
    $error->{message} =~ s/(; the options are: .*?), (?:content|kinds, levels)$/$1/
        if Scalar::Util::blessed($error) && $error->isa('GPULinalg::Error');
    die $error;
}

# Return true for a file handle, or a reference to a string.
sub is_source {
    my ($x) = @_;
    return ref $x eq 'SCALAR' || is_handle($x);
}

sub is_handle {
    my ($x) = @_;
    return 1 if ref \$x eq 'GLOB' || (Scalar::Util::reftype($x) // q{}) eq 'GLOB';
    return Scalar::Util::blessed($x) && $x->isa('IO::Handle');
}

# Read the rest of a handle, or a string, as bytes; the name by which messages call it replaces it in the arguments. Strings
# contain characters unless an encoding is given, and so does the text of a decoding handle.
sub read_content {
    my ($name, $place, undef, @rest) = @_;
    my $source = $$place;
    my ($encoding) = map { $rest[$_ + 1] } grep { !ref $rest[$_] && ($rest[$_] // q{}) eq 'encoding' } 0 .. $#rest - 1;
    my ($content, $decoded) = ref $source eq 'SCALAR' ? ($$source, !defined $encoding) : read_handle($name, $source, $place);
    $$place = '<string>' if ref $source eq 'SCALAR';
    GPULinalg::_fail('ArgumentError', "$name: encoding is '$encoding', but '$$place' returns decoded text; read it as bytes")
        if $decoded && defined $encoding;
    utf8::encode($content) if $decoded;
    return $content;
}

sub read_handle {
    my ($function, $handle, $place) = @_;
    my $name = *{$handle}{NAME};
    $$place = defined $name && $name =~ /^\w+$/ && $name !~ /^_GEN/ ? $name : 'the handle';
    my ($content, $limit, $got) = ('', GPULinalg::memory_info('host')->{limit_bytes});
    while ($got = read $handle, my $part, 1 << 24) {
        $content .= $part;
        GPULinalg::_fail('OutOfMemoryError',
                  "$function: '$$place' is too long: "
                . length($content)
                . ' bytes of it have been read, and the host has no memory for more; read it in parts')
            if $limit && length $content > $limit;
    }
    GPULinalg::_fail('ArgumentError', "$function: cannot read '$$place': $!") if !defined $got;
    return ($content, decodes($handle));
}

sub decodes {
    my ($handle, @output) = @_;
    return scalar grep { /^(?:utf8|encoding)/ } PerlIO::get_layers($handle, @output);
}

# GPULinalg::savetxt('fit.csv', [year => $years, fitted => $X x $b]);      in this order
# GPULinalg::savetxt('fit.csv', {year => $years, fitted => $X x $b});      in the order of the names
# GPULinalg::savetxt(\*STDOUT, $a);
# GPULinalg::savetxt('matrix.csv', $a, names => ['x', 'y']);
# GPULinalg::savetxt('regions.csv', [name => ['North', 'South'], wage => $wage]);      a column of texts
sub GPULinalg::savetxt {
    my ($path, $columns, @options) = &GPULinalg::_values;
    GPULinalg::_fail('ArgumentError', 'savetxt: pass the columns as one argument: [name => $values, ...]')
        if @options % 2 || @options && defined $columns && !ref $columns;
    my %option = @options;
    $columns = GPULinalg::_elements($columns) if ref $columns eq 'HASH' || ref $columns eq 'ARRAY';
    if (ref $columns ne 'ARRAY') {
        $columns = [$columns];
    } elsif (@$columns && defined $columns->[0] && !ref $columns->[0]) {
        my @pairs = @$columns;
        $option{names} = [@pairs[grep { $_ % 2 == 0 } 0 .. $#pairs]];
        $columns = [@pairs[grep { $_ % 2 } 0 .. $#pairs]];
    }
    my @read = map { ref eq 'ARRAY' ? GPULinalg::_elements($_) : $_ } @$columns;
    write_texts($columns = \@read, \%option) if grep { is_texts($_) } @read;
    my @given = ($columns, map { $_ => $option{$_} } sort keys %option);
    is_handle($path)
        ? print_text($path, scalar call('savetxt', 'format_table', @given))
        : call('savetxt', 'write_table', $path, @given);
    return;
}

# Print characters to a handle with an encoding layer, and bytes to any other handle.
sub print_text {
    my ($handle, $text) = @_;
    utf8::encode($text) if !decodes($handle, output => 1);
    print {$handle} $text or GPULinalg::_fail('ArgumentError', "savetxt: cannot write to the handle: $!");
    return;
}

# Return true for a list that contains a value which is not a number.
sub is_texts {
    my ($column) = @_;
    return ref $column eq 'ARRAY' && grep { defined && !ref && !Scalar::Util::looks_like_number($_) } @$column;
}

# Replace columns of strings by indices into levels.
sub write_texts {
    my ($columns, $option) = @_;
    my (%place, @levels, @kinds);
    for my $column (@$columns) {
        if (is_texts($column)) {
            push @kinds, 'text';
            $column = [map { $place{ $_ // '' } //= push(@levels, $_ // '') - 1 } @$column];
        } else {
            $column = GPULinalg::asarray($column);
            push @kinds, ('float64') x (@{ $column->shape } == 2 ? $column->shape->[1] : 1);
        }
    }
    @$option{qw(kinds levels)} = (\@kinds, \@levels);
    return;
}

1;
