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
    const graze_task task = {0.5, 1, 0, 2, nullptr};
    const graze_problem problem = {&roadmap, &task, 1, 0};
    graze::solution solved;
    solved = graze::solve(problem);
    REQUIRE(solved->outcome == GRAZE_PLAN_FOUND && std::fabs(solved->sum_of_costs - 7) < 1e-9);
    return 0;
}

} /* namespace */

int main()
{
    for (int (*each)() : {pairs, plans, owners})
        if (const int line = each())
            return line > 255 ? 255 : line;
    return 0;
}
