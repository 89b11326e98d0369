// native/codecs/<format>/codec.json > native/generated/formats.h, format_endings.h and codecs.cc (which formats exist), the tables of
// docs/formats.md, and the file filters that stand for all formats in op.json.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Files } from '../gen.js'
import { between } from './between.js'

/** The contents of a format's codec.json. Its code is in <format>_codec.cc. */
export interface CodecSchema {
  /** The folder's name, which is also the name in C++: Format::png, png_codec. */
  folder: string
  /** The name in messages and documents. */
  name: string
  /**
   * The format's position in every list. Files are tested for formats in this order, so a format whose files another format
   * would also accept comes before that one.
   */
  order: number
  /** Extensions of its files, in lower case, without the dot. */
  extensions: string[]
  /** The decoder: a library's name, 'built in', or 'none' where files are recognised and refused. */
  library: string
  /** For docs/formats.md: the kinds of the format that are decoded. */
  kinds: string
  /** For docs/formats.md: the most pixels that a byte of a file can hold. `of` names a kind where there are several. */
  claims: { of?: string; most: string; because?: string }[]
}

/** Stands in an argument's default list for `*.<extension>` of every format, in the formats' order. */
const allFormats = '@formats'

/** All formats, in their order. */
export function loadCodecs(codecsDir: string): CodecSchema[] {
  const codecs = readdirSync(codecsDir)
    .filter((folder) => existsSync(join(codecsDir, folder, 'codec.json')))
    .map((folder) => ({ folder, ...JSON.parse(readFileSync(join(codecsDir, folder, 'codec.json'), 'utf8')) }))
  const faults = [...codecs.flatMap(fieldFaults), ...sharedFaults(codecs)]
  if (faults.length) throw new Error(faults.join('\n'))
  return codecs.sort((a, b) => a.order - b.order)
}

function fieldFaults(codec: CodecSchema): string[] {
  const { folder, name, order, extensions, library, kinds, claims } = codec
  const texts = [name, library, kinds].every((text) => typeof text === 'string' && text)
  const wrong = [
    /^[a-z][a-z0-9_]*$/.test(folder) || 'the folder is the format in lower case, as a name of C++',
    texts || 'name, library and kinds are texts',
    (Number.isInteger(order) && order > 0) || 'order is a whole number above 0',
    (Array.isArray(extensions) && extensions.length > 0 && extensions.every((text) => /^[a-z0-9]+$/.test(text))) ||
      'extensions is a list of at least one, in lower case and without dots',
    (Array.isArray(claims) && claims.every(({ most }) => most)) || 'claims is a list of { of?, most, because? }',
  ]
  return wrong.filter((text) => text !== true).map((text) => `native/codecs/${folder}/codec.json: ${text}`)
}

/** Returns a line for each order or extension that two formats share. */
function sharedFaults(codecs: CodecSchema[]): string[] {
  const owners = new Map<string, string>()
  return codecs.flatMap(({ folder, order, extensions }) =>
    [`order ${order}`, ...(extensions ?? []).map((text) => `extension ${text}`)].flatMap((claim) => {
      const other = owners.get(claim)
      owners.set(claim, folder)
      return other === undefined ? [] : [`native/codecs/${folder}/codec.json: native/codecs/${other} has ${claim} too`]
    }),
  )
}

/** Replaces the placeholder in a default list of op.json by the formats' file patterns. */
export function withFormats(list: readonly unknown[], codecs: readonly CodecSchema[]): unknown[] {
  return list.flatMap((item) => {
    if (item === allFormats) return codecs.flatMap(({ extensions }) => extensions.map((text) => `*.${text}`))
    if (typeof item === 'string' && item.startsWith('@'))
      throw new Error(`op.json: unknown ${item}; ${allFormats} is known`)
    return [item]
  })
}

const cell = (text: string) => text.replace(/\|/g, '\\|')
const row = (...cells: string[]) => `| ${cells.map(cell).join(' | ')} |`.replace(/ {2,}\|/g, ' |')

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

/** The files generated for the formats. `page`: the current text of docs/formats.md. */
export function codecFiles(codecs: readonly CodecSchema[], page: string): Files {
  return {
    'docs/formats.md': between(between(page, 'formats', kindsTable(codecs)), 'claims', claimsTable(codecs)),
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
