/* SPDX-License-Identifier: MIT */
/* FCL's GJK on prisms. See distances.h. */
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/detail/gjk_solver_indep.h>
#include <memory>
#include <vector>

#include "benchmarks/distances.h"

typedef fcl::Convex<double> prism;

/* Vertices below first, then above; a face is its number of vertices and they. */
static std::shared_ptr<std::vector<int>> faces_of(int count)
{
    auto faces = std::make_shared<std::vector<int>>();
    faces->push_back(count);
    for (int i = count; i-- > 0;)
        faces->push_back(i);
    faces->push_back(count);
    for (int i = 0; i < count; i++)
        faces->push_back(count + i);
    for (int i = 0; i < count; i++) {
        int next = (i + 1) % count;
        for (int value : {4, i, next, count + next, count + i})
            faces->push_back(value);
    }
    return faces;
}

void *fcl_shape_make(const double *vertices, size_t count)
{
    auto points = std::make_shared<std::vector<fcl::Vector3<double>>>();
    for (int z = -1; z <= 1; z += 2)
        for (size_t i = 0; i < count; i++)
            points->emplace_back(vertices[2 * i], vertices[2 * i + 1], z);
    return new prism(points, (int)count + 2, faces_of((int)count));
}

void fcl_shape_free(void *freed) { delete static_cast<prism *>(freed); }

static fcl::Transform3<double> at(const double *place)
{
    fcl::Transform3<double> moved = fcl::Transform3<double>::Identity();
    moved.translation() = fcl::Vector3<double>(place[0], place[1], 0);
    return moved;
}

bool fcl_shapes_meet(const void *a, const double *place_a, const void *b, const double *place_b)
{
    fcl::detail::GJKSolver_indep<double> solver;
    return solver.shapeIntersect(*static_cast<const prism *>(a), at(place_a),
                                 *static_cast<const prism *>(b), at(place_b),
                                 static_cast<std::vector<fcl::ContactPoint<double>> *>(nullptr));
}

double fcl_shape_distance(const void *a, const double *place_a, const void *b,
                          const double *place_b)
{
    fcl::detail::GJKSolver_indep<double> solver;
    double distance = 0;
    solver.shapeDistance(*static_cast<const prism *>(a), at(place_a),
                         *static_cast<const prism *>(b), at(place_b), &distance);
    return distance > 0 ? distance : 0;
}
