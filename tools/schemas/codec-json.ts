// Reads and checks native/codecs/<format>/codec.json: the facts of an image format that need no code.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '../../src/graph/types.js'

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
  /** For docs/data/formats.md: the kinds of the format that are decoded. */
  kinds: string
  /** For docs/data/formats.md: the most pixels that a byte of a file can hold. `of` names a kind where there are several. */
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
export function withFormats(list: readonly Json[], codecs: readonly CodecSchema[]): Json[] {
  return list.flatMap((item) => {
    if (item === allFormats) return codecs.flatMap(({ extensions }) => extensions.map((text) => `*.${text}`))
    if (typeof item === 'string' && item.startsWith('@'))
      throw new Error(`op.json: unknown ${item}; ${allFormats} is known`)
    return [item]
  })
}
