// native/codecs/<format>/codec.json > native/generated/formats.h, format_endings.h and codecs.cc (which formats exist), and the tables
// of docs/data/formats.md.
import type { CodecSchema } from '../schemas/codec-json.js'
import { between, row as padded } from './documents.js'
import type { Files } from './files.js'

const row = (...cells: string[]) => padded(...cells).replace(/ {2,}\|/g, ' |')

function kindsTable(codecs: readonly CodecSchema[]): string[] {
  return [
    row('format', 'kinds', 'decoded by'),
    '|---|---|---|',
    ...codecs.map(({ name, kinds, library }) => row(name, kinds, library === 'none' ? '' : library)),
  ]
}

function claimsTable(codecs: readonly CodecSchema[]): string[] {
  return [
    row('format', 'pixels that a byte of the file can hold at most', 'because'),
    '|---|---|---|',
    ...codecs.flatMap(({ name, claims }) =>
      claims.map(({ of, most, because }) => row(of ? `${name}, ${of}` : name, most, because ?? '')),
    ),
  ]
}

const notice = '// From native/codecs/*/codec.json by tools/gen.ts. Do not edit.'

/** The files generated for the formats. `page`: the current text of docs/data/formats.md. */
export function codecFiles(codecs: readonly CodecSchema[], page: string): Files {
  return {
    'docs/data/formats.md': between(between(page, 'formats', kindsTable(codecs)), 'claims', claimsTable(codecs)),
    'native/generated/formats.h': [
      notice,
      '#pragma once',
      '#include <cstdint>',
      '',
      'namespace penstock::codecs {',
      '',
      '// In the order in which a file is asked whether it is one of them.',
      'enum class Format : uint8_t {',
      '  unknown,',
      ...codecs.map(({ folder }) => `  ${folder},`),
      '};',
      `inline constexpr int kFormats = ${codecs.length + 1};  // Format::unknown included`,
      '',
      '}  // namespace penstock::codecs',
      '',
    ].join('\n'),
    'native/generated/format_endings.h': [
      notice,
      '#pragma once',
      '',
      'namespace penstock::codecs {',
      '',
      '// The endings of the names of pictures, without the dot.',
      'inline constexpr const char* kFormatEndings =',
      `    "${codecs.flatMap(({ extensions }) => extensions).join(' ')}";`,
      '',
      '}  // namespace penstock::codecs',
      '',
    ].join('\n'),
    'native/generated/codecs.cc': [
      notice,
      '#include "codecs/format.h"',
      '',
      'namespace penstock::codecs {',
      '',
      ...codecs.map(({ folder }) => `extern const Codec ${folder}_codec;`),
      '',
      'static const FormatEntry kEntries[kFormats] = {',
      '    {"unknown", "none", nullptr},',
      ...codecs.map(
        ({ folder, name, library }) => `    {${JSON.stringify(name)}, ${JSON.stringify(library)}, &${folder}_codec},`,
      ),
      '};',
      '',
      'const FormatEntry& format_entry(Format f) { return kEntries[static_cast<int>(f)]; }',
      '',
      '}  // namespace penstock::codecs',
      '',
    ].join('\n'),
  }
}
