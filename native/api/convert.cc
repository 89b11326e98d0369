// See convert.h.
#include "api/convert.h"

#include "api/escaped.h"
#include "core/boundary.h"
#include "program/sample_error.h"

namespace penstock {
namespace {

// As the PipelineError of JavaScript words it.
std::string text_of(const ErrorInfo& e) {
  std::string where;
  const auto add = [&](const std::string& part) { where += (where.empty() ? "" : ", ") + part; };
  if (e.sample) {
    add("sample " + std::to_string(e.sample->index) + (e.sample->source.empty() ? "" : " (" + e.sample->source + ")"));
  }
  if (!e.stage.empty()) add("stage " + e.stage);
  if (!e.call_site.empty()) add("at " + e.call_site);
  std::string text = e.op.empty() || e.message.substr(0, 1) == "[" ? e.message : "[" + e.op + "] " + e.message;
  if (!where.empty()) text += " \xE2\x80\x94 " + where;
  return e.hint.empty() ? text : text + ". " + e.hint;
}

ErrorInfo info_of(const Error& e) {
  ErrorInfo info;
  info.code = e.code;
  info.message = e.message;
  info.hint = e.hint;
  if (const auto* s = dynamic_cast<const SampleError*>(&e)) {
    info.op = s->op;
    info.call_site = s->call_site;
    if (s->index >= 0) info.sample = {s->index, s->source};
  }
  return info;
}

}  // namespace

PipelineError::PipelineError(ErrorInfo info)
    : std::runtime_error(api::escaped(text_of(info))), info_(std::move(info)) {}

namespace api {

PipelineError caught_error(const std::string& stage) {
  ErrorInfo info;
  try {
    throw;
  } catch (const PipelineError& e) {
    return e;
  } catch (const Error& e) {
    info = info_of(e);
  } catch (...) {
    info = info_of(caught());
  }
  info.stage = stage;
  return PipelineError(std::move(info));
}

}  // namespace api
}  // namespace penstock
