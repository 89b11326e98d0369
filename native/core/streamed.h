// Copies that go past the caches, for bytes that are read much later: the lines that they fill are not fetched first,
// and what the caches hold stays there. For batches larger than the caches this takes about half the time of memcpy().
#pragma once
#include <cstddef>
#include <cstdint>

namespace penstock {

// From this size on a tensor, or a batch of them, has left the cache before its reader comes.
constexpr int64_t kStreamedTensor = int64_t{1} << 20;
constexpr int64_t kStreamedBatch = int64_t{4} << 20;

// Like memcpy(); the ranges must not overlap. Other threads see the bytes after any synchronisation with this one.
void copy_streamed(void* to, const void* from, size_t bytes);

}  // namespace penstock
