/* SPDX-License-Identifier: MIT */
/* Which symbols leave the shared library: those marked GRAZE_API. */
#ifndef GRAZE_EXPORT_H
#define GRAZE_EXPORT_H

#if defined(__GNUC__) || defined(__clang__)
#define GRAZE_API __attribute__((visibility("default")))
#else
#define GRAZE_API
#endif

#endif
