// The video plugin as readers and operators see it: loaded at the first call that needs it, kept for the process.
#pragma once
#include <string>

#include "av_plugin/plugin.h"

namespace penstock::video {

// Sets the plugin's path, and the hint of the error where it cannot be loaded from there. Must be called before the
// first plugin(). Without it PENSTOCK_AV_PLUGIN names the plugin, else the system finds it as a shared library.
void set_plugin_path(const std::string& path, const std::string& cure);

// The plugin's functions; loads it at the first call. Throws UNSUPPORTED that names what is missing.
const av::Table& plugin();

// Throws the error for a result of a function of the table, unless it is 0.
void must(int result);

}  // namespace penstock::video
