/* special_gamma_terms.h - polynomials, made by tools/special_terms gamma. */
#ifndef SPECIAL_GAMMA_TERMS_H
#define SPECIAL_GAMMA_TERMS_H

/* 12 x times the remainder of Stirling's formula, in powers of 1/x^2 <= 1/64; error 1.2e-22. */
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

/* gamma(x), x from 2 to 8.5: pieces of one half, in powers of x less their beginning; error
 * 2.7e-18. */
TABLE float64 special_gamma_piece_table[182] = {
    -0x1.96e4add2ceb49p-17, -0x1.256ecbe5099efp-21, 0x1.d8f01323d4c56p-22, 0x1.99b35dce16429p-20,
    0x1.3d5d74f23cc17p-18, 0x1.f2ef9378a3de0p-17, 0x1.8fcac82b70a07p-15, 0x1.467fb9d84e62dp-13,
    0x1.0fa58d0aaa87dp-11, 0x1.cc4dafb45973dp-10, 0x1.8cf7cea342d4bp-8, 0x1.5c5368143d8ccp-6,
    0x1.36da8b4577a05p-4,
    0x1.1996279411f0fp-14, 0x1.427ff05f4cc7ep-18, 0x1.f4efb4aeb9450p-20, 0x1.18e542c8a0c78p-18,
    0x1.990caa215eac8p-17, 0x1.341fc06ff1cf3p-15, 0x1.da0e959cb5946p-14, 0x1.73f7fa840512cp-12,
    0x1.298cdc9a614dep-10, 0x1.e516d21c2d229p-9, 0x1.92bf5d529e25dp-7, 0x1.546e82a0db3dep-5,
    0x1.24d59b73e7575p-3,
    -0x1.a0bf719442252p-13, -0x1.6af8a9c3985fep-17, 0x1.2e05cda538cf6p-17, 0x1.fe7fb500478b8p-16,
    0x1.7a01b204d2024p-14, 0x1.1bea8fb8eb0f7p-12, 0x1.b3766b1daa1ddp-11, 0x1.54f4fde6d8707p-9,
    0x1.106ecd93fa74ep-7, 0x1.bc0f0818f662bp-6, 0x1.70f2786051a54p-4, 0x1.385a6f5a9fa5bp-2,
    0x1.0d5318bd44941p+0,
    0x1.ea291455d0eb8p-12, 0x1.f92c9a61c4635p-15, 0x1.fee81a0d20dbfp-15, 0x1.4862a361cd11dp-13,
    0x1.d3f82b64f732bp-12, 0x1.56e58f61ba7eap-10, 0x1.00fcafb73579cp-8, 0x1.89a2689862014p-7,
    0x1.33e3d8ac34f34p-5, 0x1.eba1b4d1e0ae2p-4, 0x1.906f152dedce3p-2, 0x1.4c8efaffac0f7p+0,
    0x1.19775306b2c1bp+2,
    -0x1.dd789ab2613ebp-11, 0x1.25d4efc6c5d23p-18, 0x1.15c6fb274658dp-12, 0x1.90e0d0658e351p-11,
    0x1.19dd8ef1b10e7p-9, 0x1.94759ac0157cdp-8, 0x1.28e8d7aa620b4p-6, 0x1.bde04945e5974p-5,
    0x1.563e90987d07cp-3, 0x1.0c632784fe95ep-1, 0x1.adcc5ece845ebp+0, 0x1.5f2eb1eab67dcp+2,
    0x1.24a6b3aae9419p+4,
    0x1.1371d74e865b7p-9, 0x1.8b7f5ca14182cp-11, 0x1.6340edd7f6840p-10, 0x1.c9e67986f2f9ep-9,
    0x1.37c2888b6fb9ap-7, 0x1.b46e4d11b8951p-6, 0x1.391b9a5cedefbp-4, 0x1.cc122edccb9b5p-3,
    0x1.59e5fedceec27p-1, 0x1.09f455ad8d6a5p+1, 0x1.a1f91837babe4p+2, 0x1.4f749c9ccf459p+4,
    0x1.12ce90ecdd980p+6,
    -0x1.75d69d7aeb34dp-9, 0x1.a56075c828a21p-10, 0x1.65170bfef52c1p-8, 0x1.d837931e6ed49p-7,
    0x1.3a7843e896e32p-5, 0x1.ad2decf17aca8p-4, 0x1.2c6e035fba193p-2, 0x1.af3fbaab9b151p-1,
    0x1.3d1f589c50bbep+1, 0x1.dd82c7ecd707cp+2, 0x1.6fcf56279b383p+4, 0x1.21a5e8403d69ep+6,
    0x1.d21367039973ap+7,
    0x1.6d7e59ee6ba02p-7, 0x1.5489c515a9c56p-7, 0x1.691f1bdb3e4b0p-6, 0x1.bd2afc94854e5p-5,
    0x1.1e6393ea19d2ap-3, 0x1.7bab81020bb25p-2, 0x1.02b4f1e4373b9p+0, 0x1.6a0d8ea0bb918p+1,
    0x1.03ef57103c9d4p+3, 0x1.7ea29401af218p+4, 0x1.207b81de2b7dcp+6, 0x1.bd3ad139bb3a3p+7,
    0x1.5f630298bdacfp+9,
    -0x1.17f1bc6c7a1d1p-12, 0x1.d0a9bca2b39aep-6, 0x1.2defd42df073dp-4, 0x1.71d1672963d1bp-3,
    0x1.ce0ca312b1954p-2, 0x1.28fa2ebe7c0a3p+0, 0x1.88f903ba408a4p+1, 0x1.0b728754f8f53p+3,
    0x1.762007fdfa12dp+4, 0x1.0cad76c76833fp+6, 0x1.8bdbcc31dbbfcp+7, 0x1.2ae045f7c46d8p+9,
    0x1.ce21e5145b830p+10,
    0x1.301fbaf4039f4p-4, 0x1.c138b8933003ap-4, 0x1.d73187d120cefp-3, 0x1.0e5d232b74806p-1,
    0x1.43e5644d3578fp+0, 0x1.91973406e9580p+1, 0x1.0108cb392fa93p+3, 0x1.533ae6c9908d7p+4,
    0x1.cd0f1886f7b2ep+5, 0x1.424d559b3c411p+7, 0x1.cf06493bd968bp+8, 0x1.5566a36c456d8p+10,
    0x1.022155f4e732dp+12,
    0x1.4e23998566bbep-4, 0x1.03f6d2fa529c0p-2, 0x1.2665a2bdcfbd6p-1, 0x1.4a0b6a8231313p+0,
    0x1.7c58644af8831p+1, 0x1.c5576617b84adp+2, 0x1.178834ffc7dd4p+4, 0x1.64535bc3f69c6p+5,
    0x1.d4ebdb5cb2d2bp+6, 0x1.3e1f377a6ff8dp+8, 0x1.bc74af58f9447p+9, 0x1.3f4df4c12fc17p+11,
    0x1.d744b08148292p+12,
    0x1.a5b978b96aabcp-2, 0x1.4f224d4b7df99p-1, 0x1.3f1854793843ep+0, 0x1.491ad1cb9881ep+1,
    0x1.65700b692b592p+2, 0x1.9548c95a76efbp+3, 0x1.de066473dc32fp+4, 0x1.2497a18ed35c4p+6,
    0x1.730f2b4dc209ep+7, 0x1.e6a4bd6d9454bp+8, 0x1.497a5c4da8c61p+10, 0x1.cbeabd74787a9p+11,
    0x1.4a6e4da27517ap+13,
    0x1.b0ee6072093f5p-2, 0x1.de9585f1a7094p-1, 0x1.d8773039049e7p+0, 0x1.d545472146024p+1,
    0x1.e259642ac376ep+2, 0x1.027ac12fc1e1fp+4, 0x1.212cb21561bb7p+5, 0x1.5150fd24c6f6fp+6,
    0x1.9977de9aba2a5p+7, 0x1.02138e2dc003cp+9, 0x1.5119e6f40b9fdp+10, 0x1.c75c1b3c7bf5ep+11,
    0x1.3d76aa158a2bep+13,
    0x1.0000000000000p+0, 0x1.544fa6d47b390p+0, 0x1.0000000000000p+1, 0x1.a96390899a074p+1,
    0x1.8000000000000p+2, 0x1.74371e7866c65p+3, 0x1.8000000000000p+4, 0x1.a2be0247739f2p+5,
    0x1.e000000000000p+6, 0x1.1fe2a1911f7d6p+8, 0x1.6800000000000p+9, 0x1.d3d0468bd32bdp+10,
    0x1.3b00000000000p+12,
};

DEVICE float64 special_gamma_piece(int at, float64 t)
{
    float64 s = t * t, p = OF_TABLE(special_gamma_piece_table, at), q = OF_TABLE(special_gamma_piece_table, at + 13);
    p = fma(p, s, OF_TABLE(special_gamma_piece_table, at + 26));
    q = fma(q, s, OF_TABLE(special_gamma_piece_table, at + 39));
    p = fma(p, s, OF_TABLE(special_gamma_piece_table, at + 52));
    q = fma(q, s, OF_TABLE(special_gamma_piece_table, at + 65));
    p = fma(p, s, OF_TABLE(special_gamma_piece_table, at + 78));
    q = fma(q, s, OF_TABLE(special_gamma_piece_table, at + 91));
    p = fma(p, s, OF_TABLE(special_gamma_piece_table, at + 104));
    q = fma(q, s, OF_TABLE(special_gamma_piece_table, at + 117));
    p = fma(p, s, OF_TABLE(special_gamma_piece_table, at + 130));
    q = fma(q, s, OF_TABLE(special_gamma_piece_table, at + 143));
    p = fma(p, s, OF_TABLE(special_gamma_piece_table, at + 156));
    return fma(fma(q, t, p), t, OF_TABLE(special_gamma_piece_table, at + 169));
}

/* For each of 32 parts of [1, 2), a value near the inverse of its middle, with so few bits that its product with any value of
 * the part, minus 1, is exact; and minus its logarithm, in two parts. */
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
