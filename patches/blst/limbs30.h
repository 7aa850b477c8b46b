/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Products modulo BLS12_381_P for WebAssembly, in thirteen limbs of 30 bits.
 *
 * wasm has no carry flag and no product of 128 bits. Products of limbs of 30
 * bits leave room in 64 bits, so that whole columns of them are added up
 * without carries, and carries are left for the reduction. Elements stay what
 * they are, canonical residues with R = 2^384: one operand is unpacked six
 * bits up, which makes up for the R = 2^390 of thirteen limbs.
 *
 * Operands of products: a*b below 0.9998*P*2^384. That is so of residues below
 * P, and below 2*P, as their product is 0.41*P*2^384 at most, and of any 384
 * bits with BLS12_381_RR, which is 0.68*P. Limbs are below 2*P then after the
 * reduction, and results below P. Of mul_mont_384x, of sums and of differences
 * operands are below P. No branch and no address depends on an operand.
 *
 * Sources: M. Scott, "Missing a trick: Karatsuba variations" (2018), for the
 * columns of a product; github.com/AztecProtocol/aztec-packages, 22481, for
 * the reduction by 2^-w instead of Montgomery's quotients. Made from fqmul,
 * where bounds are proven.
 */

#define LIMBS30     13
#define COLUMNS30   (2*LIMBS30-1)
#define MASK30      ((1<<30)-1)
#if defined(__clang__)
# define UNROLL30   _Pragma("clang loop unroll(full)")
#else
# define UNROLL30   _Pragma("GCC unroll 32")
#endif
/*
 * Steps are inlined, else columns would lie in memory between two of them.
 * Sums are calls, else a module would be twice as long.
 */
#define INLINE30    static inline __attribute__((always_inline))
#define NOINLINE30  __attribute__((noinline))

/* BLS12_381_P, -2^-30 modulo it, and -1/P modulo 2^30 */
static const llimb_t P_limbs30[LIMBS30] = {
    0x3fffaaab, 0x27fbffff, 0x153ffffb, 0x2affffac, 0x30f6241e,
    0x034a83da, 0x112bf673, 0x12e13ce1, 0x2cd76477, 0x1ed90d2e,
    0x29a4b1ba, 0x3a8e5ff9, 0x001a0111
};
static const llimb_t M_limbs30[LIMBS30] = {
    0x37f3fffc, 0x3fb2dfc2, 0x0004fe04, 0x3f3e705c, 0x156fd719,
    0x16dd0ad7, 0x2f4784b3, 0x33ec0ff4, 0x041741a4, 0x121d875c,
    0x0f9813a5, 0x0383c1e2, 0x00000138
};
static const llimb_t p0_limb30 = 0x3ffcfffd;

static const llimb_t P_words64[6] = {
    0xb9feffffffffaaab, 0x1eabfffeb153ffff, 0x6730d2a0f6b0f624,
    0x64774b84f38512bf, 0x4b1ba7b6434bacd7, 0x1a0111ea397fe69a
};

/* ret = a + b, the carry is what is returned */
INLINE30 llimb_t add_words64(llimb_t ret[6], const llimb_t a[6],
                                             const llimb_t b[6])
{
    llimb_t carry, word, sum;
    size_t i;

    UNROLL30
    for (carry=0, i=0; i<6; i++) {
        word = a[i] + b[i];
        sum = word + carry;
        carry = (word < b[i]) | (sum < carry);
        ret[i] = sum;
    }

    return carry;
}

/* ret = a - b, the borrow is what is returned */
INLINE30 llimb_t sub_words64(llimb_t ret[6], const llimb_t a[6],
                                             const llimb_t b[6])
{
    llimb_t borrow, word, diff;
    size_t i;

    UNROLL30
    for (borrow=0, i=0; i<6; i++) {
        word = a[i] - b[i];
        diff = word - borrow;
        borrow = (a[i] < b[i]) | (word < borrow);
        ret[i] = diff;
    }

    return borrow;
}

INLINE30 void load_words64(llimb_t ret[6], const vec384 a)
{
    size_t i;

    UNROLL30
    for (i=0; i<6; i++)
        ret[i] = a[2*i] | (llimb_t)a[2*i+1] << 32;
}

/* ret = mask ? b : a */
INLINE30 void store_words64(vec384 ret, const llimb_t a[6],
                            const llimb_t b[6], llimb_t mask)
{
    size_t i;

    launder(mask);

    UNROLL30
    for (i=0; i<6; i++) {
        llimb_t word = a[i] ^ ((a[i] ^ b[i]) & mask);
        ret[2*i] = (limb_t)word;
        ret[2*i+1] = (limb_t)(word >> 32);
    }
}

/* the limbs of words*2^up, |up| is at most 6 */
INLINE30 void unpack_limbs30(llimb_t ret[LIMBS30], const llimb_t words[6],
                             size_t up)
{
    llimb_t limb;
    size_t i, bit;

    ret[0] = (words[0] << up) & MASK30;
    UNROLL30
    for (i=1; i<LIMBS30; i++) {
        bit = 30*i - up;
        limb = words[bit/64] >> bit%64;
        if (bit%64 > 34 && bit/64 < 5)
            limb |= words[bit/64+1] << (64 - bit%64);
        ret[i] = limb & MASK30;
    }
}

/* the words of limbs, whose value is below 2*P, modulo P */
INLINE30 void pack_limbs30(vec384 ret, const llimb_t limbs[LIMBS30])
{
    llimb_t words[6], diff[6], borrow;
    size_t i, bit;

    words[0] = limbs[0];
    UNROLL30
    for (i=1; i<LIMBS30; i++) {
        bit = 30*i;
        if (bit%64)
            words[bit/64] |= limbs[i] << bit%64;
        else
            words[bit/64] = limbs[i];
        if (bit%64 > 34 && bit/64 < 5)
            words[bit/64+1] = limbs[i] >> (64 - bit%64);
    }

    borrow = sub_words64(diff, words, P_words64);
    store_words64(ret, diff, words, 0 - borrow);
}

/* ret += x*y, four limbs each, which can be differences, and wrap */
INLINE30 void mul_4x4_limbs30(llimb_t ret[], const llimb_t x[4],
                              const llimb_t y[4])
{
    size_t i, j;

    UNROLL30
    for (i=0; i<4; i++) {
        UNROLL30
        for (j=0; j<4; j++)
            ret[i+j] += x[i] * y[j];
    }
}

/* ret += (x0 - x1)*(y1 - y0) */
INLINE30 void mul_diff_limbs30(llimb_t ret[],
                               const llimb_t x0[4], const llimb_t x1[4],
                               const llimb_t y0[4], const llimb_t y1[4])
{
    llimb_t x[4], y[4];
    size_t i;

    UNROLL30
    for (i=0; i<4; i++) {
        x[i] = x0[i] - x1[i];
        y[i] = y1[i] - y0[i];
    }
    mul_4x4_limbs30(ret, x, y);
}

/*
 * The columns of a*b: Karatsuba over three blocks of four limbs, whose pairs
 * are ai*bj + aj*bi = (ai - aj)*(bj - bi) + ai*bi + aj*bj, and one limb more.
 * 121 multiplications.
 */
INLINE30 void mul_limbs30(llimb_t ret[COLUMNS30],
                          const llimb_t a[LIMBS30],
                          const llimb_t b[LIMBS30])
{
    llimb_t diag[15];
    size_t i;

    UNROLL30
    for (i=0; i<15; i++)
        diag[i] = 0;
    mul_4x4_limbs30(diag, a, b);
    mul_4x4_limbs30(diag+4, a+4, b+4);
    mul_4x4_limbs30(diag+8, a+8, b+8);

    /* diag*(1 + z + z^2), z is four limbs up */
    UNROLL30
    for (i=0; i<COLUMNS30; i++)
        ret[i] = (i<15 ? diag[i] : 0) + (4<=i && i<19 ? diag[i-4] : 0)
                                      + (8<=i && i<23 ? diag[i-8] : 0);

    mul_diff_limbs30(ret+4,  a,   a+4, b,   b+4);
    mul_diff_limbs30(ret+8,  a,   a+8, b,   b+8);
    mul_diff_limbs30(ret+12, a+4, a+8, b+4, b+8);

    UNROLL30
    for (i=0; i<12; i++)
        ret[12+i] += a[12] * b[i] + a[i] * b[12];
    ret[24] += a[12] * b[12];
}

/* the columns of a*a, 91 multiplications */
INLINE30 void sqr_limbs30(llimb_t ret[COLUMNS30],
                          const llimb_t a[LIMBS30])
{
    size_t i, j;

    UNROLL30
    for (i=0; i<COLUMNS30; i++)
        ret[i] = 0;

    UNROLL30
    for (i=0; i<LIMBS30; i++) {
        llimb_t twice = 2 * a[i];

        ret[2*i] += a[i] * a[i];
        UNROLL30
        for (j=i+1; j<LIMBS30; j++)
            ret[i+j] += twice * a[j];
    }
}

/*
 * Carries of those columns of a product, or of a sum of two, that leave no
 * room for another product and what the reduction adds: 7 and 5 columns at
 * either end do.
 */
INLINE30 void carry_limbs30(llimb_t s[COLUMNS30], size_t light)
{
    size_t i;

    UNROLL30
    for (i=light; i<COLUMNS30-light; i++) {
        s[i+1] += s[i] >> 30;
        s[i] &= MASK30;
    }
}

/*
 * Columns to the limbs of their value times 2^-390 modulo P, below 2*P.
 * What a low column lacks to a multiple of 2^30 is worth as much of -2^-30:
 * no multiplication is needed to know it.
 */
INLINE30 void redc_limbs30(llimb_t ret[LIMBS30], llimb_t s[COLUMNS30])
{
    llimb_t lack;
    size_t i, j;

    UNROLL30
    for (i=0; i<LIMBS30-1; i++) {
        lack = (0 - s[i]) & MASK30;
        UNROLL30
        for (j=0; j<LIMBS30; j++)
            s[i+1+j] += lack * M_limbs30[j];
        s[i+1] += (s[i] + lack) >> 30;
    }

    lack = ((s[12] & MASK30) * p0_limb30) & MASK30;
    UNROLL30
    for (j=0; j<LIMBS30; j++)
        s[12+j] += lack * P_limbs30[j];

    UNROLL30
    for (i=12; i<COLUMNS30-1; i++) {
        s[i+1] += s[i] >> 30;
        if (i > 12)
            ret[i-13] = s[i] & MASK30;
    }
    ret[11] = s[24] & MASK30;
    ret[12] = s[24] >> 30;
}

void mul_mont_384(vec384 ret, const vec384 a, const vec384 b,
                  const vec384 p, limb_t n0)
{
    llimb_t words[6], x[LIMBS30], y[LIMBS30], columns[COLUMNS30];

    (void)p; (void)n0;
    load_words64(words, a);
    unpack_limbs30(x, words, 6);
    load_words64(words, b);
    unpack_limbs30(y, words, 0);
    mul_limbs30(columns, x, y);
    carry_limbs30(columns, 7);
    redc_limbs30(x, columns);
    pack_limbs30(ret, x);
}

void sqr_mont_384(vec384 ret, const vec384 a, const vec384 p, limb_t n0)
{
    llimb_t words[6], x[LIMBS30], columns[COLUMNS30];

    (void)p; (void)n0;
    load_words64(words, a);
    unpack_limbs30(x, words, 3);
    sqr_limbs30(columns, x);
    carry_limbs30(columns, 7);
    redc_limbs30(x, columns);
    pack_limbs30(ret, x);
}

/* a*b + c*d, operands up to P, reduced once */
static void sop_words64(vec384 ret, const llimb_t a[6], const llimb_t b[6],
                                    const llimb_t c[6], const llimb_t d[6])
{
    llimb_t x[LIMBS30], y[LIMBS30], columns[COLUMNS30], more[COLUMNS30];
    size_t i;

    unpack_limbs30(x, a, 6);
    unpack_limbs30(y, b, 0);
    mul_limbs30(columns, x, y);
    carry_limbs30(columns, 5);

    unpack_limbs30(x, c, 6);
    unpack_limbs30(y, d, 0);
    mul_limbs30(more, x, y);
    UNROLL30
    for (i=0; i<COLUMNS30; i++)
        columns[i] += more[i];
    carry_limbs30(columns, 5);

    redc_limbs30(x, columns);
    pack_limbs30(ret, x);
}

/*
 * (a0*b0 + a1*(P-b1)) + (a0*b1 + a1*b0)*i: four products that are reduced in
 * pairs take less than three that are reduced one by one, with the additions
 * around them.
 */
void mul_mont_384x(vec384x ret, const vec384x a, const vec384x b,
                   const vec384 p, limb_t n0)
{
    llimb_t x[2][6], y[2][6], neg[6];

    (void)p; (void)n0;
    load_words64(x[0], a[0]);
    load_words64(x[1], a[1]);
    load_words64(y[0], b[0]);
    load_words64(y[1], b[1]);

    (void)sub_words64(neg, P_words64, y[1]);
    sop_words64(ret[0], x[0], y[0], x[1], neg);
    sop_words64(ret[1], x[0], y[1], x[1], y[0]);
}

/* sums and differences, with carries of 64 bits */
NOINLINE30 void add_mod_384(vec384 ret, const vec384 a, const vec384 b,
                            const vec384 p)
{
    llimb_t x[6], y[6], carry, borrow;

    load_words64(x, a);
    load_words64(y, b);
    carry = add_words64(x, x, y);
    load_words64(y, p);
    borrow = sub_words64(y, x, y);
    store_words64(ret, y, x, carry - borrow);
}

NOINLINE30 void sub_mod_384(vec384 ret, const vec384 a, const vec384 b,
                            const vec384 p)
{
    llimb_t x[6], y[6], borrow;

    load_words64(x, a);
    load_words64(y, b);
    borrow = sub_words64(x, x, y);
    load_words64(y, p);
    (void)add_words64(y, x, y);
    store_words64(ret, x, y, 0 - borrow);
}
