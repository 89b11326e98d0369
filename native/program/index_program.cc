// See index_program.h.
#include "program/index_program.h"

#include <utility>
#include <vector>

#include "core/boundary.h"
#include "core/json.h"
#include "dataset/set/reader_op.h"
#include "program/sample_error.h"
#include "program/spec.h"

namespace penstock {

std::shared_ptr<Dataset> index_program(const std::string& json, const std::atomic<bool>& cancelled,
                                       const std::shared_ptr<IndexProgress>& progress) {
  ProgramSpec spec;
  parse_program(json, spec);
  if (spec.ops.empty()) fail(ErrorCode::INTERNAL, "a data set is built for a reader");
  const auto given = parse_json(json);
  std::vector<std::shared_ptr<const Dataset>> sources;
  for (size_t i = 0; i < spec.ops.size(); ++i) {
    const OpNode& op = spec.ops[i];
    const Json& own = given.at("ops").at(i);
    try {
      auto made = index_dataset(op.op->name, op.args.data(), cancelled,
                                {own.value("store", ""), progress, own.value("blocks", false),
                                 Selection::of(own.value("selection", Json::object()), own.at("args")), spec.threads});
      if (!given.value("joined", false)) return made;
      sources.push_back(std::move(made));
    } catch (const IndexingCancelled&) {
      throw;
    } catch (...) {
      throw SampleError(caught("not enough memory for the data set"), op.op->name, op.call_site, -1, "");
    }
  }
  return Dataset::join(std::move(sources));
}

}  // namespace penstock
