/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/recorded.h"
#include "benchmarks/swept.h"
#include "support/motion.h"
#include "support/run.h"

static const char places[] = "id,a_x,a_y,a_to_x,a_to_y,a_start,a_end,a_radius,"
                             "b_x,b_y,b_to_x,b_to_y,b_start,b_end,b_radius\n";
static const char swept[] = "id,a_x,a_y,a_vx,a_vy,a_start,a_duration,a_radius,a_vertices,"
                            "b_x,b_y,b_vx,b_vy,b_start,b_duration,b_radius,b_vertices\n";

/* A file of that text, whose name is written over `name`. */
static FILE *text_file(char *name, const char *heading, const char *rows)
{
    int file = mkstemp(name);
    CU_ASSERT_FATAL(file >= 0);
    FILE *sink = fdopen(file, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(sink);
    fprintf(sink, "%s%s", heading, rows);
    return sink;
}

static bool read_text(const char *heading, const char *rows, recorded *all)
{
    char name[] = "/tmp/graze-recorded-XXXXXX";
    fclose(text_file(name, heading, rows));
    const bool read = recorded_read(name, all);
    setenv("GRAZE_RECORDED", name, 1);
    void *opened = open_recorded(NULL);
    CU_ASSERT_EQUAL(opened != NULL, read);
    if (opened != NULL)
        close_recorded(opened);
    unsetenv("GRAZE_RECORDED");
    remove(name);
    return read;
}

static void a_recorded_pair_is_read_exactly(void)
{
    recorded all;
    CU_ASSERT_FATAL(
        read_text(places, "7,0x1.8p+1,1,3,2,0.5,0x1.8p+0,0.25,4,5,4,5,0,inf,0.5\n", &all));
    CU_ASSERT_EQUAL(all.count, 1);
    CU_ASSERT_EQUAL(all.pairs->a.position.x, 3);
    CU_ASSERT_EQUAL(all.pairs->a.to.y, 2);
    CU_ASSERT_EQUAL(all.pairs->a.start, 0.5);
    CU_ASSERT_EQUAL(all.pairs->a.duration, 1);
    CU_ASSERT_EQUAL(all.pairs->body_a.radius, 0.25);
    CU_ASSERT_EQUAL(all.pairs->b.duration, HUGE_VAL);
    CU_ASSERT_EQUAL(all.pairs->body_b.radius, 0.5);
    recorded_free(&all);
}

static void swept_bodies_are_read_exactly(void)
{
    recorded all;
    CU_ASSERT_FATAL(read_text(swept,
                              "0,1,2,3,4,5,6,0.5,0 0 0x1p-1 0 0 2,7,8,9,10,11,12,0.25,\n"
                              "1,1,2,3,4,5,6,0,1 1,7,8,9,10,11,12,0,5 5 6 5 6 6 5 6\n",
                              &all));
    const specimen *first = &all.pairs[0], *second = &all.pairs[1];
    CU_ASSERT_EQUAL(all.count, 2);
    CU_ASSERT_EQUAL(first->a.form, GRAZE_KINEMATIC);
    CU_ASSERT_EQUAL(first->a.velocity.y, 4);
    CU_ASSERT_EQUAL(first->b.duration, 12);
    CU_ASSERT_EQUAL(first->body_a.vertex_count, 3);
    CU_ASSERT_EQUAL(first->body_a.vertices[1].x, 0.5);
    CU_ASSERT_EQUAL(first->body_a.vertices[2].y, 2);
    CU_ASSERT_EQUAL(first->body_b.vertex_count, 0);
    CU_ASSERT_PTR_NULL(first->body_b.vertices);
    CU_ASSERT_EQUAL(first->body_b.radius, 0.25);
    CU_ASSERT_EQUAL(second->body_a.vertices[0].x, 1);
    CU_ASSERT_EQUAL(second->body_b.vertex_count, 4);
    CU_ASSERT_EQUAL(second->body_b.vertices[3].x, 5);
    CU_ASSERT_EQUAL(second->body_b.vertices[3].y, 6);
    recorded_free(&all);
}

static void what_is_no_pair_is_refused(void)
{
    static const char *const rows[][2] = {
        {places, ""},
        {places, "0,1,2,3,4\n"},
        {places, "0,0,0,1,1,0,1,0.5,x,0,1,1,0,1,0.5\n"},
        {places, "0,0,0,1,1,2,1,0.5,0,0,1,1,0,1,0.5\n"},
        {places, "0,0,0,1,1,0,1,0.5,0,0,1,1,0,1,0.5\n1,0\n"},
        {places, "0,0,0,1,1,0,1,0.5,0,0,1,1,0,1,0.5,6\n"},
        {"id,x\n", "0,0,0,1,1,0,1,0.5,0,0,1,1,0,1,0.5\n"},
        {swept, "0,1,2,3,4,5,6,0.5,0 0 1,7,8,9,10,11,12,0.25,\n"},
        {swept, "0,1,2,3,4,5,6,0.5,0 0 x 1,7,8,9,10,11,12,0.25,\n"},
        {swept, "0,1,2,3,4,5,6,0.5,,7,8,9,10,11,12,0.25\n"},
        {swept, "0,1,2,3,4,5,-6,0.5,,7,8,9,10,11,12,0.25,\n"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        recorded all;
        CU_ASSERT_FALSE(read_text(rows[i][0], rows[i][1], &all));
        CU_ASSERT_PTR_NULL(all.pairs);
    }
}

static bool is_same_agent(const graze_body *body, const graze_motion *motion,
                          const graze_body *other, const graze_motion *others)
{
    return support_same_motions(motion, others, 1) && body->radius == other->radius &&
           body->vertex_count == other->vertex_count &&
           (body->vertex_count == 0 || memcmp(body->vertices, other->vertices,
                                              body->vertex_count * sizeof *body->vertices) == 0);
}

/* What is written and read again is the same. */
static void pairs_come_back_as_they_were(void)
{
    enum { PAIRS = 64 };
    specimen made[PAIRS];
    graze_point corners[2 * PAIRS * SWEPT_CORNERS];
    for (const swept_family *each = swept_families; each->name != NULL; each++) {
        char name[] = "/tmp/graze-recorded-XXXXXX";
        recorded all;
        CU_ASSERT_FATAL(swept_fill(each, PAIRS, made, corners));
        FILE *sink = text_file(name, "", "");
        recorded_write_head(sink, made);
        for (size_t i = 0; i < PAIRS; i++)
            CU_ASSERT(recorded_write(sink, i, &made[i]));
        fclose(sink);
        CU_ASSERT_FATAL(recorded_read(name, &all));
        CU_ASSERT_EQUAL_FATAL(all.count, PAIRS);
        for (size_t i = 0; i < PAIRS; i++) {
            const specimen *read = &all.pairs[i];
            CU_ASSERT(is_same_agent(&read->body_a, &read->a, &made[i].body_a, &made[i].a));
            CU_ASSERT(is_same_agent(&read->body_b, &read->b, &made[i].body_b, &made[i].b));
        }
        recorded_free(&all);
        remove(name);
    }
}

static void what_the_columns_cannot_hold_is_not_written(void)
{
    specimen made = {.a = {.form = GRAZE_KINEMATIC, .duration = 1}};
    FILE *sink = tmpfile();
    CU_ASSERT_PTR_NOT_NULL_FATAL(sink);
    made.b = made.a;
    CU_ASSERT(recorded_write(sink, 0, &made));
    made.b.acceleration.y = 1;
    CU_ASSERT_FALSE(recorded_write(sink, 0, &made));
    made.b.acceleration.y = 0;
    made.b.form = GRAZE_WAYPOINT;
    CU_ASSERT_FALSE(recorded_write(sink, 0, &made));
    fclose(sink);
}

static void behind_the_last_pair_comes_the_first(void)
{
    char name[] = "/tmp/graze-recorded-XXXXXX";
    fclose(text_file(name, places,
                     "0,0,0,1,1,0,1,0.5,0,0,1,1,0,1,0.5\n1,9,0,1,1,0,1,0.5,0,0,1,1,0,1,0.5\n"));
    setenv("GRAZE_RECORDED", name, 1);
    specimen made[5];
    CU_ASSERT_EQUAL(family_fill(family_named("recorded"), 5, made), FAMILY_FILLED);
    for (size_t i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(made[i].a.position.x, i % 2 == 0 ? 0 : 9);
    unsetenv("GRAZE_RECORDED");
    CU_ASSERT_EQUAL(family_fill(family_named("recorded"), 5, made), FAMILY_ABSENT);
    remove(name);
}

CU_TestInfo recorded_tests[] = {
    SUPPORT_TEST(a_recorded_pair_is_read_exactly),
    SUPPORT_TEST(swept_bodies_are_read_exactly),
    SUPPORT_TEST(what_is_no_pair_is_refused),
    SUPPORT_TEST(pairs_come_back_as_they_were),
    SUPPORT_TEST(what_the_columns_cannot_hold_is_not_written),
    SUPPORT_TEST(behind_the_last_pair_comes_the_first),
    CU_TEST_INFO_NULL,
};
