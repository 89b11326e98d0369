// Makes what a program is made from out of a stage of a plan.
#pragma once
#include <memory>

#include "api/stage.h"
#include "program/spec.h"

namespace penstock::api {

std::unique_ptr<ProgramSpec> program_spec(Json program, const StageContext& context, const std::string& actor);

}  // namespace penstock::api
