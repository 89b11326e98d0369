// A cache of decoded images (cacheSize of decoders.image) in the memory of a GPU, as one program uses it.
#pragma once
#include <memory>
#include <utility>
#include <vector>

#include "core/image_cache.h"
#include "gpu_host/decode.h"

namespace penstock::gpu {

class DecodedImages {
 public:
  // Allocates the memory, which counts to the account, unless another program of the stage has done so.
  DecodedImages(std::shared_ptr<ImageCache> cache, Device* device, const std::shared_ptr<Account>& account);

  // Before a batch is decoded. Images that the batch before has added are found from now on, once they are copied.
  void begin();
  // Queues a copy of the image if it is kept; else remembers its key for add().
  bool find(Decoder::Item& item, Stream* stream);
  // Queues copies of the images that find() has not found, after the work that decodes them.
  void add(const std::vector<Decoder::Item>& items, Stream* stream);

 private:
  const std::shared_ptr<ImageCache> cache_;
  EventOwner copied_;
  std::vector<Hash128> missed_;                     // of the batch's items
  std::vector<std::pair<Hash128, bool>> uncopied_;  // keys, and whether the decoder has warned
};

}  // namespace penstock::gpu
