/* SPDX-License-Identifier: MIT */
/* The pieces of the replay page, as the build makes them from the files of this
 * folder: texts that end with a 0 byte, unsigned since they are not all ASCII. In the
 * page, @@name@@ stands for a piece or for what is known of the run: title, style,
 * script, data. */
#ifndef GRAZE_VIEW_REPLAY_PARTS_H
#define GRAZE_VIEW_REPLAY_PARTS_H

extern const unsigned char replay_parts_page[];
extern const unsigned char replay_parts_style[];
extern const unsigned char replay_parts_script[];

#endif
