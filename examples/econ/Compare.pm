package Compare;

# What the examples share: where the data are, and lines with a reference, a result and the digits that agree.
use strict;
use warnings;
use Exporter 'import';
use File::Basename qw(dirname);
use File::Spec;

our @EXPORT_OK = qw(data digits heading show);

# Return the path of a data file.
sub data {
    my ($name) = @_;
    return File::Spec->catfile(dirname(File::Spec->rel2abs(__FILE__)), '..', 'data', $name);
}

# Return how many digits of a reference, a string, agree with a value: at most as many as it has.
sub digits {
    my ($reference, $value) = @_;
    my ($whole, $fraction, $exponent) = $reference =~ /^[-+]?(\d*)\.?(\d*)(?:[eE](.*))?$/ or die "no number: $reference\n";
    my $decimals = length($fraction) - ($exponent // 0);
    my $given = length("$whole$fraction" =~ s/^0+//r);
    my $error = abs($value - $reference);
    return $given || $decimals if $error <= 0.5000001 * 10.0**-$decimals;    # the rounded value is the reference
    my $size = abs($reference) || 1.0;    # a reference of zero: digits after the point
    my $agree = -log($error / $size) / log(10);
    my $most = $given || $decimals;
    return $agree < 0 ? 0 : $agree > $most ? $most : $agree;
}

sub heading {
    my ($text) = @_;
    printf "\n%-36s %18s %18s %7s\n", $text, 'reference', 'computed', 'digits';
    return;
}

sub show {
    my ($name, $reference, $value) = @_;
    printf "%-36s %18s %18.10g %7.1f\n", $name, $reference, $value, digits($reference, $value);
    return;
}

1;
