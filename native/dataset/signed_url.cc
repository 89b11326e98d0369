// See signed_url.h.
#include "dataset/signed_url.h"

#include <algorithm>
#include <vector>

namespace penstock {
namespace {

using Words = std::vector<std::string_view>;

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

bool is_one_of(const std::string& name, const Words& words) {
  return std::find(words.begin(), words.end(), name) != words.end();
}

// Parameters of signatures: of S3, Google's, Alibaba's, Tencent's and Huawei's stores by their prefixes.
bool signs(const std::string& name) {
  for (const std::string_view prefix : {"x-amz-", "x-goog-", "x-oss-", "x-cos-", "x-obs-"}) {
    if (name.compare(0, prefix.size(), prefix) == 0) return true;
  }
  return is_one_of(name, {"signature", "expires", "token", "access_token"});
}

// What else there is where the query has a `signature` (S3's first version, CloudFront) or a `sig` (Azure).
bool signs_beside(const std::string& name, bool signature, bool sig) {
  if (signature && is_one_of(name, {"policy", "awsaccesskeyid", "googleaccessid", "ossaccesskeyid", "key-pair-id"})) {
    return true;
  }
  return sig && (is_one_of(name, {"sig", "se", "sp", "spr", "sr", "st", "sv"}) || name.compare(0, 2, "sk") == 0);
}

Words split(std::string_view query) {
  Words parts;
  for (size_t begin = 0; begin <= query.size();) {
    const size_t end = std::min(query.find('&', begin), query.size());
    parts.push_back(query.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string name_of(std::string_view part) { return lower(part.substr(0, part.find('='))); }

std::string without_user(std::string_view url) {
  std::string out(url);
  const size_t host = out.find("//") + 2, at = out.find('@', host);
  if (at != std::string::npos && at < out.find('/', host)) out.erase(host, at + 1 - host);
  return out;
}

}  // namespace

std::string unsigned_url(std::string_view path) {
  if (path.substr(0, 7) != "http://" && path.substr(0, 8) != "https://") return std::string(path);
  const size_t mark = std::min(path.find('?'), path.size());
  std::string out = without_user(path.substr(0, mark));
  if (mark == path.size()) return out;
  const Words parts = split(path.substr(mark + 1));
  const auto has = [&](const char* name) {
    return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) { return name_of(part) == name; });
  };
  const bool signature = has("signature"), sig = has("sig");
  char before = '?';
  for (const std::string_view part : parts) {
    const std::string name = name_of(part);
    if (part.empty() || signs(name) || signs_beside(name, signature, sig)) continue;
    out += before;
    out += part;
    before = '&';
  }
  return out;
}

}  // namespace penstock
