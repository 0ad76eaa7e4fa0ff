#pragma once

namespace causeway::stats {

// Tails of the distributions that the tests need. Degrees of freedom are positive and need not be
// whole; probabilities lie strictly between 0 and 1. Infinite arguments have their limits.

double NormalCdf(double z);
double NormalQuantile(double probability);
double NormalTwoSidedP(double z);

double StudentCdf(double t, double df);
double StudentQuantile(double probability, double df);
double StudentTwoSidedP(double t, double df);

// P(F > f) and P(X > x).
double FisherUpper(double f, double df1, double df2);
double ChiSquaredUpper(double x, double df);

// P(T > t) of the noncentral t distribution: the power of a t test with critical value t.
double NoncentralStudentUpper(double t, double df, double noncentrality);

}  // namespace causeway::stats
