/* SPDX-License-Identifier: MIT */
/* Graze for C++17: the C headers, with owners, exceptions and ranges. Header only; link with
 * libgraze as a C program does.
 *
 *     graze::body disc(0.5);
 *     auto east = graze::waypoint({0, 0, 0}, {10, 0, 0}, 0, 10);
 *     auto north = graze::waypoint({5, -5, 0}, {5, 5, 0}, 1.4, 11.4);
 *     for (graze_interval when : graze::conflict_intervals(disc, east, disc, north))
 *         std::cout << when.lower << " s to " << when.upper << " s\n";
 *
 * Plain structures (graze_motion, graze_vector, graze_interval, ...) are those of the C
 * headers, which say what each question means; here are only the types that own memory. A status
 * other than GRAZE_OK is thrown as graze::error. A function that is handed to a question may
 * throw: the question ends, and the exception comes out of it. A question that is not here is
 * asked with the C function and `graze::check`.
 */
#ifndef GRAZE_HPP
#define GRAZE_HPP

#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <graze.h>

namespace graze {

/* ---- errors ------------------------------------------------------------------------- */

/* What a function of the library answered in the place of GRAZE_OK. */
class error : public std::runtime_error {
public:
    explicit error(graze_status status)
        : std::runtime_error(std::string(graze_status_name(status)) + ": " +
                             graze_status_message(status)),
          status_(status)
    {
    }
    graze_status status() const noexcept { return status_; }

private:
    graze_status status_;
};

/* Returns for GRAZE_OK; throws std::bad_alloc for GRAZE_ERROR_MEMORY, else graze::error. */
inline void check(graze_status status)
{
    if (status == GRAZE_ERROR_MEMORY)
        throw std::bad_alloc();
    if (status != GRAZE_OK)
        throw error(status);
}

/* ---- ranges ------------------------------------------------------------------------- */

/* Some objects in a row that somebody else owns: a std::span of C++20 in little. */
template <class T> class span {
public:
    span() noexcept = default;
    span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <class Container,
              class = decltype(static_cast<T *>(std::declval<Container &>().data()))>
    span(Container &&from) noexcept : data_(from.data()), size_(from.size())
    {
    }
    T *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    T *begin() const noexcept { return data_; }
    T *end() const noexcept { return data_ + size_; }
    T &operator[](std::size_t i) const noexcept { return data_[i]; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

/* ---- bodies, motions, trajectories -------------------------------------------------- */

/* A body that owns its corners. Invalid ones are thrown as graze::error. */
class body {
public:
    explicit body(double radius) : radius_(radius) { validate(); }
    explicit body(std::vector<graze_point> corners, double radius = 0)
        : corners_(std::move(corners)), radius_(radius)
    {
        validate();
    }

    /* graze_body_turned: a body that holds this one turned by an angle [rad]. */
    body turned(double angle) const
    {
        std::vector<graze_point> corners(GRAZE_TURNED_CAPACITY(corners_.size()));
        const graze_body it = get();
        graze_body result = graze_body();
        check(graze_body_turned(&it, angle, corners.data(), corners.size(), &result));
        corners.resize(result.vertex_count);
        return body(std::move(corners), result.radius);
    }

    /* The body of the C headers, good as long as this object lives unchanged. */
    graze_body get() const noexcept
    {
        graze_body answer = graze_body();
        answer.radius = radius_;
        answer.vertices = corners_.empty() ? nullptr : corners_.data();
        answer.vertex_count = corners_.size();
        return answer;
    }

private:
    void validate() const
    {
        const graze_body it = get();
        check(graze_body_validate(&it));
    }
    std::vector<graze_point> corners_;
    double radius_;
};

inline graze_motion waypoint(graze_vector from, graze_vector to, double start, double end)
{
    graze_motion motion = graze_motion();
    check(graze_motion_waypoint(from, to, start, end, &motion));
    return motion;
}

inline graze_motion ramp(graze_vector from, graze_vector to, double start, double end,
                         double share)
{
    graze_motion motion = graze_motion();
    check(graze_motion_ramp(from, to, start, end, share, &motion));
    return motion;
}

inline graze_motion kinematic(graze_vector position, graze_vector velocity,
                              graze_vector acceleration, double start, double duration)
{
    graze_motion motion = graze_motion();
    check(graze_motion_kinematic(position, velocity, acceleration, start, duration, &motion));
    return motion;
}

/* A trajectory that owns its motions. */
class trajectory {
public:
    trajectory() = default;
    /* Takes motions that follow one another, as trajectory.h says. */
    explicit trajectory(std::vector<graze_motion> motions) : motions_(std::move(motions)) {}

    /* graze_trajectory_from_waypoints; std::invalid_argument when there are not as many times
     * as places. */
    static trajectory from_waypoints(span<const double> times, span<const graze_vector> places,
                                     graze_at_end at_end = GRAZE_STAY)
    {
        if (times.size() != places.size())
            throw std::invalid_argument("as many times as places");
        trajectory made;
        std::size_t count = 0;
        made.motions_.resize(times.size());
        check(graze_trajectory_from_waypoints(times.size(), times.data(), places.data(), at_end,
                                              made.motions_.data(), &count, nullptr));
        made.motions_.resize(count);
        return made;
    }

    /* graze_trajectory_from_ramps; std::invalid_argument when there are not as many times and
     * shares as places. */
    static trajectory from_ramps(span<const double> times, span<const graze_vector> places,
                                 span<const double> shares, graze_at_end at_end = GRAZE_STAY)
    {
        if (times.size() != places.size() || shares.size() != places.size())
            throw std::invalid_argument("as many times and shares as places");
        trajectory made;
        std::size_t count = 0;
        made.motions_.resize(times.size());
        check(graze_trajectory_from_ramps(times.size(), times.data(), places.data(),
                                          shares.data(), at_end, made.motions_.data(), &count,
                                          nullptr));
        made.motions_.resize(count);
        return made;
    }

    /* graze_trajectory_from_motions */
    static trajectory from_motions(span<const graze_motion> declared,
                                   graze_at_end at_end = GRAZE_STAY, double tolerance = 0)
    {
        trajectory made;
        std::size_t count = 0;
        made.motions_.resize(declared.size() + 1);
        check(graze_trajectory_from_motions(declared.size(), declared.data(), at_end, tolerance,
                                            made.motions_.data(), &count, nullptr));
        made.motions_.resize(count);
        return made;
    }

    /* Gives each motion a body of its own; std::invalid_argument when there are not as many. */
    void set_bodies(std::vector<body> shapes)
    {
        if (shapes.size() != motions_.size())
            throw std::invalid_argument("as many bodies as motions");
        shapes_ = std::make_shared<const std::vector<body>>(std::move(shapes));
        bodies_.clear();
        for (const body &shape : *shapes_)
            bodies_.push_back(shape.get());
    }

    /* graze_trajectory_stand; where motions have bodies, the first one's is that of the wait. */
    void stand(double from)
    {
        std::vector<graze_motion> waiting(motions_);
        std::size_t count = motions_.size();
        waiting.resize(count + 1);
        check(graze_trajectory_stand(from, waiting.data(), &count));
        waiting.resize(count);
        const bool is_longer = count > motions_.size();
        motions_ = std::move(waiting);
        if (!is_longer || !shapes_)
            return;
        std::vector<body> shapes(*shapes_);
        shapes.insert(shapes.begin(), shapes.front());
        set_bodies(std::move(shapes));
    }

    /* The trajectory of the C headers, good as long as this object lives unchanged. */
    graze_trajectory get() const noexcept
    {
        graze_trajectory answer = graze_trajectory();
        answer.motions = motions_.data();
        answer.count = motions_.size();
        answer.bodies = bodies_.empty() ? nullptr : bodies_.data();
        return answer;
    }
    span<const graze_motion> motions() const noexcept { return {motions_.data(), motions_.size()}; }

private:
    std::vector<graze_motion> motions_;
    std::shared_ptr<const std::vector<body>> shapes_; /* whose corners bodies_ points to */
    std::vector<graze_body> bodies_;
};

struct agent {
    body shape;
    trajectory path;
};

/* ---- inside ------------------------------------------------------------------------- */

namespace inside {

/* Asks with room for more and more answers until they all fit. */
template <class T, class Ask> std::vector<T> grown(std::size_t room, Ask ask)
{
    for (;; room *= 4) {
        std::vector<T> found(room);
        std::size_t count = 0;
        const graze_status status = ask(found.data(), found.size(), &count);
        if (status == GRAZE_ERROR_CAPACITY)
            continue;
        check(status);
        found.resize(count);
        return found;
    }
}

/* A function of the caller's behind a sink of C: what it throws waits until the question has
 * ended. It may return bool (false ends the question) or nothing. */
template <class Function> class sink {
public:
    explicit sink(Function &function) : function_(function) {}

    template <class Answer> static bool take(void *context, const Answer *answer) noexcept
    {
        sink &self = *static_cast<sink *>(context);
        try {
            if constexpr (std::is_void_v<decltype(self.function_(*answer))>)
                self.function_(*answer);
            else
                return self.function_(*answer);
            return true;
        } catch (...) {
            self.thrown_ = std::current_exception();
            return false;
        }
    }

    void end(graze_status status) const
    {
        if (thrown_)
            std::rethrow_exception(thrown_);
        check(status);
    }

private:
    Function &function_;
    std::exception_ptr thrown_;
};

} /* namespace inside */

/* ---- two motions -------------------------------------------------------------------- */

inline bool conflict_exists(const body &body_a, const graze_motion &a, const body &body_b,
                            const graze_motion &b, double tolerance = 0)
{
    const graze_body one = body_a.get(), other = body_b.get();
    bool exists = false;
    check(graze_conflict_exists(&one, &a, &other, &b, tolerance, &exists));
    return exists;
}

inline std::vector<graze_interval> conflict_intervals(const body &body_a, const graze_motion &a,
                                                      const body &body_b, const graze_motion &b,
                                                      double tolerance = 0)
{
    const graze_body one = body_a.get(), other = body_b.get();
    return inside::grown<graze_interval>(
        2, [&](graze_interval *found, std::size_t room, std::size_t *count) {
            return graze_conflict_intervals(&one, &a, &other, &b, tolerance, found, room, count);
        });
}

inline graze_verdict conflict_verdict(const body &body_a, const graze_motion &a,
                                      const body &body_b, const graze_motion &b,
                                      double tolerance = 0)
{
    const graze_body one = body_a.get(), other = body_b.get();
    graze_verdict verdict = GRAZE_CLEAR;
    check(graze_conflict_verdict(&one, &a, &other, &b, tolerance, &verdict));
    return verdict;
}

/* Nothing when the motions have no common life. */
inline std::optional<graze_clearance> conflict_clearance(const body &body_a, const graze_motion &a,
                                                         const body &body_b, const graze_motion &b)
{
    const graze_body one = body_a.get(), other = body_b.get();
    graze_clearance clearance = graze_clearance();
    check(graze_conflict_clearance(&one, &a, &other, &b, &clearance));
    return clearance.common_life ? std::optional<graze_clearance>(clearance) : std::nullopt;
}

inline std::vector<graze_interval> unsafe_starts(const body &body_a, const graze_motion &a,
                                                 const body &body_b, const graze_motion &b,
                                                 double tolerance = 0)
{
    const graze_body one = body_a.get(), other = body_b.get();
    const graze_workspace anything = graze_workspace();
    std::vector<char> memory;
    for (std::size_t size = graze_workspace_size_for(&one, &other);; size *= 2) {
        graze_workspace workspace = anything;
        memory.resize(size);
        workspace.memory = memory.data();
        workspace.size = size;
        try {
            return inside::grown<graze_interval>(
                4, [&](graze_interval *found, std::size_t room, std::size_t *count) {
                    return graze_unsafe_starts(&one, &a, &other, &b, tolerance, &workspace, found,
                                               room, count);
                });
        } catch (const error &fault) {
            if (fault.status() != GRAZE_ERROR_WORKSPACE || size > GRAZE_WORK_MAX)
                throw;
        }
    }
}

/* ---- two agents --------------------------------------------------------------------- */

/* Hands each meeting of the trajectories, in order of time, to the function. */
template <class Function>
void meetings(const agent &a, const agent &b, double tolerance, Function &&function)
{
    const graze_body one = a.shape.get(), other = b.shape.get();
    const graze_trajectory path = a.path.get(), others = b.path.get();
    inside::sink<Function> sink(function);
    sink.end(graze_trajectory_meetings(&one, &path, &other, &others, tolerance, nullptr,
                                       inside::sink<Function>::template take<graze_meeting>,
                                       &sink));
}

inline std::optional<graze_meeting> first_contact(const agent &a, const agent &b,
                                                  double tolerance = 0,
                                                  graze_verdict at_least = GRAZE_CONFLICT)
{
    const graze_body one = a.shape.get(), other = b.shape.get();
    const graze_trajectory path = a.path.get(), others = b.path.get();
    graze_meeting first = graze_meeting();
    bool found = false;
    check(graze_trajectory_first_contact(&one, &path, &other, &others, tolerance, at_least, &first,
                                         &found));
    return found ? std::optional<graze_meeting>(first) : std::nullopt;
}

/* ---- a whole plan ------------------------------------------------------------------- */

/* Agents as the arrays that the C functions take; good as long as the agents live unchanged. */
class agents_view {
public:
    explicit agents_view(span<const agent> agents)
    {
        for (const agent &each : agents) {
            bodies_.push_back(each.shape.get());
            trajectories_.push_back(each.path.get());
        }
    }
    const graze_body *bodies() const noexcept { return bodies_.data(); }
    const graze_trajectory *trajectories() const noexcept { return trajectories_.data(); }
    std::size_t size() const noexcept { return bodies_.size(); }

private:
    std::vector<graze_body> bodies_;
    std::vector<graze_trajectory> trajectories_;
};

/* Hands every two agents that meet to the function, in the order of the agents (check.h). */
template <class Function>
graze_check_counts check_plan(span<const agent> agents, const graze_check_options &options,
                              Function &&function)
{
    const agents_view view(agents);
    inside::sink<Function> sink(function);
    graze_check_listener listener = graze_check_listener();
    graze_check_counts counts = graze_check_counts();
    listener.take = inside::sink<Function>::template take<graze_check_answer>;
    listener.context = &sink;
    sink.end(graze_check_plan(view.bodies(), view.trajectories(), view.size(), &options,
                              &listener, nullptr, &counts));
    return counts;
}

/* ---- planning ----------------------------------------------------------------------- */

/* A solution that frees itself. */
class solution {
public:
    solution() = default;
    solution(solution &&other) noexcept : it_(std::exchange(other.it_, graze_solution())) {}
    solution &operator=(solution &&other) noexcept
    {
        std::swap(it_, other.it_);
        return *this;
    }
    solution(const solution &) = delete;
    solution &operator=(const solution &) = delete;
    ~solution() { graze_solution_free(&it_, nullptr); }

    const graze_solution *operator->() const noexcept { return &it_; }
    const graze_solution &get() const noexcept { return it_; }

    static solution of(const graze_problem &problem, const graze_solve_options *options = nullptr)
    {
        solution made;
        check(graze_solve(&problem, options, nullptr, &made.it_));
        return made;
    }

private:
    graze_solution it_ = graze_solution();
};

/* graze_solve */
inline solution solve(const graze_problem &problem, const graze_solve_options *options = nullptr)
{
    return solution::of(problem, options);
}

} /* namespace graze */

#include <graze/solvers.hpp>

#endif
