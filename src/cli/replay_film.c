/* SPDX-License-Identifier: MIT */
#include "cli/replay_film.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/output.h"
#include "view/plot.h"

enum { FRAMES_MAX = 100000 };

extern char **environ;

/* What all frames share. */
typedef struct reel {
    const replay_film *film;
    shown_run *run;
    plot_plan plot;
    double begin, end; /* [s] */
    size_t count;      /* of frames */
} reel;

bool replay_film_wanted(const replay_film *film)
{
    return film->folder != NULL || film->file != NULL;
}

/* ---- refusals ------------------------------------------------------------------------- */

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), of_ending = strlen(ending);
    return length > of_ending && strcmp(name + length - of_ending, ending) == 0;
}

static int check_cairo(void)
{
#ifdef HAVE_CAIRO
    const char *explanation = NULL;
    if (plot_png(&explanation) == NULL)
        return options_refuse("replay", "install cairo (Debian: libcairo2)",
                              "cairo cannot be loaded: %s", explanation);
    return OPTIONS_GO_ON;
#else
    return options_refuse("replay", "build graze with cairo",
                          "this graze was built without cairo and draws no frames");
#endif
}

int replay_film_check(const replay_film *film)
{
    if (film->folder != NULL && film->file != NULL)
        return options_refuse("replay", "one after the other", "--frames and --film are two films");
    if (!(film->speed > 0))
        return options_refuse("replay", NULL, "--speed must be more than 0");
    if (film->file != NULL && !ends_with(film->file, ".gif") && !ends_with(film->file, ".webm"))
        return options_refuse("replay", "a name that ends with .gif or .webm",
                              "--film: no film is made of '%s'", film->file);
    return check_cairo();
}

/* ---- one frame ------------------------------------------------------------------------ */

static double time_of(const reel *all, size_t frame)
{
    double time = all->begin + (double)frame * all->film->speed / all->film->fps;
    return fmin(time, all->end);
}

/* Draws a frame as PNG; an exit status. */
static int draw(const reel *all, size_t frame, FILE *out)
{
    plot_canvas canvas = {.out = out};
#ifdef HAVE_CAIRO
    const char *explanation;
    canvas.to = plot_png(&explanation);
#endif
    graze_status status = plot_frame_draw(&canvas, &all->plot, time_of(all, frame));
    if (status != GRAZE_OK)
        return cli_bug(status);
    return canvas.failed ? cli_memory() : CLI_DONE;
}

/* ---- a folder of frames ---------------------------------------------------------------- */

static bool is_empty(const char *folder)
{
    DIR *open = opendir(folder);
    bool empty = open != NULL;
    for (struct dirent *entry; empty && (entry = readdir(open)) != NULL;)
        empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    if (open != NULL)
        closedir(open);
    return empty;
}

static int refuse_folder(const reel *all, const char *what, const char *hint)
{
    const diagnostic_place place = {.file = all->film->folder};
    diagnostic_error(&all->run->sink, &place, hint, "%s", what);
    return CLI_SYSTEM;
}

static int make_folder(const reel *all)
{
    char why[160];
    if (mkdir(all->film->folder, 0777) == 0 || (errno == EEXIST && is_empty(all->film->folder)))
        return CLI_DONE;
    if (errno == EEXIST || errno == 0)
        return refuse_folder(all, "is not an empty folder",
                             "frames of two films would be mixed: name a new one");
    snprintf(why, sizeof why, "cannot be made: %s", strerror(errno));
    return refuse_folder(all, why, NULL);
}

static int write_frame(const reel *all, size_t frame)
{
    size_t size = strlen(all->film->folder) + 40;
    char *path = malloc(size);
    output *out = NULL;
    if (path == NULL)
        return cli_memory();
    snprintf(path, size, "%s/frame-%06zu.png", all->film->folder, frame);
    int status = cli_status_of(output_open(path, &all->run->sink, &out));
    free(path);
    if (status != CLI_DONE)
        return status;
    status = draw(all, frame, output_stream(out));
    if (status == CLI_DONE)
        return cli_status_of(output_commit(out, &all->run->sink));
    output_discard(out);
    return status;
}

static int write_frames(const reel *all)
{
    int status = make_folder(all);
    for (size_t i = 0; i < all->count && status == CLI_DONE; i++)
        status = write_frame(all, i);
    return status;
}

/* ---- a film ---------------------------------------------------------------------------- */

static const char gif_filter[] = "scale=960:-2:flags=lanczos,split[a][b];"
                                 "[a]palettegen=stats_mode=diff[p];[b][p]paletteuse";
static const char webm_filter[] = "format=yuv420p";

/* Starts ffmpeg with frames as its input and the film as its output; the end of a pipe to
 * write PNG after PNG to, or null and errno. */
static FILE *start_ffmpeg(const reel *all, int film, pid_t *child)
{
    bool gif = ends_with(all->film->file, ".gif");
    char fps[20];
    const char *words[] = {"ffmpeg", "-loglevel", "error", "-f", "image2pipe", "-framerate", fps,
                           "-c:v", "png", "-i", "pipe:0", "-vf", gif ? gif_filter : webm_filter,
                           "-f", gif ? "gif" : "webm", "pipe:1", NULL};
    char *arguments[sizeof words / sizeof words[0]]; /* posix_spawn changes none of them */
    posix_spawn_file_actions_t actions;
    int ends[2];
    snprintf(fps, sizeof fps, "%d", all->film->fps);
    memcpy(arguments, words, sizeof words);
    if (pipe(ends) != 0)
        return NULL;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, film, STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    int fault = posix_spawnp(child, "ffmpeg", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    FILE *frames = fault == 0 ? fdopen(ends[1], "wb") : NULL;
    if (frames == NULL)
        close(ends[1]);
    errno = fault != 0 ? fault : errno;
    return frames;
}

static int refuse_ffmpeg(const reel *all, const char *what)
{
    const diagnostic_place place = {.file = all->film->file};
    diagnostic_error(&all->run->sink, &place,
                     "--frames DIR writes the frames, for any program that makes films", "%s",
                     what);
    return CLI_SYSTEM;
}

static int feed(const reel *all, int film)
{
    pid_t child;
    char why[160];
    int status = CLI_DONE, ended = 0;
    FILE *frames = start_ffmpeg(all, film, &child);
    if (frames == NULL) {
        snprintf(why, sizeof why, "ffmpeg cannot be started: %s", strerror(errno));
        return refuse_ffmpeg(all, why);
    }
    for (size_t i = 0; i < all->count && status == CLI_DONE && !ferror(frames); i++)
        status = draw(all, i, frames);
    bool taken = !ferror(frames);
    taken &= fclose(frames) == 0;
    while (waitpid(child, &ended, 0) < 0 && errno == EINTR)
        ;
    if (status == CLI_DONE && (!taken || ended != 0))
        return refuse_ffmpeg(all, "ffmpeg made no film of the frames");
    return status;
}

static int write_film(const reel *all)
{
    output *out;
    int status = cli_status_of(output_open(all->film->file, &all->run->sink, &out));
    if (status != CLI_DONE)
        return status;
    status = feed(all, fileno(output_stream(out)));
    if (status == CLI_DONE)
        return cli_status_of(output_commit(out, &all->run->sink));
    output_discard(out);
    return status;
}

/* ---- the whole ------------------------------------------------------------------------- */

int replay_film_write(const replay_film *film, shown_run *run)
{
    reel all = {.film = film,
                .run = run,
                .plot = {.title = film->title,
                         .plan = &run->plan,
                         .tolerance = run->tolerance,
                         .map = shown_run_map(run),
                         .obstacles = shown_run_obstacles(run)}};
    plot_meeting *meetings = shown_run_meetings(run, &all.plot.meeting_count);
    int status = meetings != NULL ? CLI_DONE : cli_memory();
    all.plot.meetings = meetings;
    plot_frame_times(&all.plot, &all.begin, &all.end);
    double count = ceil((all.end - all.begin) * film->fps / film->speed) + 1;
    all.count = (size_t)fmin(count, FRAMES_MAX + 1.0);
    if (status == CLI_DONE && all.count > FRAMES_MAX)
        status = options_refuse("replay", "a greater --speed, or a smaller --fps",
                                "the film would have more than %d frames", FRAMES_MAX);
    if (status == CLI_DONE)
        status = film->folder != NULL ? write_frames(&all) : write_film(&all);
    free(meetings);
    return status;
}
