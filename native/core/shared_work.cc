// See shared_work.h.
#include "core/shared_work.h"

namespace penstock {

SharedWork& shared_work() {
  thread_local SharedWork work;
  return work;
}

Turn& this_turn() {
  thread_local Turn turn;
  return turn;
}

}  // namespace penstock
