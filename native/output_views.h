// JavaScript's views on memory that penstock uses again: which are out, and which of them nothing can reach any more.
// One per environment; everything here runs on its thread.
#pragma once
#include <unordered_map>
#include <vector>

#include "convert.h"

namespace penstock {

// A view is an object (an ArrayBuffer over a slot) under a number that JavaScript chose. It ends in one of two ways:
// - collect() finds that the garbage collector has just taken the object, which was not detached before; then no other
//   buffer can have taken its memory over.
// - The memory's finalizer runs, some turns of the event loop after the last buffer over it is gone. This also covers
//   buffers whose memory was moved to another one (ArrayBuffer.transfer(), byte streams), and what the collector finds
//   by itself.
class OutputViews {
 public:
  // `strong`: only collect() lets go of it. Synchronous loops need that: no finalizer runs while they do.
  void add(Napi::Env env, double id, napi_value object, bool strong);
  // From now on it is no more than watched.
  void weaken(Napi::Env env, double id);
  // The user gave the memory back. With `detach` arrays on the buffer become empty.
  void end(Napi::Env env, double id, bool detach);
  // Calls gc, and returns the numbers of the views that are gone since.
  std::vector<double> collect(Napi::Env env, const Napi::Function& gc);
  // A finalizer runs. Tells the listener, unless the view has ended before.
  void freed(Napi::Env env, double id, int64_t bytes);
  void listen(Napi::Env env, const Napi::Function& listener);
  // A buffer of so many bytes is about to come. V8 counts them as the buffer's own until it is freed, and would collect
  // all objects after every few batches of photos, which costs several per cent and makes old what a loop is just
  // using. So they are taken from its count, and given back after the finalizer has run, as far as the count does not
  // rise too fast. What is taken was added before (`bias_`): buffers that are freed at the environment's end must find
  // it counted.
  void uncount(Napi::Env env, int64_t bytes);

 private:
  struct View {
    napi_ref ref;
    bool strong;
    // Its memory belongs to another buffer now: only the finalizer knows.
    bool moved = false;
  };
  void remove(Napi::Env env, double id);

  std::unordered_map<double, View> views_;
  Napi::FunctionReference listener_;
  int64_t bias_ = 0;
  // Taken from V8's count, and of that what finalizers have asked back.
  int64_t uncounted_ = 0, owed_ = 0;
  // The least that V8's count was seen at.
  int64_t least_ = 0;
};

void export_outputs(Napi::Env env, Napi::Object exports);

}  // namespace penstock
