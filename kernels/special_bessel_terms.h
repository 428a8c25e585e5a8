/* special_bessel_terms.h - polynomials, made by tools/special_terms bessel. */
#ifndef SPECIAL_BESSEL_TERMS_H
#define SPECIAL_BESSEL_TERMS_H

/* J0(x)/(x^2 - r^2) in powers of x^2/8 - 1, x from 0 to 4; error 2.9e-19. */
DEVICE float64 special_j0_center(float64 t)
{
    float64 s = t * t, p = KEPT(0x1.14844882680bfp-49), q = KEPT(-0x1.3344f418421d9p-43);
    p = fma(p, s, KEPT(0x1.1e1403c582f38p-37));
    q = fma(q, s, KEPT(-0x1.b72e5fe144952p-32));
    p = fma(p, s, KEPT(0x1.0fff1f804b5a6p-26));
    q = fma(q, s, KEPT(-0x1.08c621262a183p-21));
    p = fma(p, s, KEPT(0x1.87a4ac4403e73p-17));
    q = fma(q, s, KEPT(-0x1.a4b2380ccc120p-13));
    p = fma(p, s, KEPT(0x1.33fa04134f0abp-9));
    q = fma(q, s, KEPT(-0x1.17057235d9c2bp-6));
    p = fma(p, s, KEPT(0x1.08d902d0bf620p-4));
    q = fma(q, s, KEPT(-0x1.6b2948e843e2bp-4));
    return fma(p, t, q);
}

/* J0(x)/(x - r), x from 4 to 8; error 3.1e-20. */
DEVICE float64 special_j0_second(float64 t)
{
    float64 s = t * t, p = KEPT(0x1.22efa7b352ae1p-45), q = KEPT(-0x1.66a7d45edcca7p-43);
    p = fma(p, s, KEPT(-0x1.d4262c2624b46p-39));
    q = fma(q, s, KEPT(0x1.1074d64243ccdp-36));
    p = fma(p, s, KEPT(0x1.242417aafc7cep-32));
    q = fma(q, s, KEPT(-0x1.3f29a2938ea35p-30));
    p = fma(p, s, KEPT(-0x1.1e6c090855c4bp-26));
    q = fma(q, s, KEPT(0x1.2469e594d231bp-24));
    p = fma(p, s, KEPT(0x1.aab890018e5e8p-21));
    q = fma(q, s, KEPT(-0x1.950ff5b9f52c7p-19));
    p = fma(p, s, KEPT(-0x1.cd44e15c884b3p-16));
    q = fma(q, s, KEPT(0x1.949f159a1a382p-14));
    p = fma(p, s, KEPT(0x1.52a757fc0475dp-11));
    q = fma(q, s, KEPT(-0x1.104aed84763d8p-9));
    p = fma(p, s, KEPT(-0x1.307fa1bf6f4f5p-7));
    q = fma(q, s, KEPT(0x1.bb360f4dac2d6p-6));
    p = fma(p, s, KEPT(0x1.15618767e6bd5p-4));
    q = fma(q, s, KEPT(-0x1.63c76276a6e68p-3));
    p = fma(p, s, KEPT(-0x1.3d97028754e56p-3));
    q = fma(q, s, KEPT(0x1.416dc96e57c0ep-2));
    return fma(p, t, q);
}

/* J1(x)/(x (x^2 - r^2)) in powers of x^2/15 - 1, x from 0 to sqrt(30); error 1.2e-20. */
DEVICE float64 special_j1_center(float64 t)
{
    float64 s = t * t, p = KEPT(0x1.cfc6b577cae0ep-56), q = KEPT(-0x1.8f7c6187d8975p-50);
    p = fma(p, s, KEPT(0x1.292a51776a243p-44));
    q = fma(q, s, KEPT(-0x1.7a3c8ce2f329bp-39));
    p = fma(p, s, KEPT(0x1.95e24cb41c701p-34));
    q = fma(q, s, KEPT(-0x1.69452f31cdd44p-29));
    p = fma(p, s, KEPT(0x1.057bbb5a44b3cp-24));
    q = fma(q, s, KEPT(-0x1.2c4d3c7d5c979p-20));
    p = fma(p, s, KEPT(0x1.091ded0c890bdp-16));
    q = fma(q, s, KEPT(-0x1.591026b4dcee8p-13));
    p = fma(p, s, KEPT(0x1.382f628a4508cp-10));
    q = fma(q, s, KEPT(-0x1.6749edbb925f4p-8));
    p = fma(p, s, KEPT(0x1.c383da9af4bf4p-7));
    q = fma(q, s, KEPT(-0x1.b7cbb63e71398p-7));
    return fma(p, t, q);
}

/* J1(x)/(x - r), x from 5.4 to 8; error 4.6e-18. */
DEVICE float64 special_j1_second(float64 t)
{
    float64 s = t * t, p = KEPT(0x1.fc150135a11e3p-44), q = KEPT(-0x1.7cf9a5ef39eb0p-38);
    p = fma(p, s, KEPT(-0x1.1b320628b4674p-36));
    q = fma(q, s, KEPT(0x1.9257ffa581057p-31));
    p = fma(p, s, KEPT(0x1.cb5612abe8484p-30));
    q = fma(q, s, KEPT(-0x1.368752df228bdp-24));
    p = fma(p, s, KEPT(-0x1.04a6fecd0d5cap-23));
    q = fma(q, s, KEPT(0x1.5472c2f5a1346p-18));
    p = fma(p, s, KEPT(0x1.77936e380abdfp-18));
    q = fma(q, s, KEPT(-0x1.ec8374aeb831dp-13));
    p = fma(p, s, KEPT(-0x1.1acf5f14ad4f6p-13));
    q = fma(q, s, KEPT(0x1.a22fff13a509dp-8));
    p = fma(p, s, KEPT(0x1.b179a3bf09e29p-11));
    q = fma(q, s, KEPT(-0x1.50b869ffd9a0dp-4));
    p = fma(p, s, KEPT(0x1.7c158d055529ap-7));
    q = fma(q, s, KEPT(0x1.355c83a59d132p-2));
    return fma(p, t, q);
}

/* sqrt(pi x/2) times the size of J0 + i Y0 in powers of 1/x^2 <= 1/64; error 4.2e-18. */
DEVICE float64 special_j0_size(float64 x)
{
    float64 s = x * x, p = KEPT(0x1.1e0eaf5920100p+39), q = KEPT(-0x1.0f36a87131aa5p+36);
    p = fma(p, s, KEPT(0x1.e52b4e469986dp+31));
    q = fma(q, s, KEPT(-0x1.18bc75faec35bp+27));
    p = fma(p, s, KEPT(0x1.f4db107d26a4fp+21));
    q = fma(q, s, KEPT(-0x1.9736d857dd691p+16));
    p = fma(p, s, KEPT(0x1.6c1a1f54b738ap+11));
    q = fma(q, s, KEPT(-0x1.aad776c17deb4p+6));
    p = fma(p, s, KEPT(0x1.764af654d847fp+2));
    q = fma(q, s, KEPT(-0x1.15efefbc608a1p-1));
    p = fma(p, s, KEPT(0x1.a7ffffe9264c4p-4));
    q = fma(q, s, KEPT(-0x1.fffffffffccbbp-5));
    p = fma(p, s, KEPT(0x1.0000000000000p+0));
    return fma(q, x, p);
}

/* x times its angle less x - pi/4; error 6.0e-17. */
DEVICE float64 special_j0_angle(float64 x)
{
    float64 s = x * x, p = KEPT(0x1.b097b23926da2p+47), q = KEPT(-0x1.ab0bfb7a91eccp+44);
    p = fma(p, s, KEPT(0x1.8956e78911d28p+40));
    q = fma(q, s, KEPT(-0x1.c906c4863392cp+35));
    p = fma(p, s, KEPT(0x1.845a2a9a0c5e5p+30));
    q = fma(q, s, KEPT(-0x1.111214e172db0p+25));
    p = fma(p, s, KEPT(0x1.6df317285496ap+19));
    q = fma(q, s, KEPT(-0x1.12bdbebac0596p+14));
    p = fma(p, s, KEPT(0x1.0b7a7a532f540p+9));
    q = fma(q, s, KEPT(-0x1.7795117d68b08p+4));
    p = fma(p, s, KEPT(0x1.a3583232abfecp+0));
    q = fma(q, s, KEPT(-0x1.ad333317810e2p-3));
    p = fma(p, s, KEPT(0x1.0aaaaaaaa7525p-4));
    q = fma(q, s, KEPT(-0x1.fffffffffffffp-4));
    return fma(p, x, q);
}

/* sqrt(pi x/2) times the size of J1 + i Y1 in powers of 1/x^2 <= 1/64; error 4.7e-18. */
DEVICE float64 special_j1_size(float64 x)
{
    float64 s = x * x, p = KEPT(-0x1.44075aa2d1176p+39), q = KEPT(0x1.33b16c71b5853p+36);
    p = fma(p, s, KEPT(-0x1.13e6bf0c1b260p+32));
    q = fma(q, s, KEPT(0x1.40a7e8a18160bp+27));
    p = fma(p, s, KEPT(-0x1.203b739a8a60cp+22));
    q = fma(q, s, KEPT(0x1.db38439c889b0p+16));
    p = fma(p, s, KEPT(-0x1.b32bf040f64adp+11));
    q = fma(q, s, KEPT(0x1.0920de1113c93p+7));
    p = fma(p, s, KEPT(-0x1.ef54880d267e7p+2));
    q = fma(q, s, KEPT(0x1.9c4fedc19705ep-1));
    p = fma(p, s, KEPT(-0x1.8bfffff32e3a0p-3));
    q = fma(q, s, KEPT(0x1.7fffffffff19ep-3));
    p = fma(p, s, KEPT(0x1.0000000000000p+0));
    return fma(q, x, p);
}

/* x times its angle less x - 3 pi/4; error 2.2e-17. */
DEVICE float64 special_j1_angle(float64 x)
{
    float64 s = x * x, p = KEPT(-0x1.e674f15309b1cp+47), q = KEPT(0x1.e0bcfdd3f0d22p+44);
    p = fma(p, s, KEPT(-0x1.bb843ac8a5822p+40));
    q = fma(q, s, KEPT(0x1.0256bca5b0daep+36));
    p = fma(p, s, KEPT(-0x1.b8fd7b316ed61p+30));
    q = fma(q, s, KEPT(0x1.3883d15afcad1p+25));
    p = fma(p, s, KEPT(-0x1.a89a0079722c1p+19));
    q = fma(q, s, KEPT(0x1.462760cc3cf4bp+14));
    p = fma(p, s, KEPT(-0x1.49363f2cec5fcp+9));
    q = fma(q, s, KEPT(0x1.e9f651e77f074p+4));
    p = fma(p, s, KEPT(-0x1.2f4860eca766ap+1));
    q = fma(q, s, KEPT(0x1.7bccccbd5ba62p-2));
    p = fma(p, s, KEPT(-0x1.4ffffffffe227p-3));
    q = fma(q, s, KEPT(0x1.8000000000000p-2));
    return fma(p, x, q);
}

/* I0(x) in powers of x^2 <= 64; error 4.1e-19. */
DEVICE float64 special_i0_series(float64 x)
{
    float64 s = x * x, p = KEPT(0x1.20d247d00eeebp-120), q = KEPT(0x1.31d00bad6ba1ap-111);
    p = fma(p, s, KEPT(0x1.46a4446d3e276p-101));
    q = fma(q, s, KEPT(0x1.e56f7ffb05c87p-92));
    p = fma(p, s, KEPT(0x1.41b6c17a09391p-82));
    q = fma(q, s, KEPT(0x1.69c76363ac35fp-73));
    p = fma(p, s, KEPT(0x1.5601c7e411b36p-64));
    q = fma(q, s, KEPT(0x1.0b312ee43b7c5p-55));
    p = fma(p, s, KEPT(0x1.522a444603fe2p-47));
    q = fma(q, s, KEPT(0x1.522a43f155552p-39));
    p = fma(p, s, KEPT(0x1.02e85c08d260ap-31));
    q = fma(q, s, KEPT(0x1.23456789a8318p-24));
    p = fma(p, s, KEPT(0x1.c71c71c71cbe1p-18));
    q = fma(q, s, KEPT(0x1.c71c71c71c6dfp-12));
    p = fma(p, s, KEPT(0x1.0000000000002p-6));
    q = fma(q, s, KEPT(0x1.0000000000000p-2));
    p = fma(p, s, KEPT(0x1.0000000000000p+0));
    return fma(q, x, p);
}

/* sqrt(x) exp(-x) I0(x), 1/x from 0 to 1/8; error 4.5e-18. */
DEVICE float64 special_i0_growth(float64 t)
{
    float64 s = t * t, p = KEPT(0x1.6e48b56608f90p-36), q = KEPT(-0x1.03b4aa8a9e407p-34);
    p = fma(p, s, KEPT(-0x1.4b4eae130efc2p-33));
    q = fma(q, s, KEPT(0x1.ec7656d43152ap-32));
    p = fma(p, s, KEPT(0x1.1998ba2c8ef47p-31));
    q = fma(q, s, KEPT(-0x1.b5e3e7f99d058p-30));
    p = fma(p, s, KEPT(-0x1.3ab3b1c19a518p-30));
    q = fma(q, s, KEPT(0x1.ee943d682b9f4p-29));
    p = fma(p, s, KEPT(0x1.2159f0c508719p-29));
    q = fma(q, s, KEPT(-0x1.9683a45b51615p-28));
    p = fma(p, s, KEPT(-0x1.0c5d8b2e86f47p-28));
    q = fma(q, s, KEPT(0x1.fcf3dd682ab36p-28));
    p = fma(p, s, KEPT(0x1.09d8aa3fc68b0p-27));
    q = fma(q, s, KEPT(-0x1.72b4495699537p-28));
    p = fma(p, s, KEPT(-0x1.ceb2c3f3c2085p-27));
    q = fma(q, s, KEPT(-0x1.cfe4f8bebe7e4p-28));
    p = fma(p, s, KEPT(0x1.03fa571f405c2p-27));
    q = fma(q, s, KEPT(0x1.723509510cd4ap-26));
    p = fma(p, s, KEPT(0x1.51cb3832a6046p-25));
    q = fma(q, s, KEPT(0x1.7d0f0727d6a9dp-24));
    p = fma(p, s, KEPT(0x1.3f49af1ca6576p-22));
    q = fma(q, s, KEPT(0x1.8e513a7ddffecp-20));
    p = fma(p, s, KEPT(0x1.75e5ee6fabb85p-17));
    q = fma(q, s, KEPT(0x1.1daa72b5e22b2p-13));
    p = fma(p, s, KEPT(0x1.b87969bb93bd2p-9));
    q = fma(q, s, KEPT(0x1.9bd428ad249a5p-2));
    return fma(p, t, q);
}

/* I1(x)/x in powers of x^2 <= 64; error 2.2e-20. */
DEVICE float64 special_i1_series(float64 x)
{
    float64 s = x * x, p = KEPT(0x1.08fbc76dd1df0p-125), q = KEPT(0x1.38dbeef3ff4f1p-116);
    p = fma(p, s, KEPT(0x1.5ac53da80dc82p-106));
    q = fma(q, s, KEPT(0x1.159f90570389ap-96));
    p = fma(p, s, KEPT(0x1.8be972f0e252ep-87));
    q = fma(q, s, KEPT(0x1.e260acd0c17e6p-78));
    p = fma(p, s, KEPT(0x1.f176cf1f1237fp-69));
    q = fma(q, s, KEPT(0x1.ab81e74959342p-60));
    p = fma(p, s, KEPT(0x1.2c9758fda3036p-51));
    q = fma(q, s, KEPT(0x1.522a43f427f3bp-43));
    p = fma(p, s, KEPT(0x1.27e4fb77a30bbp-35));
    q = fma(q, s, KEPT(0x1.845c8a0ce3807p-28));
    p = fma(p, s, KEPT(0x1.6c16c16c16d20p-21));
    q = fma(q, s, KEPT(0x1.c71c71c71c70fp-15));
    p = fma(p, s, KEPT(0x1.5555555555556p-9));
    q = fma(q, s, KEPT(0x1.0000000000000p-4));
    p = fma(p, s, KEPT(0x1.0000000000000p-1));
    return fma(q, x, p);
}

/* sqrt(x) exp(-x) I1(x), 1/x from 0 to 1/8; error 4.7e-18. */
DEVICE float64 special_i1_growth(float64 t)
{
    float64 s = t * t, p = KEPT(-0x1.5a29b473f1663p-36), q = KEPT(0x1.0ddc7620a9205p-34);
    p = fma(p, s, KEPT(0x1.37bea5c8dbcccp-33));
    q = fma(q, s, KEPT(-0x1.fff33f3b3e75ap-32));
    p = fma(p, s, KEPT(-0x1.07d06c81c1d24p-31));
    q = fma(q, s, KEPT(0x1.c7aed1ee533f7p-30));
    p = fma(p, s, KEPT(0x1.268bd450a314cp-30));
    q = fma(q, s, KEPT(-0x1.01ef463d9c576p-28));
    p = fma(p, s, KEPT(-0x1.11c9f66d690fcp-29));
    q = fma(q, s, KEPT(0x1.aa440cf09ce30p-28));
    p = fma(p, s, KEPT(0x1.05656ba38c1b6p-28));
    q = fma(q, s, KEPT(-0x1.0e2bb88351649p-27));
    p = fma(p, s, KEPT(-0x1.0c96c7afcb02cp-27));
    q = fma(q, s, KEPT(0x1.99d190fe908dap-28));
    p = fma(p, s, KEPT(0x1.e413f0678e137p-27));
    q = fma(q, s, KEPT(0x1.ceff3cea7c3a4p-28));
    p = fma(p, s, KEPT(-0x1.21f47a4eb566bp-27));
    q = fma(q, s, KEPT(-0x1.9191ff33370adp-26));
    p = fma(p, s, KEPT(-0x1.727702ec186d3p-25));
    q = fma(q, s, KEPT(-0x1.ad8d43e5d60bep-24));
    p = fma(p, s, KEPT(-0x1.7613865ea6e9ap-22));
    q = fma(q, s, KEPT(-0x1.ec8e107bd7eaap-20));
    p = fma(p, s, KEPT(-0x1.f89c230446f74p-17));
    q = fma(q, s, KEPT(-0x1.cbc54df1e894cp-13));
    p = fma(p, s, KEPT(-0x1.3f796198ee63fp-7));
    q = fma(q, s, KEPT(0x1.8ebe783a84030p-2));
    return fma(p, t, q);
}
#endif
