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

// Colour model of a decoded image; ids are DALI's but for 'index', the numbers that a palette image stores.
enum class ImageType : int32_t { rgb = 0, bgr = 1, gray = 2, ycbcr = 3, any = 4, index = 5 };
inline constexpr const char* kImageTypeNames[] = {"rgb", "bgr", "gray", "ycbcr", "any", "index", nullptr};

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

namespace abi {
inline constexpr const char* hash = "c21655a8c15cc517";

// Byte offsets inside the control block. One ring index per 128-byte line pair, so that neither a neighbour nor the adjacent-line prefetcher shares it. A ring has room for every slot that its producer can own.
inline constexpr int64_t line = 128;
inline constexpr int64_t maxCapacity = 1024;
inline constexpr int64_t maxDepth = 64;
inline constexpr int64_t ringHead = 0;
inline constexpr int64_t ringTail = 128;
inline constexpr int64_t ringSlots = 256;
inline constexpr int64_t ringBytes = 4352;
inline constexpr int64_t mailboxProducerBell = 0;
inline constexpr int64_t mailboxConsumerBell = 4;
inline constexpr int64_t mailboxNotify = 8;
inline constexpr int64_t mailboxDepth = 12;
inline constexpr int64_t mailboxSawFull = 16;
inline constexpr int64_t mailboxLeased = 20;
inline constexpr int64_t mailboxAsked = 24;
inline constexpr int64_t mailboxFull = 128;
inline constexpr int64_t mailboxFree = 4480;
inline constexpr int64_t mailboxHistogram = 8832;
inline constexpr int64_t mailboxBytes = 9216;
inline constexpr int64_t bellSeq = 0;
inline constexpr int64_t bellWaiting = 4;
inline constexpr int64_t bellSignal = 8;
inline constexpr int64_t bellTrimmed = 12;
inline constexpr int64_t bellWants = 16;
inline constexpr int64_t bellBytes = 128;
inline constexpr int64_t statsBytes = 33792;

// A memory account: two int64 words at a multiple of 8, in bytes from its start. The limit is 0 where there is none.
inline constexpr int64_t accountUsed = 0;
inline constexpr int64_t accountLimit = 8;
inline constexpr int64_t accountBytes = 16;

// Bits of a bell's signal word.
enum signals : int32_t { signals_stop = 1, signals_control = 2 };

// Memory for a program: the answer of programSetup() and programRun() where the budget must hold more first (refused), and what their caller says of it in place of a size or of flags: it may come, or it will not.
enum memory : int32_t { memory_refused = -1, memory_mayCome = -1, memory_willNotCome = -2 };

// Negative results of acquire().
enum acquire : int32_t { acquire_timeout = -1, acquire_signalled = -2 };

// A slot: header, then one 64-byte SampleInfo per sample, then per output an OutputDesc and one SampleDesc per sample, then string bytes, then data. All little-endian; offsets count from the arena's start.
inline constexpr int64_t magic = 1347310411;
inline constexpr int64_t align = 64;
inline constexpr int64_t maxDims = 6;
inline constexpr int64_t maxOutputs = 32;
inline constexpr int64_t maxExtent = 2147483647;
inline constexpr int64_t maxTensorBytes = 1099511627776;
inline constexpr int64_t headerBytes = 128;
inline constexpr int64_t hMagic = 0;
inline constexpr int64_t hBatchSize = 4;
inline constexpr int64_t hNumOutputs = 8;
inline constexpr int64_t hFlags = 12;
inline constexpr int64_t hBatchIndexLo = 16;
inline constexpr int64_t hEpoch = 24;
inline constexpr int64_t hUsedBytes = 32;
inline constexpr int64_t hSamplesOffset = 40;
inline constexpr int64_t hOutputsOffset = 48;
inline constexpr int64_t hBadCount = 56;
inline constexpr int64_t sampleInfoBytes = 64;
inline constexpr int64_t sIndex = 0;
inline constexpr int64_t sEpoch = 8;
inline constexpr int64_t sFlags = 12;
inline constexpr int64_t sSourceOffset = 16;
inline constexpr int64_t sSourceLength = 24;
inline constexpr int64_t sOrdinal = 32;
inline constexpr int64_t outputDescBytes = 64;
inline constexpr int64_t oDtype = 0;
inline constexpr int64_t oDevice = 4;
inline constexpr int64_t oLayout = 8;
inline constexpr int64_t oDescsOffset = 16;
inline constexpr int64_t oDataOffset = 24;
inline constexpr int64_t oDataBytes = 32;
inline constexpr int64_t oDense = 40;
inline constexpr int64_t sampleDescBytes = 64;
inline constexpr int64_t dOffset = 0;
inline constexpr int64_t dBytes = 8;
inline constexpr int64_t dNdim = 16;
inline constexpr int64_t dShape = 24;

// Bits of the arena header's flags.
enum batchFlags : int32_t { batchFlags_endOfEpoch = 1, batchFlags_endOfStream = 2, batchFlags_failed = 4, batchFlags_holes = 8 };

// Bits of a sample's flags.
enum sampleFlags : int32_t { sampleFlags_invalid = 1, sampleFlags_padded = 2 };

}  // namespace abi
}  // namespace penstock
