# PDL through its methods only, as if its headers were missing or its version differed: everything works, with copies.
use strict;
use warnings;
use Test::More;
use FindBin;
use GPULinalg;

eval { require PDL; PDL->import; 1 } or plan skip_all => 'no PDL';
$ENV{GPULINALG_NO_PDL_CORE} = 1;
require "$FindBin::Bin/pdl_common.pl";
my $p = PDL->sequence(3);
my $a = GPULinalg::asarray($p);
$p->set(0, 100);
is($a->at(0), 0, 'a copy');
done_testing;
