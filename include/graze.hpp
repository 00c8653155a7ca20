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

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
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

/* ---- an index that owns its agents -------------------------------------------------- */

class index {
public:
    explicit index(const graze_index_options &options = graze_index_options())
    {
        graze_index *made = nullptr;
        check(graze_index_new(nullptr, nullptr, 0, &options, nullptr, &made));
        index_.reset(made);
    }

    void insert(std::size_t number, agent who)
    {
        std::map<std::size_t, agent> one;
        const auto at = one.emplace(number, std::move(who)).first;
        const graze_body shape = at->second.shape.get();
        const graze_trajectory path = at->second.path.get();
        check(graze_index_insert(index_.get(), number, &shape, &path));
        agents_.erase(number); /* the index has forgotten it */
        agents_.merge(one);    /* no agent moves in memory, nothing is thrown */
    }

    void remove(std::size_t number)
    {
        check(graze_index_remove(index_.get(), number));
        agents_.erase(number);
    }

    /* Closed stretches of the horizon in which the body can stand at the place. */
    std::vector<graze_closed_interval> safe_intervals(const body &shape, graze_vector place,
                                                      graze_closed_interval horizon,
                                                      std::size_t instead_of = GRAZE_INDEX_NOBODY,
                                                      double tolerance = 0) const
    {
        const graze_body one = shape.get();
        return inside::grown<graze_closed_interval>(
            16, [&](graze_closed_interval *found, std::size_t room, std::size_t *count) {
                std::vector<graze_interval> scratch(room);
                return graze_index_safe_intervals(index_.get(), &one, place, instead_of, horizon,
                                                  tolerance, scratch.data(), room, found, room,
                                                  count);
            });
    }

    /* Hands every pair of motions of a candidate and of the index that are in conflict to the
     * function; false from it ends the question. Whether there was one. */
    template <class Function>
    bool conflicts(const agent &candidate, Function &&function,
                   std::size_t instead_of = GRAZE_INDEX_NOBODY, double tolerance = 0) const
    {
        const graze_body one = candidate.shape.get();
        const graze_trajectory path = candidate.path.get();
        inside::sink<Function> sink(function);
        bool found = false;
        sink.end(graze_index_conflicts(index_.get(), &one, &path, instead_of, tolerance,
                                       inside::sink<Function>::template take<graze_index_pair>,
                                       &sink, &found));
        return found;
    }

    /* Is a candidate in conflict with anybody? */
    bool has_conflict(const agent &candidate, std::size_t instead_of = GRAZE_INDEX_NOBODY,
                      double tolerance = 0) const
    {
        const graze_body one = candidate.shape.get();
        const graze_trajectory path = candidate.path.get();
        bool found = false;
        check(graze_index_conflicts(index_.get(), &one, &path, instead_of, tolerance, nullptr,
                                    nullptr, &found));
        return found;
    }

    /* Hands every pair of motions of two agents that are in conflict to the function, in the order
     * in which they are found; false from it ends the question. */
    template <class Function> void all_conflicts(Function &&function, double tolerance = 0) const
    {
        graze_index_size size = graze_index_size();
        check(graze_index_measure(index_.get(), &size));
        std::vector<std::vector<graze_prepared>> made(size.agents);
        std::vector<const graze_prepared *> prepared(size.agents);
        for (const auto &each : agents_) {
            std::vector<graze_prepared> &motions = made[each.first];
            const graze_body shape = each.second.shape.get();
            const graze_trajectory path = each.second.path.get();
            graze_prepared_trajectory whole = graze_prepared_trajectory();
            motions.resize(path.count);
            check(graze_trajectory_prepare(&shape, &path, motions.data(), &whole));
            prepared[each.first] = motions.data();
        }
        inside::sink<Function> sink(function);
        sink.end(graze_index_all_conflicts(index_.get(), 0, 1, prepared.data(), tolerance,
                                           inside::sink<Function>::template take<graze_index_pair>,
                                           &sink));
    }

    /* An agent that was inserted; std::out_of_range when there is none of this number. */
    const agent &at(std::size_t number) const { return agents_.at(number); }

    /* The earliest conflict of all agents. */
    std::optional<graze_index_meeting> first_conflict(double tolerance = 0) const
    {
        graze_index_meeting first = graze_index_meeting();
        bool found = false;
        check(graze_index_first_conflict(index_.get(), tolerance, GRAZE_CONFLICT, &first, &found));
        return found ? std::optional<graze_index_meeting>(first) : std::nullopt;
    }

    const graze_index *get() const noexcept { return index_.get(); }

private:
    struct free_index {
        void operator()(graze_index *it) const noexcept { graze_index_free(it); }
    };
    std::map<std::size_t, agent> agents_; /* freed after the index, which borrows them */
    std::unique_ptr<graze_index, free_index> index_;
};

/* ---- for authors of solvers --------------------------------------------------------- */

/* A lattice of times (lattice.h). */
class lattice {
public:
    /* For moves that last `longest` [s] at most. */
    explicit lattice(double longest) { check(graze_lattice_for(longest, &it_)); }
    explicit lattice(const graze_lattice &it) noexcept : it_(it) {}
    lattice(const graze_roadmap &roadmap, double speed)
    {
        check(graze_lattice_for_roadmap(&roadmap, speed, &it_));
    }
    const graze_lattice &get() const noexcept { return it_; }
    double tick() const noexcept { return it_.tick; }

    double down(double time) const
    {
        return ask([&](double *on) { return graze_lattice_down(&it_, time, on); });
    }
    double up(double time) const
    {
        return ask([&](double *on) { return graze_lattice_up(&it_, time, on); });
    }
    double duration(graze_point from, graze_point to, double speed) const
    {
        return ask([&](double *on) { return graze_lattice_duration(&it_, from, to, speed, on); });
    }
    double earliest_safe(span<const graze_interval> unsafe, double time) const
    {
        return ask([&](double *on) {
            return graze_lattice_earliest_safe(&it_, unsafe.data(), unsafe.size(), time, on);
        });
    }
    double earliest_within(span<const graze_closed_interval> safe, double time) const
    {
        return ask([&](double *on) {
            return graze_lattice_earliest_within(&it_, safe.data(), safe.size(), time, on);
        });
    }
    graze_interval widen(graze_interval interval) const
    {
        graze_interval widened = graze_interval();
        check(graze_lattice_widen(&it_, interval, &widened));
        return widened;
    }

private:
    template <class Ask> static double ask(Ask question)
    {
        double answer = 0;
        check(question(&answer));
        return answer;
    }
    graze_lattice it_ = graze_lattice();
};

/* Two constraints of which every plan keeps one (split.h): [0] is for the agent of a, [1] for that
 * of b. Nothing without a conflict. Accelerated motions are asked about with the C function, and a
 * workspace. */
inline std::optional<std::array<graze_constraint, 2>>
conflict_split(const lattice &times, const body &body_a, const graze_motion &a,
               const body &body_b, const graze_motion &b, double tolerance = 0,
               graze_split_reasoning reasoning = GRAZE_SPLIT_PLAIN)
{
    const graze_body one = body_a.get(), other = body_b.get();
    std::array<graze_constraint, 2> made = {};
    bool conflict = false;
    check(graze_conflict_split(&times.get(), &one, &a, &other, &b, tolerance, reasoning, nullptr,
                               made.data(), &conflict));
    return conflict ? std::optional<std::array<graze_constraint, 2>>(made) : std::nullopt;
}

/* An agent made ready for many questions of the kind "in conflict, or not?" (encounter.h). */
class prepared_agent {
public:
    explicit prepared_agent(agent who) : it_(std::make_unique<parts>(std::move(who))) {}
    const agent &who() const noexcept { return it_->who; }

    /* The first motions in conflict. */
    std::optional<graze_motion_pair> first_conflict(const prepared_agent &other,
                                                    double tolerance = 0) const
    {
        graze_motion_pair first = graze_motion_pair();
        bool found = false;
        check(graze_trajectory_first_conflict(&it_->prepared, &other.it_->prepared, tolerance,
                                              &first, &found));
        return found ? std::optional<graze_motion_pair>(first) : std::nullopt;
    }

private:
    struct parts { /* where they are does not change */
        explicit parts(agent given)
            : who(std::move(given)), shape(who.shape.get()), motions(who.path.motions().size())
        {
            const graze_trajectory path = who.path.get();
            check(graze_trajectory_prepare(&shape, &path, motions.data(), &prepared));
        }
        agent who;
        graze_body shape;
        std::vector<graze_prepared> motions;
        graze_prepared_trajectory prepared = graze_prepared_trajectory();
    };
    std::unique_ptr<parts> it_;
};

struct body_kind {
    body shape;
    double speed; /* [m/s] */
};

/* Edges of which every one of a conflicts with every one of b at all differences in `common`. */
struct biclique {
    std::vector<std::uint32_t> a, b;
    graze_interval common;
};

/* A table of collision intervals (collision_table.h) that owns its bodies; the roadmap's arrays are
 * the caller's. One thread at a time. */
class collision_table {
public:
    collision_table(const graze_roadmap &roadmap, std::vector<body_kind> kinds,
                    double tolerance = 0)
        : roadmap_(std::make_unique<graze_roadmap>(roadmap)), kinds_(std::move(kinds))
    {
        std::vector<graze_body_kind> plain;
        for (const body_kind &kind : kinds_)
            plain.push_back({kind.shape.get(), kind.speed, nullptr});
        graze_collision_table *made = nullptr;
        check(graze_collision_table_new(roadmap_.get(), plain.data(), plain.size(), tolerance,
                                        nullptr, &made));
        table_.reset(made);
    }

    lattice times() const
    {
        graze_lattice it = graze_lattice();
        check(graze_collision_table_lattice(table_.get(), &it));
        return lattice(it);
    }

    graze_motion motion(std::size_t kind, std::uint32_t edge, double start) const
    {
        graze_motion made = graze_motion();
        check(graze_collision_table_motion(table_.get(), kind, edge, start, &made));
        return made;
    }

    /* Nothing where there is no conflict. */
    std::optional<graze_interval> moves(std::size_t kind_a, std::uint32_t edge_a,
                                        std::size_t kind_b, std::uint32_t edge_b)
    {
        graze_interval when = graze_interval();
        bool exists = false;
        check(graze_collision_table_moves(table_.get(), kind_a, edge_a, kind_b, edge_b, &when,
                                          &exists));
        return exists ? std::optional<graze_interval>(when) : std::nullopt;
    }

    std::optional<graze_interval> stay(std::size_t kind_resting, std::uint32_t vertex,
                                       std::size_t kind_moving, std::uint32_t edge)
    {
        graze_interval when = graze_interval();
        bool exists = false;
        check(graze_collision_table_stay(table_.get(), kind_resting, vertex, kind_moving, edge,
                                         &when, &exists));
        return exists ? std::optional<graze_interval>(when) : std::nullopt;
    }

    bool places(std::size_t kind_a, std::uint32_t vertex_a, std::size_t kind_b,
                std::uint32_t vertex_b)
    {
        bool overlap = false;
        check(graze_collision_table_places(table_.get(), kind_a, vertex_a, kind_b, vertex_b,
                                           &overlap));
        return overlap;
    }

    /* Those that conflict throughout an interval; without one, at some difference. */
    std::vector<std::uint32_t> partners(std::size_t kind_a, std::uint32_t edge_a,
                                        std::size_t kind_b,
                                        std::optional<graze_interval> throughout = std::nullopt)
    {
        return inside::grown<std::uint32_t>(
            64, [&](std::uint32_t *found, std::size_t room, std::size_t *count) {
                return graze_collision_table_partners(table_.get(), kind_a, edge_a,
                                                      throughout ? &*throughout : nullptr, kind_b,
                                                      found, room, count);
            });
    }

    /* Of candidates, the first ones certain; nothing when these do not conflict throughout. */
    std::optional<biclique> find_biclique(graze_interval throughout, std::size_t kind_a,
                                          std::vector<std::uint32_t> a, std::size_t kind_b,
                                          std::vector<std::uint32_t> b)
    {
        graze_interval common = graze_interval();
        std::size_t count_a = a.size(), count_b = b.size();
        check(graze_collision_table_biclique(table_.get(), &throughout, kind_a, a.data(), &count_a,
                                             kind_b, b.data(), &count_b, &common));
        if (count_a == 0)
            return std::nullopt;
        a.resize(count_a);
        b.resize(count_b);
        return biclique{std::move(a), std::move(b), common};
    }

private:
    struct free_table {
        void operator()(graze_collision_table *it) const noexcept
        {
            graze_collision_table_free(it);
        }
    };
    std::unique_ptr<graze_roadmap> roadmap_; /* freed after the table, which borrows it ... */
    std::vector<body_kind> kinds_;           /* ... and the corners of these */
    std::unique_ptr<graze_collision_table, free_table> table_;
};

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

#endif
