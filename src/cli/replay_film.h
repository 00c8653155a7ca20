/* SPDX-License-Identifier: MIT */
/* `graze replay --frames DIR` and `--film FILE`: a run as pictures, one after the other. */
#ifndef GRAZE_CLI_REPLAY_FILM_H
#define GRAZE_CLI_REPLAY_FILM_H

#include "cli/shown_run.h"

typedef struct replay_film {
    const char *folder; /* of frame-000000.png and so on, or null */
    const char *file;   /* .gif or .webm, made by ffmpeg; or null */
    const char *title;
    int fps;      /* [1/s] of the film */
    double speed; /* seconds of the plan in a second of the film */
} replay_film;

#define REPLAY_FILM_DEFAULT {.fps = 10, .speed = 1}

#define OPTIONS_FILM(film)                                                                         \
    {"frames",                                                                                     \
     0,                                                                                            \
     OPTION_TEXT,                                                                                  \
     "DIR",                                                                                        \
     &(film).folder,                                                                               \
     NULL,                                                                                         \
     "no page, but numbered PNG frames in this new or empty folder"},                              \
        {"film",                                                                                   \
         0,                                                                                        \
         OPTION_TEXT,                                                                              \
         "FILE",                                                                                   \
         &(film).file,                                                                             \
         NULL,                                                                                     \
         "no page, but a film: FILE.gif or FILE.webm, by ffmpeg"},                                 \
        {"fps", 0, OPTION_COUNT, "N", &(film).fps, NULL,                                           \
         "frames in a second of the film (default: 10)"},                                          \
    {                                                                                              \
        "speed", 0, OPTION_NUMBER, "X", &(film).speed, NULL,                                       \
            "seconds of the plan in a second of the film (default: 1)"                             \
    }

/* Is anything of this asked for? */
bool replay_film_wanted(const replay_film *film);

/* Refuses what no film can be made of, and loads cairo. OPTIONS_GO_ON or an exit status. */
int replay_film_check(const replay_film *film);

/* Draws the run, which has been read with its findings. An exit status; all has been said. */
int replay_film_write(const replay_film *film, shown_run *run);

#endif
