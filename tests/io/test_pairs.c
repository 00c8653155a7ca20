/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "capture.h"
#include "io/pairs.h"
#include "support/run.h"

typedef struct received {
    size_t count;
    pairs_row row; /* the last; its id is not valid any more */
    char ids[256]; /* of all rows, joined */
    io_result answer;
} received;

static io_result receive(void *context, const pairs_row *row)
{
    received *all = context;
    all->count++;
    all->row = *row;
    strncat(all->ids, row->id, sizeof all->ids - strlen(all->ids) - 1);
    CU_ASSERT_EQUAL(graze_motion_validate(&row->a), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_validate(&row->b), GRAZE_OK);
    return all->answer;
}

static received accept(const char *text)
{
    capture c;
    received all = {.count = 0};
    capture_open_text(&c, text);
    CU_ASSERT_EQUAL(pairs_read(c.path, &c.sink, receive, &all), IO_OK);
    CU_ASSERT_STRING_EQUAL(capture_said(&c), "");
    capture_close(&c);
    return all;
}

static received refuse(const char *text, const char *expected)
{
    capture c;
    received all = {.count = 0};
    capture_open_text(&c, text);
    CU_ASSERT_EQUAL(pairs_read(c.path, &c.sink, receive, &all), IO_BAD_INPUT);
    CU_ASSERT_TRUE(capture_says(&c, expected));
    capture_close(&c);
    return all;
}

#define CV_HEADER "id,a_x,a_y,a_vx,a_vy,a_radius,b_x,b_y,b_vx,b_vy,b_radius\n"
#define WP_HEADER "id,a_x,a_y,a_to_x,a_to_y,a_start,a_end,a_radius,b_x,b_y,b_vx,b_vy,b_radius\n"

static void what_a_kinematic_motion_leaves_out_has_its_default(void)
{
    received all = accept(CV_HEADER "p,1,2,3,4,0.5,6,7,8,9,0\n");
    CU_ASSERT_EQUAL(all.count, 1);
    CU_ASSERT_EQUAL(all.row.a.form, GRAZE_KINEMATIC);
    CU_ASSERT_EQUAL(all.row.a.position.y, 2);
    CU_ASSERT_EQUAL(all.row.a.position.z, 0);
    CU_ASSERT_EQUAL(all.row.a.velocity.x, 3);
    CU_ASSERT_EQUAL(all.row.a.acceleration.x, 0);
    CU_ASSERT_EQUAL(all.row.a.start, 0);
    CU_ASSERT_EQUAL(all.row.a.duration, INFINITY);
    CU_ASSERT_EQUAL(all.row.body_a.radius, 0.5);
    CU_ASSERT_EQUAL(all.row.b.velocity.y, 9);
    CU_ASSERT_EQUAL(all.row.body_b.radius, 0);
}

static void forms_may_differ_between_the_agents(void)
{
    received all = accept(WP_HEADER "p,1,2,3,4,5,7,0.5,6,7,8,9,1\n");
    CU_ASSERT_EQUAL(all.row.a.form, GRAZE_WAYPOINT);
    CU_ASSERT_EQUAL(all.row.a.to.y, 4);
    CU_ASSERT_EQUAL(all.row.a.start, 5);
    CU_ASSERT_EQUAL(all.row.a.duration, 2);
    CU_ASSERT_EQUAL(all.row.b.form, GRAZE_KINEMATIC);
}

static void a_share_makes_a_ramp(void)
{
    static const char header[] = "id,a_x,a_y,a_to_x,a_to_y,a_start,a_end,a_share,a_radius,b_x,b_y,"
                                 "b_vx,b_vy,b_radius\n";
    char text[256];
    snprintf(text, sizeof text, "%sp,1,2,3,4,5,7,0.25,0.5,6,7,8,9,1\n", header);
    received all = accept(text);
    CU_ASSERT_EQUAL(all.row.a.form, GRAZE_RAMP);
    CU_ASSERT_EQUAL(all.row.a.share, 0.25);
    CU_ASSERT_EQUAL(all.row.a.to.y, 4);
    snprintf(text, sizeof text, "%sp,1,2,3,4,5,7,2.5,0.5,6,7,8,9,1\n", header);
    refuse(text, "FILE:2:15: error: the share of a ramp is not between 0 and 2\n");
}

static void columns_for_space_and_acceleration_are_read_where_they_are(void)
{
    received all =
        accept("id,#cat,a_x,a_y,a_z,a_vx,a_vy,a_vz,a_ax,a_ay,a_az,a_start,a_duration,a_radius,"
               "b_x,b_y,b_z,b_to_x,b_to_y,b_to_z,b_start,b_end,b_radius\n"
               "p,odd,1,2,3,4,5,6,7,8,9,-1,0x1p3,1,1,2,3,1,2,3,0,inf,1\n");
    CU_ASSERT_EQUAL(all.row.a.position.z, 3);
    CU_ASSERT_EQUAL(all.row.a.velocity.z, 6);
    CU_ASSERT_EQUAL(all.row.a.acceleration.z, 9);
    CU_ASSERT_EQUAL(all.row.a.start, -1);
    CU_ASSERT_EQUAL(all.row.a.duration, 8);
    CU_ASSERT_EQUAL(all.row.b.to.z, 3);
    CU_ASSERT_EQUAL(all.row.b.duration, INFINITY);
}

static void a_delay_moves_motion_a_exactly(void)
{
    received all = accept("id,a_x,a_y,a_vx,a_vy,a_radius,b_x,b_y,b_vx,b_vy,b_radius,a_start,"
                          "a_duration,a_delay\np,1,2,3,4,0.5,6,7,8,9,0,1,0.1,1e-30\n");
    CU_ASSERT_EQUAL(all.row.a.start, 1);
    CU_ASSERT_EQUAL(all.row.a.start_tail, 1e-30);
    CU_ASSERT_EQUAL(all.row.a.duration, 0.1);
}

static void rows_keep_their_order_and_ids(void)
{
    received all = accept(
        CV_HEADER "p,0,0,0,0,1,0,0,0,0,1\n\"q,\",0,0,0,0,1,0,0,0,0,1\nr,0,0,0,0,1,0,0,0,0,1\n");
    CU_ASSERT_EQUAL(all.count, 3);
    CU_ASSERT_STRING_EQUAL(all.ids, "pq,r");
}

static void a_table_without_rows_is_an_empty_list(void)
{
    CU_ASSERT_EQUAL(accept(CV_HEADER).count, 0);
}

static void after_an_error_no_row_is_handed_on_but_all_are_checked(void)
{
    received all =
        refuse(CV_HEADER "p,0,0,0,0,1,0,0,0,0,1\nq,0,0,0,0,-1,0,0,0,0,1\nr,0,0,0,0,1,0,0,0,0,1\n",
               "FILE:3:11: error: a radius is negative\nq,0,0,0,0,-1,0,0,0,0,1\n"
               "          ^\nhint: a radius is 0 or more metres\n");
    CU_ASSERT_EQUAL(all.count, 1);
}

static void a_receiver_may_end_the_reading(void)
{
    capture c;
    received all = {.count = 0, .answer = IO_SYSTEM};
    capture_open_text(&c, CV_HEADER "p,0,0,0,0,1,0,0,0,0,1\nq,0,0,0,0,1,0,0,0,0,1\n");
    CU_ASSERT_EQUAL(pairs_read(c.path, &c.sink, receive, &all), IO_SYSTEM);
    CU_ASSERT_EQUAL(all.count, 1);
    capture_close(&c);
}

static io_result complain(void *context, const pairs_row *row)
{
    diagnostic_place id = pairs_id_place(row);
    diagnostic_error(context, &id, NULL, "id %s", row->id);
    return IO_OK;
}

static void a_receiver_knows_where_its_row_is(void)
{
    capture c;
    capture_open_text(&c, "a_x,a_y,a_vx,a_vy,a_ax,a_ay,a_radius,id,b_x,b_y,b_vx,b_vy,b_ax,b_ay,"
                          "b_radius\n"
                          "1,1,1,1,0,7,1,p,1,1,1,1,0,8,1\n"
                          "1,1,1,1,0,0,1,q,1,1,1,1,9,0,1\n"
                          "1,1,1,1,0,0,1,r,1,1,1,1,0,0,1\n");
    CU_ASSERT_EQUAL(pairs_read(c.path, &c.sink, complain, &c.sink), IO_OK);
    CU_ASSERT_TRUE(capture_mentions(&c, "FILE:2:15: error: id p\n1,1,1,1,0,7,1,p,1,1,1,1,0,8,1\n"
                                        "              ^"));
    capture_close(&c);
}

static void missing_columns_are_named(void)
{
    refuse("a_x,a_y,a_vx,a_vy,a_radius,b_x,b_y,b_vx,b_vy,b_radius\n",
           "FILE:1:1: error: column 'id' is missing\n");
    refuse("id,a_x,a_y,a_vx,a_radius,b_x,b_y,b_vx,b_vy,b_radius\n",
           "FILE:1:1: error: column 'a_vy' is missing\n");
    refuse("id,a_x,a_y,a_to_x,a_to_y,a_radius,b_x,b_y,b_vx,b_vy,b_radius\n",
           "FILE:1:1: error: column 'a_end' is missing\n");
    refuse("id,a_x,a_y,a_vx,a_vy,a_radius,b_x,b_y,b_vx,b_vy\n",
           "FILE:1:1: error: column 'b_radius' is missing\n");
    refuse("id,a_x,a_y,a_vx,a_vy,a_ax,a_radius,b_x,b_y,b_vx,b_vy,b_radius\n",
           "FILE:1:1: error: column 'a_ay' is missing\n");
}

static void two_forms_for_one_agent_are_refused(void)
{
    refuse(
        "id,a_x,a_y,a_vx,a_vy,a_end,a_radius,b_x,b_y,b_vx,b_vy,b_radius\n",
        "FILE:1:12: error: 'a_vx' belongs to a kinematic motion, 'a_end' to a waypoint motion\n");
}

/* ---- corners ------------------------------------------------------------------------ */

#define CORNERS_HEADER "id,a_x,a_y,a_vx,a_vy,a_vertices,b_x,b_y,b_vx,b_vy,b_radius,b_vertices\n"
#define SQUARE "0 0 1 0 1 1 0 1"

static io_result keep_bodies(void *context, const pairs_row *row)
{
    graze_body *bodies = context;
    CU_ASSERT_EQUAL_FATAL(row->body_a.vertex_count, 4);
    CU_ASSERT_EQUAL(row->body_a.vertices[2].x, 1);
    CU_ASSERT_EQUAL(row->body_a.vertices[2].y, 1);
    if (row->body_b.vertex_count > 0)
        CU_ASSERT_EQUAL(row->body_b.vertices[0].y, -0x1p-60);
    bodies[0] = row->body_a;
    bodies[1] = row->body_b;
    return IO_OK;
}

static void corners_are_read_beside_or_instead_of_a_radius(void)
{
    capture c;
    graze_body bodies[2];
    capture_open_text(&c, CORNERS_HEADER
                      "p,0,0,0,0," SQUARE ",0,0,0,0,0.25, 1e1  -0x1p-60\t-2 3 \n"
                      "q,0,0,0,0,\"" SQUARE "\",0,0,0,0,0.5,\n");
    CU_ASSERT_EQUAL(pairs_read(c.path, &c.sink, keep_bodies, bodies), IO_OK);
    CU_ASSERT_STRING_EQUAL(capture_said(&c), "");
    CU_ASSERT_EQUAL(bodies[0].radius, 0);
    CU_ASSERT_EQUAL(bodies[1].radius, 0.5);
    CU_ASSERT_EQUAL(bodies[1].vertex_count, 0);
    capture_close(&c);
}

static void a_fault_of_a_corner_is_reported_at_its_number(void)
{
    static const struct {
        const char *vertices, *expected;
    } cases[] = {
        {"0 0 1 zwei 1 1", "FILE:2:17: error: 'zwei' is not a number\n"},
        {"\"0 0 1 zwei 1 1\"", "FILE:2:18: error: 'zwei' is not a number\n"},
        {"0 0 1 inf 1 1", "FILE:2:17: error: 'inf' is infinite"},
        {"0 0 1 0 1", "FILE:2:11: error: the last vertex has no y: 5 numbers\n"},
        {"", "FILE:2:11: error: the body has neither radius nor vertices\n"},
        {"0 0 0 0 1 1", "FILE:2:15: error: a vertex of a body is repeated\n"},
        {"0 0 2 0 1 0 1 1", "FILE:2:15: error: three neighbouring vertices"},
        {"0 0 1 0 2 0", "FILE:2:11: error: three neighbouring vertices"},
        {"0 0 0 1 1 0", "FILE:2:11: error: the vertices of a body run clockwise\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "%sp,0,0,0,0,%s,0,0,0,0,1,\n", CORNERS_HEADER,
                 cases[i].vertices);
        refuse(text, cases[i].expected);
    }
}

static io_result count_corners(void *context, const pairs_row *row)
{
    size_t *corners = context;
    *corners = row->body_a.vertex_count;
    CU_ASSERT_EQUAL(graze_body_validate(&row->body_a), GRAZE_OK);
    return IO_OK;
}

static void vertices_within_a_side_are_no_corners(void)
{
    capture c;
    size_t corners = 0;
    capture_open_text(&c, CORNERS_HEADER "p,0,0,0,0,0 0 1 0 2 0 2 2 1 2 0 2 0 1,0,0,0,0,1,\n");
    CU_ASSERT_EQUAL(pairs_read(c.path, &c.sink, count_corners, &corners), IO_OK);
    CU_ASSERT_STRING_EQUAL(capture_said(&c), "");
    CU_ASSERT_EQUAL(corners, 4);
    capture_close(&c);
}

static void a_body_with_neither_radius_nor_vertices_is_refused(void)
{
    refuse("id,a_x,a_y,a_vx,a_vy,b_x,b_y,b_vx,b_vy,b_radius\n",
           "FILE:1:1: error: column 'a_radius' is missing\n");
}

static void corners_in_space_are_refused_at_the_third_coordinate(void)
{
    refuse("id,a_x,a_y,a_vx,a_vy,a_vertices,b_x,b_y,b_z,b_vx,b_vy,b_vz,b_radius\n"
           "p,0,0,0,0," SQUARE ",0,0,0,0,0,0,1\n"
           "q,0,0,0,0," SQUARE ",0,0,0,0,0,2,1\n",
           "FILE:3:37: error: a body with corners must move in the plane z = 0\n");
}

static void faults_of_time_are_reported_at_their_column(void)
{
    refuse(WP_HEADER "p,1,2,3,4,5,4,0.5,6,7,8,9,1\n",
           "FILE:2:13: error: a motion ends before it starts\np,1,2,3,4,5,4,0.5,6,7,8,9,1\n"
           "            ^\nhint: ");
    refuse(WP_HEADER "p,1,2,3,4,5,inf,0.5,6,7,8,9,1\n",
           "FILE:2:13: error: a waypoint motion without");
    refuse(WP_HEADER "p,1,2,3,4,5,5,0.5,6,7,8,9,1\n",
           "FILE:2:13: error: a motion changes its place");
    refuse("id,a_x,a_y,a_vx,a_vy,a_duration,a_radius,b_x,b_y,b_vx,b_vy,b_radius\n"
           "p,0,0,0,0,-1,1,0,0,0,0,1\n",
           "FILE:2:11: error: a motion ends before it starts\n");
}

static void faulty_numbers_are_reported_at_their_column(void)
{
    refuse(CV_HEADER "p,1,two,3,4,0.5,6,7,8,9,0\n",
           "FILE:2:5: error: a_y: 'two' is not a number\n");
    refuse(CV_HEADER "p,1,2,nan,4,0.5,6,7,8,9,0\n",
           "FILE:2:7: error: a_vx: 'nan' is not a number (nan)\n");
    refuse(CV_HEADER "p,1,2,3,inf,0.5,6,7,8,9,0\n", "FILE:2:9: error: a_vy: 'inf' is infinite");
    refuse(CV_HEADER "p,1,2,3,4,,6,7,8,9,0\n",
           "FILE:2:11: error: a_radius is empty where a number");
    refuse(CV_HEADER "p,1,2,3,4,1e999,6,7,8,9,0\n",
           "FILE:2:11: error: a_radius: '1e999' is beyond");
}

CU_TestInfo pairs_tests[] = {
    SUPPORT_TEST(what_a_kinematic_motion_leaves_out_has_its_default),
    SUPPORT_TEST(forms_may_differ_between_the_agents),
    SUPPORT_TEST(a_share_makes_a_ramp),
    SUPPORT_TEST(columns_for_space_and_acceleration_are_read_where_they_are),
    SUPPORT_TEST(a_delay_moves_motion_a_exactly),
    SUPPORT_TEST(rows_keep_their_order_and_ids),
    SUPPORT_TEST(a_table_without_rows_is_an_empty_list),
    SUPPORT_TEST(after_an_error_no_row_is_handed_on_but_all_are_checked),
    SUPPORT_TEST(a_receiver_may_end_the_reading),
    SUPPORT_TEST(a_receiver_knows_where_its_row_is),
    SUPPORT_TEST(missing_columns_are_named),
    SUPPORT_TEST(two_forms_for_one_agent_are_refused),
    SUPPORT_TEST(corners_are_read_beside_or_instead_of_a_radius),
    SUPPORT_TEST(a_fault_of_a_corner_is_reported_at_its_number),
    SUPPORT_TEST(vertices_within_a_side_are_no_corners),
    SUPPORT_TEST(a_body_with_neither_radius_nor_vertices_is_refused),
    SUPPORT_TEST(corners_in_space_are_refused_at_the_third_coordinate),
    SUPPORT_TEST(faults_of_time_are_reported_at_their_column),
    SUPPORT_TEST(faulty_numbers_are_reported_at_their_column),
    CU_TEST_INFO_NULL,
};
