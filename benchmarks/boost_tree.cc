/* SPDX-License-Identifier: MIT */
/* Boost.Geometry's R-tree, packed when it is built. See trees.h. */
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <utility>
#include <vector>

#include "benchmarks/trees.h"

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

typedef bg::model::point<float, 3, bg::cs::cartesian> place;
typedef bg::model::box<place> sides;
typedef std::pair<sides, uint32_t> entry;

static sides sides_of(const tree_box &box)
{
    return sides(place(box.lower[0], box.lower[1], box.lower[2]),
                 place(box.upper[0], box.upper[1], box.upper[2]));
}

/* An output iterator that counts and keeps nothing. */
struct counter {
    typedef std::output_iterator_tag iterator_category;
    typedef void value_type;
    typedef void difference_type;
    typedef void pointer;
    typedef void reference;
    const tree_box *boxes;
    uint32_t self;
    size_t *count;
    counter &operator*() { return *this; }
    counter &operator++() { return *this; }
    counter &operator++(int) { return *this; }
    counter &operator=(const entry &found)
    {
        *count += found.second > self && boxes[found.second].owner != boxes[self].owner;
        return *this;
    }
};

size_t boost_count_pairs(const tree_box *boxes, size_t count)
{
    std::vector<entry> entries;
    entries.reserve(count);
    for (size_t i = 0; i < count; i++)
        entries.push_back(entry(sides_of(boxes[i]), static_cast<uint32_t>(i)));
    bgi::rtree<entry, bgi::linear<16>> tree(entries);
    size_t pairs = 0;
    for (size_t i = 0; i < count; i++)
        tree.query(bgi::intersects(sides_of(boxes[i])),
                   counter{boxes, static_cast<uint32_t>(i), &pairs});
    return pairs;
}
