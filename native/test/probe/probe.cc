// Answers questions of tests in TypeScript about code that has a counterpart in JavaScript: each line of stdin is a
// request in JSON, and each line of stdout its answer.
//   {"graph": the text of serialize(), "options": {"batchSize", "seed", "deviceId"}}: the plan that the C++ API makes
//   of it
//   {"text": as of serialize()}: what the C++ API writes of it after reading
//   {"op", "args", "inputs": their number}: how many outputs the C++ API gives such a call
#include <iostream>
#include <string>

#include "api/check.h"
#include "api/lower.h"
#include "api/schema.h"
#include "core/error.h"
#include "core/json.h"
#include "penstock/pipeline.h"

namespace penstock {
namespace {
Json answer(const std::string& line) {
  try {
    const Json request = parse_json(line);
    if (request.contains("op")) {
      const Json& schema = api::schema_of(request["op"], "");
      return api::output_ports(schema, request.at("args"), request.at("inputs")).size();
    }
    if (request.contains("text")) {
      return parse_json(Pipeline::FromJson(request["text"].get<std::string>()).Serialize());
    }
    api::PlanOptions options;
    options.batch_size = request.at("options").at("batchSize");
    const Json gpu = request.at("options").value("deviceId", Json());
    if (!gpu.is_null()) options.device_id = gpu.get<int>();
    options.seed = request.at("options").at("seed");
    return api::lower(api::parse_graph(request.at("graph")), options);
  } catch (const PipelineError& e) {
    return {{"code", e.code_name()}, {"message", e.detail()}, {"hint", e.hint()}};
  } catch (const Error& e) {
    return {{"code", kErrorNames[static_cast<int>(e.code)]}, {"message", e.message}, {"hint", e.hint}};
  }
}

}  // namespace
}  // namespace penstock

int main() {
  for (std::string line; std::getline(std::cin, line);)
    std::cout << penstock::json_text(penstock::answer(line)) << "\n";
}
