/* SPDX-License-Identifier: MIT */
/* Eigen's polynomial solver behind a C name. See plain_quartic.h. */
#include <algorithm>
#include <cmath>
#include <unsupported/Eigen/Polynomials>

extern "C" int eigen_roots(const double *coefficient, double *roots);

int eigen_roots(const double *coefficient, double *roots)
{
    if (coefficient[4] == 0) { /* the solver divides by it; equal accelerations */
        const double a = coefficient[2], b = coefficient[1], c = coefficient[0];
        const double discriminant = b * b - 4 * a * c;
        if (a == 0 || discriminant < 0)
            return 0;
        roots[0] = (-b - std::sqrt(discriminant)) / (2 * a);
        roots[1] = (-b + std::sqrt(discriminant)) / (2 * a);
        return 2;
    }
    Eigen::Map<const Eigen::Matrix<double, 5, 1>> polynomial(coefficient);
    Eigen::PolynomialSolver<double, 4> solver(polynomial);
    const auto &all = solver.roots();
    int count = 0;
    for (int i = 0; i < 4; i++)
        if (std::fabs(all[i].imag()) <= 1e-9 * std::abs(all[i]))
            roots[count++] = all[i].real();
    std::sort(roots, roots + count);
    return count;
}
