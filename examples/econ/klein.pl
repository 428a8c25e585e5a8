#!/usr/bin/env perl
# Klein's Model I of the United States, 1921-41: consumption, investment and private wages.
#
# Two-stage least squares, three-stage least squares and limited information maximum likelihood, with the predetermined
# variables of the model as instruments.  The estimates are those of W. H. Greene, Econometric Analysis, chapter on systems of
# equations, to more digits, from linearmodels 7.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use GPULinalg;
use Compare qw(data heading show);

my $klein = GPULinalg::Table->read(data('klein.csv'));    # the first row, 1919, has only the capital at its end
$klein->{year} = GPULinalg::arange(1919, 1942);
$klein->{"${_}1"} = $klein->lag($_) for qw(P K X);
$klein->assign('W = Wp + Wg; A = year - 1931');

my $instruments = 'P1 + K1 + X1 + A + T + Wg + G';
my @equations = ("C ~ P1 | P + W ~ $instruments", "I ~ P1 + K1 | P ~ $instruments", "Wp ~ X1 + A | X ~ $instruments");
my @two = map { GPULinalg::Econ::tsls($_, $klein) } @equations;
my @limited = map { GPULinalg::Econ::liml($_, $klein) } @equations;
my $three = GPULinalg::Econ::threesls(\@equations, $klein);
print GPULinalg::Econ::etable((map { ($two[$_], $limited[$_]) } 0 .. 2), stars => 0), "\n";

my %published = (
    '2SLS' =>
        [[qw(16.5548 .216234 .0173022 .810183)], [qw(20.2782 .615944 -.157788 .150222)], [qw(1.50030 .146674 .130396 .438859)]],
    'LIML' => [
        [qw(17.1477 .396027 -.222513 .822559)], [qw(22.5908 .680386 -.168264 .0751848)], [qw(1.52619 .151321 .131593 .433941)]
    ],
    '3SLS' => [
        [qw(16.4408 .163144 .124890 .790081)], [qw(28.1778 .755724 -.194848 -.0130792)], [qw(1.79722 .181291 .149674 .400492)]
    ],
);

for my $method ('2SLS', 'LIML', '3SLS') {
    heading($method);
    for my $i (0 .. 2) {
        my @names = @{ $two[$i]->names };
        for my $j (0 .. $#names) {
            my $label = (qw(C I Wp))[$i] . ": $names[$j]";
            my $fit = $method eq '2SLS' ? $two[$i] : $limited[$i];
            show($label, $published{$method}[$i][$j], $method eq '3SLS' ? $three->coef->{$label} : $fit->coef->{ $names[$j] });
        }
    }
}
