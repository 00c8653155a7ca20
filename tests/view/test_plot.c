/* SPDX-License-Identifier: MIT */
/* Plots read back: what they say is what the library answers, bit for bit. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_CAIRO
#include <cairo.h>
#endif

#include "oracle/random.h"
#include "support/run.h"
#include "view/plot.h"
#include "view/plot_reader.h"

enum { STARTS = 64 };

/* Two discs, each on one motion. */
typedef struct pair {
    graze_motion motions[2];
    plan_agent a, b;
} pair;

static void set_up(pair *both)
{
    static char names[2][2] = {"a", "b"};
    both->a.trajectory = (graze_trajectory){.motions = &both->motions[0], .count = 1};
    both->b.trajectory = (graze_trajectory){.motions = &both->motions[1], .count = 1};
    both->a.label = names[0];
    both->b.label = names[1];
}

static graze_vector random_vector(oracle_random *random, double size)
{
    return (graze_vector){random_real(random, -size, size), random_real(random, -size, size), 0};
}

/* They mostly meet; every second pair is accelerated. */
static void make_pair(oracle_random *random, pair *both)
{
    double pull = random_once_in(random, 2) ? 0.3 : 0;
    *both = (pair){.a.body = {.radius = random_real(random, 0.2, 1)},
                   .b.body = {.radius = random_real(random, 0.2, 1)}};
    for (int i = 0; i < 2; i++)
        CU_ASSERT_EQUAL_FATAL(
            graze_motion_kinematic(random_vector(random, 4), random_vector(random, 1.5),
                                   random_vector(random, pull), random_real(random, -1, 3),
                                   random_real(random, 4, 9), &both->motions[i]),
            GRAZE_OK);
    set_up(both);
}

/* ---- drawing into memory ---------------------------------------------------------------- */

typedef struct page {
    char *text;
    size_t size;
    FILE *out;
    plot_canvas canvas;
    read_plot read;
} page;

static void open_page(page *sheet, bool hex)
{
    *sheet = (page){.text = NULL};
    sheet->out = open_memstream(&sheet->text, &sheet->size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(sheet->out);
    sheet->canvas = (plot_canvas){.to = &plot_svg, .out = sheet->out, .hex = hex};
}

static void read_page(page *sheet)
{
    CU_ASSERT_EQUAL_FATAL(fclose(sheet->out), 0);
    CU_ASSERT_FALSE(sheet->canvas.failed);
    CU_ASSERT_TRUE(plot_reader_read(sheet->text, sheet->size, &sheet->read));
    CU_ASSERT_EQUAL(sheet->read.strangers, 0);
    CU_ASSERT_TRUE(sheet->read.described > 0);
    CU_ASSERT_TRUE(sheet->read.title[0] != '\0');
}

static void close_page(page *sheet)
{
    plot_reader_free(&sheet->read);
    free(sheet->text);
}

static bool same_bits(double left, double right)
{
    return memcmp(&left, &right, sizeof left) == 0;
}

static bool says(const read_group *group, const char *name, double value)
{
    return group != NULL && same_bits(plot_reader_number(group, name), value);
}

/* ---- the distance ----------------------------------------------------------------------- */

typedef struct meetings {
    graze_meeting items[8];
    size_t count;
} meetings;

static bool keep(void *context, const graze_meeting *met)
{
    meetings *all = context;
    if (all->count < 8)
        all->items[all->count++] = *met;
    return true;
}

static void draw_distance(const pair *both, double tolerance, page *sheet, bool hex)
{
    meetings found = {.count = 0};
    plot_distance plot = {
        .a = &both->a, .b = &both->b, .tolerance = tolerance, .meetings = found.items};
    CU_ASSERT_EQUAL(graze_trajectory_meetings(&both->a.body, &both->a.trajectory, &both->b.body,
                                              &both->b.trajectory, tolerance, NULL, keep, &found),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_trajectory_clearance(&both->a.body, &both->a.trajectory, &both->b.body,
                                               &both->b.trajectory, &plot.approach),
                    GRAZE_OK);
    plot.meeting_count = found.count;
    open_page(sheet, hex);
    CU_ASSERT_EQUAL(plot_distance_draw(&sheet->canvas, &plot), GRAZE_OK);
    read_page(sheet);
}

static void check_distance(const pair *both, const page *sheet)
{
    graze_interval wanted[4];
    size_t count = 0;
    graze_clearance nearest;
    CU_ASSERT_EQUAL(graze_conflict_intervals(&both->a.body, &both->motions[0], &both->b.body,
                                             &both->motions[1], 0, wanted, 4, &count),
                    GRAZE_OK);
    for (size_t i = 0; i < count; i++) {
        const read_group *group = plot_reader_group(&sheet->read, "conflict", i);
        CU_ASSERT_TRUE(says(group, "begin-s", wanted[i].lower));
        CU_ASSERT_TRUE(says(group, "end-s", wanted[i].upper));
    }
    CU_ASSERT_PTR_NULL(plot_reader_group(&sheet->read, "conflict", count));
    CU_ASSERT_EQUAL(graze_conflict_clearance(&both->a.body, &both->motions[0], &both->b.body,
                                             &both->motions[1], &nearest),
                    GRAZE_OK);
    const read_group *group = plot_reader_group(&sheet->read, "nearest", 0);
    if (nearest.common_life) {
        CU_ASSERT_TRUE(says(group, "distance-m", nearest.distance));
        CU_ASSERT_TRUE(says(group, "depth-m", nearest.depth));
        CU_ASSERT_TRUE(says(group, "at-s", nearest.time));
    } else {
        CU_ASSERT_PTR_NULL(group);
    }
}

static void the_distance_says_the_kernels_intervals_and_clearance_bit_for_bit(void)
{
    size_t rounds = support_rounds(150, 3000, 30000);
    for (size_t i = 0; i < rounds; i++) {
        oracle_random random;
        pair both;
        page sheet;
        random_begin(&random, 7, 1, i);
        make_pair(&random, &both);
        draw_distance(&both, 0, &sheet, i % 2 == 1);
        check_distance(&both, &sheet);
        close_page(&sheet);
    }
}

/* A depth that a tolerance covers is drawn as a graze, and no conflict. */
static void the_tolerance_turns_a_conflict_into_a_graze(void)
{
    pair both = {.a.body = {.radius = 0.5}, .b.body = {.radius = 0.5}};
    const graze_vector none = {0, 0, 0};
    CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){-3, 0.75, 0}, (graze_vector){1, 0, 0},
                                           none, 0, 6, &both.motions[0]),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_kinematic(none, none, none, 0, 6, &both.motions[1]), GRAZE_OK);
    set_up(&both);
    for (int covered = 0; covered < 2; covered++) {
        page sheet;
        draw_distance(&both, covered ? 0.25 : 0.125, &sheet, false);
        CU_ASSERT_EQUAL(plot_reader_group(&sheet.read, "conflict", 0) == NULL, covered == 1);
        CU_ASSERT_EQUAL(plot_reader_group(&sheet.read, "graze", 0) == NULL, covered == 0);
        close_page(&sheet);
    }
}

/* ---- the diagram ------------------------------------------------------------------------ */

typedef struct answers {
    graze_interval conflicts[STARTS], starts[STARTS], speeds[STARTS];
    plot_diagram plot;
} answers;

static void ask(const pair *both, answers *all)
{
    graze_workspace workspace = {.memory = malloc(graze_workspace_size()),
                                 .size = graze_workspace_size()};
    const graze_body *a = &both->a.body, *b = &both->b.body;
    const graze_motion *of_a = &both->motions[0], *of_b = &both->motions[1];
    plot_diagram *plot = &all->plot;
    *plot = (plot_diagram){.agent_a = &both->a,
                           .agent_b = &both->b,
                           .conflicts = all->conflicts,
                           .starts = all->starts,
                           .speeds = all->speeds};
    CU_ASSERT_EQUAL(graze_conflict_intervals(a, of_a, b, of_b, 0, all->conflicts, STARTS,
                                             &plot->conflict_count),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_unsafe_starts(a, of_a, b, of_b, 0, &workspace, all->starts, STARTS,
                                        &plot->start_count),
                    GRAZE_OK);
    graze_status status =
        graze_unsafe_speeds(a, of_a, b, of_b, 0, &workspace, all->speeds, STARTS,
                            &plot->speed_count);
    plot->has_speeds = status == GRAZE_OK;
    CU_ASSERT_TRUE(status == GRAZE_OK || status == GRAZE_ERROR_UNSUPPORTED);
    free(workspace.memory);
}

static void draw_diagram(const answers *all, page *sheet, bool hex)
{
    open_page(sheet, hex);
    CU_ASSERT_EQUAL(plot_diagram_draw(&sheet->canvas, &all->plot), GRAZE_OK);
    read_page(sheet);
}

static void check_intervals(const page *sheet, const char *kind, const char *lower,
                            const char *upper, const graze_interval *wanted, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const read_group *group = plot_reader_group(&sheet->read, kind, i);
        CU_ASSERT_TRUE(says(group, lower, wanted[i].lower));
        CU_ASSERT_TRUE(says(group, upper, wanted[i].upper));
    }
    CU_ASSERT_PTR_NULL(plot_reader_group(&sheet->read, kind, count));
}

static void the_diagram_says_the_kernels_starts_and_speeds_bit_for_bit(void)
{
    size_t rounds = support_rounds(60, 1500, 15000);
    for (size_t i = 0; i < rounds; i++) {
        oracle_random random;
        pair both;
        page sheet;
        answers all;
        random_begin(&random, 7, 2, i);
        make_pair(&random, &both);
        ask(&both, &all);
        const plot_diagram *plot = &all.plot;
        draw_diagram(&all, &sheet, i % 2 == 1);
        check_intervals(&sheet, "conflict", "begin-s", "end-s", plot->conflicts,
                        plot->conflict_count);
        check_intervals(&sheet, "unsafe-start", "lower-s", "upper-s", plot->starts,
                        plot->start_count);
        check_intervals(&sheet, "start-numbers", "lower", "upper", plot->starts, plot->start_count);
        check_intervals(&sheet, "unsafe-speed", "lower", "upper", plot->speeds, plot->speed_count);
        CU_ASSERT_TRUE(
            says(plot_reader_group(&sheet.read, "present", 0), "start-s", both.motions[0].start));
        close_page(&sheet);
    }
}

/* ---- the blocked region ----------------------------------------------------------------- */

/* Reads the next of the upright trapezoids "Mx yLx yLx yLx yZ" of a path, and goes past it. */
static bool next_trapezoid(const char **shape, double p[8])
{
    int used = 0;
    bool read = sscanf(*shape, "M%lf %lfL%lf %lfL%lf %lfL%lf %lfZ%n", &p[0], &p[1], &p[2], &p[3],
                       &p[4], &p[5], &p[6], &p[7], &used) == 8;
    *shape += used;
    return read;
}

/* Is a pixel in one of them? */
static bool covers(const char *shape, double x, double y)
{
    double p[8];
    while (next_trapezoid(&shape, p)) {
        double share = (x - p[0]) / (p[2] - p[0]);
        double low = p[1] + share * (p[3] - p[1]), high = p[7] + share * (p[5] - p[7]);
        if (share >= 0 && share <= 1 && y <= low && y >= high)
            return true;
    }
    return false;
}

/* The frame of the plot [px], as its border says. */
static void frame_of(const read_plot *plot, double *left, double *top, double *right,
                     double *bottom)
{
    double ignored[2];
    const char *shape = plot_reader_path(plot, "frame");
    CU_ASSERT_PTR_NOT_NULL_FATAL(shape);
    CU_ASSERT_EQUAL(sscanf(shape, "M%lf %lfL%lf %lfL%lf %lf", left, top, right, &ignored[0],
                           &ignored[1], bottom),
                    6);
}

/* The signed distance at local times u and w, by the kernel: two bodies at rest. */
static double distance_at(const pair *both, double u, double w)
{
    graze_vector at_a, at_b, none = {0, 0, 0};
    graze_motion a, b;
    graze_clearance clearance = {.distance = NAN};
    CU_ASSERT_EQUAL(graze_motion_place(&both->motions[0], both->motions[0].start + u, &at_a),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_place(&both->motions[1], both->motions[1].start + w, &at_b),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_kinematic(at_a, none, none, 0, 1, &a), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_kinematic(at_b, none, none, 0, 1, &b), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_conflict_clearance(&both->a.body, &a, &both->b.body, &b, &clearance),
                    GRAZE_OK);
    return clearance.distance;
}

/* Chords stand for the boundary, a column of the picture (0.06 s at most, of motions that
 * close in at less than 10 m/s, mostly at 3) apart: what is 15 cm from it is told apart. */
static size_t check_region(oracle_random *random, const pair *both, const read_plot *plot)
{
    double left, top, right, bottom;
    size_t blocked = 0;
    const char *shape = plot_reader_path(plot, "blocked");
    frame_of(plot, &left, &top, &right, &bottom);
    for (int i = 0; i < 200; i++) {
        double u = random_real(random, 0, 1), w = random_real(random, 0, 1);
        double distance =
            distance_at(both, u * both->motions[0].duration, w * both->motions[1].duration);
        if (fabs(distance) < 0.15)
            continue;
        bool drawn = covers(shape, left + u * (right - left), bottom - w * (bottom - top));
        CU_ASSERT_EQUAL(drawn, distance < 0);
        blocked += distance < 0;
    }
    return blocked;
}

/* Writes the next columns from x on above which nothing is drawn: from *x to *end. */
static bool gap_after(const char *shape, double *x, double *end)
{
    double p[8];
    for (*end = INFINITY; next_trapezoid(&shape, p);)
        if (p[0] <= *x && p[2] > *x)
            *x = p[2];
        else if (p[0] > *x)
            *end = fmin(*end, p[0]);
    return isfinite(*end);
}

/* Trapezoids ascend from left to right. Between two that do not meet no bodies overlap by much. */
static size_t check_gaps(const pair *both, const read_plot *plot)
{
    const char *shape = plot_reader_path(plot, "blocked");
    double left, top, right, bottom, x, end;
    size_t gaps = 0;
    frame_of(plot, &left, &top, &right, &bottom);
    for (x = left; gap_after(shape, &x, &end); x = end, gaps++)
        for (int i = 1; i < 100; i++) {
            double u = (x / 2 + end / 2 - left) / (right - left);
            CU_ASSERT_TRUE(distance_at(both, u * both->motions[0].duration,
                                       i * both->motions[1].duration / 100) > -0.15);
        }
    return gaps;
}

static void above_every_column_of_the_diagram_what_is_blocked_is_drawn(void)
{
    size_t rounds = support_rounds(1000, 10000, 40000), gaps = 0;
    for (size_t i = 0; i < rounds; i++) {
        oracle_random random;
        pair both;
        page sheet;
        answers all;
        random_begin(&random, 7, 5, i);
        make_pair(&random, &both);
        ask(&both, &all);
        draw_diagram(&all, &sheet, false);
        gaps += check_gaps(&both, &sheet.read);
        close_page(&sheet);
    }
    CU_ASSERT_TRUE(gaps > 0);
}

static void the_blocked_region_of_the_diagram_is_where_the_bodies_overlap(void)
{
    size_t rounds = support_rounds(40, 1000, 10000), blocked = 0;
    for (size_t i = 0; i < rounds; i++) {
        oracle_random random;
        pair both;
        page sheet;
        answers all;
        random_begin(&random, 7, 3, i);
        make_pair(&random, &both);
        ask(&both, &all);
        draw_diagram(&all, &sheet, false);
        const char *shape = plot_reader_path(&sheet.read, "blocked");
        CU_ASSERT_PTR_NOT_NULL_FATAL(shape);
        blocked += check_region(&random, &both, &sheet.read);
        close_page(&sheet);
    }
    CU_ASSERT_TRUE(blocked > rounds); /* else nothing was compared */
}

/* ---- texts ------------------------------------------------------------------------------ */

static void the_same_plot_is_the_same_text(void)
{
    oracle_random random;
    pair both;
    page first, second;
    random_begin(&random, 7, 4, 0);
    make_pair(&random, &both);
    draw_distance(&both, 0, &first, false);
    draw_distance(&both, 0, &second, false);
    CU_ASSERT_EQUAL(first.size, second.size);
    CU_ASSERT_STRING_EQUAL(first.text, second.text);
    close_page(&first);
    close_page(&second);
}

static void a_label_cannot_become_markup(void)
{
    static char hostile[] = "</title><script>alert(1)</script>&\"'\x01\xFF\xEF\xBF\xBF]]>\n";
    static const char wanted[] = "</title><script>alert(1)</script>&\"'"
                                 "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD]]>\n";
    oracle_random random;
    pair both;
    page sheet;
    random_begin(&random, 7, 1, 0);
    make_pair(&random, &both);
    both.a.label = hostile;
    both.motions[1] = both.motions[0]; /* they are one on the other */
    both.b.trajectory = both.a.trajectory = (graze_trajectory){.motions = both.motions, .count = 1};
    draw_distance(&both, 0, &sheet, false);
    const char *label = plot_reader_text(plot_reader_group(&sheet.read, "conflict", 0), "agent-a");
    CU_ASSERT_PTR_NOT_NULL_FATAL(label);
    CU_ASSERT_STRING_EQUAL(label, wanted);
    close_page(&sheet);
}

static void agents_that_are_never_there_together_get_a_plot_that_says_so(void)
{
    pair both = {.a.body = {.radius = 1}, .b.body = {.radius = 1}};
    const graze_vector none = {0, 0, 0};
    page sheet;
    CU_ASSERT_EQUAL(graze_motion_kinematic(none, none, none, 0, 1, &both.motions[0]), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_kinematic(none, none, none, 1, 1, &both.motions[1]), GRAZE_OK);
    set_up(&both);
    draw_distance(&both, 0, &sheet, false);
    CU_ASSERT_PTR_NULL(plot_reader_group(&sheet.read, "nearest", 0));
    CU_ASSERT_PTR_NOT_NULL(strstr(sheet.text, "never there together"));
    close_page(&sheet);
}

/* ---- PNG -------------------------------------------------------------------------------- */

#ifdef HAVE_CAIRO
typedef struct bytes {
    const char *next;
    size_t left;
} bytes;

static cairo_status_t take(void *context, unsigned char *to, unsigned int length)
{
    bytes *from = context;
    if (from->left < length)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(to, from->next, length);
    from->next += length;
    from->left -= length;
    return CAIRO_STATUS_SUCCESS;
}

static unsigned int colour_at(cairo_surface_t *picture, int x, int y)
{
    unsigned int colour;
    const unsigned char *row = cairo_image_surface_get_data(picture) +
                               (ptrdiff_t)cairo_image_surface_get_stride(picture) * y;
    memcpy(&colour, row + (ptrdiff_t)x * 4, sizeof colour);
    return colour & 0xFFFFFF;
}

/* Paper, a box of conflict that lets the paper through, and a disc over both, cut off. */
static void a_png_shows_what_is_drawn(void)
{
    page sheet;
    const char *explanation = NULL;
    open_page(&sheet, false);
    plot_canvas *canvas = &sheet.canvas;
    canvas->to = plot_png(&explanation);
    CU_ASSERT_PTR_NULL(explanation);
    CU_ASSERT_PTR_NOT_NULL_FATAL(canvas->to);
    canvas->to->begin(canvas, 100, 50, "title", "description");
    plot_box(canvas, PLOT_CONFLICT_AREA, 10, 10, 30, 30);
    canvas->to->open_clip(canvas, &(plot_rectangle){50, 0, 25, 50});
    canvas->to->circle(canvas, PLOT_TEXT, 75, 25, 15);
    canvas->to->close_clip(canvas);
    canvas->to->text(canvas, PLOT_TEXT, 0, 10, PLOT_START, "\xFF no UTF-8");
    canvas->to->end(canvas);
    CU_ASSERT_FALSE(canvas->failed);
    CU_ASSERT_EQUAL_FATAL(fclose(sheet.out), 0);
    bytes from = {sheet.text, sheet.size};
    cairo_surface_t *picture = cairo_image_surface_create_from_png_stream(take, &from);
    CU_ASSERT_EQUAL_FATAL(cairo_surface_status(picture), CAIRO_STATUS_SUCCESS);
    CU_ASSERT_EQUAL(cairo_image_surface_get_width(picture), 200);
    CU_ASSERT_EQUAL(cairo_image_surface_get_height(picture), 100);
    CU_ASSERT_EQUAL(colour_at(picture, 90, 90), 0xFFFFFF);
    unsigned int area = colour_at(picture, 50, 50);
    CU_ASSERT_TRUE(area >> 16 > 0xF0 && (area & 0xFF) < 0xC0);
    CU_ASSERT_EQUAL(colour_at(picture, 140, 50), 0x1B1F24);
    CU_ASSERT_EQUAL(colour_at(picture, 160, 50), 0xFFFFFF);
    cairo_surface_destroy(picture);
    close_page(&sheet);
}
#else
static void a_png_shows_what_is_drawn(void)
{
    support_skip("built without cairo");
}
#endif

CU_TestInfo plot_tests[] = {
    SUPPORT_TEST(the_distance_says_the_kernels_intervals_and_clearance_bit_for_bit),
    SUPPORT_TEST(the_tolerance_turns_a_conflict_into_a_graze),
    SUPPORT_TEST(the_diagram_says_the_kernels_starts_and_speeds_bit_for_bit),
    SUPPORT_TEST(above_every_column_of_the_diagram_what_is_blocked_is_drawn),
    SUPPORT_TEST(the_blocked_region_of_the_diagram_is_where_the_bodies_overlap),
    SUPPORT_TEST(the_same_plot_is_the_same_text),
    SUPPORT_TEST(a_label_cannot_become_markup),
    SUPPORT_TEST(agents_that_are_never_there_together_get_a_plot_that_says_so),
    SUPPORT_TEST(a_png_shows_what_is_drawn),
    CU_TEST_INFO_NULL,
};
