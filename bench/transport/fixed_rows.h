// The fixed rows of the transport benchmark, by kind of payload.
#pragma once

#include <vector>

#include "bench/transport/payload_rows.h"
#include "bench/transport/session_main.h"
#include "rows_codec.h"
#include "rows_shapes.h"

namespace causeway::bench {

using RowsEndpoints = Endpoints<rows_shapes::Part>;

struct Rows {
  Session& session;
  RowsEndpoints& endpoints;
  Messenger* proto;  // null: built without protobuf
  rows_shapes::DownImplementation& down;
  std::vector<RowSpec>& specs;
};

void AddScalarRows(Rows& rows);
void AddTinyRows(Rows& rows);
void AddListRows(Rows& rows);
void AddWideRows(Rows& rows);
void AddTextRows(Rows& rows);
void AddDownRows(Rows& rows);

// Defined by rows_proto.cc for the payloads that have a protobuf variant.
template <class P>
void AddProto(Row& row, Direction d, Rows& rows, const typename P::T& value);

struct Requirement {
  double must = 0;
  double aim = 0;
  double slack_ns = -1;
};

// Adds one spec per direction; `make` builds the value when the row runs.
template <class P, class Make>
void AddPayload(Rows& rows, const std::string& name, Make make, Requirement w, Requirement r,
                bool quick = false, bool echo = true, const std::string& note = {}) {
  for (const Direction d : {Direction::kW, Direction::kR, Direction::kEcho}) {
    if (d == Direction::kEcho && !echo) continue;
    const Requirement must = d == Direction::kW ? w : d == Direction::kR ? r : Requirement{};
    rows.specs.push_back({name + " " + NameOf(d), quick && d != Direction::kEcho, [=, &rows] {
                            const typename P::T value = make();
                            Row row = PayloadRow<rows_shapes::Part, P>(name, d, rows.session,
                                                                       rows.endpoints, value);
                            if (rows.proto != nullptr) AddProto<P>(row, d, rows, value);
                            row.must = must.must;
                            row.aim = must.aim;
                            row.must_slack_ns = must.slack_ns;
                            row.note = note;
                            return row;
                          }});
  }
}

}  // namespace causeway::bench
