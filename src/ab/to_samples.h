#pragma once

#include "ab/session_file.h"
#include "base/result.h"
#include "formats/samples/samples.h"

namespace causeway::ab {

// The measured launches of a session file as columns: one row a launch and metric that has a value,
// in the order of running, each run a session of its own. Cold, warm-up, failed and set-aside
// launches have no row; those that failed or were set aside are counted in the notes. Fails if two
// runs of the file have a metric of one name in different units.
Result<samples::SampleSet> ToSamples(const SessionFile& file);

}  // namespace causeway::ab
