/* SPDX-License-Identifier: MIT */
/* The kernel's formula in double-doubles with error bounds.
 */
#ifndef GRAZE_CONTACT_WITH_DD_H
#define GRAZE_CONTACT_WITH_DD_H

#include <math.h>

#include "contact/question.h"
#include "numeric/dd.h"

typedef struct no_number no_number;
#define CONTEXT const no_number
#define LINKAGE static inline
#define NAME(x) dd_##x
#define NUMBER dd
#define FROM(x) dd_from(x)
#define ADD(x, y) dd_add(x, y)
#define SUB(x, y) dd_sub(x, y)
#define MUL(x, y) dd_mul(x, y)
#define SQUARE(x) dd_square(x)
#define NEGATIVE(x) dd_negative(x)
#define SIGN(x) dd_sign(x)
#include "contact/relative.inc"
#undef CONTEXT
#undef LINKAGE
#undef NAME
#undef NUMBER
#undef FROM
#undef ADD
#undef SUB
#undef MUL
#undef SQUARE
#undef NEGATIVE
#undef SIGN

#endif
