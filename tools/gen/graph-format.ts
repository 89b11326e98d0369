// src/graph/format.ts > what reads texts of pipelines elsewhere: docs/design/graph-format.schema.json, native/generated/graph_format.h and
// python/penstock/dali/_graph_format.json; and the tables of docs/design/graph-format.md.
import { type Format, graphFormat, maxNesting } from '../../src/graph/format.js'
import { between, row } from './documents.js'
import type { Files } from './files.js'

const document = 'docs/design/graph-format.md'

const target = (format: Format): Format =>
  format.$ref ? graphFormat.$defs[format.$ref.slice('#/$defs/'.length) as keyof typeof graphFormat.$defs] : format

function table({ properties = {}, required = [] }: Format): string[] {
  const rows = Object.entries(properties).map(([name, field]) => {
    const { title = '', description = '' } = { ...target(field), ...field }
    return row(`${name}${required.includes(name) ? '' : ' ?'}`, title.replace(/,$/, ''), description)
  })
  return ['', row('field', 'expected', 'what it says'), row('---', '---', '---'), ...rows, '']
}

/** The document with a table of each part of the format. */
const withTables = (text: string): string =>
  Object.entries({ text: graphFormat, ...graphFormat.$defs }).reduce(
    (done, [name, format]) => between(done, `fields of ${name}`, table(format)),
    text,
  )

export function graphFormatFiles(text: string): Files {
  return {
    [document]: withTables(text),
    'docs/design/graph-format.schema.json': `${JSON.stringify(graphFormat, null, 2)}\n`,
    'python/penstock/dali/_graph_format.json': `${JSON.stringify({ maxNesting, format: graphFormat })}\n`,
    'native/generated/graph_format.h': [
      '// From src/graph/format.ts by tools/gen.ts. Do not edit.',
      '#pragma once',
      '#include <cstddef>',
      '',
      'namespace penstock::api {',
      '',
      `inline constexpr size_t kMaxNesting = ${maxNesting};`,
      'inline constexpr const char* kGraphFormat =',
      `    R"json(${JSON.stringify(graphFormat)})json";`,
      '',
      '}  // namespace penstock::api',
      '',
    ].join('\n'),
  }
}
