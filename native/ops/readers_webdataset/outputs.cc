// See outputs.h.
#include "ops/readers_webdataset/outputs.h"

#include "core/error.h"

namespace penstock::ops {
namespace {

using Args = ReadersWebdatasetArgs;

void check_count(const char* name, int count, int wanted, const char* hint) {
  if (count == wanted) return;
  throw Error(ErrorCode::INVALID_ARGUMENT,
              "Expected " + std::to_string(wanted) + " values for " + name + " (one per entry of ext) but received " +
                  std::to_string(count),
              hint);
}

}  // namespace

std::vector<OutputForm> outputs_of(const Args& args) {
  const bool typed = args.has(Args::kDtypes), parsed = args.has(Args::kParse);
  if (typed) check_count("dtypes", args.dtypes.size, args.ext.size, "Give one dtype per output");
  if (parsed) check_count("parse", args.parse.size, args.ext.size, "Give 'bytes' for what is not parsed");
  std::vector<OutputForm> outputs;
  for (int i = 0; i < args.ext.size; ++i) {
    OutputForm form;
    form.name = "ext[" + std::to_string(i) + "] '" + std::string(args.ext[i]) + "'";
    if (parsed) form.parse = parse_of(args.parse[i], "parse[" + std::to_string(i) + "]");
    form.dtype = typed ? args.dtypes[i] : form.parse.kind == Parse::bytes ? DType::uint8 : DType::int64;
    if (form.dtype == DType::boolean) {
      throw Error(ErrorCode::INVALID_ARGUMENT, "Expected a dtype of numbers for dtypes but received 'bool'",
                  "Read uint8 and compare it with 0");
    }
    outputs.push_back(std::move(form));
  }
  return outputs;
}

}  // namespace penstock::ops
