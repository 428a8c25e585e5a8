/* special_erf_terms.h - polynomials, made by tools/special_terms erf. */
#ifndef SPECIAL_ERF_TERMS_H
#define SPECIAL_ERF_TERMS_H

/* (erf(x) - x)/x in powers of x^2 <= 1; error 1.1e-20. */
DEVICE float64 special_erf_terms(float64 x)
{
    float64 s = x * x, p = KEPT(0x1.3c01fd3a74542p-42), q = KEPT(-0x1.b40e7abf9f000p-38);
    p = fma(p, s, KEPT(0x1.9a0fcb5e22c5bp-34));
    q = fma(q, s, KEPT(-0x1.517ce02f1265fp-30));
    p = fma(p, s, KEPT(0x1.fcbb312b48443p-27));
    q = fma(q, s, KEPT(-0x1.5f73c3bf14b91p-23));
    p = fma(p, s, KEPT(0x1.b9e6c38e5cf3dp-20));
    q = fma(q, s, KEPT(-0x1.f4d25bf9af03ap-17));
    p = fma(p, s, KEPT(0x1.f9a326f7ac5b1p-14));
    q = fma(q, s, KEPT(-0x1.c02db40035f1ep-11));
    p = fma(p, s, KEPT(0x1.565bcd0e6a2eep-8));
    q = fma(q, s, KEPT(-0x1.b82ce31288b47p-6));
    p = fma(p, s, KEPT(0x1.ce2f21a042be2p-4));
    q = fma(q, s, KEPT(-0x1.812746b0379e7p-2));
    p = fma(p, s, KEPT(0x1.06eba8214db69p-3));
    return fma(q, x, p);
}

/* (1 + 2x) erfcx(x) in powers of (x - 4)/(x + 4) (Shepherd and Laframboise 1981); error 1.6e-18. */
DEVICE float64 special_erfcx_terms(float64 t)
{
    float64 s = t * t, p = KEPT(-0x1.3ab58f87cfb03p-33), q = KEPT(-0x1.24000f0a15ee9p-32);
    p = fma(p, s, KEPT(0x1.f5d7df6dfda90p-30));
    q = fma(q, s, KEPT(0x1.b34e17ed4ff9fp-29));
    p = fma(p, s, KEPT(-0x1.fcc3a5268653fp-27));
    q = fma(q, s, KEPT(-0x1.611fc8f45b510p-26));
    p = fma(p, s, KEPT(0x1.d98825ca9deb5p-24));
    q = fma(q, s, KEPT(0x1.4cb0ece36623dp-24));
    p = fma(p, s, KEPT(-0x1.baf5e74545cc2p-21));
    q = fma(q, s, KEPT(0x1.398374178fe8cp-22));
    p = fma(p, s, KEPT(0x1.7f2545048fbf3p-18));
    q = fma(q, s, KEPT(-0x1.78862b6b1e3abp-17));
    p = fma(p, s, KEPT(-0x1.9958e21c32f5cp-16));
    q = fma(q, s, KEPT(0x1.3be04c486a75ep-13));
    p = fma(p, s, KEPT(-0x1.a1df289a58f28p-13));
    q = fma(q, s, KEPT(-0x1.8d4a9b0690e08p-11));
    p = fma(p, s, KEPT(0x1.49c6728a1a0f0p-8));
    q = fma(q, s, KEPT(-0x1.096238838fb04p-6));
    p = fma(p, s, KEPT(0x1.3079edf67777bp-5));
    q = fma(q, s, KEPT(-0x1.0fb06dfe52605p-4));
    p = fma(p, s, KEPT(0x1.7fee004e1295bp-4));
    q = fma(q, s, KEPT(-0x1.9ddb23c3e89f3p-4));
    p = fma(p, s, KEPT(0x1.16ecefcfa5383p-4));
    q = fma(q, s, KEPT(0x1.f7f5df66fd6bap-7));
    p = fma(p, s, KEPT(-0x1.1df1ad154a28ep-3));
    q = fma(q, s, KEPT(0x1.3ba5916e9fd7fp+0));
    return fma(p, t, q);
}

/* erf(x), x from 0 to 6: pieces of one quarter, in powers of x less their beginning; error
 * 1.8e-17. */
TABLE float64 special_erf_piece_table[288] = {
    -0x1.7ea36c44503cdp-11, 0x1.e2d97b635be81p-14, 0x1.61097834adbfdp-11, 0x1.9792cf62e415bp-12,
    -0x1.6e432174e4fb9p-13, -0x1.6186925b1a49ep-12, -0x1.07f2942f29257p-13, 0x1.312b5209d33c1p-14,
    0x1.8c2cbbbde9747p-14, 0x1.0a61099461ab4p-15, -0x1.53f781a2f8ce9p-17, -0x1.ef219c71728b5p-17,
    -0x1.ac797b25b8411p-18, -0x1.6b294e4729e88p-21, 0x1.ac810845afcbcp-21, 0x1.3fe6871d5d01cp-21,
    0x1.078193c2abf88p-22, 0x1.39f991d7e1ad3p-24, 0x1.24d59e39d44bap-26, 0x1.bb51adddfaedfp-29,
    0x1.15f3ed8c5da27p-31, 0x1.247795e2217c8p-34, 0x1.048b25da92547p-37, 0x1.8b93c8d317e6ep-41,
    -0x1.9b53758757cdfp-14, -0x1.1a4445c4386dap-9, -0x1.b2c0903186bbap-10, 0x1.73ed5a2f8ac58p-12,
    0x1.6b89aef453beap-10, 0x1.9d667a9df825ap-11, -0x1.76ff5081e52dcp-13, -0x1.001e67203b011p-11,
    -0x1.09a69def42263p-12, 0x1.51e714cf9a35dp-17, 0x1.6f4ec5f570b59p-14, 0x1.c312d2affac88p-15,
    0x1.acd58d1ea694dp-17, -0x1.e651a5fad8c45p-19, -0x1.42f3c2725141fp-18, -0x1.4cacaf3c9dfe9p-19,
    -0x1.d52fff28c698dp-21, -0x1.fbf1bc01b9881p-23, -0x1.ba2836944121dp-25, -0x1.3d2767b6a4c02p-27,
    -0x1.7c908168b79eep-30, -0x1.81cfd8d799ac7p-33, -0x1.4cd3b70fe9d5ep-36, -0x1.eb41339c50280p-40,
    0x1.58c491b569fdep-8, 0x1.6420d781bec97p-9, -0x1.1859388c6df7fp-9, -0x1.08635e045084fp-8,
    -0x1.fd82afb7d77b3p-10, 0x1.ce6ac7dcd1028p-11, 0x1.c8c026bdb75eep-10, 0x1.dd4d60ae6386bp-11,
    -0x1.c7353269668a7p-15, -0x1.8bbd93eb5319fp-12, -0x1.09aba0cc8bbdap-12, -0x1.286de36af11a8p-14,
    0x1.f60fa276749f5p-17, 0x1.ba844faa63763p-16, 0x1.021d6e35d33d7p-16, 0x1.96bcdc6eaace5p-18,
    0x1.eaad019faf3c1p-20, 0x1.dbdb8bf4af309p-22, 0x1.7c7c4a6cf2bcdp-24, 0x1.fd5aea126e7a6p-27,
    0x1.204d7ac057aafp-29, 0x1.15f6272a6a930p-32, 0x1.cae9f8a72419fp-36, 0x1.45af98dc641b0p-39,
    -0x1.108961f0defe5p-17, 0x1.3cd638611b530p-7, 0x1.490a08cb30fcfp-7, 0x1.2fcf023c5305fp-9,
    -0x1.382bfe02de286p-8, -0x1.757e5323ea06dp-8, -0x1.36b3ca2e09145p-9, 0x1.7ccdf685c1ea6p-11,
    0x1.a15bf45583c60p-10, 0x1.0682aa9675543p-10, 0x1.121210741c67ep-12, -0x1.75f0b936c9461p-14,
    -0x1.1b2c3d2ccf7b5p-13, -0x1.56e747ff467bbp-14, -0x1.1f7bc1c368066p-15, -0x1.750320a97a259p-17,
    -0x1.87ab2ad62db20p-19, -0x1.54b5bbcea4113p-21, -0x1.f21a923961706p-24, -0x1.34dc2bdd1195fp-26,
    -0x1.4717b6d5b8a25p-29, -0x1.2947eeec71f39p-32, -0x1.d18358661fc9ap-36, -0x1.3aecfd7efb135p-39,
    -0x1.b82829af634e0p-6, -0x1.08c795300d71fp-6, 0x1.624b57bcb0c6ap-8, 0x1.2e0032faed342p-6,
    0x1.f0852854d27f8p-7, 0x1.db4c3d75bee70p-9, -0x1.36c2935f21a37p-8, -0x1.8d075f4dcb481p-8,
    -0x1.bae697bcaf58ap-9, -0x1.5fab34685c563p-11, 0x1.1c52901a3f27dp-11, 0x1.52b9537debdc4p-11,
    0x1.9995d32d06ce9p-12, 0x1.648850a79cf46p-13, 0x1.e82b965006d82p-15, 0x1.1105fbbfc81b5p-16,
    0x1.fd5000454a0aap-19, 0x1.912a35eb8a1e8p-21, 0x1.0d1baecbbc602p-23, 0x1.355901c4230ccp-26,
    0x1.320e96d04bb5dp-29, 0x1.05832c7c5b453p-32, 0x1.83047c35f640fp-36, 0x1.f1192cc35e24ep-40,
    -0x1.a976f5b98879ep-24, -0x1.4c0c133cf58b6p-5, -0x1.99f16ac11400bp-5, -0x1.b8465471865bdp-6,
    0x1.2e495ce665c1ap-8, 0x1.5cffe49759387p-6, 0x1.3ca34bf5b53c6p-6, 0x1.25b2f99890f38p-7,
    0x1.e1988138a07bfp-12, -0x1.7cacffdf38f24p-9, -0x1.6ecd5fc444ee7p-9, -0x1.b275882bf6bc9p-10,
    -0x1.82f2c33dcea5ep-11, -0x1.1454dab50bc13p-12, -0x1.46156da7ad3e5p-14, -0x1.4356df521f41ep-16,
    -0x1.104e01d728c6dp-18, -0x1.8861c68b34ff1p-21, -0x1.e6412a4ec34b8p-24, -0x1.0421945d9ea37p-26,
    -0x1.e20f7c7cf5f4fp-30, -0x1.83be41f345d33p-33, -0x1.0f43d336635c3p-36, -0x1.4aa75a9f0fa19p-40,
    0x1.ce2f2312a9b7ep-4, 0x1.47e5d82a7a9aep-4, 0x1.dfeeceefbd00dp-8, -0x1.b42a22c62e79fp-5,
    -0x1.1b614f26bd20ap-4, -0x1.8281cce724c8dp-5, -0x1.e7235f1ebb21bp-7, 0x1.b2226944773a4p-8,
    0x1.ace73d64d9b4ep-7, 0x1.5d3b131419031p-7, 0x1.90e80f3faa8e8p-8, 0x1.69359796bc3eep-9,
    0x1.0a7b5a2af2595p-10, 0x1.490a55377f81cp-12, 0x1.586bb2d7c7a33p-14, 0x1.3436adc10d0f1p-16,
    0x1.da5ebf07a5cf9p-19, 0x1.3b4603219cab6p-21, 0x1.6b1a9b7219df9p-24, 0x1.6b41ed9299e82p-27,
    0x1.3c4f37cb70a49p-30, 0x1.e03eb30f678dep-34, 0x1.3e444f3b68bd5p-37, 0x1.70ad7bd6ccb0bp-41,
    -0x1.7648b1835a073p-33, 0x1.040e8a3f3fd63p-3, 0x1.76f27ddf6b82cp-3, 0x1.349b5ec6e5290p-3,
    0x1.1b614b3d192c1p-4, -0x1.93a9a8262c1d6p-8, -0x1.6d5a9606e735cp-5, -0x1.8a0da55b44675p-5,
    -0x1.1a2c596d341bfp-5, -0x1.38a9830d67ccbp-6, -0x1.1a89b96abbc42p-7, -0x1.ab0c274c9b2b9p-9,
    -0x1.11c85b5577e72p-10, -0x1.2c7d5f4a89eeep-12, -0x1.1c07723c212d8p-14, -0x1.d06f571181dc5p-17,
    -0x1.4980debdc0abdp-19, -0x1.96ba687d490e2p-22, -0x1.b598b33acd58dp-25, -0x1.9b015151df01cp-28,
    -0x1.516d02e93650ap-31, -0x1.e4cac573b50d0p-35, -0x1.31009d7bc8037p-38, -0x1.505cc202c52d9p-42,
    -0x1.812746b02b8b0p-2, -0x1.3c974458327fap-2, -0x1.2bf531863615dp-3, 0x1.b6e85919691b1p-6,
    0x1.1b614b0ebb2f7p-3, 0x1.571d01c5dc1efp-3, 0x1.1c2a02bf10b4cp-3, 0x1.7148c3d5cc1c5p-4,
    0x1.8b0ae3a441252p-5, 0x1.63ef61e77719ap-6, 0x1.119da0c3f4fe5p-7, 0x1.69cf466d45915p-9,
    0x1.9db74b1ff5783p-11, 0x1.9aa489e871f68p-13, 0x1.62ccea657c64fp-15, 0x1.0b6a7b06694acp-17,
    0x1.603a52d95f06cp-20, 0x1.95ea6f4fcb054p-23, 0x1.99b86518c0752p-26, 0x1.6a8ae98261578p-29,
    0x1.196d9db0da640p-32, 0x1.7f8a086138ebdp-36, 0x1.cb12d5b16b5b0p-40, 0x1.e2d057bfafb9ap-44,
    -0x1.363ae00053b75p-46, -0x1.0f5d1602f9f19p-2, -0x1.c1efca49a55f8p-2, -0x1.edc5644352794p-2,
    -0x1.a911f096fabfap-2, -0x1.2ebf3dcc9f4a8p-2, -0x1.6d5a95d0a2ec9p-3, -0x1.7a4a8a2bddf20p-4,
    -0x1.529b9e8cf8e2cp-5, -0x1.074b60f8dce37p-6, -0x1.64e3dcd3ac1a2p-8, -0x1.a6a519a118104p-10,
    -0x1.b60d5e9760346p-12, -0x1.8de3cd292a47bp-14, -0x1.3d0e43d67f882p-16, -0x1.bba3ac4c80f3ap-19,
    -0x1.10b14889a6bbfp-21, -0x1.26afa992e9587p-24, -0x1.180fde38dd03ep-27, -0x1.d453ba136c8b4p-31,
    -0x1.589b229d9eb5dp-34, -0x1.be6dd9cd27465p-38, -0x1.fd3984ba8eb0ep-42, -0x1.ff8ac45c33d72p-46,
    0x1.20dd750429b6dp+0, 0x1.0f5d1602f7e4cp+0, 0x1.c1efca49a5015p-1, 0x1.492e42d78d2b7p-1,
    0x1.a911f096fbc10p-2, 0x1.e4652fadcb6b9p-3, 0x1.e723726b824ddp-4, 0x1.b055303221043p-5,
    0x1.529b9e8cf99fep-6, 0x1.d4143a9dfe89ep-8, 0x1.1d83170fbf673p-9, 0x1.3360ccd23dbc5p-11,
    0x1.2408e9ba335c3p-13, 0x1.e9b5e8d00d91ep-16, 0x1.6a597219a97aap-18, 0x1.d9371e2ff5424p-21,
    0x1.10b1488ae456dp-23, 0x1.155a090648a98p-26, 0x1.f1e3523ae70eep-30, 0x1.8a61745e2bbf9p-33,
    0x1.13af4f0420217p-36, 0x1.5422ef5b93fc7p-40, 0x1.7258610772be5p-44, 0x1.63daf8ae84089p-48,
    0x0.0p+0, 0x1.1af54e232d609p-2, 0x1.0a7ef5c18edd2p-1, 0x1.6c1c9759d0e5fp-1,
    0x1.af767a741088bp-1, 0x1.d8865d98abe01p-1, 0x1.eea5557137ae0p-1, 0x1.f92d077f8d56dp-1,
    0x1.fd9ae142795e3p-1, 0x1.ff404760319b4p-1, 0x1.ffcaa8f4c9beap-1, 0x1.fff2cfb0453d9p-1,
    0x1.fffd1ac4135f9p-1, 0x1.ffff6f9f67e55p-1, 0x1.ffffe710d565ep-1, 0x1.fffffc2f171e3p-1,
    0x1.ffffff7b91176p-1, 0x1.fffffff01a8b6p-1, 0x1.fffffffe4fa30p-1, 0x1.ffffffffd759dp-1,
    0x1.fffffffffc9e8p-1, 0x1.ffffffffffc05p-1, 0x1.fffffffffffbep-1, 0x1.ffffffffffffcp-1,
};

DEVICE float64 special_erf_piece(int at, float64 t)
{
    float64 s = t * t, p = OF_TABLE(special_erf_piece_table, at), q = OF_TABLE(special_erf_piece_table, at + 24);
    p = fma(p, s, OF_TABLE(special_erf_piece_table, at + 48));
    q = fma(q, s, OF_TABLE(special_erf_piece_table, at + 72));
    p = fma(p, s, OF_TABLE(special_erf_piece_table, at + 96));
    q = fma(q, s, OF_TABLE(special_erf_piece_table, at + 120));
    p = fma(p, s, OF_TABLE(special_erf_piece_table, at + 144));
    q = fma(q, s, OF_TABLE(special_erf_piece_table, at + 168));
    p = fma(p, s, OF_TABLE(special_erf_piece_table, at + 192));
    q = fma(q, s, OF_TABLE(special_erf_piece_table, at + 216));
    p = fma(p, s, OF_TABLE(special_erf_piece_table, at + 240));
    return fma(fma(q, t, p), t, OF_TABLE(special_erf_piece_table, at + 264));
}

/* erfcx(x): eight pieces each of x + 1 from 1 to 2, from 2 to 4, and so on to 32, in powers of x less their beginning; error
 * 6.2e-17. */
TABLE float64 special_erfcx_piece_table[440] = {
    0x1.9b8d13fcba417p-8, 0x1.d701b747fa7eep-9, 0x1.117f2e4fed324p-9, 0x1.422a007d623b2p-10,
    0x1.80c2d8d9a5bb4p-11, 0x1.d1b5e2ff27a79p-12, 0x1.1d86a19c1abcap-12, 0x1.628a6eb7a0f2ap-13,
    0x1.640e780ceea15p-14, 0x1.2681f63d17129p-15, 0x1.fcdda4901ad15p-17, 0x1.c9e257a15716dp-18,
    0x1.abfb46f696656p-19, 0x1.9e7ecd21e9267p-20, 0x1.9ef7cf3c74cb4p-21, 0x1.ac8041bb5c766p-22,
    0x1.517fcf654aa6bp-23, 0x1.a6a97b574abfcp-25, 0x1.2200a9ce6d8a7p-26, 0x1.af2a928971e88p-28,
    0x1.57ed800a0571dp-29, 0x1.23f4f6d1c0457p-30, 0x1.05e705ea69107p-31, 0x1.ed8edd5b6499cp-33,
    0x1.5cc86ca124d43p-34, 0x1.880a3363fa1f4p-36, 0x1.f2ae9f976e23dp-38, 0x1.5f810f93d0574p-39,
    0x1.0e2ac882b624fp-40, 0x1.bf18c3187fb13p-42, 0x1.8a36555b7ecb7p-43, 0x1.6f518c7703c36p-44,
    0x1.015309fc11cc9p-45, 0x1.208d52e1aad3fp-47, 0x1.707c1722986a3p-49, 0x1.05a110045a4d6p-50,
    0x1.95cdacc4078fbp-52, 0x1.530f3b48bf8eep-53, 0x1.2deec855c1737p-54, 0x1.1c1a53ca2cf2dp-55,
    -0x1.2f88adec25eeap-6, -0x1.631d92d19fd22p-7, -0x1.a59d41bebc30ap-8, -0x1.fbc11d480ea75p-9,
    -0x1.3600c4707f77bp-9, -0x1.7fa42ea45f83ep-10, -0x1.e0f858524c168p-11, -0x1.314dde031c186p-11,
    -0x1.74a4777297fc7p-12, -0x1.4002c548d3caap-13, -0x1.1f0397e947517p-14, -0x1.0c10859ef42c4p-15,
    -0x1.0400312c3ffe0p-16, -0x1.0534895d43904p-17, -0x1.0f25e4ac9a946p-18, -0x1.222daef250608p-19,
    -0x1.25ad51387baf0p-20, -0x1.8508fc99db8ccp-22, -0x1.19f4ada4a8df9p-23, -0x1.ba1af47ef7d3fp-25,
    -0x1.734e2eb0634aep-26, -0x1.4b4f0b01f04abp-27, -0x1.37de886e51eb9p-28, -0x1.33da183d0c652p-29,
    -0x1.1f16ad9cc5197p-30, -0x1.59876e9b817dbp-32, -0x1.d4efbc3a3f142p-34, -0x1.5f7942ff4bfdbp-35,
    -0x1.1e5b40508c760p-36, -0x1.f4e0b9a3ac5a5p-38, -0x1.d18aca54d7a91p-39, -0x1.c825b6e06c6b5p-40,
    -0x1.a79119b302b92p-41, -0x1.fe62e07683c43p-43, -0x1.5c9429695ce5cp-44, -0x1.07a682d4ed100p-45,
    -0x1.b20b893ada365p-47, -0x1.7faa565d0e2d7p-48, -0x1.6862bd38d0f50p-49, -0x1.64bf1426d7c6dp-50,
    0x1.548efa4c86746p-5, 0x1.99c38741cb959p-6, 0x1.f453b87a2eed7p-7, 0x1.35d411d0336f3p-7,
    0x1.850a905ff68a5p-8, 0x1.ef0d232468937p-9, 0x1.3f0d2d72d7ee4p-9, 0x1.a062ea6429c9fp-10,
    0x1.11150aea89310p-10, 0x1.ed7de12313d3cp-12, 0x1.d1739cb34524dp-13, 0x1.c8db7b2cb6d0fp-14,
    0x1.d15183974843ep-15, 0x1.ea7976978eaecp-16, 0x1.0ad8eed771177p-16, 0x1.2b0cace856cdfp-17,
    0x1.53751e35f8224p-18, 0x1.e670ae33ebb34p-20, 0x1.7c356704a7709p-21, 0x1.40743ff4a0aebp-22,
    0x1.206c15b7fbb9ep-23, 0x1.12f1ee39f7d42p-24, 0x1.13aeae9a6b93cp-25, 0x1.210c64237a9c2p-26,
    0x1.3592fee9f5befp-27, 0x1.9a178cf1a9977p-29, 0x1.304a1deab2dbfp-30, 0x1.efce43f281602p-32,
    0x1.b4b74a24b0999p-33, 0x1.9aeb515c812dap-34, 0x1.991d5c3081e3ep-35, 0x1.abb30dde490cap-36,
    0x1.ca08d8f2819cbp-37, 0x1.311b2013fda36p-38, 0x1.c918f0ac910f5p-40, 0x1.788fcfafd47b7p-41,
    0x1.4f8f246809239p-42, 0x1.3f6414650aa75p-43, 0x1.41883acde0802p-44, 0x1.53b1077bc81b9p-45,
    -0x1.6019bbee52b7ep-4, -0x1.b4fb58d7d733bp-5, -0x1.132752650f348p-5, -0x1.5f6ff374e4106p-6,
    -0x1.c7079393f8983p-7, -0x1.2a7a4c46f5561p-7, -0x1.8c91e1dc61706p-8, -0x1.0aafe5c1cbdddp-8,
    -0x1.6ab825b291ed9p-9, -0x1.5b5e2fde7d2a1p-10, -0x1.5ae56ce1eda70p-11, -0x1.6818ad32c29dep-12,
    -0x1.8365dacfa467ep-13, -0x1.aebde24e1e375p-14, -0x1.edbb5313f055fp-15, -0x1.23067c2a33cf5p-15,
    -0x1.5f8cb875ca42dp-16, -0x1.1414e21f4ffd1p-17, -0x1.d6ba1a40e09cbp-19, -0x1.aeae37a59a45ap-20,
    -0x1.a2e223875e941p-21, -0x1.adac3b51149ddp-22, -0x1.cdc0774748779p-23, -0x1.027f3f8fa2ed4p-23,
    -0x1.2b7d138fa6f18p-24, -0x1.bb934a1bb8fe8p-26, -0x1.6c8203a4c405dp-27, -0x1.4629b94099114p-28,
    -0x1.39459307aba4fp-29, -0x1.3f67a7588c51dp-30, -0x1.56af29675caa8p-31, -0x1.802ebbe9f7f24p-32,
    -0x1.be92ec155555cp-33, -0x1.4e0e6188716d3p-34, -0x1.15e1bd3cfa4f9p-35, -0x1.f7b0ab5bda0f2p-37,
    -0x1.e9e573f5e70c4p-38, -0x1.f9825b0e503dep-39, -0x1.123ef36c0c4cap-39, -0x1.36b26a781407ep-40,
    0x1.5554ff06da9bcp-3, 0x1.b5f0400f9a754p-4, 0x1.1d0bf190a774dp-4, 0x1.7848e17390aeep-5,
    0x1.f77406ee3065dp-6, 0x1.552fbc6d40b4bp-6, 0x1.d43a49aac9b43p-7, 0x1.45262a205c73fp-7,
    0x1.c8c7bfa220406p-8, 0x1.d1b3945ed3f21p-9, 0x1.ee6de84ab5dd6p-10, 0x1.106ac8a5b4a81p-10,
    0x1.369f0b03a6874p-11, 0x1.6d766799e513fp-12, 0x1.ba8995ce94dc0p-13, 0x1.131b49fa5a790p-13,
    0x1.5e699a8fe9138p-14, 0x1.2f7debf726515p-15, 0x1.1b9da02b873e6p-16, 0x1.1ad42e5fcf0e2p-17,
    0x1.2a3f44c896fefp-18, 0x1.4a16730fd24b7p-19, 0x1.7d0cd0ff58bfep-20, 0x1.c870926ef059cp-21,
    0x1.1a63e44922567p-21, 0x1.d64699d4f9492p-23, 0x1.adbf62e29842ep-24, 0x1.a7a6049e42e0fp-25,
    0x1.bcbbed7c8ea92p-26, 0x1.ec38e5871ad2ap-27, 0x1.1cf113f0d4feep-27, 0x1.56f372164b72cp-28,
    0x1.aadfb54d824a0p-29, 0x1.6848dfd1c3aa9p-30, 0x1.4dec6a5c1cc0dp-31, 0x1.4dbf46c4930d2p-32,
    0x1.62eef964cc650p-33, 0x1.8d96e321d88eap-34, 0x1.d172b4b9fc810p-35, 0x1.1af6e3f29ca0ap-35,
    -0x1.341f69e8975dap-2, -0x1.99c4de882590dp-3, -0x1.14698494e588ep-3, -0x1.7a1613264b422p-4,
    -0x1.060593498ff0ap-4, -0x1.6fce5d07eb48ep-5, -0x1.054d679e68986p-5, -0x1.779dd1fbde59cp-6,
    -0x1.10fcdcd6b820dp-6, -0x1.2996267ac584ap-7, -0x1.513ec9f7ca9ddp-8, -0x1.8bf70b341d5dap-9,
    -0x1.e028de77644ddp-10, -0x1.2bd24d0a1d4e4p-10, -0x1.809ce431907dep-11, -0x1.f99e3d83fe9a2p-12,
    -0x1.53de5dc1f488ep-12, -0x1.460a7f9a7b8c2p-13, -0x1.4f295ad26c210p-14, -0x1.6d54967ef2281p-15,
    -0x1.a2a809674e0d5p-16, -0x1.f4e45d8001e5dp-17, -0x1.370cffb92f3acp-17, -0x1.8f23f907b2138p-18,
    -0x1.078b8182520cap-18, -0x1.ee9d4f56f3627p-20, -0x1.f77308edbbcaep-21, -0x1.11b731ddfd222p-21,
    -0x1.3a554d64fbe8ep-22, -0x1.79e915691151bp-23, -0x1.d868c26b99d4bp-24, -0x1.3156aa5eb0302p-24,
    -0x1.965fa5fbfb0b1p-25, -0x1.83690907fa0bcp-26, -0x1.905be04c80733p-27, -0x1.b98118fe08968p-28,
    -0x1.00ca2ec35f669p-28, -0x1.3859a8aa9a072p-29, -0x1.8a9a004ff728ap-30, -0x1.018034b5f6ed3p-30,
    0x1.fffffff36cdc4p-2, 0x1.6210c61dbf3ecp-2, 0x1.f0ac9d2a09ad5p-3, 0x1.611afb8fd42f9p-3,
    0x1.fc9a056bba09fp-4, 0x1.72d46a9824063p-4, 0x1.1192f5bb8dea7p-4, 0x1.9831c2c6123d5p-5,
    0x1.33cad06151fa6p-5, 0x1.68a259f6ddda6p-6, 0x1.b6594497fd345p-7, 0x1.136489eaf88c4p-7,
    0x1.649071f2f2fafp-8, 0x1.da595541fb91dp-9, 0x1.435c04d2c52c1p-9, 0x1.c2c72fc81e053p-10,
    0x1.409cc00fd0a62p-10, 0x1.563211c9a0bc2p-11, 0x1.8457bad7d6ca5p-12, 0x1.d007853d40eb7p-13,
    0x1.219f2bf02534fp-13, 0x1.774f47f1c573cp-14, 0x1.f64cd993fa6f7p-15, 0x1.59b292831bc29p-15,
    0x1.e7af68556a67dp-16, 0x1.0254d11e507cep-16, 0x1.25438010e831dp-17, 0x1.601317aa5b3c9p-18,
    0x1.baa1d96ad1ebbp-19, 0x1.21338a8a7099fp-19, 0x1.8682d1f634c98p-20, 0x1.0f30b58d3efccp-20,
    0x1.81fb26c120e38p-21, 0x1.9fd8ecb291bf4p-22, 0x1.df572b0bb2446p-23, 0x1.23b171aa9d20cp-23,
    0x1.73371dd6a4c77p-24, 0x1.ea608a8369c02p-25, 0x1.4e4f0da061024p-25, 0x1.d460d8b6551f7p-26,
    -0x1.812746b01e8bfp-1, -0x1.163c18bf82e68p-1, -0x1.97997ad320794p-2, -0x1.2e82dbf83df36p-2,
    -0x1.c6ad7a6f2d4dbp-3, -0x1.59c35c06f1ce2p-3, -0x1.09e77d40dc710p-3, -0x1.9d5868de06df8p-4,
    -0x1.44837f86d1a67p-4, -0x1.9b635ac4693eap-5, -0x1.0dc51d288c172p-5, -0x1.6cb52fe3edd5cp-6,
    -0x1.fa9d3ac8cba91p-7, -0x1.6883f9915a5fbp-7, -0x1.06320767eb77fp-7, -0x1.84e9ab30c8b43p-8,
    -0x1.259061af23f81p-8, -0x1.5e5d7e921412fp-9, -0x1.b8b638230d2ebp-10, -0x1.218ed92f48daap-10,
    -0x1.8abc1985fc6bbp-11, -0x1.15976ddd3a1bcp-11, -0x1.9106a7cd21461p-12, -0x1.28787f0e58236p-12,
    -0x1.bf5070d3e3ad2p-13, -0x1.0bfde7bbe92aap-13, -0x1.53c131b206b63p-14, -0x1.c2c9072c2878ep-15,
    -0x1.3672f09738526p-15, -0x1.b92eddb5fe995p-16, -0x1.41e750b29c6fbp-16, -0x1.e08bef3a7a17fp-17,
    -0x1.6dd369c7c5776p-17, -0x1.bd9f0585cb1afp-18, -0x1.1e903579e16eap-18, -0x1.8100c74e1d813p-19,
    -0x1.0c109a757995ap-19, -0x1.80a1dc855cd3fp-20, -0x1.1b0953d9d176cp-20, -0x1.a9b9a4bf9748ep-21,
    0x1.ffffffffffccbp-1, 0x1.84d8493cb1a01p-1, 0x1.2b497df35f92bp-1, 0x1.d28c0e1177badp-2,
    0x1.6ff861544db52p-2, 0x1.2577420fcd017p-2, 0x1.d90093ae108aep-3, 0x1.80ef8f454cf3fp-3,
    0x1.3c27283c2e485p-3, 0x1.b56f45eef45abp-4, 0x1.37ea271bc3d7fp-4, 0x1.c8d0cef0f6d2ep-5,
    0x1.5672b9ea13510p-5, 0x1.0615670e25668p-5, 0x1.98958a7a8e0c0p-6, 0x1.43b98bac83638p-6,
    0x1.043fe1a974cf1p-6, 0x1.5d5811332a3d2p-7, 0x1.e9412fa3340d5p-8, 0x1.62c12cb5f474cp-8,
    0x1.08cf82b799007p-8, 0x1.95252b932e261p-9, 0x1.3c7764a81eeb8p-9, 0x1.f75ef7a0fadd9p-10,
    0x1.96a3de47a0334p-10, 0x1.14108e589c4fcp-10, 0x1.876373f499415p-11, 0x1.1f3df0de307e1p-11,
    0x1.b1c89238781b7p-12, 0x1.4f67f473cba5ap-12, 0x1.0898f73586b77p-12, 0x1.a8b73429ce806p-13,
    0x1.59fa2994ad9c2p-13, 0x1.dcb8a7c69b2f8p-14, 0x1.562a96b06fe34p-14, 0x1.fb98687d147f2p-15,
    0x1.82cb1527edfb7p-15, 0x1.2d73a48df2445p-15, 0x1.deee0c8da1edfp-16, 0x1.82ba6dba30353p-16,
    -0x1.20dd750429b6cp+0, -0x1.d1f52e46ef825p-1, -0x1.7c857b9b3c190p-1, -0x1.3a5c679d7bb59p-1,
    -0x1.067f263ec85e7p-1, -0x1.babd0e4f1a24cp-2, -0x1.78cdd551ee51ap-2, -0x1.4369f60195edcp-2,
    -0x1.17c4e3f17c016p-2, -0x1.abaacdbfa8ad9p-3, -0x1.4f1988444cae4p-3, -0x1.0c3d538446440p-3,
    -0x1.b57034efd3f6bp-4, -0x1.6a70d2bb3740ep-4, -0x1.3086d7f01ac84p-4, -0x1.0305781330098p-4,
    -0x1.bd6ae4d14af1dp-5, -0x1.5285d2eb1eec9p-5, -0x1.09492273742e4p-5, -0x1.aa3eb6a946f59p-6,
    -0x1.5d843497d4f2cp-6, -0x1.238ca71b93fbep-6, -0x1.ed7f66d9d09f9p-7, -0x1.a6e2cf277a0c9p-7,
    -0x1.6e4b45246f675p-7, -0x1.1a5881c73893fp-7, -0x1.c046699d77cefp-8, -0x1.6c55c82b4b699p-8,
    -0x1.2ddd3d589bfa5p-8, -0x1.fc477b46d6651p-9, -0x1.b1be47a913fbfp-9, -0x1.76711f8b6cf4cp-9,
    -0x1.467f441a50afep-9, -0x1.fd20a0cb70f96p-10, -0x1.98006b41c689ep-10, -0x1.4e3cc52793c22p-10,
    -0x1.16cb03a88c8e7p-10, -0x1.d8252a832fb44p-11, -0x1.94ed2196647cep-11, -0x1.5f18990e83c38p-11,
    0x1.0000000000000p+0, 0x1.bf16ef058facfp-1, 0x1.8a6adcda2ea92p-1, 0x1.5f28ade3ca4acp-1,
    0x1.3b3bc3c98b0f3p-1, 0x1.1d16b5809eaf6p-1, 0x1.038d54ea3d834p-1, 0x1.db747ee409ac5p-2,
    0x1.b5d8780f956b2p-2, 0x1.78a692138767ap-2, 0x1.494daffa2ad68p-2, 0x1.23cfc2f1dc7e0p-2,
    0x1.058671b52c776p-2, 0x1.d94446d627932p-3, 0x1.afbb3f3b7343bp-3, 0x1.8c9eb68ff27d7p-3,
    0x1.6e9827d229d2cp-3, 0x1.3e0a99a0ee914p-3, 0x1.18932bf08e154p-3, 0x1.f5b2a049cf4c5p-4,
    0x1.c57239e943d1ap-4, 0x1.9d8a8f2284f2cp-4, 0x1.7c0348489d721p-4, 0x1.5f75c42e97171p-4,
    0x1.46dc6bf900f67p-4, 0x1.1ea8c4009b459p-4, 0x1.fe6cc4a0f9538p-5, 0x1.cbe831f997124p-5,
    0x1.a273c57e476cep-5, 0x1.7fd46c5e0864dp-5, 0x1.627bcc27cb4aep-5, 0x1.494bb2ce2924fp-5,
    0x1.33714a024097ep-5, 0x1.0f67b1bff7645p-5, 0x1.e5d6a9f4cc3eap-6, 0x1.b7ad8ef8307ccp-6,
    0x1.91853accde052p-6, 0x1.7173c308c43e9p-6, 0x1.561fcfda08321p-6, 0x1.3e8ef95095f56p-6,
};

DEVICE float64 special_erfcx_piece(int at, float64 t)
{
    float64 s = t * t, p = OF_TABLE(special_erfcx_piece_table, at), q = OF_TABLE(special_erfcx_piece_table, at + 40);
    p = fma(p, s, OF_TABLE(special_erfcx_piece_table, at + 80));
    q = fma(q, s, OF_TABLE(special_erfcx_piece_table, at + 120));
    p = fma(p, s, OF_TABLE(special_erfcx_piece_table, at + 160));
    q = fma(q, s, OF_TABLE(special_erfcx_piece_table, at + 200));
    p = fma(p, s, OF_TABLE(special_erfcx_piece_table, at + 240));
    q = fma(q, s, OF_TABLE(special_erfcx_piece_table, at + 280));
    p = fma(p, s, OF_TABLE(special_erfcx_piece_table, at + 320));
    q = fma(q, s, OF_TABLE(special_erfcx_piece_table, at + 360));
    return fma(fma(p, t, q), t, OF_TABLE(special_erfcx_piece_table, at + 400));
}
#endif
