#include "stats/distributions.h"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/complement.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace causeway::stats {
namespace {

namespace bm = boost::math;

// Nothing in src/ throws: what Boost cannot compute is NaN or infinite. Without promotion to long
// double results are the same on machines that have none.
using Policy = bm::policies::policy<bm::policies::domain_error<bm::policies::ignore_error>,
                                    bm::policies::pole_error<bm::policies::ignore_error>,
                                    bm::policies::overflow_error<bm::policies::ignore_error>,
                                    bm::policies::evaluation_error<bm::policies::ignore_error>,
                                    bm::policies::rounding_error<bm::policies::ignore_error>,
                                    bm::policies::promote_double<false>>;
using Normal = bm::normal_distribution<double, Policy>;
using Student = bm::students_t_distribution<double, Policy>;
using Fisher = bm::fisher_f_distribution<double, Policy>;
using ChiSquared = bm::chi_squared_distribution<double, Policy>;
using NoncentralStudent = bm::non_central_t_distribution<double, Policy>;

}  // namespace

double NormalCdf(double z) {
  if (std::isinf(z)) return z < 0 ? 0 : 1;
  return bm::cdf(Normal(), z);
}

double NormalQuantile(double probability) { return bm::quantile(Normal(), probability); }

double NormalTwoSidedP(double z) {
  return std::isinf(z) ? 0 : 2 * bm::cdf(bm::complement(Normal(), std::abs(z)));
}

double StudentCdf(double t, double df) {
  if (std::isinf(t)) return t < 0 ? 0 : 1;
  return bm::cdf(Student(df), t);
}

double StudentQuantile(double probability, double df) {
  return bm::quantile(Student(df), probability);
}

double StudentTwoSidedP(double t, double df) {
  if (std::isinf(t)) return 0;
  if (t == 0) return 1;
  return 2 * bm::cdf(bm::complement(Student(df), std::abs(t)));
}

double FisherUpper(double f, double df1, double df2) {
  if (std::isinf(f)) return 0;
  return f <= 0 ? 1 : bm::cdf(bm::complement(Fisher(df1, df2), f));
}

double ChiSquaredUpper(double x, double df) {
  if (std::isinf(x)) return 0;
  return x <= 0 ? 1 : bm::cdf(bm::complement(ChiSquared(df), x));
}

double NoncentralStudentUpper(double t, double df, double noncentrality) {
  // Far out the series of Boost loses its way, and the answer is known without it.
  constexpr double kFar = 30;
  if (noncentrality - t > kFar) return 1;
  if (noncentrality < -kFar && t >= 0) return 0;
  return bm::cdf(bm::complement(NoncentralStudent(df, noncentrality), t));
}

}  // namespace causeway::stats
