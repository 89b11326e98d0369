// URLs without what signs them: what is left names the object.
#include "dataset/stores/signed_url.h"

#include <string>

#include "test.h"

namespace penstock {
namespace {

TEST(unsigned_url_keeps_what_names_the_object) {
  const char* const urls[][2] = {
      {"https://h/a.tar", "https://h/a.tar"},
      {"https://user:word@h/a.tar?id=7&part=2", "https://h/a.tar?id=7&part=2"},
      {"https://h/a?X-Amz-Algorithm=A&X-Amz-Credential=k/d/s3&x=1&X-Amz-Signature=s", "https://h/a?x=1"},
      {"https://h/a?Expires=1&Signature=s&Key-Pair-Id=k", "https://h/a"},
      {"https://h/a?policy=p", "https://h/a?policy=p"},
      {"https://h/a?sv=1&sr=b&sig=s&se=2&skoid=3&name=n", "https://h/a?name=n"},
      {"https://h/a?sv=1&sr=b", "https://h/a?sv=1&sr=b"},
      {"https://h/a?access_token=t&", "https://h/a"},
      {"s3://bucket/a?token=t", "s3://bucket/a?token=t"},
      {"/disk/a?token=t", "/disk/a?token=t"},
  };
  for (const auto& [given, without] : urls) CHECK_EQ(unsigned_url(given), std::string(without));
}

}  // namespace
}  // namespace penstock
