// From native/ops/decoders_inflate/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct DecodersInflateArgs {
  static constexpr const char* op_name = "decoders.inflate";
  static const ArgTable table;

  enum class Algorithm : int32_t { LZ4 };
  static constexpr const char* kAlgorithmNames[] = {"LZ4", nullptr};
  enum Field : int { kAlgorithm, kCheckOutputSize, kChunkOffsets, kChunkSizes, kDtype, kLayout, kSequenceAxisName, kShape };

  Algorithm algorithm = Algorithm::LZ4;
  bool check_output_size = false;
  ArgList<int32_t> chunk_offsets;
  ArgList<int32_t> chunk_sizes;
  DType dtype = DType::uint8;
  Layout layout = "";
  Layout sequence_axis_name = "F";
  ArgList<int32_t> shape;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kDecodersInflateArgsFields[] = {
    {"algorithm", ArgType::choice, false, offsetof(DecodersInflateArgs, algorithm), DecodersInflateArgs::kAlgorithmNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"checkOutputSize", ArgType::boolean, false, offsetof(DecodersInflateArgs, check_output_size), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"chunkOffsets", ArgType::integers, true, offsetof(DecodersInflateArgs, chunk_offsets), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"chunkSizes", ArgType::integers, true, offsetof(DecodersInflateArgs, chunk_sizes), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(DecodersInflateArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"layout", ArgType::layout, false, offsetof(DecodersInflateArgs, layout), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"sequenceAxisName", ArgType::layout, false, offsetof(DecodersInflateArgs, sequence_axis_name), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shape", ArgType::integers, true, offsetof(DecodersInflateArgs, shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable DecodersInflateArgs::table = {kDecodersInflateArgsFields, 8, sizeof(DecodersInflateArgs), offsetof(DecodersInflateArgs, given),
    [](void* p) { new (p) DecodersInflateArgs(); }};

}  // namespace penstock::ops
