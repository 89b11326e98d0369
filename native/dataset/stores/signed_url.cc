// See signed_url.h.
#include "dataset/stores/signed_url.h"

#include <algorithm>
#include <vector>

#include "dataset/stores/object_store.h"

namespace penstock {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::string_view kSchemes[] = {"http://", "https://", "s3://", "gs://", "hf://"};

// In any case of letters, as schemes are compared.
bool begins_with(std::string_view path, std::string_view scheme) {
  return path.size() >= scheme.size() && std::equal(scheme.begin(), scheme.end(), path.begin(), [](char a, char b) {
           return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b);
         });
}

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

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The length of the scheme of a URL, with what divides it from the host; 0 for what is none. A store's scheme may have
// any slashes after it, which is a mistake of the user's, and one with a password in it.
size_t scheme_length(std::string_view path) {
  size_t end = 0;
  while (end < path.size() && end < 21 &&
         (is_letter(path[end]) ||
          (end && (is_digit(path[end]) || std::string_view("+.-").find(path[end]) != std::string_view::npos)))) {
    ++end;
  }
  if (!end || end == path.size() || path[end] != ':') return 0;
  if (path.substr(end, 3) == "://") return end + 3;
  if (!is_one_of(lower(path.substr(0, end)), {"http", "https", "s3", "gs", "hf"})) return 0;
  const size_t host = std::min(path.find_first_not_of("/\\", end + 1), path.size());
  return host > end + 1 ? host : 0;
}

// What follows the scheme, without user and password.
std::string_view without_user(std::string_view rest) {
  const std::string_view authority = rest.substr(0, rest.find_first_of("/?#\\"));
  size_t at = authority.rfind('@');
  if (at != std::string_view::npos) return rest.substr(at + 1);
  // A password that is not escaped may have the characters that end the authority.
  const size_t colon = authority.find(':');
  if (colon == std::string_view::npos || authority[0] == '[') return rest;
  const std::string_view port = authority.substr(colon + 1);
  if (std::all_of(port.begin(), port.end(), is_digit)) return rest;
  at = rest.rfind('@');
  return at != std::string_view::npos ? rest.substr(at + 1) : rest.substr(0, colon);
}

}  // namespace

bool is_remote(std::string_view path) {
  return std::any_of(std::begin(kSchemes), std::end(kSchemes),
                     [&](std::string_view scheme) { return begins_with(path, scheme); });
}

bool is_web(std::string_view path) { return begins_with(path, "http://") || begins_with(path, "https://"); }

std::string unsigned_url(std::string_view path) {
  if (!is_web(path)) return std::string(path);
  const size_t mark = std::min(path.find('?'), path.size()), host = path.find("//") + 2;
  std::string out = lower(path.substr(0, host));
  out += without_user(path.substr(host, mark - host));
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

std::string shown_path(std::string_view path) {
  const size_t host = scheme_length(path);
  if (!host) return std::string(path);
  std::string shown(path.substr(0, host));
  std::string_view rest = without_user(path.substr(host));
  if (lower(path.substr(0, 4)) == "http") {
    rest = rest.substr(0, rest.find_first_of("?#"));
  } else {
    // In a key of s3://, gs:// and hf:// a question mark is a letter, unless a query follows it.
    const size_t mark = rest.find('?'), equals = rest.rfind('=');
    if (mark != std::string_view::npos && equals != std::string_view::npos && equals > mark)
      rest = rest.substr(0, mark);
  }
  return shown.append(rest);
}

}  // namespace penstock
