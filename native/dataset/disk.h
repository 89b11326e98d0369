// What indexing asks of the file system: the entries of a folder, what a link leads to, the lines of a file; and its
// failures as typed errors, which name the argument that led there. Names are bytes. Everything blocks.
#pragma once
#include <sys/stat.h>

#include <functional>
#include <string>
#include <string_view>

#include "dataset/builder.h"

namespace penstock {

// What an argument asks for, in the words of an error: "Expected `what` for `argument` but ...".
struct Wanted {
  const char* argument;
  const char* what;
  const char* instead = "";  // continues "Point `argument` at `what`"
};

enum class EntryKind : uint8_t { folder, file, link, other };

// Calls `visit` for each entry of a folder but . and .., in the order of the file system; polls the builder for each.
void each_entry(const std::string& folder, const Wanted& wanted, const DatasetBuilder& builder,
                const std::function<void(std::string_view name, EntryKind kind)>& visit);

// What a path leads to. False where it leads nowhere: its target is missing, or it is a circle of links.
bool find_target(const std::string& path, const Wanted& wanted, struct stat& found);

// Calls `visit` for each line of a file, without its line feed; the rest behind the last one is a line too, also where
// it is empty. Polls the builder.
void each_line(const std::string& path, const Wanted& wanted, const DatasetBuilder& builder,
               const std::function<void(std::string_view line)>& visit);

// An error of the system (errno) at a path, as the typed one.
[[noreturn]] void disk_failure(int error, const Wanted& wanted, const std::string& path);

}  // namespace penstock
