// Checks the rules for image formats, for `npm run check`: a format's folder is complete, and no other code names the
// format.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type CodecSchema, loadCodecs } from '../schemas/codec-json.js'

const folder = 'native/codecs'
/** Folders of native/codecs that are no formats, but code that several formats share. */
const shared = new Set(['vips'])
/** Formats that are decoded by the code of another format, which has the fuzz target. */
const fuzzedBy: Readonly<Record<string, string>> = { heif: 'avif' }

/** Code that may name a format: the beginning of its path, and the reason. */
const namers: Readonly<Record<string, string>> = {
  'native/av_plugin/': 'libavutil has named the full range of luma after a format',
  'native/gpu_plugin/': 'nvJPEG decodes one format on the GPU',
  'native/gpu_host/': 'nvJPEG decodes one format on the GPU',
  'src/frameworks/raw-image': 'decoded pixels go to the decoder in a file of the plainest format',
  'native/ops/dump_image/': 'images that are written for people to look at have the format of DALI',
  'native/ops/encoders_image/': 'an argument names the formats that are written',
  'native/ops/readers_mds/columns.cc': 'the encodings of a shard are named so',
  'native/ops/jpeg_compression_distortion/': 'the operator is named after the format, as in DALI',
  'src/cli/': 'pictures that are written for people to look at are PNG',
  'src/dynamic/values/inspect': 'pictures that are written for people to look at are PNG',
  'src/dynamic/values/preview': 'pictures that are written for people to look at are PNG',
  'src/bridge/picture': 'pictures that are written for people to look at are PNG',
  'src/preview/': 'pictures that are written for people to look at are PNG',
}

/** Words that contain a format's name without naming the format: an argument of decoders, named as in DALI. */
const otherWords = /jpeg(?:FancyUpsampling|_fancy_upsampling)/g

/** Returns a line for each file that a format's folder or its tests lack. */
export function incompleteCodecs(root: string): string[] {
  const codecs = loadCodecs(join(root, folder))
  const there = (path: string) => existsSync(join(root, path))
  const known = new Set([...shared, ...codecs.map((codec) => codec.folder)])
  const samples = readdirSync(join(root, 'data/formats')).map((name) => extname(name).slice(1))
  const page = readFileSync(join(root, 'docs/data/formats.md'), 'utf8')
  const strays = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !known.has(entry.name))
    .map(
      ({ name }) => `${folder}/${name}/codec.json: missing; or list the folder in tools/check/codec-rules.ts as shared`,
    )
  const lacks = codecs.flatMap(({ folder: own, name, extensions, library }) => {
    const code = `${folder}/${own}/${own}_codec.cc`
    const fuzz = `native/fuzz/${fuzzedBy[own] ?? own}.cc`
    const test = `test/formats/${own}.test.ts`
    return [
      there(code) || `${code}: missing`,
      there(test) ||
        extensions.some((text) => samples.includes(text)) ||
        `${test}: missing, and data/formats has no file of the format for test/formats/samples.test.ts`,
      library === 'none' || there(fuzz) || `${fuzz}: missing; bytes that no library has checked are fuzzed`,
      page.includes(`\n| ${name} | `) || `docs/data/formats.md: no row for ${name}; run \`npm run gen\``,
    ].filter((fault) => fault !== true)
  })
  return [...strays, ...lacks]
}

/** Matches a format's name or extension as a word, or as a part of an identifier: png, PNG, decode_png, PngDecoder. */
function namePattern(codecs: readonly CodecSchema[]): RegExp {
  const words = new Set(codecs.flatMap(({ folder: own, name, extensions }) => [own, name, ...extensions]))
  const forms = [...words].flatMap((word) => {
    const lower = word.toLowerCase()
    return [word, lower, lower.toUpperCase(), lower[0]!.toUpperCase() + lower.slice(1)]
  })
  const alternatives = [...new Set(forms)].sort((a, b) => b.length - a.length).join('|')
  return new RegExp(`(?<![A-Za-z0-9])(?:${alternatives})(?![a-z0-9])`)
}

/** Returns the lines of code that name a format outside of its folder. `files`: sources, relative to the root. */
export function namedFormats(root: string, files: readonly { path: string; text: string }[]): string[] {
  const codecs = loadCodecs(join(root, folder))
  const pattern = namePattern(codecs)
  const own = ['native/test/', 'native/fuzz/', ...codecs.map((codec) => `${folder}/${codec.folder}/`)]
  const found = files
    // A parity.ts names files to decode, and is no code of the package.
    .filter(({ path }) => /^(src|native)\//.test(path) && !path.endsWith('/parity.ts'))
    .filter(({ path }) => !own.some((start) => path.startsWith(start)))
    .map(({ path, text }) => ({ path, lines: linesNaming(text, pattern) }))
    .filter(({ lines }) => lines.length > 0)
  const excused = (path: string) => Object.keys(namers).find((start) => path.startsWith(start))
  const used = new Set(found.map(({ path }) => excused(path)))
  return [
    ...found
      .filter(({ path }) => excused(path) === undefined)
      .map(({ path, lines }) => `${path}:${lines.join(',')}: names an image format; ask its Codec, or codec.json`),
    ...Object.keys(namers)
      .filter((start) => !used.has(start))
      .map((start) => `tools/check/codec-rules.ts: ${start} names no format any more; take it off the list`),
  ]
}

/** The numbers of the lines that match, without comments. */
function linesNaming(text: string, pattern: RegExp): number[] {
  return text.split('\n').flatMap((line, at) => {
    const code = line
      .replace(/(^|\s)\/\/.*$/, '')
      .replace(/^\s*\/?\*.*$/, '')
      .replace(otherWords, '')
    return pattern.test(code) ? [at + 1] : []
  })
}
