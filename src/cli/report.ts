// Makes the report at the end of a run: the summary, a table of stages, a table of operators, the bad samples, and the
// verdict.
import { basename, relative } from 'node:path'
import { escaped } from '../errors/escaped.js'
import type { Statistics } from '../index.js'
import { bold, type Column, factLines, faint, sentence, table } from '../statistics/table.js'
import { columnsOf } from '../statistics/terminal.js'
import { opTable, stageTable, verdictLine } from '../statistics/text.js'
import { duration, megabytes, plural, whole } from '../statistics/units.js'
import { type OutputShape, shapeText } from './shapes.js'
import type { OutSummary } from './types.js'

/** Everything that `run --json` prints. */
export interface RunReport {
  /** The folder, glob, file or number of files of the main job, or the path of the module. */
  data: string
  /** The reader that was found for --data; null without --data, and with a module. */
  reader: string | null
  batchSize: number
  threads: number
  depth: number
  seed: number
  /** Side of the main job's images in pixels; null for a module, and for data without pictures. */
  size: number | null
  onError: string
  /** Number of images in the data set of the first reader, bad ones included; 0 without a reader. */
  dataSetSize: number
  /** Number of files in the readers' folders that are no samples. */
  ignoredFiles: number
  /** Number of epochs that were read to their end. */
  epochs: number
  batches: number
  images: number
  /** Seconds from the start of build() to the last batch. */
  seconds: number
  /** Images per second after the first batch, so that start-up does not count. */
  imagesPerSecond: number
  /** Milliseconds from the start of build() to the first batch; null if none came. */
  firstBatchMs: number | null
  peakMemoryBytes: number
  /** The outputs of the main job for data without pictures; null for other runs. */
  outputs: readonly OutputShape[] | null
  /** Path of the picture of the first batch; null without one. */
  contactSheet: OutSummary['contactSheet']
  /** The files of batches that --out wrote; null without any. */
  batchFiles: OutSummary['batchFiles']
  /** The signal that ended the run early; null without one. */
  interrupted: string | null
  statistics: Statistics | null
}

const badShown = 10
/** Number of characters of a path that are shown, from its end, where paths differ: at most, and at least. */
const pathShown = { most: 36, least: 12 }
/** Columns that the table of bad samples needs beside the path. */
const besidePath = 35

function badSamples({ badSamples, badTotal }: Statistics, policy: string): string[] {
  if (!badTotal) return []
  // A bad file is bad in every epoch, so each is listed once.
  const byPath = new Map(badSamples.map((b) => [b.path || `sample ${b.index}`, b]))
  const rows = [...byPath].slice(0, badShown).map(([path, b]) => [shortPath(path), String(b.index), b.reason])
  const ways: Record<string, string> = { placeholder: 'replaced by a placeholder', skip: 'skipped' }
  // With policy 'throw' bad samples come from operators with an onError of their own, so the words cover both ways.
  const what = ways[policy] ?? 'skipped or replaced'
  const more = byPath.size > rows.length ? [`  ... and ${byPath.size - rows.length} more files\n`] : []
  const files = byPath.size === 1 ? '1 file' : `${byPath.size} files`
  return [
    '',
    bold(`Bad samples: ${files}, ${what} ${whole(badTotal)} ${badTotal === 1 ? 'time' : 'times'}`),
    table([{ title: 'file' }, { title: 'index', align: 'right' }, { title: 'reason', flexible: true }], rows) +
      more.join(''),
  ]
}

function shortPath(path: string): string {
  const near = relative(process.cwd(), path)
  const short = near && near.length < path.length && !near.startsWith('../..') ? near : path
  const room = Math.max(pathShown.least, Math.min(pathShown.most, (columnsOf() ?? 80) - besidePath))
  return short.length > room ? `...${short.slice(3 - room)}` : short
}

/** The report as text. `unit`: the word for a sample, 'image' or 'sample'. */
export function reportText(r: RunReport, unit: string): string {
  const lines: string[] = []
  const end = r.interrupted ? `Interrupted after` : 'Done:'
  const epochs = `${r.epochs} ${r.epochs === 1 ? 'epoch' : 'epochs'}${r.interrupted ? ' finished' : ''}`
  lines.push(
    '',
    bold(`${end} ${plural(r.images, unit)} in ${duration(r.seconds)}: ${whole(r.imagesPerSecond)} ${unit}s/s`),
  )
  const first = r.firstBatchMs === null ? [] : [`first batch after ${Math.round(r.firstBatchMs)} ms`]
  const slots = r.statistics ? ` (batches ${megabytes(r.statistics.memory.slots)})` : ''
  lines.push(
    faint(
      factLines([
        `${epochs}, ${whole(r.batches)} ${r.batches === 1 ? 'batch' : 'batches'}`,
        ...first,
        `peak memory ${megabytes(r.peakMemoryBytes)}${slots}`,
      ]),
    ),
  )
  if (r.outputs?.length) {
    const columns: Column[] = [{ title: 'output' }, { title: 'dtype' }, { title: 'shapes of samples', flexible: true }]
    const rows = r.outputs.map((output) => [output.name, output.dtype, shapeText(output)])
    lines.push('', table(columns, rows).trimEnd())
  }
  if (r.statistics) {
    lines.push('', stageTable(r.statistics), opTable(r.statistics).trimEnd())
    lines.push(...badSamples(r.statistics, r.onError).map((text) => text.trimEnd()))
    lines.push('', verdictLine(r.statistics))
  }
  if (r.contactSheet) lines.push(`${bold('Contact sheet:')} ${escaped(r.contactSheet)}`)
  if (r.batchFiles) {
    const { files, bytes, first, last } = r.batchFiles
    lines.push(
      sentence(`${bold('Batches:')} ${plural(files, 'file')} of ${megabytes(bytes)} together`),
      `  ${escaped(first)}`,
    )
    if (last !== first) lines.push(`  ... ${escaped(basename(last))}`)
  }
  return `${lines.join('\n')}\n`
}
