// See remote_files.h.
#include "dataset/stores/remote_files.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "core/error.h"
#include "dataset/stores/open_parts.h"

namespace penstock {
namespace {

constexpr int kPollMs = 20;
constexpr int64_t kUsualSize = int64_t{1} << 17;  // of an object of which nothing is known

int64_t next_set() {
  static std::atomic<int64_t> sets{0};
  return ++sets;
}

[[noreturn]] void changed(const std::string& url) {
  throw Error(ErrorCode::FILE_UNREADABLE,
              "cannot read " + shown_path(url) + ": the object was changed while it is read",
              "Write changed data to objects of other names, and open the data set again");
}

[[noreturn]] void too_short(const std::string& url, int64_t offset, int64_t size, int64_t total) {
  throw Error(ErrorCode::FILE_UNREADABLE,
              "Expected bytes " + std::to_string(offset) + " to " + std::to_string(offset + size) + " in " +
                  shown_path(url) + " but the object ends at " + std::to_string(total),
              "The object is cut off, or its index is that of another; write it again");
}

}  // namespace

RemoteFiles::RemoteFiles(std::string options) : options_(std::move(options)), set_(next_set()) {
  ObjectStore::instance().use(1);
}
RemoteFiles::~RemoteFiles() {
  spare_.clear();
  blocks_.clear();
  OpenParts::instance().close_all();
  ObjectStore::instance().use(-1);
}

RemoteFiles::Version RemoteFiles::known(const std::string& url) const {
  const std::lock_guard lock(mutex_);
  const auto found = versions_.find(url);
  return found == versions_.end() ? Version() : found->second;
}

std::shared_ptr<Fetch> RemoteFiles::begin(const std::string& url, int64_t offset, int64_t size, bool urgent,
                                          Fetch::Kind kind, bool fresh) {
  Fetch::Request request;
  request.url = url;
  request.kind = kind;
  request.offset = offset;
  request.size = size;
  request.urgent = urgent;
  request.fresh = fresh;
  request.options = options_;
  request.set = set_;
  // A whole object is read at once, so all of its bytes are of one version, whichever it is.
  if (kind == Fetch::object && size >= 0) {
    const Version version = known(url);
    request.tag = version.tag;
    // Not beyond the end: a cache has no blocks there.
    if (offset < version.size) request.size = std::min(size, version.size - offset);
  }
  return ObjectStore::instance().begin(std::move(request));
}

void RemoteFiles::settle(const std::string& url, const Fetch& fetch, const Poll& poll) {
  while (!fetch.wait(kPollMs)) {
    ObjectStore::instance().check_clients();
    if (poll) poll();
  }
  fetch.bytes();
  if (fetch.asked.size < 0) return;
  // Sizes are compared and subtracted from here on.
  if (fetch.total() < 0) {
    throw Error(ErrorCode::FILE_UNREADABLE, "cannot read " + shown_path(url) + ": the answer does not give its size",
                "The store has to say how long an object is, by content-length or content-range");
  }
  const std::lock_guard lock(mutex_);
  // What a cache says of a version is checked by kept_fits().
  if (!fetch.kept().empty()) return;
  const auto [at, fresh] = versions_.try_emplace(url, Version{fetch.tag(), fetch.total()});
  // An answer to a request with the name of a version is of that version (src/readers/stores/object.ts). There
  // is no name where the server gives none, and a time as a name is the same for two changes within a second.
  if (!fresh && at->second.size != fetch.total()) changed(url);
}

// Whether the client's cache has parts of an object of the size that is known.
bool RemoteFiles::kept_fits(const std::string& url, const Fetch& fetch) const {
  return !fetch.kept().empty() && known(url).size == fetch.total();
}

int64_t RemoteFiles::size(const std::string& url, const Poll& poll) {
  const Version version = known(url);
  if (version.size >= 0) return version.size;
  settle(url, *begin(url, 0, 1, true, Fetch::object), poll);
  return known(url).size;
}

void RemoteFiles::pin(const std::vector<std::string>& urls, const Poll& poll) {
  std::vector<std::pair<const std::string*, std::shared_ptr<Fetch>>> asked;
  for (const std::string& url : urls) {
    if (known(url).size < 0) asked.emplace_back(&url, begin(url, 0, 1, true, Fetch::object));
  }
  for (const auto& [url, fetch] : asked) settle(*url, *fetch, poll);
}

void RemoteFiles::add_sizes(const std::vector<std::string>& urls, std::vector<int64_t>& to, const Poll& poll) {
  std::vector<std::shared_ptr<Fetch>> asked;
  for (const std::string& url : urls) asked.push_back(begin(url, 0, 1, true, Fetch::object));
  for (size_t i = 0; i < urls.size(); ++i) {
    try {
      settle(urls[i], *asked[i], poll);
    } catch (const Error&) {
      continue;
    }
    to.push_back(known(urls[i]).size);
  }
}

std::string RemoteFiles::version(const std::string& url) const {
  const Version version = known(url);
  return version.tag + ' ' + std::to_string(version.size) + '\n';
}

std::vector<uint8_t> RemoteFiles::bytes_of(const Range& range, const Fetch& fetch, const Poll& poll) {
  const auto& [url, offset, size] = range;
  settle(url, fetch, poll);
  if (fetch.kept().empty()) return fetch.bytes();
  if (kept_fits(url, fetch)) {
    std::vector<uint8_t> bytes(static_cast<size_t>(std::clamp<int64_t>(fetch.total() - offset, 0, size)));
    if (read_kept(fetch.kept(), offset, bytes.data(), static_cast<int64_t>(bytes.size()))) return bytes;
  }
  const auto again = begin(url, offset, size, true, Fetch::object, true);
  settle(url, *again, poll);
  return again->bytes();
}

std::vector<uint8_t> RemoteFiles::read(const std::string& url, int64_t offset, int64_t size, const Poll& poll) {
  return bytes_of({url, offset, size}, *begin(url, offset, size, true, Fetch::object), poll);
}

std::vector<std::vector<uint8_t>> RemoteFiles::read_all(const std::vector<Range>& ranges, const Poll& poll) {
  std::vector<std::shared_ptr<Fetch>> asked;
  for (const Range& one : ranges) asked.push_back(begin(one.url, one.offset, one.size, true, Fetch::object));
  std::vector<std::vector<uint8_t>> all;
  for (size_t i = 0; i < ranges.size(); ++i) all.push_back(bytes_of(ranges[i], *asked[i], poll));
  return all;
}

std::vector<uint8_t> RemoteFiles::read_whole(const std::string& url, const Poll& poll) {
  const auto fetch = begin(url, 0, -1, true, Fetch::object);
  settle(url, *fetch, poll);
  return fetch->bytes();
}

std::string RemoteFiles::list(const std::string& url, const Poll& poll, Fetch::Kind kind) {
  const auto fetch = begin(url, 0, -1, true, kind);
  settle(url, *fetch, poll);
  return {fetch->bytes().begin(), fetch->bytes().end()};
}

// Blocks of a file overlap only where several plans meet, so one of the few that begin before the range has it if any
// has.
std::shared_ptr<RemoteFiles::Block> RemoteFiles::find(int64_t file, int64_t offset, int64_t size) const {
  auto at = blocks_.upper_bound({file, offset});
  for (int looks = 0; looks < 8 && at != blocks_.begin(); ++looks) {
    --at;
    const Block& b = *at->second;
    if (b.file != file) return nullptr;
    if (b.size < 0 || (size >= 0 && offset + size <= b.offset + b.size)) return at->second;
  }
  return nullptr;
}

std::shared_ptr<RemoteFiles::Block> RemoteFiles::share(int64_t file, int64_t offset, int64_t size) {
  const std::lock_guard lock(mutex_);
  auto found = find(file, offset, size);
  if (found) ++found->users;
  return found;
}

std::shared_ptr<RemoteFiles::Block> RemoteFiles::hold(int64_t file, const std::string& url, int64_t offset,
                                                      int64_t size) {
  if (auto found = share(file, offset, size)) return found;
  auto block = std::make_shared<Block>();
  block->file = file;
  block->offset = offset;
  block->size = size;
  block->users = 1;
  block->fetch = begin(url, offset, size, false, Fetch::object);
  const std::lock_guard lock(mutex_);
  blocks_.emplace(std::pair(file, offset), block);
  return block;
}

void RemoteFiles::release(const std::shared_ptr<Block>& block) {
  const std::lock_guard lock(mutex_);
  if (--block->users > 0) return;
  const auto [from, to] = blocks_.equal_range({block->file, block->offset});
  for (auto it = from; it != to; ++it) {
    if (it->second != block) continue;
    blocks_.erase(it);
    return;
  }
}

int64_t RemoteFiles::usual_size() const {
  const std::lock_guard lock(mutex_);
  return whole_count_ ? whole_bytes_ / whole_count_ : kUsualSize;
}

int64_t RemoteFiles::size(int64_t file, const std::string& url) {
  std::shared_ptr<Block> block;
  {
    const std::lock_guard lock(mutex_);
    const auto found = versions_.find(url);
    if (found != versions_.end()) return found->second.size;
    const auto at = blocks_.lower_bound({file, 0});
    if (at != blocks_.end() && at->second->file == file) block = at->second;
  }
  if (!block) return size(url);
  settle(url, *block->fetch, {});
  const Version version = known(url);
  return version.size >= 0 ? version.size : block->fetch->total();
}

void RemoteFiles::read(int64_t file, const std::string& url, int64_t offset, uint8_t* to, int64_t size) {
  if (size == 0 || kept_.read(file, offset, to, size)) return;
  std::shared_ptr<Block> block;
  {
    const std::lock_guard lock(mutex_);
    block = find(file, offset, size);
  }
  auto fetch = block ? block->fetch : begin(url, offset, size, true, Fetch::object);
  settle(url, *fetch, {});
  int64_t from = offset - (block ? block->offset : offset);
  if (!fetch->kept().empty()) {
    if (kept_fits(url, *fetch)) {
      kept_.add(file, fetch->total(), fetch->kept());
      if (kept_.read(file, offset, to, size)) return;
    }
    fetch = begin(url, offset, size, true, Fetch::object, true);
    settle(url, *fetch, {});
    from = 0;
  }
  const auto& bytes = fetch->bytes();
  if (from + size > static_cast<int64_t>(bytes.size())) too_short(url, offset, size, fetch->total());
  std::memcpy(to, bytes.data() + from, static_cast<size_t>(size));
}

std::shared_ptr<RemoteFiles::Block> RemoteFiles::whole(int64_t file, const std::string& url) {
  std::shared_ptr<Block> block;
  {
    const std::lock_guard lock(mutex_);
    block = find(file, 0, -1);
    const auto spare =
        std::find_if(spare_.begin(), spare_.end(), [&](const auto& b) { return !block && b->file == file; });
    if (spare != spare_.end()) block = *spare;
  }
  if (!block) {
    block = std::make_shared<Block>();
    block->file = file;
    block->fetch = begin(url, 0, -1, true, Fetch::object);
    const std::lock_guard lock(mutex_);
    spare_.push_back(block);
    if (spare_.size() > kMaxSpare) spare_.erase(spare_.begin());
  }
  settle(url, *block->fetch, {});
  return block;
}

int64_t RemoteFiles::whole_size(int64_t file, const std::string& url) {
  const auto size = static_cast<int64_t>(whole(file, url)->fetch->bytes().size());
  const std::lock_guard lock(mutex_);
  whole_bytes_ += size;
  ++whole_count_;
  return size;
}

void RemoteFiles::read_whole(int64_t file, const std::string& url, uint8_t* to, int64_t size) {
  const auto block = whole(file, url);
  const auto& bytes = block->fetch->bytes();
  // Setup has seen another answer, whose block went meanwhile.
  if (static_cast<int64_t>(bytes.size()) != size) changed(url);
  if (size) std::memcpy(to, bytes.data(), static_cast<size_t>(size));
  const std::lock_guard lock(mutex_);
  spare_.erase(std::remove(spare_.begin(), spare_.end(), block), spare_.end());
}

}  // namespace penstock
