// See reader_op.h and indexing.h.
#include "dataset/indexing.h"

#include <cstring>

#include "core/error.h"
#include "core/threads.h"
#include "dataset/reader_op.h"

namespace penstock {

std::shared_ptr<Dataset> index_dataset(const char* reader, const void* args, const std::atomic<bool>& cancelled,
                                       IndexOptions options) {
  for (const ReaderOp* const* op = reader_ops(); *op; ++op) {
    if (std::strcmp((*op)->name, reader) != 0) continue;
    DatasetBuilder builder(cancelled, std::move(options.store), std::move(options.progress));
    (*op)->index(args, builder);
    if (options.blocks) builder.weigh_files();
    return builder.finish();
  }
  throw Error(ErrorCode::UNSUPPORTED, std::string("reader ") + reader + " is not in this build");
}

IndexingThread::IndexingThread(Work work, std::function<void()> told, bool watched)
    : progress_(std::make_shared<IndexProgress>(watched)),
      thread_(start_thread("penstock index", [this, work = std::move(work), told = std::move(told)]() mutable {
        try {
          made_ = work(cancelled_, progress_);
        } catch (const IndexingCancelled&) {
        } catch (...) {
          failure_ = std::current_exception();
        }
        // Its captured values are destroyed before the end is reported.
        work = nullptr;
        done_.store(true, std::memory_order_release);
        told();
      })) {}

IndexingThread::~IndexingThread() {
  cancel();
  thread_.join();
}

std::shared_ptr<Object> IndexingThread::take() {
  if (!done_.load(std::memory_order_acquire)) fail(ErrorCode::INTERNAL, "the data set is not built yet");
  if (failure_) std::rethrow_exception(failure_);
  if (!made_) fail(ErrorCode::ABORTED, "the data set was not wanted any more");
  return std::move(made_);
}

}  // namespace penstock
