// decoders.inflate on the CPU: finds the chunks of a sample, and inflates one after the other.
#include "core/op.h"
#include "core/record_source.h"
#include "generated/ops/decoders_inflate.h"
#include "kernels/lz4/lz4_block.h"

namespace penstock::ops {
namespace {

struct Chunk {
  int64_t offset, size;
};

bool is_sequence(const DecodersInflateArgs& a) {
  return a.has(DecodersInflateArgs::kChunkOffsets) || a.has(DecodersInflateArgs::kChunkSizes);
}
int chunks_of(const DecodersInflateArgs& a) {
  if (!is_sequence(a)) return 1;
  return a.has(DecodersInflateArgs::kChunkOffsets) ? a.chunk_offsets.size : a.chunk_sizes.size;
}

// Calls visit(chunk) for the chunks of a sample of `bytes` bytes. Throws for one that reaches outside of it.
template <class Visit>
void each_chunk(const DecodersInflateArgs& a, int64_t bytes, const Visit& visit) {
  if (!is_sequence(a)) return visit(Chunk{0, bytes});
  const bool offsets = a.has(DecodersInflateArgs::kChunkOffsets), sizes = a.has(DecodersInflateArgs::kChunkSizes);
  const int count = chunks_of(a);
  int64_t next = 0;
  for (int i = 0; i < count; ++i) {
    Chunk chunk{offsets ? a.chunk_offsets[i] : next, 0};
    const int64_t end = offsets && i + 1 < count ? a.chunk_offsets[i + 1] : bytes;
    chunk.size = sizes ? a.chunk_sizes[i] : end - chunk.offset;
    if (chunk.offset < 0 || chunk.offset > bytes || chunk.size < 0 || chunk.size > bytes - chunk.offset) {
      throw Error(ErrorCode::INVALID_INPUT,
                  "Expected chunks inside of a sample of " + std::to_string(bytes) + " bytes but chunk " +
                      std::to_string(i) + " has " + std::to_string(chunk.size) + " bytes from " +
                      std::to_string(chunk.offset) + " on",
                  "Give chunkOffsets and chunkSizes in bytes of the compressed sample");
    }
    next = chunk.offset + chunk.size;
    visit(chunk);
  }
}

Layout layout_of(const DecodersInflateArgs& a, bool sequence) {
  if (a.layout.empty()) return {};
  const std::string_view inner = a.layout.view(), outer = sequence ? a.sequence_axis_name.view() : "";
  if (static_cast<int>(inner.size()) != a.shape.size) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected %d letters (one per extent of shape) for layout but received '%s'",
         a.shape.size, a.layout.name);
  }
  if (sequence && outer.size() != 1) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected one letter for sequenceAxisName but received '%s'",
         a.sequence_axis_name.name);
  }
  return std::string(outer).append(inner).c_str();
}

void setup(const DecodersInflateArgs& a, SampleSetup& s, NoState&) {
  const TensorView& in = s.in[0];
  if (in.dtype != DType::uint8 || in.shape.ndim != 1) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected compressed bytes (uint8, 1 dimension) for the input but received %s, %d dimensions",
         dtype_name(in.dtype), in.shape.ndim);
  }
  if (a.has(DecodersInflateArgs::kChunkOffsets) && a.has(DecodersInflateArgs::kChunkSizes) &&
      a.chunk_offsets.size != a.chunk_sizes.size) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected as many values for chunkSizes as for chunkOffsets (%d) but received %d",
         a.chunk_offsets.size, a.chunk_sizes.size);
  }
  const bool sequence = is_sequence(a);
  if (a.shape.size + sequence > abi::maxDims) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected at most %d extents for shape but received %d",
         static_cast<int>(abi::maxDims) - sequence, a.shape.size);
  }
  each_chunk(a, in.shape[0], [](Chunk) {});
  OutSpec& out = s.out[0];
  out = {a.dtype, layout_of(a, sequence), {}};
  if (sequence) out.shape[out.shape.ndim++] = chunks_of(a);
  for (int i = 0; i < a.shape.size; ++i) out.shape[out.shape.ndim++] = a.shape[i];
}

[[noreturn]] void bad_chunk(const RecordFault& fault, const uint8_t* block, int64_t size, int64_t number) {
  constexpr uint8_t kFrame[] = {0x04, 0x22, 0x4d, 0x18};
  const bool framed = size >= 4 && std::memcmp(block, kFrame, sizeof kFrame) == 0;
  throw Error(ErrorCode::BAD_SAMPLE,
              "Expected an LZ4 block but at byte " + std::to_string(fault.offset) + " of chunk " +
                  std::to_string(number) + " " + fault.what(),
              framed ? "It is an LZ4 frame: compress with lz4.block.compress(data, store_size=False)"
                     : "A chunk is a block without its size in front, and inflates to the bytes of shape and dtype");
}

void run(const DecodersInflateArgs& a, SampleRun& s, NoState&) {
  const TensorView &in = s.in[0], &out = s.out[0];
  const int chunks = chunks_of(a);
  if (!chunks) return;
  const int64_t each = out.bytes() / chunks;
  int64_t number = 0;
  each_chunk(a, in.shape[0], [&](Chunk chunk) {
    const uint8_t* block = in.as<const uint8_t>() + chunk.offset;
    try {
      inflate_lz4(block, chunk.size, out.as<uint8_t>() + number * each, each);
    } catch (const RecordFault& fault) {
      bad_chunk(fault, block, chunk.size, number);
    }
    ++number;
  });
  if (out.dtype != DType::boolean) return;
  for (int64_t i = 0, n = out.bytes(); i < n; ++i) out.as<uint8_t>()[i] = out.as<uint8_t>()[i] != 0;
}

}  // namespace

PENSTOCK_CPU_OP(decoders_inflate, DecodersInflateArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
