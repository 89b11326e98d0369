// See jpeg_decoder.h.
#include <algorithm>
#include <cstring>

#include "cuda/jpeg/jpeg_decoder.h"

namespace penstock::gpu {
namespace {

// CUDA blocks that an SM takes of the largest kernels.
constexpr int kBlocksPerSm = 4;

// Descriptors of one launch, collected to be uploaded in one piece.
class Upload {
 public:
  template <class T>
  size_t add(const std::vector<T>& data) {
    const size_t at = (bytes_.size() + 255) / 256 * 256;
    bytes_.resize(at + data.size() * sizeof(T));
    if (!data.empty()) std::memcpy(bytes_.data() + at, data.data(), data.size() * sizeof(T));
    return at;
  }
  const uint8_t* send(Context& context) const { return context.upload(bytes_); }

 private:
  std::vector<uint8_t> bytes_;
};

// Tells which scan or plane each item belongs to, for all kinds of items.
void expand_all(Context& context, JpegLaunch& l, const uint8_t* uploaded, const size_t (&at)[5],
                const std::vector<uint32_t>* const (&firsts)[5]) {
  JpegItems* const items[5] = {&l.chunks, &l.syncs, &l.writes, &l.transforms, &l.pixels};
  for (int i = 0; i < 5; ++i) {
    const auto units = static_cast<uint32_t>(firsts[i]->size() - 1);
    items[i]->count = firsts[i]->back();
    auto* to = context.scratch<JpegItem>(std::max<size_t>(items[i]->count, 1));
    items[i]->items = to;
    expand_items(l, reinterpret_cast<const uint32_t*>(uploaded + at[i]), units, to, items[i]->count);
  }
}

}  // namespace

JpegKernels::JpegKernels(Device* device, Stream* stream, int group, ChargeFn charge, void* user)
    : device_(device),
      stream_(stream->raw),
      order_(DecodeOrder::of(device, group)),
      charge_(charge),
      user_(user),
      context_(device, stream->raw, charge, user) {
  check(cudaEventCreateWithFlags(&begun_, cudaEventDefault), "making an event");
  check(cudaEventCreateWithFlags(&done_, cudaEventBlockingSync), "making an event");
}

JpegKernels::~JpegKernels() {
  if (pending_) cudaEventSynchronize(done_);
  low_.reset();
  if (low_stream_) cudaStreamDestroy(low_stream_);
  cudaEventDestroy(begun_);
  cudaEventDestroy(done_);
  if (status_) cudaFreeHost(status_);
}

// The context to work in, whose stream is ordered behind the caller's.
Context& JpegKernels::enter(float share) {
  check(cudaEventRecord(begun_, stream_), "recording an event");
  if (share >= 1) return context_;
  if (!low_) {
    int least = 0, greatest = 0;
    check(cudaDeviceGetStreamPriorityRange(&least, &greatest), "asking for the priorities of streams");
    check(cudaStreamCreateWithPriority(&low_stream_, cudaStreamNonBlocking, least), "making a stream");
    low_ = std::make_unique<Context>(device_, low_stream_, charge_, user_);
  }
  check(cudaStreamWaitEvent(low_stream_, begun_, 0), "ordering streams");
  return *low_;
}

const uint8_t* JpegKernels::copy_files(Context& context) const {
  uint8_t* raw = context.scratch<uint8_t>(static_cast<size_t>(layout_.raw + kFileTail));
  for (const JpegLayout::Copy& c : layout_.copies) {
    check(cudaMemcpyAsync(raw + c.to, c.from, static_cast<size_t>(c.bytes), cudaMemcpyHostToDevice, context.stream()),
          "copying files");
    // The kernels read 16 bytes at a time, also at a file's end.
    check(cudaMemsetAsync(raw + c.to + c.bytes, 0, kFileTail, context.stream()), "filling memory");
  }
  return raw;
}

void JpegKernels::queue(Context& c, float share) {
  const JpegLayout& layout = layout_;
  JpegLaunch l = {};
  l.stream = c.stream();
  l.scans = static_cast<uint32_t>(layout.scans.size());
  l.images = static_cast<uint32_t>(layout.images.size());
  l.most_entries = layout.most_entries;
  if (share < 1) l.most_blocks = std::max(1, static_cast<int>(share * device_->multiprocessors * kBlocksPerSm));
  const uint8_t* raw = copy_files(c);

  Upload upload;
  const size_t scans = upload.add(layout.scans), images = upload.add(layout.images);
  const std::vector<uint32_t>* const firsts[5] = {&layout.chunks, &layout.syncs, &layout.writes, &layout.transforms,
                                                  &layout.pixels};
  size_t at[5];
  for (int i = 0; i < 5; ++i) at[i] = upload.add(*firsts[i]);
  const uint8_t* uploaded = upload.send(c);
  expand_all(c, l, uploaded, at, firsts);

  JpegMemory& m = l.memory;
  m.raw = raw;
  m.scans = reinterpret_cast<const JpegScanWork*>(uploaded + scans);
  m.images = reinterpret_cast<const JpegImageWork*>(uploaded + images);
  m.states = c.scratch<JpegScanState>(l.scans);
  m.status = c.scratch<uint32_t>(l.images);
  m.entries = c.scratch<uint16_t>(layout.entries);
  m.positions = c.scratch<uint16_t>(kJpegPositions * size_t{l.scans});
  m.chunk_counts = c.scratch<uint32_t>(layout.chunk_counts);
  m.words = c.scratch<uint32_t>(static_cast<size_t>(layout.words));
  m.segment_byte = c.scratch<uint32_t>(layout.segments);
  m.segment_sub = c.scratch<uint32_t>(layout.segments);
  m.exits = c.scratch<uint32_t>(layout.subs);
  m.blocks_before = c.scratch<uint32_t>(layout.subs);
  m.border = c.scratch<uint16_t>(layout.borders);
  m.coefficients = c.scratch<int16_t>(static_cast<size_t>(std::max<int64_t>(layout.blocks, 1)) * 64);
  m.dc = c.scratch<int16_t>(static_cast<size_t>(layout.dc));
  m.planes = c.scratch<uint8_t>(static_cast<size_t>(std::max<int64_t>(layout.blocks, 1)) * 64);

  launch(l);
  // The images of a launch follow each other in the batch, but for those that were refused.
  for (uint32_t i = 0; i < l.images;) {
    uint32_t end = i + 1;
    while (end < l.images && layout.numbers[end] == layout.numbers[end - 1] + 1) ++end;
    check(cudaMemcpyAsync(status_ + layout.numbers[i], m.status + i, (end - i) * sizeof(uint32_t),
                          cudaMemcpyDeviceToHost, c.stream()),
          "reading what is doubtful");
    i = end;
  }
}

void JpegKernels::launch(const JpegLaunch& l) {
  // Work of low priority takes no turn: it would hold up the batches of other decoders.
  DecodeOrder::Turn turn(l.most_blocks ? nullptr : order_.get(), l.stream);
  prepare_bits(l);
  synchronise(l);
  turn.second_half();
  write_coefficients(l);
  transform(l);
  write_pixels(l);
  turn.end();
}

void JpegKernels::decode(const JpegKernelImage* images, int count, bool fancy, float share) {
  device_->enter();
  double seconds;
  wait(seconds);
  make_room(count);
  Context& context = enter(share);
  try {
    queue_all(context, images, count, fancy, share);
  } catch (...) {
    // The caller may give the outputs to others now.
    cudaStreamSynchronize(context.stream());
    throw;
  }
  check(cudaEventRecord(done_, context.stream()), "recording an event");
  pending_ = true;
  if (&context != &context_) check(cudaStreamWaitEvent(stream_, done_, 0), "ordering streams");
}

void JpegKernels::make_room(int count) {
  if (count > room_) {
    if (status_) check(cudaFreeHost(status_), "giving pinned memory back");
    status_ = nullptr;
    room_ = 0;
    check(cudaMallocHost(reinterpret_cast<void**>(&status_), static_cast<size_t>(count) * sizeof(uint32_t)),
          "allocating pinned memory");
    room_ = count;
  }
}

void JpegKernels::queue_all(Context& context, const JpegKernelImage* images, int count, bool fancy, float share) {
  for (int i = 0; i < count;) {
    context.begin();
    layout_.clear();
    for (; i < count; ++i) {
      const JpegLayout::Added added = layout_.add(images[i], i, fancy);
      if (added == JpegLayout::Added::full) break;
      if (added == JpegLayout::Added::refused) status_[i] = kBlockCount;
    }
    if (!layout_.empty()) queue(context, share);
    context.end();
  }
}

const uint32_t* JpegKernels::wait(double& seconds) {
  if (pending_) {
    check(cudaEventSynchronize(done_), "decoding JPEGs");
    pending_ = false;
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begun_, done_), "timing the decoding of JPEGs");
    seconds_ = 1e-3 * static_cast<double>(milliseconds);
  }
  seconds = seconds_;
  return status_;
}

}  // namespace penstock::gpu
