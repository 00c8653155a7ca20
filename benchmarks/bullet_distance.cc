/* SPDX-License-Identifier: MIT */
/* Bullet's GJK on prisms. See distances.h. */
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include "benchmarks/distances.h"

void *bullet_shape_make(const double *vertices, size_t count)
{
    btConvexHullShape *made = new btConvexHullShape;
    for (int z = -1; z <= 1; z += 2)
        for (size_t i = 0; i < count; i++)
            made->addPoint(btVector3((btScalar)vertices[2 * i], (btScalar)vertices[2 * i + 1],
                                     (btScalar)z), false);
    made->setMargin(0);
    made->recalcLocalAabb();
    return made;
}

void bullet_shape_free(void *freed) { delete static_cast<btConvexHullShape *>(freed); }

static btTransform at(const double *place)
{
    return btTransform(btMatrix3x3::getIdentity(),
                       btVector3((btScalar)place[0], (btScalar)place[1], 0));
}

double bullet_shape_distance(const void *a, const double *place_a, const void *b,
                             const double *place_b)
{
    btVoronoiSimplexSolver simplex;
    btGjkPairDetector detector(static_cast<const btConvexHullShape *>(a),
                               static_cast<const btConvexHullShape *>(b), &simplex, nullptr);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = at(place_a);
    input.m_transformB = at(place_b);
    btPointCollector found;
    detector.getClosestPoints(input, found, nullptr);
    return found.m_hasResult && found.m_distance > 0 ? found.m_distance : 0;
}
