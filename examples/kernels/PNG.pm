package PNG;

# Read and write grey PNG images of 8 bits with what Perl has; your own program would take Imager or PDL::IO::Pic.

use strict;
use warnings;
use Compress::Zlib;

my $SIGNATURE = "\x89PNG\r\n\x1a\n";

sub chunks {
    my ($data, $path) = @_;
    substr($data, 0, 8) eq $SIGNATURE or die "$path is not a PNG image\n";
    my @chunks;
    for (my $at = 8; $at < length $data;) {
        my ($size, $kind) = unpack 'N a4', substr $data, $at, 8;
        push @chunks, [$kind, substr $data, $at + 8, $size];
        $at += 12 + $size;    # length, kind, content, checksum
    }
    return @chunks;
}

sub paeth {
    my ($left, $up, $corner) = @_;
    my $p = $left + $up - $corner;
    my ($l, $u, $c) = map { abs($p - $_) } $left, $up, $corner;
    return $l <= $u && $l <= $c ? $left : $u <= $c ? $up : $corner;
}

# Rows, columns and the pixels as bytes, row by row.
sub read {
    my ($path) = @_;
    open my $file, '<:raw', $path or die "$path: $!\n";
    my @chunks = chunks(do { local $/; <$file> }, $path);
    my ($columns, $rows, $depth, $colour, undef, undef, $interlaced) = unpack 'N N C5', $chunks[0][1];
    $depth == 8 && !$colour && !$interlaced or die "$path is not a grey image of 8 bits without interlace\n";
    my $raw = uncompress(join '', map { $_->[1] } grep { $_->[0] eq 'IDAT' } @chunks) // die "$path is damaged\n";
    my ($pixels, @above) = ('', (0) x $columns);
    for my $row (0 .. $rows - 1) {    # the first byte is the filter, which predicts pixels from the previous ones
        my ($kind, @line) = unpack 'C*', substr $raw, $row * ($columns + 1), $columns + 1;
        for my $j ($kind ? 0 .. $columns - 1 : ()) {
            my ($left, $up, $corner) = $j ? ($line[$j - 1], $above[$j], $above[$j - 1]) : (0, $above[0], 0);
            my $guess = $kind < 4 ? (0, $left, $up, ($left + $up) >> 1)[$kind] : paeth($left, $up, $corner);
            $line[$j] = ($line[$j] + $guess) & 255;
        }
        $pixels .= pack 'C*', @line;
        @above = @line;
    }
    return ($rows, $columns, $pixels);
}

# Write pixels, bytes row by row, as an image.
sub write {
    my ($path, $rows, $columns, $pixels) = @_;
    my $lines = join '', map { "\0" . substr $pixels, $_ * $columns, $columns } 0 .. $rows - 1;
    open my $file, '>:raw', $path or die "$path: $!\n";
    print $file $SIGNATURE;
    for (['IHDR', pack 'N N C5', $columns, $rows, 8, 0, 0, 0, 0], ['IDAT', compress($lines, 9)], ['IEND', '']) {
        my ($kind, $content) = @$_;
        print $file pack('N', length $content), $kind, $content, pack('N', crc32($kind . $content));
    }
    close $file or die "$path: $!\n";
}

1;
