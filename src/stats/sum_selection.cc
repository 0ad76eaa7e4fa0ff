// Order statistics of all sums x[i] + y[j] without forming them.
//
// With both samples sorted the sums form a matrix whose rows and columns ascend. How many of them
// are at most v is found by one walk along the staircase that separates them, O(n + m). Johnson and
// Mizoguchi (SIAM J. Comput. 7, 1978) select in such a matrix in O(n log n) by medians of row
// medians; Monahan (ACM TOMS 10, 1984) found random pivots faster in practice. We need neither
// randomness nor row bounds, because a floating point number is itself an ordered integer:
//
//   invariant   count(<= low) <= rank < count(<= high)
//   pivot       in turn: interpolated a little below the rank, a little above it, and, if these two
//               have left more than an eighth, the middle of the bit patterns of low and high
//   end         so few sums lie in (low, high] that they are collected and one is selected, or low
//               and high are neighbours and high is the answer
//
// Interpolation needs about a dozen walks for ten million values, since the distribution of sums is
// smooth; the third pivot bounds them by some 200 on whatever an adversary thinks of. The rounded
// sum is monotone in both arguments, so the staircase is exact and so is the answer: it is one of
// the sums as the machine computes them, to the last bit, ties included.
#include "stats/sum_selection.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "stats/numeric.h"

namespace causeway::stats {
namespace {

enum class Part {
  kAll,    // every j
  kUpper,  // j >= i
};

// Ordered integers: a < b as numbers if and only if so as images.
std::uint64_t Image(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

double Preimage(std::uint64_t image) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;
  return std::bit_cast<double>((image & kSign) != 0 ? image & ~kSign : ~image);
}

class SumMatrix {
 public:
  SumMatrix(std::span<const double> x, std::span<const double> y, Part part)
      : x_(x), y_(y), part_(part) {}

  std::uint64_t total() const {
    const std::uint64_t n = x_.size();
    return part_ == Part::kAll ? n * y_.size() : n * (n + 1) / 2;
  }
  double min() const { return x_.front() + y_.front(); }
  double max() const { return x_.back() + y_.back(); }
  // How many sums are worth collecting: as much memory as the samples take.
  std::uint64_t collectable() const { return x_.size() + y_.size() + 1024; }

  std::uint64_t CountAtMost(double value) const {
    std::uint64_t count = 0;
    std::size_t end = y_.size();
    for (std::size_t i = 0; i < x_.size(); ++i) {
      while (end > 0 && x_[i] + y_[end - 1] > value) --end;
      const std::size_t first = FirstColumn(i);
      if (end <= first) break;  // and so in all rows below
      count += end - first;
    }
    return count;
  }

  // Those with low < sum <= high.
  std::vector<double> Collect(double low, double high) const {
    std::vector<double> sums;
    std::size_t begin = y_.size();
    std::size_t end = y_.size();
    for (std::size_t i = 0; i < x_.size(); ++i) {
      while (begin > 0 && x_[i] + y_[begin - 1] > low) --begin;
      while (end > 0 && x_[i] + y_[end - 1] > high) --end;
      const std::size_t first = FirstColumn(i);
      if (end <= first) break;
      for (std::size_t j = std::max(begin, first); j < end; ++j) sums.push_back(x_[i] + y_[j]);
    }
    return sums;
  }

 private:
  std::size_t FirstColumn(std::size_t row) const { return part_ == Part::kAll ? 0 : row; }

  std::span<const double> x_;
  std::span<const double> y_;
  Part part_;
};

double Select(const SumMatrix& matrix, std::uint64_t rank) {
  double low = std::nextafter(matrix.min(), -std::numeric_limits<double>::infinity());
  double high = matrix.max();
  std::uint64_t count_low = 0;
  std::uint64_t count_high = matrix.total();
  const std::uint64_t collectable = matrix.collectable();
  std::uint64_t before = count_high;
  for (int turn = 0; count_high - count_low > collectable; turn = (turn + 1) % 3) {
    if (turn == 2 && count_high - count_low < before / 8) turn = 0;
    if (turn == 0) before = count_high - count_low;
    const std::uint64_t image_low = Image(low);
    const std::uint64_t image_high = Image(high);
    if (image_high - image_low <= 1) return high;
    double pivot = Preimage(image_low + (image_high - image_low) / 2);
    if (turn != 2) {
      const double between = Real(count_high - count_low);
      const double aside = std::max(between / 256, Real(collectable) / 4);
      const double wanted = Real(rank - count_low) + (turn == 0 ? -aside : aside);
      const double guess = low + (high - low) * (wanted / between);
      if (guess > low && guess < high) pivot = guess;
    }
    const std::uint64_t count = matrix.CountAtMost(pivot);
    if (count <= rank) {
      low = pivot;
      count_low = count;
    } else {
      high = pivot;
      count_high = count;
    }
  }
  std::vector<double> sums = matrix.Collect(low, high);
  const auto at = sums.begin() + static_cast<std::ptrdiff_t>(rank - count_low);
  std::ranges::nth_element(sums, at);
  return *at;
}

}  // namespace

double SelectSum(std::span<const double> x, std::span<const double> y, std::uint64_t rank) {
  return Select(SumMatrix(x, y, Part::kAll), rank);
}

double SelectWalshSum(std::span<const double> x, std::uint64_t rank) {
  return Select(SumMatrix(x, x, Part::kUpper), rank);
}

}  // namespace causeway::stats
