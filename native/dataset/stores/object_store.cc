// See object_store.h.
#include "dataset/stores/object_store.h"

#include <algorithm>
#include <chrono>

#include "core/json.h"
#include "dataset/stores/signed_url.h"

namespace penstock {
namespace {

// Starting a thread takes a fraction of a second; a busy machine may take long for it.
constexpr std::chrono::seconds kPatience{30};

// Why an answer is not what was asked for; empty if it is.
std::string fault_of(const Fetch::Request& asked, int64_t came, const FetchEnd& end) {
  if (!end.message.empty() || !end.kept.empty()) return {};
  const int64_t size = asked.kind == Fetch::object ? asked.size : -1;
  const int64_t expected = size < 0 ? end.total : std::clamp<int64_t>(end.total - asked.offset, 0, size);
  if (came == expected) return {};
  return "the answer has " + std::to_string(came) + " of " + std::to_string(expected) + " bytes";
}

int64_t number_in(const Json& object, const char* name, int64_t otherwise) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number_integer() ? found->get<int64_t>() : otherwise;
}

std::string text_in(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

const char* kind_name(Fetch::Kind kind) {
  switch (kind) {
    case Fetch::list: return "list";
    case Fetch::page: return "page";
    default: return "object";
  }
}

}  // namespace

FetchEnd FetchEnd::of(std::string_view text) {
  const auto given = json_or_discarded(text);
  FetchEnd end;
  if (!given.is_object()) {
    end.message = "its answer cannot be read";
    return end;
  }
  end.total = number_in(given, "total", -1);
  end.tag = text_in(given, "tag");
  end.message = text_in(given, "message");
  end.hint = text_in(given, "hint");
  const auto missing = given.find("missing");
  if (missing != given.end() && *missing == true) end.code = ErrorCode::FILE_NOT_FOUND;
  const auto kept = given.find("kept");
  if (kept == given.end() || !kept->is_array()) return end;
  for (const auto& part : *kept) {
    if (!part.is_object()) continue;
    end.kept.push_back(
        {text_in(part, "path"), number_in(part, "from", 0), number_in(part, "at", 0), number_in(part, "size", 0)});
  }
  return end;
}

FetchEnd ObjectStore::no_client() const {
  FetchEnd end;
  // A thread that has ended is no fault of a sample.
  end.code = !served_ ? ErrorCode::UNSUPPORTED : cause_.empty() ? ErrorCode::PIPELINE_CLOSED : ErrorCode::ACTOR_DIED;
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

std::string ObjectStore::report(const StoreServer& server) {
  const std::lock_guard lock(mutex_);
  return json_text({{"serves", clients_.count(&server) != 0}, {"idle", users_ == 0}});
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
                      {"name", unsigned_url(r.url)},
                      {"offset", r.offset},
                      {"size", r.size},
                      {"tag", r.tag},
                      {"urgent", r.urgent},
                      {"fresh", r.fresh},
                      {"options", r.options},
                      {"set", r.set}});
      client.taken[number] = true;
      held.push_back(std::move(fetch));
    }
    for (const int64_t number : std::exchange(client.dropped, {})) dropped.push_back(number);
  }
  const Json out = {{"work", work}, {"dropped", dropped}, {"idle", users_ == 0}};
  return json_text(out);
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
  if (!fetch) return;
  // What came is compared with what was asked for, whatever gave it.
  const std::string fault = fault_of(fetch->asked, static_cast<int64_t>(fetch->bytes_.size()), end);
  if (!fault.empty()) end.message = fault;
  settle(*fetch, std::move(end));
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
      fetch.failure_ = std::make_unique<Error>(
          end.code, "cannot read " + shown_path(fetch.asked.url) + ": " + end.message, end.hint);
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
      if (it->second.server != server) {
        ++it;
        continue;
      }
      auto fetch = it->second.fetch.lock();
      it = sent_.erase(it);
      if (fetch) (clients_.empty() ? left : moved).push_back(std::move(fetch));
    }
    // Another client begins anew. The new number keeps out what this one may still give.
    for (const auto& fetch : moved) {
      auto& [other, client] = *clients_.begin();
      fetch->bytes_.clear();
      fetch->number_ = next_++;
      sent_[fetch->number_] = {fetch, other};
      client.fresh.push_back(fetch->number_);
      wake = client.wake;
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

}  // namespace penstock
