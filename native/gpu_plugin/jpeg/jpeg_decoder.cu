// See jpeg_decoder.h.
#include <algorithm>
#include <cstring>

#include "gpu_plugin/jpeg/jpeg_decoder.h"

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

// The part of a launch that begins at `part` of the layout: some of its scans, planes and images.
JpegLaunch part_of(const JpegLaunch& whole, const JpegLayout& layout, size_t part) {
  const JpegLayout::Part from = layout.parts[part];
  const JpegLayout::Part to =
      part + 1 < layout.parts.size() ? layout.parts[part + 1] : JpegLayout::Part{whole.images, whole.scans};
  JpegLaunch l = whole;
  l.first_scan = from.scan;
  l.scans = to.scan - from.scan;
  l.images = to.image - from.image;
  const auto only = [](JpegItems& items, const std::vector<uint32_t>& before, uint32_t first, uint32_t end) {
    items = {items.items + before[first], before[end] - before[first]};
  };
  only(l.writes, layout.writes, from.scan, to.scan);
  only(l.transforms, layout.transforms, from.image * kJpegComponents, to.image * kJpegComponents);
  only(l.pixels, layout.pixels, from.image, to.image);
  return l;
}

// Arrays that lie one after the other in one piece of memory.
class Arrays {
 public:
  template <class T>
  void add(T*& array, size_t count) {
    bytes_ = (bytes_ + 255) / 256 * 256;
    places_.push_back({&array, bytes_});
    bytes_ += std::max<size_t>(count, 1) * sizeof(T);
  }
  int64_t bytes() const { return static_cast<int64_t>(bytes_); }
  void place(uint8_t* memory) const {
    for (const Place& p : places_) {
      const void* at = memory + p.at;
      std::memcpy(p.array, &at, sizeof at);
    }
  }

 private:
  struct Place {
    void* array;  // a pointer to the array's pointer
    size_t at;
  };
  std::vector<Place> places_;
  size_t bytes_ = 0;
};

}  // namespace

JpegKernels::JpegKernels(Device* device, Stream* stream, int group, ChargeFn charge, void* user)
    : device_(device), stream_(stream->raw), group_(group), charge_(charge), user_(user) {
  device->enter();
  check(cudaEventCreateWithFlags(&begun_, cudaEventDefault), "making an event");
  check(cudaEventCreateWithFlags(&done_, cudaEventBlockingSync), "making an event");
}

JpegKernels::~JpegKernels() {
  if (pending_) cudaEventSynchronize(done_);
  for (const auto& order : orders_) {
    if (order) order->leave(charge_, user_);
  }
  cudaEventDestroy(begun_);
  cudaEventDestroy(done_);
  if (status_) cudaFreeHost(status_);
}

DecodeOrder& JpegKernels::order(bool low) {
  std::shared_ptr<DecodeOrder>& order = orders_[low];
  if (!order) {
    order = DecodeOrder::of(device_, group_, low);
    order->join();
  }
  return *order;
}

int64_t JpegKernels::trim() {
  int64_t freed = 0;
  for (const auto& order : orders_) {
    if (order) freed += order->trim(charge_, user_);
  }
  return freed;
}

void JpegKernels::copy_files(uint8_t* raw, cudaStream_t stream) const {
  for (const JpegLayout::Copy& c : layout_.copies) {
    check(cudaMemcpyAsync(raw + c.to, c.from, static_cast<size_t>(c.bytes), cudaMemcpyHostToDevice, stream),
          "copying files");
    // The kernels read 16 bytes at a time, also at a file's end.
    check(cudaMemsetAsync(raw + c.to + c.bytes, 0, kFileTail, stream), "filling memory");
  }
}

void JpegKernels::queue(DecodeOrder::Turn& turn, float share) {
  const JpegLayout& layout = layout_;
  Context& c = turn.context();
  JpegLaunch l = {};
  l.stream = c.stream();
  l.scans = static_cast<uint32_t>(layout.scans.size());
  l.images = static_cast<uint32_t>(layout.images.size());
  l.most_entries = layout.most_entries;
  if (share < 1) l.most_blocks = std::max(1, static_cast<int>(share * device_->multiprocessors * kBlocksPerSm));

  JpegMemory& m = l.memory;
  JpegItem* items[5];
  JpegItems* const kinds[5] = {&l.chunks, &l.syncs, &l.writes, &l.transforms, &l.pixels};
  const std::vector<uint32_t>* const firsts[5] = {&layout.chunks, &layout.syncs, &layout.writes, &layout.transforms,
                                                  &layout.pixels};
  Arrays first, second;
  for (int i = 0; i < 5; ++i) first.add(items[i], firsts[i]->back());
  first.add(m.states, l.scans);
  first.add(m.status, l.images);
  first.add(m.entries, layout.entries);
  first.add(m.positions, kJpegPositions * size_t{l.scans});
  first.add(m.chunk_counts, layout.chunk_counts);
  first.add(m.words, static_cast<size_t>(layout.words));
  first.add(m.segment_byte, layout.segments);
  first.add(m.segment_sub, layout.segments);
  first.add(m.exits, layout.subs);
  first.add(m.blocks_before, layout.subs);
  first.add(m.border, layout.borders);
  second.add(m.coefficients, static_cast<size_t>(layout.most_blocks) * 64);
  second.add(m.dc, static_cast<size_t>(layout.most_dc));
  second.add(m.planes, static_cast<size_t>(layout.most_blocks) * 64);

  uint8_t* raw = turn.files(layout.raw + kFileTail);
  m.raw = raw;
  copy_files(raw, turn.copies());
  first.place(turn.memory(first.bytes()));
  Upload upload;
  const size_t scans = upload.add(layout.scans), images = upload.add(layout.images);
  size_t at[5];
  for (int i = 0; i < 5; ++i) at[i] = upload.add(*firsts[i]);
  const uint8_t* uploaded = upload.send(c);
  m.scans = reinterpret_cast<const JpegScanWork*>(uploaded + scans);
  m.images = reinterpret_cast<const JpegImageWork*>(uploaded + images);
  // Tells which scan or plane each item belongs to, for all kinds of items.
  for (int i = 0; i < 5; ++i) {
    const auto units = static_cast<uint32_t>(firsts[i]->size() - 1);
    *kinds[i] = {items[i], firsts[i]->back()};
    expand_items(l, reinterpret_cast<const uint32_t*>(uploaded + at[i]), units, items[i], kinds[i]->count);
  }

  turn.first_half();
  prepare_bits(l);
  turn.files_read();
  synchronise(l);
  second.place(turn.second_half(second.bytes()));
  for (size_t i = 0; i < layout.parts.size(); ++i) {
    const JpegLaunch part = part_of(l, layout, i);
    write_coefficients(part);
    transform(part);
    write_pixels(part);
  }
  // The images of a launch follow each other in the batch, but for those that were refused.
  for (uint32_t i = 0; i < l.images;) {
    uint32_t end = i + 1;
    while (end < l.images && layout.numbers[end] == layout.numbers[end - 1] + 1) ++end;
    check(cudaMemcpyAsync(status_ + layout.numbers[i], m.status + i, (end - i) * sizeof(uint32_t),
                          cudaMemcpyDeviceToHost, l.stream),
          "reading what is doubtful");
    i = end;
  }
}

void JpegKernels::decode(const JpegKernelImage* images, int count, bool fancy, float share) {
  device_->enter();
  double seconds;
  wait(seconds);
  make_room(count);
  check(cudaEventRecord(begun_, stream_), "recording an event");
  try {
    queue_all(order(share < 1), images, count, fancy, share);
  } catch (...) {
    // The caller may give the outputs to others now.
    cudaStreamSynchronize(stream_);
    throw;
  }
  check(cudaEventRecord(done_, stream_), "recording an event");
  pending_ = true;
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

void JpegKernels::queue_all(DecodeOrder& order, const JpegKernelImage* images, int count, bool fancy, float share) {
  for (int i = 0; i < count;) {
    layout_.clear();
    for (; i < count; ++i) {
      const JpegLayout::Added added = layout_.add(images[i], i, fancy);
      if (added == JpegLayout::Added::full) break;
      if (added == JpegLayout::Added::refused) status_[i] = kBlockCount;
    }
    if (layout_.empty()) continue;
    DecodeOrder::Turn turn(order, begun_, charge_, user_);
    queue(turn, share);
    turn.end(stream_);
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
