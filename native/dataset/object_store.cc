// See object_store.h.
#include "dataset/object_store.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

namespace penstock {
namespace {

constexpr std::string_view kSchemes[] = {"http://", "https://", "s3://", "gs://"};

// Starting a thread takes a fraction of a second; a busy machine may take long for it.
constexpr std::chrono::seconds kPatience{30};

const char* kind_name(Fetch::Kind kind) {
  switch (kind) {
    case Fetch::list: return "list";
    case Fetch::page: return "page";
    default: return "object";
  }
}

}  // namespace

bool is_remote(std::string_view path) {
  return std::any_of(std::begin(kSchemes), std::end(kSchemes),
                     [&](std::string_view scheme) { return path.substr(0, scheme.size()) == scheme; });
}

std::string shown_path(std::string_view path) {
  if (!is_remote(path)) return std::string(path);
  std::string shown(path);
  const size_t host = shown.find("//") + 2;
  const size_t at = shown.find('@', host);
  if (at != std::string::npos && at < shown.find('/', host)) shown.erase(host, at + 1 - host);
  // In a name of s3:// and gs:// a question mark is a letter.
  if (shown[0] == 'h') shown.resize(std::min(shown.find('?'), shown.size()));
  return shown;
}

FetchEnd ObjectStore::no_client() const {
  FetchEnd end;
  end.unsupported = !served_;
  end.message = served_ ? "the client of object stores has ended" : "this program has no client of object stores";
  if (!cause_.empty()) end.message += ": " + cause_;
  end.hint = !served_ ? "The C++ API reads files on disks: copy the data there. Pipelines in JavaScript read URLs"
             : cause_.empty() ? "A pipeline that was closed reads no more"
                              : "The next data set that is opened starts another client";
  return end;
}

Fetch::~Fetch() {
  if (number_ && !done_) ObjectStore::instance().drop(number_);
}

bool Fetch::done() const {
  const std::lock_guard lock(mutex_);
  return done_;
}

bool Fetch::wait(int milliseconds) const {
  std::unique_lock lock(mutex_);
  return settled_.wait_for(lock, std::chrono::milliseconds(milliseconds), [&] { return done_; });
}

const std::vector<uint8_t>& Fetch::bytes() const {
  if (failure_) throw Error(*failure_);
  return bytes_;
}

void Fetch::when_done(std::function<void()> call) {
  {
    const std::lock_guard lock(mutex_);
    if (!done_) {
      calls_.push_back(std::move(call));
      return;
    }
  }
  call();
}

StoreServer::~StoreServer() { ObjectStore::instance().close(this, {}); }
void StoreServer::shut() { ObjectStore::instance().close(this, {}); }
StoreThread::~StoreThread() { ObjectStore::instance().close(server_.get(), "its thread has ended"); }

ObjectStore& ObjectStore::instance() {
  static auto* store = new ObjectStore();  // leaked: threads may outlive static destructors
  return *store;
}

std::shared_ptr<Fetch> ObjectStore::begin(Fetch::Request request) {
  auto fetch = std::make_shared<Fetch>(std::move(request));
  std::function<void()> wake;
  FetchEnd refused;
  {
    const std::lock_guard lock(mutex_);
    if (clients_.empty()) {
      refused = no_client();
    } else {
      auto& [server, client] = *clients_.begin();
      fetch->number_ = next_++;
      sent_[fetch->number_] = {fetch, server};
      client.fresh.push_back(fetch->number_);
      if (client.fresh.size() == 1) wake = client.wake;
    }
  }
  if (!fetch->number_) settle(*fetch, std::move(refused));
  if (wake) wake();
  return fetch;
}

std::shared_ptr<StoreServer> ObjectStore::serve() {
  auto server = std::make_shared<StoreServer>();
  const std::lock_guard lock(mutex_);
  clients_[server.get()];
  served_ = true;
  cause_.clear();
  return server;
}

bool ObjectStore::listen(const StoreServer& server, std::function<void()> wake) {
  const std::lock_guard lock(mutex_);
  const auto found = clients_.find(&server);
  if (found == clients_.end()) return false;
  const bool first = !found->second.wake;
  found->second.wake = std::move(wake);
  return first;
}

void ObjectStore::check_clients() {
  const StoreServer* late = nullptr;
  {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    for (const auto& [server, client] : clients_) {
      if (!client.wake && now - client.opened > kPatience) late = server;
    }
  }
  if (late) close(late, "it has not started within " + std::to_string(kPatience.count()) + " s");
}

std::string ObjectStore::take(const StoreServer& server) {
  using Json = nlohmann::json;
  Json work = Json::array(), dropped = Json::array();
  // Dropped after the lock: a request whose last owner this is takes the lock itself.
  std::vector<std::shared_ptr<Fetch>> held;
  const std::lock_guard lock(mutex_);
  const auto found = clients_.find(&server);
  if (found != clients_.end()) {
    Client& client = found->second;
    for (const int64_t number : std::exchange(client.fresh, {})) {
      const auto sent = sent_.find(number);
      auto fetch = sent == sent_.end() ? nullptr : sent->second.fetch.lock();
      if (!fetch) continue;
      const Fetch::Request& r = fetch->asked;
      work.push_back({{"id", number},
                      {"kind", kind_name(r.kind)},
                      {"url", r.url},
                      {"offset", r.offset},
                      {"size", r.size},
                      {"tag", r.tag},
                      {"urgent", r.urgent},
                      {"fresh", r.fresh},
                      {"options", r.options}});
      client.taken[number] = true;
      held.push_back(std::move(fetch));
    }
    for (const int64_t number : std::exchange(client.dropped, {})) dropped.push_back(number);
  }
  const Json out = {{"work", work}, {"dropped", dropped}, {"idle", users_ == 0}};
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::shared_ptr<Fetch> ObjectStore::find(int64_t number) {
  const std::lock_guard lock(mutex_);
  const auto sent = sent_.find(number);
  return sent == sent_.end() ? nullptr : sent->second.fetch.lock();
}

void ObjectStore::give(int64_t number, const uint8_t* bytes, size_t count, size_t expected) {
  const auto fetch = find(number);
  if (!fetch) return;
  // Only the server touches the bytes until the request is done.
  if (fetch->bytes_.empty() && expected > count) fetch->bytes_.reserve(expected);
  fetch->bytes_.insert(fetch->bytes_.end(), bytes, bytes + count);
}

void ObjectStore::end(int64_t number, FetchEnd end) {
  const auto fetch = find(number);
  {
    const std::lock_guard lock(mutex_);
    const auto sent = sent_.find(number);
    if (sent != sent_.end()) {
      const auto client = clients_.find(sent->second.server);
      if (client != clients_.end()) client->second.taken.erase(number);
      sent_.erase(sent);
    }
  }
  if (fetch) settle(*fetch, std::move(end));
}

void ObjectStore::settle(Fetch& fetch, FetchEnd end) {
  std::vector<std::function<void()>> calls;
  {
    const std::lock_guard lock(fetch.mutex_);
    if (fetch.done_) return;
    fetch.total_ = end.total;
    fetch.tag_ = std::move(end.tag);
    fetch.kept_ = std::move(end.kept);
    if (!end.message.empty()) {
      fetch.bytes_ = {};
      fetch.failure_ =
          std::make_unique<Error>(end.missing       ? ErrorCode::FILE_NOT_FOUND
                                  : end.unsupported ? ErrorCode::UNSUPPORTED
                                                    : ErrorCode::FILE_UNREADABLE,
                                  "cannot read " + shown_path(fetch.asked.url) + ": " + end.message, end.hint);
    }
    fetch.done_ = true;
    calls.swap(fetch.calls_);
    fetch.settled_.notify_all();
  }
  for (const auto& call : calls) call();
}

void ObjectStore::drop(int64_t number) {
  std::function<void()> wake;
  {
    const std::lock_guard lock(mutex_);
    const auto sent = sent_.find(number);
    if (sent == sent_.end()) return;
    const auto found = clients_.find(sent->second.server);
    if (found != clients_.end() && found->second.taken.erase(number)) {
      found->second.dropped.push_back(number);
      wake = found->second.wake;
    }
    sent_.erase(sent);
  }
  if (wake) wake();
}

void ObjectStore::close(const StoreServer* server, const std::string& cause) {
  // Released after the lock, which the last owner of a request takes.
  std::vector<std::shared_ptr<Fetch>> moved, left;
  std::function<void()> wake;
  FetchEnd ended;
  {
    const std::lock_guard lock(mutex_);
    if (!clients_.erase(server)) return;
    cause_ = cause;
    ended = no_client();
    for (auto it = sent_.begin(); it != sent_.end();) {
      auto fetch = it->second.server == server ? it->second.fetch.lock() : nullptr;
      if (!fetch) {
        it = it->second.server == server ? sent_.erase(it) : std::next(it);
        continue;
      }
      // Another client begins with what this one has not begun to answer.
      if (fetch->bytes_.empty() && !clients_.empty()) {
        auto& [other, client] = *clients_.begin();
        it->second.server = other;
        client.fresh.push_back(it->first);
        wake = client.wake;
        moved.push_back(std::move(fetch));
        ++it;
        continue;
      }
      left.push_back(std::move(fetch));
      it = sent_.erase(it);
    }
  }
  if (wake) wake();
  for (const auto& fetch : left) settle(*fetch, ended);
}

void ObjectStore::use(int change) {
  std::vector<std::function<void()>> wakes;
  {
    const std::lock_guard lock(mutex_);
    users_ += change;
    if (users_ > 0) return;
    for (const auto& [server, client] : clients_) {
      if (client.wake) wakes.push_back(client.wake);
    }
  }
  // They find out that the store is idle.
  for (const auto& wake : wakes) wake();
}

bool ObjectStore::idle() {
  const std::lock_guard lock(mutex_);
  return users_ == 0;
}

}  // namespace penstock
