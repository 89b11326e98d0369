// The loop of a campaign, and the handling of its findings.
#include "fuzz/engine/campaign.h"

#include <stdlib.h>

#include <chrono>
#include <cstdio>
#include <set>

#include "fuzz/engine/files.h"
#include "fuzz/engine/mutate.h"

namespace penstock::fuzz {
namespace {

// An input that broke the target with one window of many is replayed with this many draws, so that it breaks it again.
constexpr int kReplayDraws = 40;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// One child's share of a campaign. Inputs are numbered: the first ones are the corpus; each later one follows from
// (seed, number) and the inputs that were interesting by then. When a child dies, the next child continues with the
// next number.
class Loop {
 public:
  Loop(const Target& target, const Campaign& c, Shared& shared, std::vector<File> corpus, size_t given, double end)
      : target_(target), c_(c), shared_(shared), corpus_(std::move(corpus)), given_(given), end_(end) {}

  void operator()() {
    // Counted before the run, so that an input that ends this process is not tried again.
    while (shared_.runs < given_) try_next(corpus_[shared_.runs++], true);
    while (now() < end_ && (!c_.runs || shared_.runs < given_ + c_.runs)) {
      Rng rng(c_.seed, 1, 0, static_cast<int64_t>(shared_.runs++));
      try_next(next(rng), false);
    }
  }

 private:
  void try_next(const File& file, bool old) {
    run_input(target_, file, shared_);
    if (!add_blocks(shared_.seen) || old) return;
    corpus_.push_back(file);
    write_file(c_.kept + "/" + target_.name + "/" + name_of(file), file);
  }

  File next(Rng& rng) {
    File file;
    if (target_.make && (corpus_.empty() || one_in(rng, 4))) {
      file = target_.make(rng);
    } else if (!corpus_.empty()) {
      // Recent finds are tried more often.
      const size_t n = corpus_.size(), from = one_in(rng, 3) && n > 20 ? n - n / 4 : 0;
      file = corpus_[from + below(rng, n - from)];
      if (one_in(rng, 12)) file = cross(file, corpus_[below(rng, n)], rng);
    }
    for (uint32_t left = one_in(rng, 20) ? 0 : 1 + rng.below(3); left--;) {
      target_.mutate && !one_in(rng, 6) ? target_.mutate(file, rng) : mutate_any(file, rng);
    }
    if (file.size() > kMaxInput) file.resize(kMaxInput);
    return file;
  }

  const Target& target_;
  const Campaign& c_;
  Shared& shared_;
  std::vector<File> corpus_;
  const size_t given_;
  const double end_;
};

// The folder for interesting inputs: the given one, or else a temporary one.
struct KeptFolder {
  explicit KeptFolder(std::string& path) {
    if (!path.empty()) return;
    char name[] = "/tmp/penstock-fuzz-XXXXXX";
    path = made = mkdtemp(name);
  }
  ~KeptFolder() {
    if (!made.empty()) std::filesystem::remove_all(made);
  }
  std::string made;
};

std::vector<File> corpus_of(const Target& target, const Campaign& c) {
  std::vector<File> corpus;
  for (const std::string& folder : {c.corpus, c.regressions, c.kept}) {
    for (const std::string& path : files_of(folder + "/" + target.name)) corpus.push_back(read_file(path));
  }
  return corpus;
}

void print_finding(const Target& target, const std::string& kind, const std::string& path, const std::string& report) {
  std::printf("FOUND %s: %s\n  %s\n%s\n", target.name, kind.c_str(), path.c_str(), report.c_str());
  std::fflush(stdout);
}

}  // namespace

int run_campaign(const Target& target, const Campaign& chosen, Shared& shared) {
  Campaign c = chosen;
  // The next child reads the inputs that earlier children found interesting from there.
  const KeptFolder kept(c.kept);
  double begin = now();
  std::set<std::string> kinds;
  std::vector<File> corpus = corpus_of(target, c);
  const size_t given = corpus.size();
  for (shared.runs = 0;; corpus = corpus_of(target, c)) {
    Loop loop(target, c, shared, corpus, given, begin + c.seconds);
    const Verdict v = in_child(shared, c.limits, loop);
    if (v.good) break;
    File file(shared.input, shared.input + shared.size);
    if (kinds.insert(v.kind).second) {
      const std::string path = c.findings + "/" + target.name + "/" + name_of(file);
      write_file(path, file);
      print_finding(target, v.kind, path, v.report);
      const double paused = now();
      const File small = minimise(target, file, v.kind, c.minimise_seconds, c.limits, shared);
      begin += now() - paused;
      if (small.size() < file.size()) {
        write_file(path + ".small", small);
        std::printf("  %s.small: %zu of %zu bytes\n", path.c_str(), small.size(), file.size());
      }
    }
    // A leak is detected when a child ends, so the loop ends too.
    if (v.kind == "leak" || static_cast<int>(kinds.size()) >= c.most_findings) break;
    if (now() > begin + c.seconds && shared.runs >= given) break;
  }
  const double took = now() - begin;
  std::printf("%-12s %8llu runs in %.0f s, %zu files, %zu blocks reached, %zu findings\n", target.name,
              static_cast<unsigned long long>(shared.runs), took, corpus.size(), count_blocks(shared.seen),
              kinds.size());
  return static_cast<int>(kinds.size());
}

int distil(const Target& target, const Campaign& c, const std::vector<std::string>& folders, Shared& shared) {
  std::vector<File> all;
  for (const std::string& folder : folders) {
    for (const std::string& path : files_of(folder)) all.push_back(read_file(path));
  }
  std::sort(all.begin(), all.end(), [](const File& a, const File& b) { return a.size() < b.size(); });
  const Verdict v = in_child(shared, c.limits, [&] {
    size_t kept = 0, bytes = 0;
    for (const File& file : all) {
      run_input(target, file, shared);
      if (!add_blocks(shared.seen, false)) continue;
      write_file(c.corpus + "/" + target.name + "/" + name_of(file), file);
      ++kept, bytes += file.size();
    }
    std::printf("%s: %zu of %zu files, %zu bytes\n", target.name, kept, all.size(), bytes);
    std::fflush(stdout);
  });
  if (!v.good) print_finding(target, v.kind, "", v.report);
  return v.good ? 0 : 1;
}

int replay(const Target& target, const std::vector<std::string>& files, const Limits& limits, Shared& shared) {
  int bad = 0;
  for (const std::string& path : files) {
    const Verdict v = try_input(target, read_file(path), shared, limits, kReplayDraws);
    if (v.good) continue;
    print_finding(target, v.kind, path, v.report);
    ++bad;
  }
  return bad;
}

File minimise(const Target& target, File file, const std::string& kind, double seconds, const Limits& limits,
              Shared& shared) {
  const double end = now() + seconds;
  // An input that hangs is not minimised, because every try would wait for the limit.
  const auto still = [&](const File& less) { return try_input(target, less, shared, limits).kind == kind; };
  if (seconds <= 0 || kind == "time" || kind == "deadlock" || kind == "leak") return file;
  for (size_t piece = std::max<size_t>(file.size() / 2, 1);; piece /= 2) {
    for (size_t at = file.size(); at > 0 && now() < end;) {
      const size_t n = std::min(piece, at);
      at -= n;
      File less = file;
      less.erase(less.begin() + static_cast<ptrdiff_t>(at), less.begin() + static_cast<ptrdiff_t>(at + n));
      if (still(less)) file = std::move(less);
    }
    if (piece == 1 || now() >= end) break;
  }
  return file;
}

}  // namespace penstock::fuzz
