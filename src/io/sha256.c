/* SPDX-License-Identifier: MIT */
#include "io/sha256.h"

#include <stdio.h>

void sha256_begin(sha256 *hash)
{
    sha256_init(hash);
}

void sha256_add(sha256 *hash, const void *bytes, size_t length)
{
    sha256_update(hash, length, bytes);
}

void sha256_end(sha256 *hash, char text[SHA256_TEXT_SIZE])
{
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(hash, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        snprintf(text + 2 * i, 3, "%02x", digest[i]);
}
