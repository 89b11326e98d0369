// From native/abi.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstdint>

namespace penstock {

enum class DType : int32_t { uint8 = 0, uint16 = 1, uint32 = 2, uint64 = 3, int8 = 4, int16 = 5, int32 = 6, int64 = 7, float16 = 8, float32 = 9, float64 = 10, boolean = 11 };
inline constexpr int kNumDTypes = 12;
inline constexpr int64_t kDTypeSizes[] = {1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8, 1};
inline constexpr const char* kDTypeNames[] = {"uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "bool"};
constexpr int64_t dtype_size(DType t) { return kDTypeSizes[static_cast<int>(t)]; }
constexpr const char* dtype_name(DType t) { return kDTypeNames[static_cast<int>(t)]; }

// Colour model of a decoded image; ids are DALI's but for 'index', the numbers that a palette image stores, and 'rgba', red, green, blue and straight alpha.
enum class ImageType : int32_t { rgb = 0, bgr = 1, gray = 2, ycbcr = 3, any = 4, index = 5, rgba = 6 };
inline constexpr const char* kImageTypeNames[] = {"rgb", "bgr", "gray", "ycbcr", "any", "index", "rgba", nullptr};

// Resampling filter; ids are DALI's.
enum class Interp : int32_t { nn = 0, linear = 1, cubic = 2, lanczos3 = 3, triangular = 4, gaussian = 5 };
inline constexpr const char* kInterpNames[] = {"nn", "linear", "cubic", "lanczos3", "triangular", "gaussian", nullptr};

enum class ErrorCode : int32_t {
  INVALID_ARGUMENT = 0,  // An option or argument has a wrong name, type or value.
  INVALID_INPUT = 1,  // An operator received data of a dtype, layout or shape that it does not take.
  UNSUPPORTED = 2,  // The request is valid but this build or this format cannot serve it.
  BAD_SAMPLE = 3,  // One sample cannot be read or decoded; onError decides what follows.
  FILE_NOT_FOUND = 4,  // A file or folder that an option names does not exist.
  FILE_UNREADABLE = 5,  // A file or folder exists but cannot be read.
  EMPTY_DATASET = 6,  // A reader found nothing to read.
  INPUT_UNKNOWN = 7,  // Data was fed to an input that the pipeline does not have.
  INPUT_MISSING = 8,  // A run needs an input that nothing was fed to.
  END_OF_DATA = 9,  // A run needs data that an external source no longer has.
  API_MIXED = 10,  // Two ways of running were used on one pipeline.
  OUTPUT_RELEASED = 11,  // An output was touched after it was released or overwritten.
  PIPELINE_CLOSED = 12,  // A call came after close(), or close() came during the call.
  NOTHING_SHARED = 13,  // releaseOutputs() without outputs that were shared.
  QUEUE_FULL = 14,  // One scheduleRun() more than prefetchQueueDepth ahead.
  BUDGET_EXCEEDED = 15,  // A memory budget does not hold what one batch needs, or what one sample needs alone; then onError decides.
  ABORTED = 16,  // A call's AbortSignal fired.
  STALLED = 17,  // The watchdog saw no progress while a call was waiting.
  NOTHING_SCHEDULED = 18,  // shareOutputs() without a batch that was scheduled.
  CHECKPOINT_MISMATCH = 19,  // A checkpoint does not fit the pipeline it is given to.
  OUT_OF_MEMORY = 20,  // Memory for a batch could not be had, or for one sample; then onError decides.
  USER_FUNCTION = 21,  // A function of the user's threw.
  ACTOR_DIED = 22,  // A worker thread ended without being asked to.
  NATIVE_UNAVAILABLE = 23,  // The native addon is missing, or was built from other sources.
  CUDA_UNAVAILABLE = 24,  // The graph asks for a GPU that is not there.
  THREADS_UNAVAILABLE = 25,  // The system does not grant this process another thread.
  STREAM_ENDED = 26,  // A stream of penstock's was named by its cudaStream_t after its end.
  SCOPE_NOT_LEFT = 27,  // A context, device or mode that was entered was not left in the block that entered it.
  INTERNAL = 28,  // A defect in penstock itself; please report it.
};
inline constexpr const char* kErrorNames[] = {"INVALID_ARGUMENT", "INVALID_INPUT", "UNSUPPORTED", "BAD_SAMPLE", "FILE_NOT_FOUND", "FILE_UNREADABLE", "EMPTY_DATASET", "INPUT_UNKNOWN", "INPUT_MISSING", "END_OF_DATA", "API_MIXED", "OUTPUT_RELEASED", "PIPELINE_CLOSED", "NOTHING_SHARED", "QUEUE_FULL", "BUDGET_EXCEEDED", "ABORTED", "STALLED", "NOTHING_SCHEDULED", "CHECKPOINT_MISMATCH", "OUT_OF_MEMORY", "USER_FUNCTION", "ACTOR_DIED", "NATIVE_UNAVAILABLE", "CUDA_UNAVAILABLE", "THREADS_UNAVAILABLE", "STREAM_ENDED", "SCOPE_NOT_LEFT", "INTERNAL"};

}  // namespace penstock
