// From native/abi.json by tools/gen.ts. Do not edit.
#pragma once
#include "generated/penstock/types.h"

namespace penstock {

namespace abi {
inline constexpr const char* hash = "24402a6f8793b97d";

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
