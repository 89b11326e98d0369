// op.json > src/generated/schemas.ts, and native/generated/api_schemas.cc for the C++ API: what calls are checked against.
import { infoOf, type OpSchema } from '../schemas/op-json.js'
import type { Files } from './files.js'
import { notice } from './signatures.js'

export function schemasFiles(schemas: OpSchema[]): Files {
  const lines = schemas.map((op) => {
    const { args, ...info } = infoOf(op)
    const own = Object.entries(args).map(([name, arg]) => `      ${name}: ${JSON.stringify(arg)},`)
    const body = JSON.stringify(info).slice(1, -1)
    return [`  '${op.name}': {`, `    ${body},`, '    args: {', ...own, '    },', '  },'].join('\n')
  })
  return {
    'src/generated/schemas.ts': [
      notice,
      "import type { Schemas } from '../graph/schema-types.js'",
      '',
      'export const schemas: Schemas = {',
      ...lines,
      '}',
      '',
    ].join('\n'),
    'native/generated/api_schemas.cc': [
      notice,
      '#include "api/schema.h"',
      '',
      'namespace penstock::api {',
      '',
      'const char* const kSchemas[] = {',
      ...schemas.map(
        (op) => `    R"json(${JSON.stringify({ [op.name]: { ...infoOf(op), preview: undefined } })})json",`,
      ),
      '    nullptr,',
      '};',
      '',
      '}  // namespace penstock::api',
      '',
    ].join('\n'),
  }
}
