// What indexing reads from the file system: the entries of a folder, the target of a link, the lines of a file.
// Failures are Errors that name the argument which gave the path. Names are bytes. All functions block.
#pragma once
#include <sys/stat.h>

#include <functional>
#include <string>
#include <string_view>

#include "core/record_source.h"
#include "dataset/set/builder.h"

namespace penstock {

// How an error describes the argument: "Expected `what` for `argument` but ...".
struct Wanted {
  const char* argument;
  const char* what;
  const char* instead = "";  // continues "Point `argument` at `what`"
};

enum class EntryKind : uint8_t { folder, file, link, other };

// Which entries of a folder in a store are listed: all, or those that the store gives at once. A store has a thousand
// in a page, and a folder may have millions, of which the first say what they are.
enum class Listing : uint8_t { all, page };

// All take URLs of object stores too; there are no links in these.

// Calls `visit` for each entry of a folder except . and .., in the order of the file system; polls the builder for
// each.
void each_entry(const std::string& folder, const Wanted& wanted, const DatasetBuilder& builder,
                const std::function<void(std::string_view name, EntryKind kind)>& visit,
                Listing listing = Listing::all);

// Finds the target of a path. Returns false when there is none: the target is missing, or links form a circle.
bool find_target(const std::string& path, const Wanted& wanted, struct stat& found);

// Calls `visit` for each line of a file, without its line feed. The text after the last line feed is also a line, even
// when it is empty. Polls the builder.
void each_line(const std::string& path, const Wanted& wanted, const DatasetBuilder& builder,
               const std::function<void(std::string_view line)>& visit);

// Throws the Error for a file that is compressed, by its first bytes; returns for any other. It is asked where a file
// turns out not to be what is wanted, because a container may begin with the same bytes.
void refuse_compressed(std::string_view head, const Wanted& wanted, const std::string& path);
void refuse_compressed(const RecordSource& file, const Wanted& wanted, const std::string& path);

// Throws the Error for a system error (errno) at a path.
[[noreturn]] void disk_failure(int error, const Wanted& wanted, const std::string& path);

}  // namespace penstock
