// The headers compile as C++17, where argument structs are filled in member by member; and each header stands alone.
#include <penstock/arguments.h>
#include <penstock/error.h>
#include <penstock/external_source.h>
#include <penstock/math.h>
#include <penstock/ops.h>
#include <penstock/pipeline.h>

#include <iostream>

int main() {
  penstock::PipelineOptions options;
  options.batch_size = 3;
  options.seed = 5;
  penstock::Pipeline pipe(options);
  penstock::ops::random::UniformOptions uniform;
  uniform.range = {2, 3};
  pipe.SetOutputs({penstock::ops::random::uniform(pipe, uniform)});
  pipe.Build();
  pipe.Run();
  const penstock::Outputs out = pipe.ShareOutputs();
  for (int i = 0; i < out.batch_size(); ++i) {
    const float value = *out[0][i].data<float>();
    if (value < 2 || value >= 3) return 1;
  }
  std::cout << out.batch_size() << " numbers\n";
}
