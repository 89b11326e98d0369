// Mailboxes: two single-producer single-consumer rings of slot numbers in shared memory, one for full slots and one for
// free slots (the credits). Each actor waits on its own bell, an event count that all of its peers ring. An actor with
// many mailboxes therefore blocks in one place, and a signal bit (stop, control) reaches it there.
// The memory belongs to the caller (a SharedArrayBuffer); all words start as zero.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "generated/abi.h"

namespace penstock {

// The state of one waiting actor. `waiting` is 0 when the actor does not wait and 1 when a thread waits in futex; a
// larger value is the number of a listener, which is passed to the wake listener. The words behind these, up to
// bellBytes, belong to JavaScript.
struct Bell {
  std::atomic<uint32_t> seq;
  std::atomic<uint32_t> waiting;
  std::atomic<uint32_t> signal;
};
static_assert(offsetof(Bell, seq) == abi::bellSeq && offsetof(Bell, waiting) == abi::bellWaiting &&
              offsetof(Bell, signal) == abi::bellSignal && sizeof(Bell) <= abi::bellTrimmed &&
              std::atomic<uint32_t>::is_always_lock_free);

void ring_bell(Bell&);
// Sets signal bits and wakes the bell's owner.
void signal_bell(Bell&, uint32_t bits);
// Called for a bell whose owner waits through the event loop. The addon installs it once.
using WakeListener = void (*)(uint32_t listener);
void set_wake_listener(WakeListener);

// One ring. Head and tail only count up. Each side keeps a copy of the other side's index next to its own, so a push or
// pop touches the other side's cache line only when the ring looks full or empty.
class Ring {
 public:
  struct alignas(8) Side {
    std::atomic<uint32_t> index;
    uint32_t cached;  // the other side's index when it was last read; only this side touches the copy
  };

  Side head;  // moved by the consumer
  char pad0[abi::ringTail - sizeof(Side)];
  Side tail;  // moved by the producer
  char pad1[abi::ringSlots - abi::ringTail - sizeof(Side)];
  std::atomic<uint32_t> slots[abi::maxCapacity];

  // Returns false when the ring is full. The ring holds at most maxCapacity; credits keep the count below the mailbox's
  // capacity.
  bool push(uint32_t slot) {
    const uint32_t t = tail.index.load(std::memory_order_relaxed);
    if (t - tail.cached == abi::maxCapacity) {
      tail.cached = head.index.load(std::memory_order_acquire);
      if (t - tail.cached == abi::maxCapacity) return false;
    }
    slots[t % abi::maxCapacity].store(slot, std::memory_order_relaxed);
    tail.index.store(t + 1, std::memory_order_release);
    return true;
  }

  // Returns the slot, or -1 when the ring is empty.
  int pop() {
    const uint32_t h = head.index.load(std::memory_order_relaxed);
    if (h == head.cached) {
      head.cached = tail.index.load(std::memory_order_acquire);
      if (h == head.cached) return -1;
    }
    const uint32_t slot = slots[h % abi::maxCapacity].load(std::memory_order_relaxed);
    head.index.store(h + 1, std::memory_order_release);
    return static_cast<int>(slot);
  }

  // The number of slots in the ring at this moment, for statistics.
  uint32_t size() const {
    return tail.index.load(std::memory_order_acquire) - head.index.load(std::memory_order_acquire);
  }
};
static_assert(offsetof(Ring, head) == abi::ringHead && offsetof(Ring, tail) == abi::ringTail &&
              offsetof(Ring, slots) == abi::ringSlots && sizeof(Ring) == abi::ringBytes);

// Slots go from producer to consumer in `full`, and back in `free`. The header holds the bells' offsets from the
// block's start, and `notify`: whether the producer's bell is rung when a batch is taken (its slot may come back much
// later). The words behind that, and the histogram at the end, belong to JavaScript.
struct Mailbox {
  uint32_t producer_bell, consumer_bell;
  uint32_t notify;
  char pad[abi::mailboxFull - abi::mailboxDepth];
  Ring full;
  Ring free;
  char histogram[abi::mailboxBytes - abi::mailboxHistogram];

  Bell& bell_at(uint32_t offset, uint8_t* block) const { return *reinterpret_cast<Bell*>(block + offset); }
};
static_assert(offsetof(Mailbox, producer_bell) == abi::mailboxProducerBell &&
              offsetof(Mailbox, consumer_bell) == abi::mailboxConsumerBell &&
              offsetof(Mailbox, notify) == abi::mailboxNotify && offsetof(Mailbox, full) == abi::mailboxFull &&
              offsetof(Mailbox, free) == abi::mailboxFree && offsetof(Mailbox, histogram) == abi::mailboxHistogram &&
              sizeof(Mailbox) == abi::mailboxBytes);

// Sleeps until the bell has been rung since its `seq` was read, for at most timeout_ms (negative: no limit). The waiter
// reads seq, then checks everything it waits for, then calls this; a batch that is published in between is not missed.
// Returns 0, abi::acquire_timeout, or abi::acquire_signalled while a signal bit is set.
int wait_bell(Bell& bell, uint32_t seq, int timeout_ms);

// Takes a slot from one ring, waiting on `bell` for at most timeout_ms (0: do not wait; negative: no limit). Returns
// the slot, abi::acquire_timeout, or abi::acquire_signalled as soon as a signal bit is set.
int acquire(Ring& ring, Bell& bell, int timeout_ms);

}  // namespace penstock
