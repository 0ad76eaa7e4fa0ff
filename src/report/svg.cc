#include "report/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/html.h"

namespace causeway::report {
namespace {

double NiceStep(double span, int ticks) {
  const double rough = span / std::max(ticks, 1);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double fraction = rough / power;
  // The small allowance keeps a span that is a whole number of steps from falling to the next one.
  if (fraction <= 1.0000001) return power;
  if (fraction <= 2.0000001) return 2 * power;
  if (fraction <= 5.0000001) return 5 * power;
  return 10 * power;
}

std::string PointList(std::span<const Point> points) {
  std::string out;
  for (const Point& point : points) {
    if (!out.empty()) out += ' ';
    out += SvgNumber(point.first) + "," + SvgNumber(point.second);
  }
  return out;
}

std::string_view AnchorName(Anchor anchor) {
  switch (anchor) {
    case Anchor::kStart:
      return "start";
    case Anchor::kMiddle:
      return "middle";
    case Anchor::kEnd:
      break;
  }
  return "end";
}

}  // namespace

std::string SvgNumber(double value) {
  if (!std::isfinite(value)) return "0";
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string TickText(double value, double step) {
  const int digits =
      step > 0 ? std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 12) : 0;
  const double size = std::fabs(value);
  if (size >= 1e9 || (step > 0 && step < 1e-9)) return fmt::format("{:.6g}", value);
  // A multiple of the step that should be zero is rarely exactly zero.
  return fmt::format("{:.{}f}", size < step / 2 ? 0.0 : value, digits);
}

LinearScale::LinearScale(double from, double to, double pixel_from, double pixel_to)
    : from_(std::isfinite(from) ? from : 0),
      to_(std::isfinite(to) ? to : 1),
      pixel_from_(pixel_from),
      pixel_to_(pixel_to) {
  if (to_ - from_ > std::fabs(from_) * 1e-12) return;
  const double widen = from_ == 0 ? 1 : std::fabs(from_) * 0.05;
  from_ -= widen;
  to_ = from_ + 2 * widen;
}

LinearScale LinearScale::Nice(double from, double to, double pixel_from, double pixel_to,
                              int ticks) {
  const LinearScale plain(from, to, pixel_from, pixel_to);
  const double step = plain.Step(ticks);
  return {std::floor(plain.from_ / step + 1e-9) * step, std::ceil(plain.to_ / step - 1e-9) * step,
          pixel_from, pixel_to};
}

double LinearScale::operator()(double value) const {
  return pixel_from_ + (value - from_) / (to_ - from_) * (pixel_to_ - pixel_from_);
}

double LinearScale::Step(int ticks) const { return NiceStep(to_ - from_, ticks); }

std::vector<double> LinearScale::Ticks(int ticks) const {
  const double step = Step(ticks);
  std::vector<double> out;
  // By index, not by adding: sums of a step drift.
  const double first = std::ceil(from_ / step - 1e-9);
  const double last = std::floor(to_ / step + 1e-9);
  for (double i = first; i <= last && out.size() < 1000; i += 1) out.push_back(i * step);
  return out;
}

Svg::Svg(double width, double height, std::string_view label)
    : width_(width), height_(height), label_(label) {}

void Svg::Line(Point from, Point to, std::string_view colour, double width, std::string_view dash) {
  body_ += fmt::format(R"(<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="{}" stroke-width="{}")",
                       SvgNumber(from.first), SvgNumber(from.second), SvgNumber(to.first),
                       SvgNumber(to.second), EscapeHtml(colour), SvgNumber(width));
  if (!dash.empty()) body_ += fmt::format(R"( stroke-dasharray="{}")", EscapeHtml(dash));
  body_ += "/>\n";
}

void Svg::Rect(Point corner, double width, double height, std::string_view fill, double opacity) {
  body_ += fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="{}" opacity="{}"/>)",
                       SvgNumber(corner.first), SvgNumber(corner.second),
                       SvgNumber(std::max(width, 0.0)), SvgNumber(std::max(height, 0.0)),
                       EscapeHtml(fill), SvgNumber(opacity));
  body_ += '\n';
}

void Svg::Circle(Point centre, double radius, std::string_view fill, double opacity,
                 std::string_view tooltip) {
  body_ += fmt::format(R"(<circle cx="{}" cy="{}" r="{}" fill="{}" opacity="{}")",
                       SvgNumber(centre.first), SvgNumber(centre.second), SvgNumber(radius),
                       EscapeHtml(fill), SvgNumber(opacity));
  body_ +=
      tooltip.empty() ? "/>\n" : fmt::format("><title>{}</title></circle>\n", EscapeHtml(tooltip));
}

void Svg::Polyline(std::span<const Point> points, std::string_view colour, double width) {
  if (points.empty()) return;
  body_ += fmt::format(
      R"(<polyline points="{}" fill="none" stroke="{}" stroke-width="{}" stroke-linejoin="round"/>)",
      PointList(points), EscapeHtml(colour), SvgNumber(width));
  body_ += '\n';
}

void Svg::Band(std::span<const Point> upper, std::span<const Point> lower, std::string_view fill,
               double opacity) {
  if (upper.empty() || lower.empty()) return;
  std::vector<Point> back(lower.rbegin(), lower.rend());
  body_ += fmt::format(R"(<polygon points="{} {}" fill="{}" opacity="{}"/>)", PointList(upper),
                       PointList(back), EscapeHtml(fill), SvgNumber(opacity));
  body_ += '\n';
}

void Svg::Text(Point at, std::string_view text, Anchor anchor, std::string_view colour) {
  body_ += fmt::format(R"(<text x="{}" y="{}" text-anchor="{}")", SvgNumber(at.first),
                       SvgNumber(at.second), AnchorName(anchor));
  if (!colour.empty()) body_ += fmt::format(R"( style="fill:{}")", EscapeHtml(colour));
  body_ += fmt::format(">{}</text>\n", EscapeHtml(text));
}

void Svg::AxisX(const LinearScale& scale, double at, std::string_view title, int ticks) {
  Line({scale.pixel_from(), at}, {scale.pixel_to(), at}, "var(--muted)");
  const double step = scale.Step(ticks);
  for (const double tick : scale.Ticks(ticks)) {
    const double x = scale(tick);
    Line({x, at}, {x, at + 4}, "var(--muted)");
    Text({x, at + 17}, TickText(tick, step), Anchor::kMiddle);
  }
  Text({(scale.pixel_from() + scale.pixel_to()) / 2, at + 34}, title, Anchor::kMiddle,
       "var(--muted)");
}

void Svg::AxisY(const LinearScale& scale, double at, std::string_view title, int ticks) {
  Line({at, scale.pixel_from()}, {at, scale.pixel_to()}, "var(--muted)");
  const double step = scale.Step(ticks);
  for (const double tick : scale.Ticks(ticks)) {
    const double y = scale(tick);
    Line({at - 4, y}, {at, y}, "var(--muted)");
    Text({at - 7, y + 4}, TickText(tick, step), Anchor::kEnd);
  }
  // Above the axis, not turned: it can be read.
  Text({at, std::min(scale.pixel_from(), scale.pixel_to()) - 8}, title, Anchor::kMiddle,
       "var(--muted)");
}

std::string Svg::Finish() const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" role=\"img\" aria-label=\"{2}\">\n{3}</svg>\n",
      SvgNumber(width_), SvgNumber(height_), EscapeHtml(label_), body_);
}

}  // namespace causeway::report
