// The decoded images that decoders.image keeps (cacheSize). An image is found by the hash of its file and of what its
// decoder is asked for. No image that was kept is thrown out, so one that is found stays where it is.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "core/memory_account.h"
#include "core/op.h"
#include "core/sip_hash.h"

namespace penstock {

class ImageCache {
 public:
  struct Settings {
    int64_t bytes = 0;      // of all pixels that are kept
    int64_t threshold = 0;  // a smaller image is not kept
    bool largest = false;   // keep the images of the first epoch that are largest
    bool debug = false;     // print what was kept when the cache is closed
  };
  struct Image {
    uint8_t* pixels = nullptr;
    int64_t bytes = 0;
    bool warned = false;
    bool ready = false;
  };
  // Where the pixels lie.
  struct Memory {
    virtual ~Memory() = default;
    uint8_t* data = nullptr;
  };

  explicit ImageCache(const Settings& settings) : settings_(settings) {}
  ~ImageCache();

  // The programs of one stage have one cache for the operator at this position; the stage 0 is that of one program.
  static std::shared_ptr<ImageCache> of(int stage, int position, const Settings& settings);
  // Makes the memory, of settings().bytes, at the first call; `make` throws where the budget is too small.
  void open(const std::function<std::unique_ptr<Memory>(int64_t bytes)>& make);

  // A hash with a key that only this process knows.
  static Hash128 hash(const void* data, size_t size);

  // The image, when it is kept and ready.
  const Image* find(const Hash128& key);
  // Where the pixels of an image that was decoded are to be written; null when it is not kept. Others find it after
  // ready().
  uint8_t* add(const Hash128& key, int64_t bytes);
  void ready(const Hash128& key, bool warned);

 private:
  struct KeyHash {
    size_t operator()(const Hash128& key) const { return static_cast<size_t>(key.low); }
  };
  bool wanted(const Hash128& key, int64_t bytes);
  void choose();

  Settings settings_;
  std::mutex mutex_;
  std::unique_ptr<Memory> memory_;
  int64_t used_ = 0;
  std::unordered_map<Hash128, Image, KeyHash> images_;
  std::unordered_map<Hash128, int64_t, KeyHash> seen_;  // sizes, until the largest are chosen
  int64_t found_ = 0, missed_ = 0;
};

// What decoders.image shares between samples where cacheSize is given. The program attaches the cache.
struct CachedImages : SharedState {
  ImageCache::Settings settings;
  std::shared_ptr<ImageCache> cache;

  // Allocates the memory of the cache on the host. It counts to the account, unless another program of the stage has
  // allocated it.
  void open_on_host(const std::shared_ptr<Account>& account);
};

}  // namespace penstock
