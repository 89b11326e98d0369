// From native/ops/encoders_image/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct EncodersImageArgs {
  static constexpr const char* op_name = "encoders.image";
  static const ArgTable table;

  enum class Format : int32_t { jpeg, png, webp };
  static constexpr const char* kFormatNames[] = {"jpeg", "png", "webp", nullptr};
  enum class Subsampling : int32_t { _4_2_0, _4_2_2, _4_4_4 };
  static constexpr const char* kSubsamplingNames[] = {"4:2:0", "4:2:2", "4:4:4", nullptr};
  enum Field : int { kCompression, kEffort, kFormat, kLossless, kOptimize, kQuality, kSubsampling };

  int32_t compression = 6;
  int32_t effort = 4;
  Format format = Format::jpeg;
  bool lossless = false;
  bool optimize = false;
  int32_t quality = 80;
  Subsampling subsampling = Subsampling::_4_2_0;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kEncodersImageArgsFields[] = {
    {"compression", ArgType::integer, false, offsetof(EncodersImageArgs, compression), nullptr, 0, 9},
    {"effort", ArgType::integer, false, offsetof(EncodersImageArgs, effort), nullptr, 0, 6},
    {"format", ArgType::choice, false, offsetof(EncodersImageArgs, format), EncodersImageArgs::kFormatNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"lossless", ArgType::boolean, false, offsetof(EncodersImageArgs, lossless), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"optimize", ArgType::boolean, false, offsetof(EncodersImageArgs, optimize), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"quality", ArgType::integer, true, offsetof(EncodersImageArgs, quality), nullptr, 1, 100},
    {"subsampling", ArgType::choice, false, offsetof(EncodersImageArgs, subsampling), EncodersImageArgs::kSubsamplingNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable EncodersImageArgs::table = {kEncodersImageArgsFields, 7, sizeof(EncodersImageArgs), offsetof(EncodersImageArgs, given),
    [](void* p) { new (p) EncodersImageArgs(); }, false, false, true};

}  // namespace penstock::ops
