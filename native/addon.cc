// Registers the addon's functions, whose subjects are in native/addon. Every function checks its arguments, looks up
// its handles and calls the core. The addon is loaded once per environment (the main thread and every worker); the
// handle table and the thread pool belong to the process.
#include "addon/env.h"
#include "core/mailbox.h"
#include "core/nvtx.h"

namespace penstock {
namespace {

Napi::Object init(Napi::Env env, Napi::Object exports) {
  env.SetInstanceData(new EnvState());
  set_wake_listener(wake_listener);
  nvtx::load();
  export_process(env, exports);
  export_handles(env, exports);
  export_mailboxes(env, exports);
  export_programs(env, exports);
  export_devices(env, exports);
  export_eval(env, exports);
  export_outputs(env, exports);
  export_datasets(env, exports);
  export_stores(env, exports);
  export_videos(env, exports);
  export_bridge(env, exports);
  return exports;
}

}  // namespace
}  // namespace penstock

static Napi::Object init_addon(Napi::Env env, Napi::Object exports) {
  try {
    return penstock::init(env, exports);
  } catch (const Napi::Error&) {
    throw;
  } catch (...) {
    throw penstock::to_js(env, penstock::caught());
  }
}
NODE_API_MODULE(penstock, init_addon)
