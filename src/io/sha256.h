/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4) of bytes that come in pieces, by the processor's own instructions where it
 * has them (a fifth of the time), else by libmd.
 *
 *     sha256 hash;
 *     sha256_begin(&hash);
 *     sha256_add(&hash, bytes, length); ...
 *     sha256_end(&hash, text);
 */
#ifndef GRAZE_IO_SHA256_H
#define GRAZE_IO_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_TEXT_SIZE = 65, /* [bytes] lower-case hex and its 0 byte */ SHA256_BLOCK = 64 };

/* Takes whole blocks of 64 bytes into the state. */
typedef void (*sha256_blocks)(uint32_t state[8], const uint8_t *bytes, size_t blocks);

typedef struct sha256 {
    uint32_t state[8];
    uint64_t length;               /* [bytes] so far */
    uint8_t waiting[SHA256_BLOCK]; /* what is no whole block yet */
    sha256_blocks take;
} sha256;

void sha256_begin(sha256 *hash);
void sha256_add(sha256 *hash, const void *bytes, size_t length);
void sha256_end(sha256 *hash, char text[SHA256_TEXT_SIZE]);

/* Any processor's way, which the tests hold the other against. */
void sha256_blocks_plain(uint32_t state[8], const uint8_t *bytes, size_t blocks);

#endif
