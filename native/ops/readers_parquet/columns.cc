// See columns.h.
#include "ops/readers_parquet/columns.h"

#include <cmath>

#include "core/error.h"
#include "core/json.h"

namespace penstock::ops {
namespace {
DType dtype_named(const std::string& name) {
  if (name == "bool") return DType::boolean;
  if (name == "int32") return DType::int32;
  if (name == "int64") return DType::int64;
  if (name == "float32") return DType::float32;
  if (name == "float64") return DType::float64;
  return DType::uint8;
}

}  // namespace

std::vector<ColumnSpec> parse_columns(std::string_view json) {
  std::vector<ColumnSpec> specs;
  const Json parsed = parse_json(json);
  for (const auto& [name, column] : parsed.items()) {
    ColumnSpec spec;
    spec.name = name;
    const auto dtype = column.at("dtype").get<std::string>();
    spec.text = dtype == "string";
    spec.dtype = dtype_named(dtype);
    const auto value = column.find("default");
    if (value != column.end()) {
      spec.has_default = true;
      if (spec.text ? !value->is_string() : !value->is_number()) {
        throw Error(ErrorCode::INVALID_ARGUMENT,
                    std::string("Expected a ") + (spec.text ? "text" : "number") + " as default for columns." + name,
                    "The default of a 'string' is a text, that of other dtypes a number");
      }
      if (spec.text) {
        spec.text_default = value->get<std::string>();
      } else {
        spec.number_default = value->get<double>();
      }
    }
    specs.push_back(std::move(spec));
  }
  return specs;
}

}  // namespace penstock::ops
