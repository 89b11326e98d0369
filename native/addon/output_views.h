// JavaScript's views on memory that penstock will use again: which of them exist, and which of them can no longer be
// reached. There is one object per environment; all functions run on its thread.
#pragma once
#include <unordered_map>
#include <vector>

#include "addon/convert.h"

namespace penstock {

// What the finalizer of a view's memory needs.
struct Lent;

// A view is an object (an ArrayBuffer over a slot) under a number that JavaScript chose. It ends in one of two ways:
// - collect() finds that the garbage collector has just taken the object, which was not detached before. No other
//   buffer can then have taken over its memory.
// - The memory's finalizer runs, some turns of the event loop after the last buffer over the memory is gone. This also
//   covers buffers whose memory was moved to another one (ArrayBuffer.transfer(), byte streams), and objects that the
//   collector takes at other times.
class OutputViews {
 public:
  // A `strong` view is released by collect() only. Synchronous loops need that, because no finalizer runs during such a
  // loop.
  // `lent`: null for an object that has memory of its own.
  void add(Napi::Env env, double id, napi_value object, bool strong, Lent* lent);
  // From now on the view is watched but not kept alive. Returns its object, or null.
  Napi::Value weaken(Napi::Env env, double id);
  // The user has released the memory. With `detach`, arrays on the buffer become empty.
  void end(Napi::Env env, double id, bool detach);
  // Calls gc; returns the numbers of the views that are gone since then.
  std::vector<double> collect(Napi::Env env, const Napi::Function& gc);
  // Called by a finalizer. Notifies the listener, unless the view has ended before.
  void freed(Napi::Env env, double id, int64_t bytes);
  void listen(Napi::Env env, const Napi::Function& listener);
  // Called before and after a buffer of so many bytes is made. V8 counts them as the buffer's own until it is freed,
  // and would collect all objects after every few batches of photos; that costs several per cent, and promotes objects
  // that a loop still uses to the old generation. So the bytes are subtracted from V8's count, and added again when the
  // buffer is freed. A loop that releases its batches leaves the count as it is: what V8 adds is subtracted at once,
  // and what it will subtract is added just before (end()). Otherwise the finalizer shows that V8 has subtracted them.
  // Each addition brings the next marking nearer, because V8 takes what is above its least count for new objects. So
  // they are added all at once, when the amount added beforehand (`bias_`) is used up: buffers that are freed at the
  // environment's end must find their bytes counted.
  // before() returns how many of them after() is to subtract: the count may rise by those for a moment.
  int64_t before(Napi::Env env, int64_t bytes);
  void after(Napi::Env env, int64_t late);

 private:
  struct View {
    napi_ref ref;
    bool strong;
    Lent* lent;
    // Its memory now belongs to another buffer, so only the finalizer shows when it is free.
    bool moved = false;
  };
  void remove(Napi::Env env, double id);
  void count_again(Napi::Env env, Lent& lent);  // before its buffer is detached

  std::unordered_map<double, View> views_;
  Napi::FunctionReference listener_;
  int64_t bias_ = 0;
  // Bytes subtracted from V8's count, and the part of them whose buffers are freed, which is to be added again.
  int64_t uncounted_ = 0, owed_ = 0;
  // The smallest count of V8 that was seen.
  int64_t least_ = 0;
};

}  // namespace penstock
