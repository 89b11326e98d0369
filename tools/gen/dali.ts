// docs/reference/dali-operators.json and op.json > the sentence in README.md and docs/start/from-dali.md that says how many of DALI's
// operators there are, and the tables of docs/start/from-dali.md: each of DALI's operators by its name, and the arguments
// that are accepted without effect.
import { dirname, relative } from 'node:path'
import { type DaliOperator, operators, others } from '../schemas/dali-operators.js'
import type { OpSchema } from '../schemas/op-json.js'
import { between, row } from './documents.js'
import type { Files } from './files.js'

/** DALI's own name of an operator: decoders.imageCrop is decoders.image_crop there. */
export function daliName(name: string): string {
  // Matrices and vectors: M, T, MT.
  if (/^[A-Z]+$/.test(name)) return name
  // Words that DALI writes as one.
  const words = name
    .replace(/\bbBox/g, 'bbox')
    .replace(/BBox/g, 'Bbox')
    .replace('mxNet', 'mxnet')
  return words.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
}

/** Titles whose capital letters do not follow from penstock's names. */
const titles: Readonly<Record<string, string>> = {
  'readers.coco': 'COCO',
  'readers.mxNet': 'MXNet',
  'readers.tfrecord': 'TFRecord',
  mfcc: 'MFCC',
  roiRandomCrop: 'ROIRandomCrop',
  'reductions.rms': 'RMS',
}

/** DALI's own name of an operator's class: readers.file is readers.File there. */
export function daliTitle(name: string): string {
  const last = name.split('.').at(-1)!
  const groups = daliName(name).split('.').slice(0, -1)
  return [...groups, titles[name] ?? `${last[0]!.toUpperCase()}${last.slice(1)}`].join('.')
}

function operatorTable(operators: readonly DaliOperator[], own: ReadonlyMap<string, OpSchema>): string[] {
  const lines = operators.map(({ name, devices = [], instead }) => {
    const op = own.get(name)
    const theirs = `\`fn.${daliName(name)}\``
    if (!op) return row(theirs, 'missing', instead ? `${instead}.` : '')
    const lacking = devices.filter((device) => !(op.devices as string[]).includes(device))
    return row(
      theirs,
      `[\`fn.${name}\`](../operators/${name}.md)`,
      lacking.length ? `not on ${lacking.join(', ')}` : '',
    )
  })
  return [row('DALI', 'penstock', 'note'), row('---', '---', '---'), ...lines]
}

/** One line for each argument that is without effect for one reason. */
function ignoredTable(schemas: readonly OpSchema[]): string[] {
  const users = new Map<string, { name: string; reason: string; operators: string[] }>()
  for (const op of schemas) {
    for (const [name, { ignored }] of Object.entries(op.args)) {
      if (!ignored) continue
      const key = `${name} ${ignored}`
      const found = users.get(key) ?? { name, reason: ignored, operators: [] }
      found.operators.push(op.name)
      users.set(key, found)
    }
  }
  // The name of a function stays as it is.
  const sentence = (text: string) => (/^\w+\(/.test(text) ? text : `${text[0]!.toUpperCase()}${text.slice(1)}`)
  const lines = [...users.values()].map(({ name, reason, operators }) =>
    row(`\`${name}\``, operators.join(', '), `${sentence(reason)}.`),
  )
  return [row('argument', 'of', 'why'), row('---', '---', '---'), ...lines]
}

/** The documents whose text says how many operators there are. */
export const coverageDocuments = ['README.md', 'docs/start/from-dali.md'] as const

/** `text`, a document of the folder `docs` or of the root, with the sentence about coverage. */
function withCoverage(
  path: string,
  text: string,
  own: ReadonlyMap<string, OpSchema>,
  all: readonly DaliOperator[],
): string {
  const done = all.filter(({ name }) => own.has(name))
  const to = (page: string) => relative(dirname(path), page)
  const which = `([which](${to('docs/operators/README.md')}))`
  const parity = `[parity.md](${to('docs/reference/parity.md')})`
  const sentence = `Of DALI's operators ${done.length} of ${all.length} are here ${which}; ${parity} says how results compare.`
  return between(text, 'coverage', [sentence])
}

/** The page that tells how many of DALI's own tests do not pass, and why. */
export const suitePage = 'docs/reference/dali-suite.md'

/** What a program of DALI meets, by the reasons of DALI's tests that do not pass; `inside`: those that no program meets. */
function suiteTable(page: string, inside: ReadonlySet<string>): string[] {
  const rows = [...page.matchAll(/^\| (\d+) \| (.*?) \| .*\.py: /gm)].map(([, cases, reason]) => ({
    cases: cases!,
    reason: reason!,
  }))
  if (!rows.length) throw new Error(`${suitePage} has no table of reasons`)
  const met = rows.filter(({ reason }) => !inside.has(reason))
  return [
    '',
    row('what differs', "cases of DALI's tests"),
    row('---', '---'),
    ...met.map(({ cases, reason }) => row(reason, cases)),
    '',
  ]
}

export function daliFiles(
  schemas: readonly OpSchema[],
  pages: Readonly<Record<string, string>>,
  inside: ReadonlySet<string>,
): Files {
  const shown = schemas.filter((op) => !op.internal)
  const own = new Map(shown.map((op) => [op.name, op]))
  const all = [...operators, ...others].sort((a, b) => (a.name < b.name ? -1 : 1))
  const files = Object.fromEntries(
    coverageDocuments.map((path) => [path, withCoverage(path, pages[path]!, own, operators)]),
  )
  const text = between(files['docs/start/from-dali.md']!, 'operators', operatorTable(all, own))
  const withIgnored = between(text, 'ignored', ignoredTable(shown))
  return { ...files, 'docs/start/from-dali.md': between(withIgnored, 'differs', suiteTable(pages[suitePage]!, inside)) }
}
