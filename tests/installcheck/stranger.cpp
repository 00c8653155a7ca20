/* SPDX-License-Identifier: MIT */
/* A stranger's program in C++17, who knows of Graze what is installed. Returns the line of the
 * first thing that is not as <graze.hpp> says. */
#include <graze.hpp>

#include <array>
#include <cmath>
#include <stdexcept>

#define REQUIRE(holds)                                                                             \
    do {                                                                                           \
        if (!(holds))                                                                              \
            return __LINE__;                                                                       \
    } while (false)

namespace {

graze::agent driver(double radius, graze_vector from, graze_vector to)
{
    const std::vector<double> times = {0, 10};
    const std::array<graze_vector, 2> places = {from, to};
    return {graze::body(radius), graze::trajectory::from_waypoints(times, places)};
}

int pairs()
{
    const graze::body disc(0.5), square({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}});
    const auto east = graze::waypoint({0, 0, 0}, {10, 0, 0}, 0, 10);
    const auto west = graze::waypoint({10, 0, 0}, {0, 0, 0}, 0, 10);
    const auto brake = graze::kinematic({10, 0, 0}, {-2, 0, 0}, {0.25, 0, 0}, 0, 16);
    const auto when = graze::conflict_intervals(disc, east, disc, west);
    REQUIRE(when.size() == 1 && when[0].lower == 4.5 && when[0].upper == 5.5);
    REQUIRE(graze::conflict_exists(square, east, disc, west));
    REQUIRE(graze::conflict_verdict(disc, east, disc, west) == GRAZE_CONFLICT);
    REQUIRE(graze::conflict_clearance(disc, east, disc, west)->depth == 1);
    REQUIRE(graze::unsafe_starts(disc, east, disc, west).size() == 1);
    REQUIRE(!graze::unsafe_starts(disc, east, disc, brake).empty());
    try {
        graze::body(-1);
        REQUIRE(false);
    } catch (const graze::error &fault) {
        REQUIRE(fault.status() == GRAZE_ERROR_NEGATIVE_RADIUS);
    }
    return 0;
}

int plans()
{
    std::vector<graze::agent> agents;
    agents.push_back(driver(0.5, {0, 0, 0}, {10, 0, 0}));
    agents.push_back(driver(0.5, {10, 0, 0}, {0, 0, 0}));
    agents.push_back(driver(0.5, {0, 9, 0}, {10, 9, 0}));
    REQUIRE(graze::first_contact(agents[0], agents[1])->when.lower == 4.5);
    REQUIRE(!graze::first_contact(agents[0], agents[2]));
    std::size_t met = 0;
    graze::meetings(agents[0], agents[1], 0, [&](const graze_meeting &) { met++; });
    REQUIRE(met == 1);
    std::size_t answers = 0;
    const auto counts = graze::check_plan(agents, graze_check_options(),
                                          [&](const graze_check_answer &answer) {
                                              answers += answer.agent_b;
                                              return true;
                                          });
    REQUIRE(answers == 1 && counts.pairs == 3 && counts.pairs_done == 3);
    try {
        graze::check_plan(agents, graze_check_options(),
                          [](const graze_check_answer &) { throw std::domain_error("mine"); });
        REQUIRE(false);
    } catch (const std::domain_error &) {
    }
    return 0;
}

const graze::body along({{-1, -0.5}, {1, -0.5}, {1, 0.5}, {-1, 0.5}});

int turned_bodies()
{
    const graze::body across = along.turned(std::acos(0.0)), point(0.0);
    const auto here = graze::waypoint({0, 0, 0}, {0, 0, 0}, 0, 1);
    const auto above = graze::waypoint({0, 0.99, 0}, {0, 0.99, 0}, 0, 1);
    const auto beside = graze::waypoint({0.51, 0, 0}, {0.51, 0, 0}, 0, 1);
    REQUIRE(across.get().vertex_count >= 4 && across.get().radius == 0);
    REQUIRE(graze::conflict_exists(across, here, point, above));
    REQUIRE(!graze::conflict_exists(along, here, point, above));
    REQUIRE(!graze::conflict_exists(across, here, point, beside));
    REQUIRE(graze::conflict_exists(along, here, point, beside));
    REQUIRE(graze::body(0.5).turned(1).get().vertex_count == 0);
    return 0;
}

/* From rest, 16 m in 4 s: at 9 m after 3 s. */
int ramps()
{
    const std::array<double, 2> times = {0, 4}, shares = {0, 1};
    const std::array<graze_vector, 2> places = {{{0, 0, 0}, {16, 0, 0}}};
    const graze::body disc(0.5);
    const auto lift = graze::ramp(places[0], places[1], 0, 4, 0);
    const auto stands = graze::waypoint({10, 0, 0}, {10, 0, 0}, 0, 4);
    REQUIRE(lift.form == GRAZE_RAMP);
    REQUIRE(graze::conflict_intervals(disc, lift, disc, stands)[0].lower == 3);
    std::vector<graze::agent> agents;
    agents.push_back({disc, graze::trajectory::from_ramps(times, places, shares, GRAZE_VANISH)});
    agents.push_back({disc, graze::trajectory(std::vector<graze_motion>{stands})});
    REQUIRE(agents[0].path.motions()[0].share == 0);
    REQUIRE(graze::first_contact(agents[0], agents[1])->when.lower == 3);
    double begin = 0;
    graze::check_plan(agents, graze_check_options(), [&](const graze_check_answer &answer) {
        begin = answer.merged[0].when.lower;
        return true;
    });
    REQUIRE(begin == 3);
    try {
        graze::ramp(places[0], places[1], 0, 4, 3);
        REQUIRE(false);
    } catch (const graze::error &fault) {
        REQUIRE(fault.status() == GRAZE_ERROR_SHARE);
    }
    return 0;
}

/* It turns in place from 4 s to 6 s, as a disc that reaches 0.125 m into the cart beside it. */
int bodies_of_motions()
{
    const std::array<double, 4> times = {4, 8, 10, 14};
    const std::array<graze_vector, 4> places = {{{0, 0, 0}, {6, 0, 0}, {6, 0, 0}, {6, 6, 0}}};
    const graze::body across({{-0.5, -1}, {0.5, -1}, {0.5, 1}, {-0.5, 1}});
    graze::agent lift = {graze::body(99), graze::trajectory::from_waypoints(times, places)};
    const std::vector<graze_motion> stays = {graze::waypoint({6, -1.25, 0}, {6, -1.25, 0}, 0, 20)};
    const graze::agent cart = {graze::body(0.25), graze::trajectory(stays)};
    lift.path.set_bodies({along, graze::body(1.125), across, across});
    lift.path.stand(0);
    lift.path.stand(0); /* it does */
    const graze_trajectory made = lift.path.get();
    REQUIRE(made.count == 5 && made.motions[0].start == 0 && made.bodies[0].vertex_count == 4);
    const graze::agent kept = lift; /* copies share the corners */
    const auto first = graze::first_contact(kept, cart);
    REQUIRE(first && first->when.lower == 8 && first->when.upper == 10 && first->depth == 0.125);
    REQUIRE(first->motion_a == 2);
    graze::index index;
    index.insert(0, kept);
    index.insert(1, cart);
    REQUIRE(index.first_conflict()->meeting.when.lower == 8);
    try {
        lift.path.set_bodies({along});
        REQUIRE(false);
    } catch (const std::invalid_argument &) {
    }
    return 0;
}

int owners()
{
    graze::index index;
    index.insert(0, driver(0.5, {0, 0, 0}, {10, 0, 0}));
    index.insert(7, driver(0.5, {10, 0, 0}, {0, 0, 0}));
    REQUIRE(index.first_conflict()->agent_b == 7);
    const auto safe = index.safe_intervals(graze::body(0.5), {5, 0, 0}, {0, 10});
    REQUIRE(safe.size() == 2 && safe[0].last == 4 && safe[1].first == 6);
    graze::index moved = std::move(index);
    moved.insert(7, driver(0.5, {10, 5, 0}, {0, 5, 0}));
    REQUIRE(!moved.first_conflict());
    moved.remove(7);

    const std::array<graze_point, 3> places = {{{0, 0}, {4, 0}, {4, 3}}};
    const std::array<std::size_t, 4> first = {0, 1, 3, 4};
    const std::array<std::uint32_t, 4> targets = {1, 0, 2, 1};
    const graze_roadmap roadmap = {3, places.data(), first.data(), targets.data()};
    graze_task task = {};
    task.radius = 0.5;
    task.speed = 1;
    task.goal = 2;
    const graze_problem problem = {&roadmap, &task, 1, 0};
    graze::solution solved;
    solved = graze::solve(problem);
    REQUIRE(solved->outcome == GRAZE_PLAN_FOUND && std::fabs(solved->sum_of_costs - 7) < 1e-9);
    return 0;
}

const std::array<graze_point, 2> ends = {{{0, 0}, {2, 0}}};
const std::array<std::size_t, 3> first_edges = {0, 1, 2};
const std::array<std::uint32_t, 2> targets = {1, 0};
const graze_roadmap road = {2, ends.data(), first_edges.data(), targets.data()};

int lattices_and_splits()
{
    const graze::body disc(0.25);
    const graze::lattice times(road, 0.5);
    REQUIRE(times.up(0.1) - times.down(0.1) == times.tick());
    REQUIRE(times.duration(ends[0], ends[1], 0.5) == 4);
    const std::vector<graze_interval> unsafe = {{0, 2}};
    const std::vector<graze_closed_interval> safe = {{0, 2}, {2.5, 3}};
    REQUIRE(times.earliest_safe(unsafe, 1) == 2);
    REQUIRE(times.earliest_within(safe, 2.25) == 2.5);
    REQUIRE(times.widen({0.1, 0.2}).upper == times.up(0.2));
    const auto east = graze::waypoint({0, 0, 0}, {2, 0, 0}, 0, 2);
    const auto west = graze::waypoint({2, 0, 0}, {0, 0, 0}, 1, 3);
    const auto made = graze::conflict_split(times, disc, east, disc, west);
    REQUIRE(made && (*made)[0].form == GRAZE_NOT_START && (*made)[1].when.upper > 1);
    const auto away = graze::waypoint({9, 9, 0}, {9, 0, 0}, 0, 2);
    REQUIRE(!graze::conflict_split(times, disc, east, disc, away));
    try {
        graze::lattice(-1);
        REQUIRE(false);
    } catch (const graze::error &fault) {
        REQUIRE(fault.status() == GRAZE_ERROR_LATTICE);
    }
    return 0;
}

int candidates()
{
    graze::prepared_agent east(driver(0.5, {0, 0, 0}, {10, 0, 0}));
    const graze::prepared_agent west(driver(0.5, {10, 0, 0}, {0, 0, 0}));
    const graze::prepared_agent moved = std::move(east);
    REQUIRE(moved.first_conflict(west)->motion_a == 0);
    REQUIRE(!moved.first_conflict(graze::prepared_agent(driver(0.5, {0, 1, 0}, {10, 1, 0}))));
    graze::index index;
    index.insert(3, moved.who());
    std::size_t met = 0;
    const auto note = [&](const graze_index_pair &pair) { met += pair.agent_b; };
    REQUIRE(index.conflicts(west.who(), note));
    REQUIRE(met >= 3 && met % 3 == 0 && index.has_conflict(west.who()));
    REQUIRE(!index.has_conflict(west.who(), 3));
    REQUIRE(index.at(3).path.motions().size() == 2);
    std::size_t pairs = 0;
    const auto count = [&](const graze_index_pair &pair) {
        pairs++;
        return pair.agent_a + pair.agent_b != 8; /* the question ends at agents 3 and 5 */
    };
    index.all_conflicts(count);
    REQUIRE(pairs == 0);
    index.insert(9, west.who());
    index.insert(5, west.who());
    index.all_conflicts([&](const graze_index_pair &pair) { met = 100 * pair.agent_a + pairs++; });
    REQUIRE(pairs >= 3 && met >= 300);
    index.remove(9);
    pairs = 0;
    index.all_conflicts(count);
    REQUIRE(pairs == 1);
    pairs = 0;
    index.all_conflicts(count, 1); /* the depth of those that drive through each other */
    REQUIRE(pairs == 0);
    return 0;
}

int tables()
{
    graze::collision_table made(road, {{graze::body(0.25), 1}, {graze::body(0.25), 0.5}});
    graze::collision_table table = std::move(made);
    REQUIRE(table.times().duration(ends[0], ends[1], 0.5) == 4);
    REQUIRE(table.motion(1, 1, 3).duration == 4);
    const auto when = table.moves(0, 0, 0, 1);
    REQUIRE(when && when->lower == -2 && when->upper == 2);
    REQUIRE(table.stay(0, 1, 0, 0)->lower == 1.5);
    REQUIRE(table.places(0, 0, 1, 0) && !table.places(0, 0, 1, 1));
    REQUIRE(table.partners(0, 0, 1).size() == 2);
    REQUIRE(table.partners(0, 0, 0, when) == std::vector<std::uint32_t>{1});
    const auto found = table.find_biclique({-1, 1}, 0, {0}, 0, {1, 0});
    REQUIRE(found && found->b.size() == 1 && found->common.upper == 2);
    REQUIRE(!table.find_biclique({3, 4}, 0, {0}, 0, {1}));
    return 0;
}

} /* namespace */

int main()
{
    for (int (*each)() : {pairs, plans, turned_bodies, ramps, bodies_of_motions, owners,
                         lattices_and_splits, candidates, tables})
        if (const int line = each())
            return line > 255 ? 255 : line;
    return 0;
}
