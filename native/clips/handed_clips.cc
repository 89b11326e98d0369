// Clips that a reader hands on (clip_reader.h), and the readers that do so, by their numbers.
#include <cstring>
#include <map>
#include <mutex>

#include "clips/clip_reader.h"

namespace penstock::clips {
namespace {

struct Readers {
  std::mutex mutex;
  std::map<int64_t, std::weak_ptr<const HandingReader>> all;
  int64_t last = 0;
};
Readers& readers() {
  static auto* list = new Readers();  // leaked: threads may outlive static destructors
  return *list;
}

// The ranges that are handed on with a sample: none of a file on a disk, which every stage can read.
std::vector<Extent> brought_runs(const ClipShared& shared, const SampleBase& s) {
  std::vector<Extent> runs;
  const Dataset& data = s.dataset();
  if (data.remote()) shared.append_reads(data, s.sample->index, runs);
  return runs;
}

}  // namespace

void ClipState::know(std::shared_ptr<const Dataset> data) {
  if (!hands_on || (reader_ && reader_->data == data)) return;
  Readers& r = readers();
  const std::lock_guard lock(r.mutex);
  if (reader_) r.all.erase(reader_->number);
  reader_ = std::make_shared<const HandingReader>(HandingReader{std::move(data), clips, ++r.last});
  r.all[reader_->number] = reader_;
}

ClipState::~ClipState() {
  if (!reader_) return;
  Readers& r = readers();
  const std::lock_guard lock(r.mutex);
  r.all.erase(reader_->number);
}

std::shared_ptr<const HandingReader> handing_reader(int64_t number) {
  Readers& r = readers();
  const std::lock_guard lock(r.mutex);
  const auto found = r.all.find(number);
  auto reader = found == r.all.end() ? nullptr : found->second.lock();
  if (!reader) fail(ErrorCode::PIPELINE_CLOSED, "The reader of the clips has ended");
  return reader;
}

void setup_handed(const ClipState& state, SampleSetup& s) {
  int64_t bytes = sizeof(HandedClip);
  for (const Extent& run : brought_runs(*state.clips, s)) {
    bytes += static_cast<int64_t>(sizeof(video::PacketRun)) + run.size;
  }
  s.out[0] = {DType::uint8, {}, {bytes}};
  s.cost = static_cast<double>(bytes);
}

void run_handed(const ClipState& state, SampleRun& s) {
  const std::vector<Extent> runs = brought_runs(*state.clips, s);
  HandedClip head{state.number(), s.sample->index, static_cast<int64_t>(runs.size())};
  auto* const begin = s.out[0].as<uint8_t>();
  uint8_t* to = begin + sizeof head;
  for (const Extent& run : runs) {
    const video::PacketRun place{run.offset, run.size};
    std::memcpy(to, &place, sizeof place);
    to += sizeof place;
  }
  try {
    for (const Extent& run : runs) {
      state.clips->videos.read(s.dataset(), run.file, run.offset, to, run.size);
      to += run.size;
    }
  } catch (const Error&) {
    head.runs = 0;  // who makes the clip reads again, and fails
  }
  std::memcpy(begin, &head, sizeof head);
}

}  // namespace penstock::clips
