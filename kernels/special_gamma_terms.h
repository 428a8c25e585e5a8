/* special_gamma_terms.h - polynomials, made by tools/special_terms gamma. */
#ifndef SPECIAL_GAMMA_TERMS_H
#define SPECIAL_GAMMA_TERMS_H

/* 12 x times the rest of Stirling's formula, in powers of 1/x^2 <= 1/64; error 1.2e-22. */
DEVICE float64 special_stirling_terms(float64 x)
{
    float64 s = x * x, p = KEPT(-0x1.1389532c1ff1fp+3), q = KEPT(0x1.ed3883a9df1ddp+0);
    p = fma(p, s, KEPT(-0x1.6721b6ccbc287p-2));
    q = fma(q, s, KEPT(0x1.3ae8561650c15p-4));
    p = fma(p, s, KEPT(-0x1.78ff216efcc90p-6));
    q = fma(q, s, KEPT(0x1.4afd6794d3fd2p-7));
    p = fma(p, s, KEPT(-0x1.d41d41d12613dp-8));
    q = fma(q, s, KEPT(0x1.38138138130b8p-7));
    p = fma(p, s, KEPT(-0x1.1111111111111p-5));
    q = fma(q, s, KEPT(0x1.0000000000000p+0));
    return fma(p, x, q);
}

/* gamma(x), x from 1 to 8: pieces of one half, in powers of x less their beginning; error 2.3e-17. */
TABLE float64 special_gamma_piece_table[255] = {
    0x1.b66cb19a78c31p-6, 0x1.51e595641644ap-14, 0x1.22ff5170314f6p-20, 0x1.31832241f6097p-25,
    0x1.fa6b382a1ac0cp-29, 0x1.7916650f64c1dp-28, 0x1.28514ec64c5ebp-26, 0x1.e8998ee797848p-25,
    0x1.9a70e6bfa370fp-23, 0x1.5ecf244e42975p-21, 0x1.30f49d79b81ecp-19, 0x1.0d850df000f93p-17,
    0x1.e42ebfbd0733cp-16, 0x1.b9db301fa38b1p-14, 0x1.93e8778fba6edp-11,
    -0x1.1fb6c30db687fp-3, -0x1.e5b07aa6cdf2fp-12, -0x1.c66fa1d847c8ap-18, -0x1.f7c496a6d409ep-23,
    -0x1.453fb83fb7c00p-27, 0x1.ed2f7402b7a30p-27, 0x1.a374360c92bd5p-25, 0x1.4e6ca89e6eeb7p-23,
    0x1.0ead604bb685cp-21, 0x1.bdf69e828327ap-20, 0x1.75d557e44d318p-18, 0x1.3ec1959488f0fp-16,
    0x1.145cd3ae3a919p-14, 0x1.e7175ea223aa2p-13, -0x1.7e8d370335719p-10,
    0x1.717c0b7e79121p-2, 0x1.63f8577c1a7a5p-10, 0x1.78d20f1e994dfp-16, 0x1.dfcad8d9c1c41p-21,
    0x1.ce02573203e90p-24, 0x1.4392ea7f2ccd2p-23, 0x1.e4207ddbb17a9p-22, 0x1.7f94034f3ce06p-20,
    0x1.3646c9158b4cap-18, 0x1.ff74b91e9e7c0p-17, 0x1.ad4b897c9fbfdp-15, 0x1.6ecf4f05b8e69p-13,
    0x1.3eec6e02ef45ap-11, 0x1.1a0ba2b3d0f78p-9, 0x1.d173ef725ea8cp-7,
    -0x1.3ca778ec21724p-1, -0x1.7088e20b4c12fp-9, -0x1.cf7af16c4aa27p-15, -0x1.459c97939ad60p-19,
    0x1.8e18de9a4ed27p-24, 0x1.c7a99829001afp-21, 0x1.6432e56e37113p-19, 0x1.1550c8a90843ep-17,
    0x1.b7de65629ad66p-16, 0x1.639a8dad39b97p-14, 0x1.24ef6e27c4afbp-12, 0x1.eb90f1b92781dp-11,
    0x1.a3e78d3e0c63bp-9, 0x1.6d068c8685b93p-7, 0x1.cd84e468dd851p-6,
    0x1.a483fd9827d5dp-1, 0x1.3c46ba3876194p-8, 0x1.f258b9354ce1cp-14, 0x1.e21231944aa48p-18,
    0x1.42a09408fc1eap-19, 0x1.661236203ca67p-18, 0x1.07f6acade05f6p-16, 0x1.92d875959d556p-15,
    0x1.39fdeeb0962aep-13, 0x1.f35f6dceadbb6p-12, 0x1.94ec292e5e73dp-10, 0x1.4ea52ed46b032p-8,
    0x1.19bfaf3e755c0p-6, 0x1.e319689c3f440p-5, 0x1.c0df22faabdf0p-3,
    -0x1.deab36c1e8cd1p-1, -0x1.f0606ab002d37p-8, -0x1.f6f71681bf50dp-13, -0x1.ac9fbf1402369p-17,
    0x1.1d6e6e4260275p-17, 0x1.ebfcd81eccafep-16, 0x1.6bb68005b8d8ep-14, 0x1.1084cb53d0c8ep-12,
    0x1.a0ede8d3161f5p-11, 0x1.459b98f80a260p-9, 0x1.037d43b05f299p-7, 0x1.a5d73f62d418ep-6,
    0x1.5d8c09d3a54a9p-4, 0x1.2720450d146c2p-2, 0x1.f5b9ff536c0c7p-1,
    0x1.f67491ee507cap-1, 0x1.78787d8f405c6p-7, 0x1.00ef2e38d899bp-11, 0x1.0133c69ddcbe6p-14,
    0x1.00b3fe3012e5ep-14, 0x1.49d01c3858a7bp-13, 0x1.d62d660db3a57p-12, 0x1.58a87683d515bp-10,
    0x1.026b6e64436c8p-8, 0x1.8c021d3dcf0d8p-7, 0x1.35e47ed7e12e3p-5, 0x1.ef11ffef13887p-4,
    0x1.9370008b5a121p-2, 0x1.4f3a0265028d3p+0, 0x1.1c54cfbc60989p+2,
    -0x1.fd82940bde367p-1, -0x1.1a0d57740f593p-6, -0x1.e21572299471fp-11, 0x1.08a6ada824ae9p-18,
    0x1.15a5e064f448bp-12, 0x1.90ba6fccf1c52p-11, 0x1.19bfdac10f03dp-9, 0x1.944632e2d10cap-8,
    0x1.28c2464487147p-6, 0x1.bda05c997d71fp-5, 0x1.5608a03684d9fp-3, 0x1.0c34d5209d54ep-1,
    0x1.ad7b6dbcd884cp+0, 0x1.5ee6c732ded97p+2, 0x1.24582dc9daf31p+4,
    0x1.feb527e6685a0p-1, 0x1.a74db2f6e2866p-6, 0x1.13c3e30cc02cap-9, 0x1.8b8fc337fd4bep-11,
    0x1.634354ebbf164p-10, 0x1.c9e949afb0cd7p-9, 0x1.37c4b64aa5b43p-7, 0x1.b471c763b8b62p-6,
    0x1.391e6ed6bacf8p-4, 0x1.cc16dfdd61a28p-3, 0x1.59e9f47088548p-1, 0x1.09f7bc4532edbp+1,
    0x1.a1ff09ba1aa2ap+2, 0x1.4f79e4b3237fdp+4, 0x1.12d48182f7d88p+6,
    -0x1.fde9ff56f621bp-1, -0x1.374f86825a949p-5, -0x1.75e6dc67cbd37p-9, 0x1.a55ed2b34a9fbp-10,
    0x1.6516ec909e19ep-8, 0x1.d8376e0f43d34p-7, 0x1.3a782731bd518p-5, 0x1.ad2dbf19a8ed3p-4,
    0x1.2c6dde10ae342p-2, 0x1.af3f7cd033da3p-1, 0x1.3d1f246667281p+1, 0x1.dd826e391e8b1p+2,
    0x1.6fcf07c2984d3p+4, 0x1.21a5a293c733dp+6, 0x1.d212c3578a0bfp+7,
    0x1.fc7d2be501a6dp-1, 0x1.e022b043e4487p-5, 0x1.6d7eea82564edp-7, 0x1.5489cc69d4eadp-7,
    0x1.691f1cf9a2ff8p-6, 0x1.bd2afde7ea18bp-5, 0x1.1e6394f127ab9p-3, 0x1.7bab82a610fdep-2,
    0x1.02b4f33a14568p+0, 0x1.6a0d90d797571p+1, 0x1.03ef58eebdeb4p+3, 0x1.7ea29737df7cdp+4,
    0x1.207b84acc8b00p+6, 0x1.bd3ad637315b8p+7, 0x1.5f6308d132131p+9,
    -0x1.f6c80127737eap-1, -0x1.3d88cfadd76d2p-4, -0x1.17f3738242f62p-12, 0x1.d0a9bc4943b33p-6,
    0x1.2defd42706026p-4, 0x1.71d1672129eb0p-3, 0x1.ce0ca305f05c6p-2, 0x1.28fa2eb44d033p+0,
    0x1.88f903a9ac61fp+1, 0x1.0b72874739fc6p+3, 0x1.762007e6c4a9bp+4, 0x1.0cad76b377705p+6,
    0x1.8bdbcc0effbcep+7, 0x1.2ae045d8c7e59p+9, 0x1.ce21e4c0ce254p+10,
    0x1.f6a50fc7cae95p-1, 0x1.283bd373cb3eep-3, 0x1.301fbb0f1fdf3p-4, 0x1.c138b894929f6p-4,
    0x1.d73187d1582dep-3, 0x1.0e5d232b9585bp-1, 0x1.43e5644d68ae3p+0, 0x1.919734073b1ecp+1,
    0x1.0108cb39723abp+3, 0x1.533ae6c9fef26p+4, 0x1.cd0f1887b2192p+5, 0x1.424d559bdc6a0p+7,
    0x1.cf06493cf1691p+8, 0x1.5566a36d3e554p+10, 0x1.022155f65a1ecp+12,
    -0x1.d0a118efa76bap-1, -0x1.b77ac1ca20720p-4, 0x1.4e239984652f9p-4, 0x1.03f6d2fa4f4fcp-2,
    0x1.2665a2bdcf38bp-1, 0x1.4a0b6a8230929p+0, 0x1.7c58644af78d1p+1, 0x1.c5576617b6c1fp+2,
    0x1.178834ffc69d7p+4, 0x1.64535bc3f48a0p+5, 0x1.d4ebdb5caf531p+6, 0x1.3e1f377a6cf73p+8,
    0x1.bc74af58f402fp+9, 0x1.3f4df4c12b155p+11, 0x1.d744b08138646p+12,
    0x1.fa658c23a5ae6p-1, 0x1.a8c4dba620c97p-2, 0x1.a5b978b96bebdp-2, 0x1.4f224d4b7e01cp-1,
    0x1.3f18547938453p+0, 0x1.491ad1cb98836p+1, 0x1.65700b692b5b8p+2, 0x1.9548c95a76f39p+3,
    0x1.de066473dc393p+4, 0x1.2497a18ed3617p+6, 0x1.730f2b4dc212ap+7, 0x1.e6a4bd6d9463cp+8,
    0x1.497a5c4da8d34p+10, 0x1.cbeabd747891fp+11, 0x1.4a6e4da275458p+13,
    -0x1.2788cfc6fb521p-1, 0x1.08ea88ee561b9p-5, 0x1.b0ee6072093cep-2, 0x1.de9585f1a7093p-1,
    0x1.d8773039049e7p+0, 0x1.d545472146024p+1, 0x1.e259642ac376dp+2, 0x1.027ac12fc1e1ep+4,
    0x1.212cb21561bb7p+5, 0x1.5150fd24c6f6fp+6, 0x1.9977de9aba2a4p+7, 0x1.02138e2dc003bp+9,
    0x1.5119e6f40b9fbp+10, 0x1.c75c1b3c7bf5bp+11, 0x1.3d76aa158a2b8p+13,
    0x1.0000000000000p+0, 0x1.c5bf891b4ef6bp-1, 0x1.0000000000000p+0, 0x1.544fa6d47b390p+0,
    0x1.0000000000000p+1, 0x1.a96390899a074p+1, 0x1.8000000000000p+2, 0x1.74371e7866c65p+3,
    0x1.8000000000000p+4, 0x1.a2be0247739f2p+5, 0x1.e000000000000p+6, 0x1.1fe2a1911f7d6p+8,
    0x1.6800000000000p+9, 0x1.d3d0468bd32bdp+10, 0x1.3b00000000000p+12,
};

DEVICE float64 special_gamma_piece(int at, float64 t)
{
    float64 p = special_gamma_piece_table[at];
    p = fma(p, t, special_gamma_piece_table[at + 15]);
    p = fma(p, t, special_gamma_piece_table[at + 30]);
    p = fma(p, t, special_gamma_piece_table[at + 45]);
    p = fma(p, t, special_gamma_piece_table[at + 60]);
    p = fma(p, t, special_gamma_piece_table[at + 75]);
    p = fma(p, t, special_gamma_piece_table[at + 90]);
    p = fma(p, t, special_gamma_piece_table[at + 105]);
    p = fma(p, t, special_gamma_piece_table[at + 120]);
    p = fma(p, t, special_gamma_piece_table[at + 135]);
    p = fma(p, t, special_gamma_piece_table[at + 150]);
    p = fma(p, t, special_gamma_piece_table[at + 165]);
    p = fma(p, t, special_gamma_piece_table[at + 180]);
    p = fma(p, t, special_gamma_piece_table[at + 195]);
    p = fma(p, t, special_gamma_piece_table[at + 210]);
    p = fma(p, t, special_gamma_piece_table[at + 225]);
    p = fma(p, t, special_gamma_piece_table[at + 240]);
    return p;
}

/* For each of 32 parts of [1, 2) a number near the inverse of its middle, of so few bits
 * that its product with a number of that part is exact; minus its logarithm, in two parts. */
TABLE float64 special_gamma_logs[96] = {
    0x1.0000000000000p+0, 0x1.e800000000000p-1, 0x1.d800000000000p-1, 0x1.d000000000000p-1,
    0x1.c000000000000p-1, 0x1.b800000000000p-1, 0x1.a800000000000p-1, 0x1.a000000000000p-1,
    0x1.9800000000000p-1, 0x1.8800000000000p-1, 0x1.8000000000000p-1, 0x1.7800000000000p-1,
    0x1.7000000000000p-1, 0x1.6800000000000p-1, 0x1.6000000000000p-1, 0x1.5800000000000p-1,
    0x1.5000000000000p-1, 0x1.4800000000000p-1, 0x1.4800000000000p-1, 0x1.4000000000000p-1,
    0x1.3800000000000p-1, 0x1.3000000000000p-1, 0x1.3000000000000p-1, 0x1.2800000000000p-1,
    0x1.2000000000000p-1, 0x1.2000000000000p-1, 0x1.1800000000000p-1, 0x1.1000000000000p-1,
    0x1.1000000000000p-1, 0x1.0800000000000p-1, 0x1.0800000000000p-1, 0x1.0000000000000p-1,
    0x0.0p+0, 0x1.894aa149fc000p-5, 0x1.4d3115d208000p-4, 0x1.9335e5d595000p-4,
    0x1.1178e8227e800p-3, 0x1.365fcb0159000p-3, 0x1.823c16551a000p-3, 0x1.a93ed3c8ad800p-3,
    0x1.d1037f2656000p-3, 0x1.1178e8227e400p-2, 0x1.269621134dc00p-2, 0x1.3c25277333000p-2,
    0x1.522ae0738a400p-2, 0x1.68ac83e9c6c00p-2, 0x1.7fafa3bd81400p-2, 0x1.973a343135800p-2,
    0x1.af5295248cc00p-2, 0x1.c7ff9c7455400p-2, 0x1.c7ff9c7455400p-2, 0x1.e148a1a272800p-2,
    0x1.fb358af7a4800p-2, 0x1.0ae76e2d05400p-1, 0x1.0ae76e2d05400p-1, 0x1.188ee40f23c00p-1,
    0x1.269621134dc00p-1, 0x1.269621134dc00p-1, 0x1.35028ad9d8c00p-1, 0x1.43d9ff2f92400p-1,
    0x1.43d9ff2f92400p-1, 0x1.5322e26867800p-1, 0x1.5322e26867800p-1, 0x1.62e42fefa3a00p-1,
    0x0.0p+0, -0x1.97995d05a267dp-46, -0x1.53a2582f4e1efp-48, -0x1.9dd478a85704dp-46,
    -0x1.c210e63a5f01cp-46, 0x1.62fa8234b7289p-51, 0x1.e0ddb9a631e83p-46, 0x1.e36f2bea77a5dp-47,
    -0x1.84a7e75b6f6e4p-47, 0x1.ef78ce2d07f1dp-48, -0x1.b61f105226250p-48, 0x1.83b54b606bd5cp-46,
    -0x1.418f7e9b38a69p-49, -0x1.ebe59b15228c0p-46, 0x1.1bede6fdb532cp-46, -0x1.52313a502d9f0p-46,
    0x1.d06755b117750p-46, 0x1.92488fab6d947p-47, 0x1.92488fab6d947p-47, -0x1.326b207322938p-46,
    0x1.085fa3c164935p-47, 0x1.f486b887e7e27p-46, 0x1.f486b887e7e27p-46, 0x1.4cc4ef8ab4650p-46,
    -0x1.b61f105226250p-47, -0x1.b61f105226250p-47, 0x1.0b83f9527e6acp-46, -0x1.d984f481051f7p-48,
    -0x1.d984f481051f7p-48, 0x1.5ccc45d257531p-47, 0x1.5ccc45d257531p-47, -0x1.0ca86c3898d00p-49,
};

/* (log(1 + f) - f + f^2/2)/f^3, |f| <= 1/32; error 3.5e-21. */
DEVICE float64 special_log1p_third(float64 f)
{
    float64 s = f * f, p = KEPT(-0x1.9a989381661fap-4), q = KEPT(0x1.c80dfb6ae8a09p-4);
    p = fma(p, s, KEPT(-0x1.ffffbb110d7d5p-4));
    q = fma(q, s, KEPT(0x1.24922d9ef0092p-3));
    p = fma(p, s, KEPT(-0x1.555555594b020p-3));
    q = fma(q, s, KEPT(0x1.9999999c27687p-3));
    p = fma(p, s, KEPT(-0x1.ffffffffffd6fp-3));
    q = fma(q, s, KEPT(0x1.55555555554b5p-2));
    return fma(p, f, q);
}

/* log gamma(x)/((x - 1)(x - 2)), x from 0.5 to 1.5; error 1.3e-19. */
DEVICE float64 special_gammaln_one(float64 t)
{
    float64 s = t * t, p = KEPT(0x1.e88edb0ed9f2dp-34), q = KEPT(-0x1.f6405ef75d2b1p-33);
    p = fma(p, s, KEPT(-0x1.ad6bc86508a30p-32));
    q = fma(q, s, KEPT(0x1.b81f84611c906p-31));
    p = fma(p, s, KEPT(0x1.78166cd8df9a3p-30));
    q = fma(q, s, KEPT(-0x1.8294b8e5e9aa7p-29));
    p = fma(p, s, KEPT(-0x1.11b4f4a7f93f3p-31));
    q = fma(q, s, KEPT(0x1.0e011df6ae5bbp-30));
    p = fma(p, s, KEPT(0x1.d2c798a2b7485p-28));
    q = fma(q, s, KEPT(-0x1.e506d33bd679dp-27));
    p = fma(p, s, KEPT(0x1.672f176d90935p-26));
    q = fma(q, s, KEPT(-0x1.7942ece73c73dp-25));
    p = fma(p, s, KEPT(0x1.a6ac522ebed4ap-24));
    q = fma(q, s, KEPT(-0x1.bd648708bd760p-23));
    p = fma(p, s, KEPT(0x1.d37757367c322p-22));
    q = fma(q, s, KEPT(-0x1.efc2e5b3a1a9ep-21));
    p = fma(p, s, KEPT(0x1.07ffbbe1f7eaap-19));
    q = fma(q, s, KEPT(-0x1.1a2b63e6a3878p-18));
    p = fma(p, s, KEPT(0x1.2f049e7ee4b6ep-17));
    q = fma(q, s, KEPT(-0x1.473656c6714d6p-16));
    p = fma(p, s, KEPT(0x1.639f39e6ece58p-15));
    q = fma(q, s, KEPT(-0x1.85792e0a5a32ep-14));
    p = fma(p, s, KEPT(0x1.ae8a99e417c6fp-13));
    q = fma(q, s, KEPT(-0x1.e18246ed52047p-12));
    p = fma(p, s, KEPT(0x1.115549e61cf5fp-10));
    q = fma(q, s, KEPT(-0x1.3cb1f9d3c5175p-9));
    p = fma(p, s, KEPT(0x1.79cf9c4c59e5bp-8));
    q = fma(q, s, KEPT(-0x1.d7a3e6a8f2307p-7));
    p = fma(p, s, KEPT(0x1.3e54520481ec5p-5));
    q = fma(q, s, KEPT(-0x1.f6465978d46e9p-4));
    p = fma(p, s, KEPT(0x1.2788cfc6fb619p-1));
    return fma(q, t, p);
}

/* log gamma(2 + t)/(t (1 + t)), t from -0.75 to 0.25; error 1.9e-18. */
DEVICE float64 special_gammaln_near(float64 t)
{
    float64 s = t * t, p = KEPT(-0x1.c201d3212c94cp-21), q = KEPT(-0x1.4c462fb6bc44ep-19);
    p = fma(p, s, KEPT(-0x1.05b0c1f808023p-18));
    q = fma(q, s, KEPT(-0x1.3fec9f8b989a2p-19));
    p = fma(p, s, KEPT(-0x1.d7fa7480e09d9p-20));
    q = fma(q, s, KEPT(0x1.07b5c3e8c21f2p-19));
    p = fma(p, s, KEPT(-0x1.e5db5185fd923p-19));
    q = fma(q, s, KEPT(0x1.159b4419a2ee2p-17));
    p = fma(p, s, KEPT(-0x1.2883a7d5a7213p-16));
    q = fma(q, s, KEPT(0x1.4020d601b545ap-15));
    p = fma(p, s, KEPT(-0x1.5c86e9e4de3e1p-14));
    q = fma(q, s, KEPT(0x1.7ed75f6eb1ba1p-13));
    p = fma(p, s, KEPT(-0x1.a96a3db985154p-12));
    q = fma(q, s, KEPT(0x1.dfebcf4ebe845p-11));
    p = fma(p, s, KEPT(-0x1.145121fbe3abap-9));
    q = fma(q, s, KEPT(0x1.47974853c0294p-8));
    p = fma(p, s, KEPT(-0x1.95ce223a9b22bp-7));
    q = fma(q, s, KEPT(0x1.0e0c9df2934ffp-5));
    p = fma(p, s, KEPT(-0x1.9ae6509ea10a2p-4));
    q = fma(q, s, KEPT(0x1.b0ee6072093cep-2));
    return fma(p, t, q);
}

/* sin(pi x)/x in powers of x^2 <= 1/4; error 5.8e-25. */
DEVICE float64 special_sinpi_terms(float64 x)
{
    float64 s = x * x, p = KEPT(0x1.209d7ae5bfd37p-31), q = KEPT(-0x1.8a1b2161164b1p-26);
    p = fma(p, s, KEPT(0x1.aaebcf3c7d9bbp-21));
    q = fma(q, s, KEPT(-0x1.6fadb94bc9ce7p-16));
    p = fma(p, s, KEPT(0x1.e8f434ceb6a7ap-12));
    q = fma(q, s, KEPT(-0x1.e3074fde868b4p-8));
    p = fma(p, s, KEPT(0x1.50783487ee768p-4));
    q = fma(q, s, KEPT(-0x1.32d2cce62bd86p-1));
    p = fma(p, s, KEPT(0x1.466bc6775aae2p+1));
    q = fma(q, s, KEPT(-0x1.4abbce625be53p+2));
    p = fma(p, s, KEPT(0x1.921fb54442d18p+1));
    return fma(q, x, p);
}
#endif
