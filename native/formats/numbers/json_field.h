// Finds one field of a JSON text and takes its numbers, in one pass that keeps nothing else of the text.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"
#include "formats/numbers/numbers.h"

namespace penstock {

// Reads the number, or the nested lists of numbers, at parse.path; true and false are 1 and 0. Of several fields with
// one name the last one counts. Throws BAD_SAMPLE, where `of` names the text, also for another shape than
// parse.lengths.
void read_json_field(std::string_view text, const Parse& parse, const std::string& of, std::vector<Number>& values,
                     Shape& shape);

}  // namespace penstock
