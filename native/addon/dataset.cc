// The functions for data sets: tasks that build one, recognise data and write the indexes of containers; and the source
// of a reader's samples. A data set's handle belongs to the environment that asked for it; programs that are made from
// it share it. src/native/dataset.ts has the types.

#include "addon/env.h"
#include "core/mailbox.h"
#include "dataset/files/paths.h"
#include "dataset/order/reader_source.h"
#include "dataset/set/data_format.h"
#include "dataset/set/index_file.h"
#include "dataset/set/indexing.h"
#include "dataset/set/reader_op.h"
#include "gpu_host/shared_memory.h"
#include "program/handle.h"
#include "program/index_program.h"

namespace penstock {
namespace {

// A task: work on a thread of its own, under a handle. Its listener, if there is one, is called when taskTake() answers
// without waiting; report() says how far it is where it is `watched`; stop() ends it soon.
Napi::Value start_task(const Napi::CallbackInfo& info, const Napi::Value& listener, IndexingThread::Work work,
                       bool watched = false) {
  const auto number = static_cast<uint32_t>(to_handle(listener));
  auto told = [number] {
    if (number) wake_listener(number);
  };
  return to_number(info.Env(),
                   adopt(info.Env(), std::make_shared<IndexingThread>(std::move(work), std::move(told), watched)));
}

std::string text_of(const Napi::Object& options, const char* name) { return to_text(options.Get(name)); }

std::vector<std::string> texts_of(const Napi::Value& value) {
  const auto list = value.As<Napi::Array>();
  std::vector<std::string> out(list.Length());
  for (uint32_t i = 0; i < out.size(); ++i) out[i] = to_text(list[i]);
  return out;
}

// datasetBuild(program, listener | 0, watched): a task that builds a data set, whose handle taskTake() gives.
Napi::Value dataset_build_fn(const Napi::CallbackInfo& info) {
  return start_task(
      info, info[1],
      [json = to_text(info[0])](const auto& cancelled, const auto& progress) {
        return index_program(json, cancelled, progress);
      },
      info[2].ToBoolean());
}

// indexWrite({ path, to }, listener): a task that writes the index of a container, and gives ContainerIndex.
Napi::Value index_write_fn(const Napi::CallbackInfo& info) {
  const auto options = info[0].As<Napi::Object>();
  return start_task(
      info, info[1],
      [path = text_of(options, "path"), to = text_of(options, "to")](const auto& cancelled, const auto& progress) {
        return write_container_index(path, to, cancelled, progress);
      },
      true);
}

// formatsFind(paths, listener): a task that recognises files, and gives their readers' names.
Napi::Value formats_find_fn(const Napi::CallbackInfo& info) {
  return start_task(info, info[1], [paths = texts_of(info[0])](const auto& cancelled, const auto&) {
    return recognise_files(paths, cancelled, {});
  });
}

// folderList({ folder, all }, listener): a task that lists a folder of a store, and gives its names.
Napi::Value folder_list_fn(const Napi::CallbackInfo& info) {
  const auto options = info[0].As<Napi::Object>();
  const bool all = options.Get("all").ToBoolean();
  return start_task(info, info[1], [folder = text_of(options, "folder"), all](const auto& cancelled, const auto&) {
    return names_in(folder, all, cancelled, {});
  });
}

// readingFind({ reader, paths, folder, first }, listener): a task that finds out how data is read, and gives
// DataReading.
Napi::Value reading_find_fn(const Napi::CallbackInfo& info) {
  const auto options = info[0].As<Napi::Object>();
  DataSource source{texts_of(options.Get("paths")), options.Get("folder").ToBoolean(), text_of(options, "first")};
  return start_task(info, info[1],
                    [reader = text_of(options, "reader"), source = std::move(source)](
                        const auto& cancelled, const auto&) { return reading_of(reader, source, cancelled, {}); });
}

// taskTake(task): what the task has made, once: the handle of a data set, or JSON. Waits for it.
Napi::Value task_take_fn(const Napi::CallbackInfo& info) {
  auto made = Handles::instance().get<IndexingThread>(to_handle(info[0]))->take();
  if (const auto found = std::dynamic_pointer_cast<FoundData>(made)) {
    return Napi::String::New(info.Env(), found->json);
  }
  return to_number(info.Env(), adopt(info.Env(), std::move(made)));
}

// expandPaths(path): the paths that one with braces stands for.
Napi::Value expand_paths_fn(const Napi::CallbackInfo& info) {
  const std::string text = to_text(info[0]);
  const std::string_view path = text;
  const std::vector<std::string> paths = expand_paths("path", {&path, 1});
  Napi::Array out = Napi::Array::New(info.Env(), paths.size());
  for (size_t i = 0; i < paths.size(); ++i) out.Set(static_cast<uint32_t>(i), paths[i]);
  return out;
}

// readerAt(args, epoch, position, after, epochs): JSON: ReaderPlace, the place `after` samples after another one, and
// facts of the order. `epochs`: batches end where epochs end. With `counted` in the arguments of a mixture there are
// also the shares of its weights, and what each source gives before the stretch of the place (not `after` it).
Napi::Value reader_at_fn(const Napi::CallbackInfo& info) {
  const BatchMode mode = info[4].ToBoolean() ? BatchMode::epoch : BatchMode::continuous;
  const ReaderPosition from{to_int64(info[1]), to_int64(info[2])};
  return Napi::String::New(info.Env(), reader_place(to_text(info[0]), from, to_int64(info[3]), mode));
}

// readerOpen(args, data: { program, block, bell, disks } | null): the handle of a ReaderSource. Its samples are those
// of the program's data set, and the bell is rung when bytes have come; without data they are numbers alone.
Napi::Value reader_open_fn(const Napi::CallbackInfo& info) {
  SamplerOptions options = SamplerOptions::parse(to_text(info[0]));
  ReaderSource::Data data;
  if (info[1].IsObject()) {
    const auto given = info[1].As<Napi::Object>();
    const auto p = Handles::instance().get<ProgramObject>(to_handle(given.Get("program")));
    const auto block = Handles::instance().get<Memory>(to_handle(given.Get("block")));
    Bell& bell = *reinterpret_cast<Bell*>(block->at(to_int(given.Get("bell")), sizeof(Bell)));
    data = {p->program.dataset(), p->program.reads(), given.Get("disks").ToBoolean(),
            [block, &bell] { ring_bell(bell); }};
  }
  auto source = std::make_shared<ReaderSource>(std::move(options), std::move(data));
  return to_number(info.Env(), adopt(info.Env(), std::move(source)));
}

// readerNext(source, ids, epochs): writes the next batch to `ids`; its number n of samples, -1 - n where an epoch ends
// after them, or 0 until its bytes have come. `epochs`: it ends where the epoch ends.
Napi::Value reader_next_fn(const Napi::CallbackInfo& info) {
  const auto source = Handles::instance().get<ReaderSource>(to_handle(info[0]));
  auto ids = info[1].As<Napi::Float64Array>();
  const auto batch = source->next(info[2].ToBoolean() ? BatchMode::epoch : BatchMode::continuous);
  if (!batch) return Napi::Number::New(info.Env(), 0);
  if (ids.ElementLength() < 4 * batch->samples.size()) {
    throw Error(ErrorCode::INTERNAL, "A batch has more samples than there is room for ids");
  }
  double* to = ids.Data();
  for (const ReaderSource::Sample& s : batch->samples) {
    *to++ = static_cast<double>(s.index);
    *to++ = static_cast<double>(s.epoch);
    *to++ = s.flags;
    *to++ = static_cast<double>(s.ordinal);
  }
  const auto count = static_cast<double>(batch->samples.size());
  return Napi::Number::New(info.Env(), batch->end_of_epoch ? -1 - count : count);
}

// readerDone(source, ordinal): gives up the bytes of the samples up to this one, and reads further ones; false if
// nothing is read ahead.
Napi::Value reader_done_fn(const Napi::CallbackInfo& info) {
  const auto source = Handles::instance().get<ReaderSource>(to_handle(info[0]));
  source->done(to_int64(info[1]));
  return Napi::Boolean::New(info.Env(), source->reads_ahead());
}

// readerSeek(source, epoch, position, weights | undefined): goes on there; ordinals count from 1 again. `weights`:
// those of a mixture from there on, as JSON.
Napi::Value reader_seek_fn(const Napi::CallbackInfo& info) {
  const auto source = Handles::instance().get<ReaderSource>(to_handle(info[0]));
  if (info[3].IsString()) source->set_weights(mixture_weights(to_text(info[3])));
  source->seek({to_int64(info[1]), to_int64(info[2])});
  return info.Env().Undefined();
}

}  // namespace

void export_datasets(Napi::Env env, Napi::Object exports) {
  EXPORT("datasetBuild", dataset_build_fn);
  EXPORT("indexWrite", index_write_fn);
  EXPORT("formatsFind", formats_find_fn);
  EXPORT("folderList", folder_list_fn);
  EXPORT("readingFind", reading_find_fn);
  EXPORT("taskTake", task_take_fn);
  EXPORT("readerAt", reader_at_fn);
  EXPORT("readerOpen", reader_open_fn);
  EXPORT("readerNext", reader_next_fn);
  EXPORT("readerDone", reader_done_fn);
  EXPORT("readerSeek", reader_seek_fn);
  EXPORT("expandPaths", expand_paths_fn);
}

}  // namespace penstock
