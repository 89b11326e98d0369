// From native/ops/readers_numpy/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReadersNumpyArgs {
  static constexpr const char* op_name = "readers.numpy";
  static const ArgTable table;

  enum class OutOfBoundsPolicy : int32_t { error, pad, trim_to_shape };
  static constexpr const char* kOutOfBoundsPolicyNames[] = {"error", "pad", "trim_to_shape", nullptr};
  enum Field : int { kCacheHeaderInformation, kDontUseMmap, kFileFilter, kFileList, kFileRoot, kFiles, kFillValue, kOutOfBoundsPolicy, kRegisterBuffers, kRelRoiEnd, kRelRoiShape, kRelRoiStart, kRoiAxes, kRoiEnd, kRoiShape, kRoiStart, kUseODirect };

  bool cache_header_information = false;
  bool dont_use_mmap = false;
  std::string_view file_filter = "*.npy";
  std::string_view file_list;
  std::string_view file_root;
  ArgList<std::string_view> files;
  float fill_value = 0.0f;
  OutOfBoundsPolicy out_of_bounds_policy = OutOfBoundsPolicy::error;
  bool register_buffers = true;
  ArgList<float> rel_roi_end;
  ArgList<float> rel_roi_shape;
  ArgList<float> rel_roi_start;
  ArgList<int32_t> roi_axes;
  ArgList<int32_t> roi_end;
  ArgList<int32_t> roi_shape;
  ArgList<int32_t> roi_start;
  bool use_o_direct = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReadersNumpyArgsFields[] = {
    {"cacheHeaderInformation", ArgType::boolean, false, offsetof(ReadersNumpyArgs, cache_header_information), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dontUseMmap", ArgType::boolean, false, offsetof(ReadersNumpyArgs, dont_use_mmap), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileFilter", ArgType::string, false, offsetof(ReadersNumpyArgs, file_filter), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileList", ArgType::string, false, offsetof(ReadersNumpyArgs, file_list), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileRoot", ArgType::string, false, offsetof(ReadersNumpyArgs, file_root), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"files", ArgType::strings, false, offsetof(ReadersNumpyArgs, files), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fillValue", ArgType::number, false, offsetof(ReadersNumpyArgs, fill_value), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
    {"outOfBoundsPolicy", ArgType::choice, false, offsetof(ReadersNumpyArgs, out_of_bounds_policy), ReadersNumpyArgs::kOutOfBoundsPolicyNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"registerBuffers", ArgType::boolean, false, offsetof(ReadersNumpyArgs, register_buffers), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"relRoiEnd", ArgType::numbers, false, offsetof(ReadersNumpyArgs, rel_roi_end), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"relRoiShape", ArgType::numbers, false, offsetof(ReadersNumpyArgs, rel_roi_shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"relRoiStart", ArgType::numbers, false, offsetof(ReadersNumpyArgs, rel_roi_start), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiAxes", ArgType::integers, false, offsetof(ReadersNumpyArgs, roi_axes), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiEnd", ArgType::integers, false, offsetof(ReadersNumpyArgs, roi_end), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiShape", ArgType::integers, false, offsetof(ReadersNumpyArgs, roi_shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiStart", ArgType::integers, false, offsetof(ReadersNumpyArgs, roi_start), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"useODirect", ArgType::boolean, false, offsetof(ReadersNumpyArgs, use_o_direct), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReadersNumpyArgs::table = {kReadersNumpyArgsFields, 17, sizeof(ReadersNumpyArgs), offsetof(ReadersNumpyArgs, given),
    [](void* p) { new (p) ReadersNumpyArgs(); }};

}  // namespace penstock::ops
