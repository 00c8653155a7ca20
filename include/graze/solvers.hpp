/* SPDX-License-Identifier: MIT */
/* For authors of solvers in C++17, a part of <graze.hpp>: an index that owns its agents, a lattice
 * of times, sound splits, prepared agents and a table of collision intervals. graze/among.h,
 * graze/lattice.h, graze/split.h, graze/encounter.h and graze/collision_table.h say what each
 * question means. */
#ifndef GRAZE_SOLVERS_HPP
#define GRAZE_SOLVERS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <graze.hpp>

namespace graze {

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

} /* namespace graze */

#endif
