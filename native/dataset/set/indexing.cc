// See reader_op.h and indexing.h.
#include "dataset/set/indexing.h"

#include <cstring>

#include "core/error.h"
#include "core/json.h"
#include "core/threads.h"
#include "dataset/set/reader_op.h"

namespace penstock {

std::shared_ptr<Dataset> index_dataset(const char* reader, const void* args, const std::atomic<bool>& cancelled,
                                       IndexOptions options) {
  for (const ReaderOp* const* op = reader_ops(); *op; ++op) {
    if (std::strcmp((*op)->name, reader) != 0) continue;
    DatasetBuilder builder(cancelled, std::move(options.store), std::move(options.progress), options.threads);
    builder.ask(options.selection.columns());
    (*op)->index(args, builder);
    if (options.blocks) builder.weigh_files();
    const DatasetBuilder lists = builder.beside();
    return options.selection.from(builder.finish(), lists);
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
        told();
      })) {}

IndexingThread::~IndexingThread() {
  cancel();
  if (thread_.joinable()) thread_.join();
}

std::string IndexingThread::report() const {
  const IndexProgress::State state = progress_->state();
  Json out = {{"file", state.file},   {"filesDone", state.files_done},
              {"files", state.files}, {"bytesDone", state.bytes_done},
              {"bytes", nullptr},     {"samples", state.samples}};
  if (state.sized) out["bytes"] = state.bytes;
  return json_text(out);
}

std::shared_ptr<Object> IndexingThread::take() {
  if (thread_.joinable()) thread_.join();
  if (failure_) std::rethrow_exception(failure_);
  if (!made_) fail(ErrorCode::ABORTED, "the data set was not wanted any more");
  return std::move(made_);
}

}  // namespace penstock
