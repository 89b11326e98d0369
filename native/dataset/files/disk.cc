// See disk.h.
#include "dataset/files/disk.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <memory>
#include <vector>

#include "core/error.h"
#include "core/kind_of_bytes.h"
#include "dataset/files/byte_stream.h"

namespace penstock {
namespace {

// glibc has strerrorname_np() only since 2.32, and musl does not have it.
std::string error_name(int error) {
  switch (error) {
    case EACCES: return "EACCES";
    case EBUSY: return "EBUSY";
    case EINVAL: return "EINVAL";
    case EIO: return "EIO";
    case ELOOP: return "ELOOP";
    case EMFILE: return "EMFILE";
    case ENAMETOOLONG: return "ENAMETOOLONG";
    case ENFILE: return "ENFILE";
    case ENOMEM: return "ENOMEM";
    case ENXIO: return "ENXIO";
    case EPERM: return "EPERM";
    case ESTALE: return "ESTALE";
    case ETIMEDOUT: return "ETIMEDOUT";
    default: return "error " + std::to_string(error);
  }
}

std::string working_folder() {
  char text[PATH_MAX];
  return getcwd(text, sizeof text) ? text : "unknown";
}

EntryKind kind_of(int fd, const dirent& entry) {
  switch (entry.d_type) {
    case DT_DIR: return EntryKind::folder;
    case DT_REG: return EntryKind::file;
    case DT_LNK: return EntryKind::link;
    case DT_UNKNOWN: break;
    default: return EntryKind::other;
  }
  // Some file systems do not report the type of an entry.
  struct stat st;
  if (fstatat(fd, entry.d_name, &st, AT_SYMLINK_NOFOLLOW) != 0) return EntryKind::other;
  if (S_ISDIR(st.st_mode)) return EntryKind::folder;
  if (S_ISLNK(st.st_mode)) return EntryKind::link;
  return S_ISREG(st.st_mode) ? EntryKind::file : EntryKind::other;
}

bool leads_nowhere(int error) { return error == ENOENT || error == ELOOP || error == ENOTDIR; }

void each_remote_entry(const std::string& folder, const DatasetBuilder& builder,
                       const std::function<void(std::string_view, EntryKind)>& visit, Listing listing) {
  const auto kind = listing == Listing::page ? Fetch::page : Fetch::list;
  const std::string lines = builder.remote().list(
      folder, [&] { builder.poll(); }, kind);
  for (size_t begin = 0; begin < lines.size();) {
    builder.poll();
    const size_t end = std::min(lines.find('\n', begin), lines.size());
    const std::string_view line = std::string_view(lines).substr(begin, end - begin);
    begin = end + 1;
    if (line.size() > 2) visit(line.substr(2), line[0] == 'd' ? EntryKind::folder : EntryKind::file);
  }
}

}  // namespace

void each_entry(const std::string& folder, const Wanted& wanted, const DatasetBuilder& builder,
                const std::function<void(std::string_view, EntryKind)>& visit, Listing listing) {
  const ListedFile listed(builder.progress(), folder, 0);
  if (is_remote(folder)) return each_remote_entry(folder, builder, visit, listing);
  const std::unique_ptr<DIR, int (*)(DIR*)> dir(opendir(folder.c_str()), closedir);
  if (!dir) disk_failure(errno, wanted, folder);
  for (;;) {
    builder.poll();
    errno = 0;
    const dirent* entry = readdir(dir.get());
    if (!entry) {
      if (errno) disk_failure(errno, wanted, folder);
      return;
    }
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    visit(name, kind_of(dirfd(dir.get()), *entry));
  }
}

bool find_target(const std::string& path, const Wanted& wanted, struct stat& found) {
  if (is_remote(path)) return false;
  if (stat(path.c_str(), &found) == 0) return true;
  if (leads_nowhere(errno)) return false;
  disk_failure(errno, {wanted.argument, "a link that can be followed", wanted.instead}, path);
}

void each_line(const std::string& path, const Wanted& wanted, const DatasetBuilder& builder,
               const std::function<void(std::string_view)>& visit) {
  FileStream file(path, wanted, builder);
  std::vector<uint8_t> chunk(size_t{1} << 18);
  std::string rest;
  while (const size_t length = file.read(chunk.data(), chunk.size())) {
    std::string_view left(reinterpret_cast<const char*>(chunk.data()), length);
    for (size_t end; (end = left.find('\n')) != std::string_view::npos; left.remove_prefix(end + 1)) {
      builder.poll();
      if (rest.empty()) {
        visit(left.substr(0, end));
      } else {
        rest += left.substr(0, end);
        visit(rest);
        rest.clear();
      }
    }
    rest += left;
  }
  visit(rest);
}

void refuse_compressed(std::string_view head, const Wanted& wanted, const std::string& path) {
  const Compression compression = compression_of(head);
  if (!compression.name) return;
  throw Error(ErrorCode::FILE_UNREADABLE,
              std::string("Expected ") + wanted.what + " for " + wanted.argument + " but '" + shown_path(path) +
                  "' is compressed (" + compression.name + ")",
              std::string("Unpack it first (") + compression.unpack +
                  "): samples are read by their places in the file, which compressed data does not have");
}

void refuse_compressed(const RecordSource& file, const Wanted& wanted, const std::string& path) {
  char head[16];
  const auto count = static_cast<size_t>(std::min<int64_t>(file.size(), sizeof head));
  if (count) file.copy(0, reinterpret_cast<uint8_t*>(head), static_cast<int64_t>(count));
  refuse_compressed({head, count}, wanted, path);
}

void disk_failure(int error, const Wanted& wanted, const std::string& given) {
  const std::string path = given.size() > 1 && given.back() == '/' ? given.substr(0, given.size() - 1) : given;
  const std::string expected =
      std::string("Expected ") + wanted.what + " for " + wanted.argument + " but '" + shown_path(path) + "' ";
  if (error == ENOENT) {
    throw Error(ErrorCode::FILE_NOT_FOUND, expected + "does not exist",
                "Check the path; relative ones start at the working folder, " + working_folder());
  }
  if (error == ENOTDIR || error == EISDIR) {
    struct stat st;
    const bool file = stat(path.c_str(), &st) == 0 && S_ISREG(st.st_mode);
    throw Error(ErrorCode::INVALID_ARGUMENT,
                expected + (error == EISDIR ? "is a folder"
                            : file          ? "is a file"
                                            : "is not one"),
                std::string("Point ") + wanted.argument + " at " + wanted.what + wanted.instead);
  }
  throw Error(ErrorCode::FILE_UNREADABLE, expected + "cannot be read (" + error_name(error) + ")",
              "Check its permissions and the disk");
}

}  // namespace penstock
