// Reads from object stores (http, s3, gs, hf). Native code asks for bytes; JavaScript, which has the HTTP client
// (src/readers/stores), sends the requests and hands the answers over. Any thread may ask. A StoreServer is that
// client: it takes requests, and answers them piece by piece. When it is closed, its requests go to another one or
// fail, so that no thread waits for an answer that cannot come.
#pragma once
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/handles.h"

namespace penstock {

// Whether a path is a URL of an object store.
bool is_remote(std::string_view path);
// Whether it is one of a web server: http or https.
bool is_web(std::string_view path);
// A path as texts show it: a URL without what may be secret in it, which is its user and its query. Other paths are
// returned as they are. Where a URL becomes text, this is called (src/errors/secrets.ts does the same in JavaScript).
std::string shown_path(std::string_view path);

// A part of an object that the client's cache has on the disk: `size` bytes from `at` on in a file, which are those
// from `from` on in the object.
struct KeptPart {
  std::string path;
  int64_t from = 0, at = 0, size = 0;
};

// One request and its answer.
class Fetch {
 public:
  // `page`: the names in a folder that the store gives at once, which is all of them where they are few.
  enum Kind : uint8_t { object, list, page };
  struct Request {
    std::string url;
    Kind kind = object;
    int64_t offset = 0, size = -1;  // -1: the whole object
    std::string tag;                // the version of the object that is meant; empty for any
    bool urgent = false;            // a thread waits for it
    bool fresh = false;             // not from the client's cache, which cannot be read
    std::string options;            // of the data set, for the client: JSON
    int64_t set = 0;                // its number: what the client finds out once for a data set is kept under it
  };

  explicit Fetch(Request asked) : asked(std::move(asked)) {}
  ~Fetch();

  bool done() const;
  // Waits for at most so long; returns done().
  bool wait(int milliseconds) const;
  // What has come; valid when done(). Throws FILE_NOT_FOUND or FILE_UNREADABLE when the request has failed.
  const std::vector<uint8_t>& bytes() const;
  // Where the bytes are on the disk that were asked for: then none have come.
  const std::vector<KeptPart>& kept() const { return kept_; }
  // Bytes of the whole object, and its version; empty where the server gives none.
  int64_t total() const { return total_; }
  const std::string& tag() const { return tag_; }
  bool failed() const { return static_cast<bool>(failure_); }
  // What is called, on the server's thread, when the request is done; at once when it is.
  void when_done(std::function<void()> call);

  const Request asked;

 private:
  friend class ObjectStore;
  mutable std::mutex mutex_;
  mutable std::condition_variable settled_;
  bool done_ = false;
  std::vector<uint8_t> bytes_;
  std::vector<KeptPart> kept_;
  int64_t total_ = -1;
  std::string tag_;
  std::unique_ptr<Error> failure_;
  std::vector<std::function<void()>> calls_;
  int64_t number_ = 0;
};

struct FetchEnd {
  int64_t total = -1;
  std::string tag, message, hint;  // a message: it has failed
  ErrorCode code = ErrorCode::FILE_UNREADABLE;
  std::vector<KeptPart> kept = {};

  // Reads what the client says as JSON. Whatever is wrong with it is a failure of its request alone.
  static FetchEnd of(std::string_view text);
};

class StoreServer : public Object {
 public:
  ~StoreServer() override;
  void shut() override;
};

// Belongs to the client's thread, and ends its server when that thread ends, however that comes.
class StoreThread : public Object {
 public:
  explicit StoreThread(std::shared_ptr<StoreServer> server) : server_(std::move(server)) {}
  ~StoreThread() override;

 private:
  const std::shared_ptr<StoreServer> server_;
};

class ObjectStore {
 public:
  static ObjectStore& instance();

  // Sends a request. It is given up when the result is dropped.
  std::shared_ptr<Fetch> begin(Fetch::Request request);

  // For servers. `wake` is called when there is something to take.
  std::shared_ptr<StoreServer> serve();
  // Returns whether it is the first call for this server.
  bool listen(const StoreServer& server, std::function<void()> wake);
  // Ends a server. The requests that no other one takes fail with the cause, and so do later ones.
  void close(const StoreServer* server, const std::string& cause);
  // Ends servers whose client has not come for too long: the thread that would tell of its failure may be waiting.
  void check_clients();
  // StoreWork of src/readers/stores/protocol.ts as JSON: the requests that have come, and the numbers of those that
  // were given up.
  std::string take(const StoreServer& server);
  // StoreState of src/native/stores.ts, as JSON.
  std::string report(const StoreServer& server);
  // Adds bytes to an answer, of which `expected` are to come in all. Does nothing for a request that was given up.
  void give(int64_t number, const uint8_t* bytes, size_t count, size_t expected);
  // Ends an answer. One without the bytes that were asked for has failed.
  void end(int64_t number, FetchEnd end);

  // A data set uses stores; counted.
  void use(int change);

 private:
  friend class Fetch;
  friend class StoreServer;
  struct Client {
    std::function<void()> wake;
    std::vector<int64_t> fresh, dropped;
    std::map<int64_t, bool> taken;
    std::chrono::steady_clock::time_point opened = std::chrono::steady_clock::now();
  };

  FetchEnd no_client() const;
  void drop(int64_t number);
  std::shared_ptr<Fetch> find(int64_t number);
  static void settle(Fetch& fetch, FetchEnd end);

  std::mutex mutex_;
  std::map<const StoreServer*, Client> clients_;
  struct Sent {
    std::weak_ptr<Fetch> fetch;
    const StoreServer* server;
  };
  std::map<int64_t, Sent> sent_;
  int64_t next_ = 1;
  int users_ = 0;
  bool served_ = false;  // there was a client
  std::string cause_;    // why the last one has ended, if it was not asked to
};

}  // namespace penstock
