#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// A small SVG writer. Numbers are printed with at most two decimals, so a drawing is the same on
// every machine; all text is escaped; colours are CSS values such as "var(--a)" (html.h).

namespace causeway::report {

// "12.5", "-0.25", "3": at most two decimals, never "-0". Not finite: "0".
std::string SvgNumber(double value);

// "12.5", "1200", "0.001": as short as the step of the ticks allows.
std::string TickText(double value, double step);

// Maps [from, to] to pixels. Equal ends are widened, so that it never divides by zero.
class LinearScale {
 public:
  LinearScale(double from, double to, double pixel_from, double pixel_to);

  // The same scale over [from, to] widened to whole steps of about `ticks` ticks.
  static LinearScale Nice(double from, double to, double pixel_from, double pixel_to,
                          int ticks = 6);

  double operator()(double value) const;
  double from() const { return from_; }
  double to() const { return to_; }
  double pixel_from() const { return pixel_from_; }
  double pixel_to() const { return pixel_to_; }
  // 1, 2 or 5 times a power of ten.
  double Step(int ticks = 6) const;
  // Multiples of Step() within [from, to].
  std::vector<double> Ticks(int ticks = 6) const;

 private:
  double from_;
  double to_;
  double pixel_from_;
  double pixel_to_;
};

using Point = std::pair<double, double>;  // x, y in pixels
enum class Anchor { kStart, kMiddle, kEnd };

class Svg {
 public:
  // `label` is what a screen reader says.
  Svg(double width, double height, std::string_view label);

  void Line(Point from, Point to, std::string_view colour, double width = 1,
            std::string_view dash = {});
  void Rect(Point corner, double width, double height, std::string_view fill, double opacity = 1);
  void Circle(Point centre, double radius, std::string_view fill, double opacity = 1,
              std::string_view tooltip = {});
  void Polyline(std::span<const Point> points, std::string_view colour, double width = 1.5);
  // Between two lines over the same x: an interval along a curve.
  void Band(std::span<const Point> upper, std::span<const Point> lower, std::string_view fill,
            double opacity = 0.2);
  void Text(Point at, std::string_view text, Anchor anchor = Anchor::kStart,
            std::string_view colour = {});
  // Axes with ticks, numbers and a title; `at` is the other coordinate of the axis' line.
  void AxisX(const LinearScale& scale, double at, std::string_view title, int ticks = 6);
  void AxisY(const LinearScale& scale, double at, std::string_view title, int ticks = 6);

  // The element, ready to stand in a page.
  std::string Finish() const;

 private:
  double width_;
  double height_;
  std::string label_;
  std::string body_;
};

}  // namespace causeway::report
