// What a run tells at its end: the summary, a table per stage, a table of operators, the bad samples, the verdict.
import { relative } from 'node:path'
import type { Statistics } from '../index.js'
import { duration } from './progress.js'
import { bold, faint, table } from './table.js'

/** Everything that `run --json` prints. */
export interface RunReport {
  data: string
  batchSize: number
  threads: number
  depth: number
  seed: number
  size: number
  onError: string
  /** Images in the data set, bad ones included. */
  dataSetSize: number
  /** Epochs that were read to their end. */
  epochs: number
  batches: number
  images: number
  /** From the start of build() to the last batch. */
  seconds: number
  /** After the first batch, so that start-up does not count. */
  imagesPerSecond: number
  /** From the start of build() to the first batch. */
  firstBatchMs: number | null
  peakMemoryBytes: number
  /** Where the picture of the first batch is. */
  contactSheet: string | null
  /** The signal that ended the run early. */
  interrupted: string | null
  statistics: Statistics | null
}

const badShown = 10
const whole = (n: number) => Math.round(n).toLocaleString('en-US')
const percent = (share: number) => `${Math.round(100 * share)} %`
const right = 'right' as const

export function megabytes(bytes: number): string {
  const mb = bytes / 1e6
  return mb >= 1000 ? `${(mb / 1000).toFixed(1)} GB` : `${mb < 10 ? mb.toFixed(1) : Math.round(mb)} MB`
}

function stageTable({ stages, mailboxes }: Statistics): string {
  const rows = stages.map((s) => {
    const boxes = mailboxes.filter((m) => m.to === s.name)
    return [
      s.name,
      percent(s.busy),
      percent(s.starved),
      percent(s.blocked),
      percent(s.bubble),
      boxes.map((m) => `${percent(m.occupancy)} of ${m.capacity}`).join(', ') || '-',
      whole(s.samplesPerSecond),
      s.bytes ? megabytes(s.bytes) : '-',
    ]
  })
  const titles = ['busy', 'starved', 'blocked', 'bubble', 'mailbox', 'images/s', 'data']
  return table([{ title: 'stage' }, ...titles.map((title) => ({ title, align: right }))], rows)
}

/** A fused operator is shown as the operators that it stands for. */
function opTitle({ op, name }: Statistics['stages'][number]['ops'][number]): string {
  if (op.startsWith('fused')) return name.replaceAll('+', ' + ')
  return name === op ? op : `${op} (${name})`
}

function opTable({ stages }: Statistics): string {
  const rows = stages.flatMap((s) =>
    s.ops.map((op) => [
      opTitle(op),
      s.name,
      percent(op.share),
      duration(op.time),
      op.samples ? `${((1e6 * op.time) / op.samples).toFixed(0)} us` : '-',
    ]),
  )
  const titles = ['share of stage', 'thread time', 'per image']
  const columns = [{ title: 'operator' }, { title: 'stage' }, ...titles.map((title) => ({ title, align: right }))]
  return rows.length ? table(columns, rows) : ''
}

function badSamples({ badSamples, badTotal }: Statistics, policy: string): string[] {
  if (!badTotal) return []
  // A file that is bad is so in every epoch.
  const byPath = new Map(badSamples.map((b) => [b.path || `sample ${b.index}`, b]))
  const rows = [...byPath].slice(0, badShown).map(([path, b]) => [shortPath(path), String(b.index), b.reason])
  const what = policy === 'placeholder' ? 'replaced by a placeholder' : 'skipped'
  const more = byPath.size > rows.length ? [`  ... and ${byPath.size - rows.length} more files\n`] : []
  const files = byPath.size === 1 ? '1 file' : `${byPath.size} files`
  return [
    '',
    bold(`Bad samples: ${files}, ${what} ${whole(badTotal)} ${badTotal === 1 ? 'time' : 'times'}`),
    table([{ title: 'file' }, { title: 'index', align: right }, { title: 'reason' }], rows) + more.join(''),
  ]
}

function shortPath(path: string): string {
  const near = relative(process.cwd(), path)
  return near && near.length < path.length && !near.startsWith('../..') ? near : path
}

export function reportText(r: RunReport): string {
  const lines: string[] = []
  const end = r.interrupted ? `Interrupted after` : 'Done:'
  const epochs = `${r.epochs} ${r.epochs === 1 ? 'epoch' : 'epochs'}${r.interrupted ? ' finished' : ''}`
  lines.push(
    '',
    bold(`${end} ${whole(r.images)} images in ${duration(r.seconds)}: ${whole(r.imagesPerSecond)} images/s`),
  )
  const first = r.firstBatchMs === null ? '' : ` · first batch after ${Math.round(r.firstBatchMs)} ms`
  const slots = r.statistics ? ` (batches ${megabytes(r.statistics.memory.slots)})` : ''
  lines.push(
    faint(`  ${epochs}, ${whole(r.batches)} batches${first} · peak memory ${megabytes(r.peakMemoryBytes)}${slots}`),
  )
  if (r.statistics) {
    lines.push('', stageTable(r.statistics), opTable(r.statistics).trimEnd())
    lines.push(...badSamples(r.statistics, r.onError).map((text) => text.trimEnd()))
    lines.push('', `${bold('Verdict:')} ${r.statistics.verdict.text}`)
  }
  if (r.contactSheet) lines.push(`${bold('Contact sheet:')} ${r.contactSheet}`)
  return `${lines.join('\n')}\n`
}
