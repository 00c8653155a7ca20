/* SPDX-License-Identifier: MIT */
/* Graze: exact conflicts of moving agents. The umbrella header.
 *
 * Read in this order: motion.h (what moves), conflict.h (the questions),
 * trajectory.h (whole paths), status.h (what can go wrong).
 */
#ifndef GRAZE_H
#define GRAZE_H

#include <graze/body.h>
#include <graze/conflict.h>
#include <graze/export.h>
#include <graze/motion.h>
#include <graze/status.h>
#include <graze/trajectory.h>
#include <graze/unsafe.h>
#include <graze/version.h>

#endif
