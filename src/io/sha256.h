/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4) of bytes that come in pieces, by nettle, as text.
 *
 *     sha256 hash;
 *     sha256_begin(&hash);
 *     sha256_add(&hash, bytes, length); ...
 *     sha256_end(&hash, text);
 */
#ifndef GRAZE_IO_SHA256_H
#define GRAZE_IO_SHA256_H

#include <nettle/sha2.h>

enum { SHA256_TEXT_SIZE = 2 * SHA256_DIGEST_SIZE + 1 /* [bytes] lower-case hex and its 0 byte */ };

typedef struct sha256_ctx sha256;

void sha256_begin(sha256 *hash);
void sha256_add(sha256 *hash, const void *bytes, size_t length);
void sha256_end(sha256 *hash, char text[SHA256_TEXT_SIZE]);

#endif
