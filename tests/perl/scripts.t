# Pitfalls of a first script: assignment through views, import conflicts, missing names, Perl's own functions called with lists,
# integers stored as floating-point numbers, the documentation.
use strict;
use warnings;
use Test::More;
use GPULinalg qw(:all);

sub error(&) {
    my ($code) = @_;
    return eval { $code->(); 1 } ? '' : "$@";
}

# ---- .= assigns to the elements
{
    my $a = asarray([[1.0, 2.0], [3.0, 4.0]]);
    my $s = $a->slice('0,:');
    $s .= 5;
    is_deeply($a->aref, [[5, 5], [3, 4]], '.= assigns through a view');
    isa_ok($s, 'GPULinalg::Array', 'the view is still one');
    (my $t = $a->slice(':,1')) .= [7, 8];
    is_deeply($a->aref, [[5, 7], [3, 8]], "PDL's way of writing it");
    my $same = $s;
    $same .= 1;
    is_deeply($a->aref, [[1, 1], [3, 8]], 'also when another variable holds the view');
    is_deeply($s->aref, [1, 1], 'which sees it');
    $same += 1;
    is_deeply($s->aref, [1, 1], 'while += leaves the others alone');
    $same .= 9;
    is_deeply([$a->aref, $same->aref], [[[1, 1], [3, 8]], [9, 9]], 'and makes an array of its own');
    my $original = my $copy = $a;
    $copy *= 2;
    is($original->at(1, 1), 8, '*= on one of two');
    is("$s" . ' units', '[1. 1.] units', 'a text of an array can be joined');
    is($s . '!', '[1. 1.]!', 'also without quotes');
    is('x: ' . $s, 'x: [1. 1.]', 'on the right too');
    my $text = 'x: ';
    $text .= $s;
    is($text, 'x: [1. 1.]', 'a text grows by the text of an array');
    like(error { $s .= ' units' }, qr/^\.=: ' units' is not a number: \.= assigns .* "\$x" \. /, 'text is not assigned');
    like(error { $s .= [1, 2, 3] }, qr/^setitem: /, 'shapes must fit');
    $s .= '6.5';
    is_deeply($s->aref, [6.5, 6.5], 'a number as text is one');
    my $whole = asarray([1, 2]);
    $whole .= $whole + 1;
    is_deeply($whole->aref, [2, 3], 'an array is assigned');
}

# ---- Perl's own functions with lists and strings
like(error { my $x = log([1, 2]) },
    qr/^log: Perl's own log takes a number, but a list was given; call GPULinalg::log at/, 'log');
like(error { my $x = $_->() }, qr/^\w+: Perl's own/, 'a list')
    for sub { sqrt [4] }, sub { exp [1] }, sub { sin [1] }, sub { cos [1] }, sub { abs [-1] }, sub { int [1.5] },
    sub { atan2 1, [1] };
like(error { my $x = exp('x') }, qr/^exp: 'x' is not a number at/, 'text');
is(sqrt(' 4 ') + abs(-1) + int('2'), 5, 'numbers are what they were');
{
    my ($x, $y) = (asarray([[1, 2], [3, 4]]), asarray([[2]]));
    like(error { my @z = ($x + $x) x $y }, qr/^x: Perl repeats a left operand in parentheses/, 'a list repeated by an array');
    is_deeply([(1, 2) x 2], [1, 2, 1, 2], 'by a number it is');
    my $z = ($x + $x) x $x;
    is_deeply($z->aref, [[14, 20], [30, 44]], 'a scalar is a product');
}
{

    package Elsewhere;
    eval 'no GPULinalg; 1';
    main::is(eval "package Bare; BEGIN { \$^H{GPULinalg} = 0 } exp('0')", 1, 'other code is left alone');
}

# ---- names
like(error { GPULinalg::slove(1) }, qr/^slove: there is no function GPULinalg::slove; did you mean 'solve'\? at/, 'a function');
like(
    error { GPULinalg::FFT::fftt(1) },
    qr/^fftt: there is no function GPULinalg::FFT::fftt; did you mean 'fft'\? at/,
    'of a namespace'
);
like(error { GPULinalg::cumsum([1]) }, qr/; did you mean 'cumulative_sum'\? at/, 'what NumPy calls otherwise');
like(error { asarray([1])->ravel }, qr/; did you mean 'reshape'\? at/, 'and a method');
like(error { asarray([1])->reshap([1]) }, qr/^reshap: there is no method .*; did you mean 'reshape'\? at/, 'a method');
like(error { asarray([1])->xyzzyplugh }, qr/^xyzzyplugh: there is no method GPULinalg::Array::xyzzyplugh at/, 'nothing near');
ok(!GPULinalg->can('slove') && !GPULinalg::Array->can('slove') && GPULinalg->can('solve'), 'can is right');
like(error { GPULinalg->import('slove') }, qr/^import: GPULinalg exports no 'slove'; did you mean 'solve'\?/, 'an import');
like(error { sum([1], axs => 0) }, qr/^sum: there is no option 'axs'; did you mean 'axis'\?/, 'an option');

# ---- imports
cmp_ok(abs(pi - 3.141592653589793), '<', 1e-15, 'pi comes with :all');
ok(!main->can('e'), 'e does not');

sub warnings_of {
    my ($code) = @_;
    open my $perl, '-|', $^X, '-we', "BEGIN { \$| = 1; open STDERR, '>&', STDOUT } $code" or die;
    local $/;
    return <$perl> // '';
}
like(
    warnings_of('use List::Util qw(sum max); use GPULinalg ":all"; print 1'),
    qr/^GPULinalg:\ max,\ sum\ replace\ functions\ that\ main\ had\ from\ List::Util;
        \ to\ keep\ those,\ write\ `use\ GPULinalg\ qw\(:all\ !max\ !sum\)`/x,
    'a clash'
);
like(
    warnings_of('use GPULinalg ":all"; use List::Util qw(sum max); print 1'),
    qr/^GPULinalg: max, sum were replaced in main by List::Util, imported after GPULinalg/m,
    'the other way round'
);
is(warnings_of('use List::Util qw(sum max); use GPULinalg qw(:all !max !sum); print 1'), 1, 'the remedy helps');
is(warnings_of('use List::Util qw(sum); use GPULinalg (); no warnings "GPULinalg"; use GPULinalg ":all"; print 1'),
    1, 'a category silences it');
is(warnings_of('use GPULinalg ":all"; use GPULinalg qw(sum); print 1'), 1, 'the same twice is none');
unlike(warnings_of('use GPULinalg ":all"; use constant pi => 4 * atan2(1, 1); print pi'),
    qr/GPULinalg:/, 'nor an equal constant');
is(warnings_of('require GPULinalg; GPULinalg->import(":all"); print 1'), 1, 'at run time');

# ---- integers stored as floating-point numbers
is_deeply(sum([[1, 2], [3, 4]], axis => 2 / 2)->aref, [3, 7], 'an axis');
is_deeply(zeros([6 / 2, 3])->shape, [3, 3], 'a shape');
is_deeply(take([5, 6, 7], [4 / 2, 0])->aref, [7, 5], 'places');
is_deeply(asarray([5, 6, 7])->slice([4 / 2, 0])->aref, [7, 5], 'an index');
is(asarray([5, 6, 7])->at(4 / 2), 7, 'one place');
like(error { zeros([1.5, 3]) }, qr/^zeros: shape\[0\] is 1\.5, but it must be an integer/, 'a fraction is refused');
like(
    error { asarray([5, 6, 7])->slice([0, 1.5]) },
    qr/^getitem: key\[0\] contains 1\.5, but positions must be integers/,
    'also as a place'
);
like(error { take([5, 6, 7], [0.5]) }, qr/^take: indices contains 0\.5, but/, 'and in take');

# ---- contexts
{
    my $x = lstsq([[1.0, 0.0], [0.0, 1.0]], [2.0, 3.0]);
    is_deeply($x->aref, [2, 3], 'of several results a scalar takes the first');
    is_deeply(scalar(meshgrid([1, 2], [3]))->aref, [[1, 2]], 'of a list of arrays too') if defined &meshgrid;
}
done_testing;
