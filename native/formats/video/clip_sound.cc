// See clip_sound.h.
#include "formats/video/clip_sound.h"

#include <algorithm>

#include "core/error.h"
#include "core/extents.h"
#include "formats/video/library.h"
#include "kernels/audio/elements.h"

namespace penstock::video {
namespace {

// The first sample that does not lie before a time in the units of a video.
int64_t sample_from(const VideoIndex& x, int64_t time) {
  const auto scaled = static_cast<__int128>(time) * x.time_num * x.sound.info.rate;
  const __int128 unit = x.time_den, whole = scaled / unit;
  return static_cast<int64_t>(whole + (scaled % unit > 0));
}

// What a clip gets: its samples, and how many samples of the file one of them is; 0: as many as the file has.
struct SoundPlan {
  SampleRange taken;
  double step = 0;
  int64_t samples = 0;
};
SoundPlan plan_of(const SoundSpec& spec, const VideoIndex& x, const std::vector<int32_t>& numbers) {
  SoundPlan plan;
  plan.taken = samples_of(x, numbers);
  plan.samples = plan.taken.count();
  const double rate = x.sound.info.rate;
  if (x.sound.has() && spec.rate > 0 && spec.rate != rate) {
    plan.step = rate / spec.rate;
    audio::check_stretch(audio::lobes_of(spec.quality), audio::stretch_of(plan.step, spec.antialias),
                         ErrorCode::BAD_SAMPLE);
    plan.samples = audio::resampled_length(plan.samples, rate, spec.rate);
  }
  return plan;
}

}  // namespace

SoundIndex list_sound(const av::Source& source) {
  const av::Table& table = plugin();
  av::Sound* opened = nullptr;
  must(table.sound_open(&source, &opened));
  const std::unique_ptr<av::Sound, void (*)(av::Sound*)> sound(opened, table.sound_close);
  SoundIndex found;
  found.listed = true;
  must(table.sound_list(opened, &found.info, &found.cells, [](void* user, const av::SoundCell* cell) {
    static_cast<std::vector<av::SoundCell>*>(user)->push_back(*cell);
  }));
  return found;
}

SampleRange samples_of(const VideoIndex& x, const std::vector<int32_t>& numbers) {
  if (!x.sound.has()) return {};
  int32_t first = INT32_MAX, last = -1;
  for (const int32_t n : numbers) {
    if (n < 0) continue;
    first = std::min(first, n);
    last = std::max(last, n);
  }
  if (last < 0) return {};
  if (!x.timed) {
    fail(ErrorCode::BAD_SAMPLE,
         "Expected a video whose frames have times, as its sound is cut by them, but received one that has none");
  }
  SampleRange range{sample_from(x, x.pts(first)), 0};
  // A picture that stands alone is shown as long as there is sound.
  range.end = x.count() == 1         ? x.sound.info.end
              : last + 1 < x.count() ? sample_from(x, x.pts(last + 1))
                                     : sample_from(x, 2 * x.pts(last) - x.pts(last - 1));
  range.end = std::max(range.end, range.begin);
  return range;
}

void setup_sound(const SoundSpec& spec, const VideoIndex& x, const std::vector<int32_t>& numbers, OutSpec& out) {
  const SoundPlan plan = plan_of(spec, x, numbers);
  out = {};
  out.dtype = DType::float32;
  out.shape = spec.downmix ? Shape{plan.samples} : Shape{plan.samples, std::max(x.sound.info.channels, 1)};
  check_extents(out, ErrorCode::BAD_SAMPLE, "the sound");
}

namespace {

using Cells = std::vector<av::SoundCell>;

// The cell that has a sample: the first one for those before it.
Cells::const_iterator cell_of(const Cells& cells, int64_t sample) {
  const auto later = [](int64_t at, const av::SoundCell& cell) { return at < cell.first; };
  const auto after = std::upper_bound(cells.begin(), cells.end(), sample, later);
  return after == cells.begin() ? after : after - 1;
}

}  // namespace

std::vector<PacketRun> sound_runs(const VideoIndex& x, const std::vector<int32_t>& numbers) {
  // Where the tracks of a file lie far apart, or are not in order, packets are read as they are needed.
  constexpr int64_t kMost = 4 << 20;
  std::vector<PacketRun> runs;
  const Cells& cells = x.sound.cells;
  const SampleRange range = x.timed ? samples_of(x, numbers) : SampleRange{};
  if (!range.count() || cells.empty()) return runs;
  for (auto cell = cell_of(cells, range.begin); cell != cells.end() && cell->first < range.end; ++cell) {
    const int64_t size = cell + 1 == cells.end() ? cell->size : cell[1].position - cell->position;
    if (cell->position >= 0) runs.push_back({cell->position, size > 0 && size <= kMost ? size : cell->size});
  }
  return runs;
}

SoundFile::~SoundFile() {
  if (sound_) plugin().sound_close(sound_);
}

void SoundFile::read(const SampleRange& range, float* out) {
  const SoundIndex& known = index_->sound;
  const int64_t channels = known.info.channels;
  std::fill_n(out, range.count() * channels, 0.F);
  const int64_t begin = std::max(range.begin, known.info.begin), end = std::min(range.end, known.info.end);
  if (begin >= end) return;
  const av::Table& table = plugin();
  if (!sound_) must(table.sound_open(&source_, &sound_));
  for (auto cell = cell_of(known.cells, begin); cell != known.cells.end() && cell->first < end; ++cell) {
    const int64_t from = std::max(begin, cell->first);
    const int64_t to = cell + 1 == known.cells.end() ? end : std::min(end, cell[1].first);
    if (from >= to) continue;
    must(table.sound_decode(sound_, &known.info, &*cell, from, to, out + (from - range.begin) * channels));
  }
}

void run_sound(const SoundSpec& spec, const VideoIndex& x, const std::vector<int32_t>& numbers, SoundFile& file,
               audio::SincFilters& filters, Scratch& scratch, const TensorView& out) {
  const SoundPlan plan = plan_of(spec, x, numbers);
  const int channels = x.sound.info.channels, given = spec.downmix ? 1 : channels;
  const int64_t n = plan.taken.count();
  if (!n || !plan.samples) return;
  const bool mixed = spec.downmix && channels > 1;
  if (!mixed && plan.step == 0) return file.read(plan.taken, out.as<float>());
  const Scratch::Mark mark = scratch.mark();
  auto* whole = scratch.get<float>(static_cast<size_t>(n * channels));
  file.read(plan.taken, whole);
  if (plan.step == 0) {
    audio::mix_channels(whole, n, channels, out.as<float>());
  } else {
    const audio::SincFilter& filter =
        filters.get(audio::lobes_of(spec.quality), audio::stretch_of(plan.step, spec.antialias));
    const audio::ChannelResampler resampler(filter, n, scratch);
    for (int c = 0; c < given; ++c) {
      if (spec.downmix) {
        audio::mix_channels(whole, n, channels, resampler.input());
      } else {
        for (int64_t i = 0; i < n; ++i) resampler.input()[i] = whole[i * channels + c];
      }
      resampler.run(plan.step, plan.samples, out.as<float>() + c, given);
    }
  }
  scratch.rewind(mark);
}

}  // namespace penstock::video
