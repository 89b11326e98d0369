// Formats the tables that statistics().print() writes, and that `penstock-data run` prints at its end.
import { stripVTControlCharacters } from 'node:util'
import { escaped } from '../errors/escaped.js'
import { opTitle } from '../graph/print.js'
import { bold, factLines, faint, sentence, table } from './table.js'
import type { StatisticsData } from './types.js'
import { duration, megabytes, percent, whole } from './units.js'

const right = 'right' as const
const flexible = true as const

export function stageTable({ stages, mailboxes }: StatisticsData): string {
  const rows = stages.map((s) => {
    const boxes = mailboxes.filter((m) => m.to === s.name)
    return [
      s.actors > 1 ? `${s.name} x ${s.actors}` : s.name,
      percent(s.busy),
      percent(s.starved),
      percent(s.blocked),
      percent(s.bubble),
      mailboxText(boxes),
      whole(s.samplesPerSecond),
      s.bytes ? megabytes(s.bytes) : '-',
    ]
  })
  const titles = ['busy', 'starved', 'blocked', 'bubble', 'mailbox', 'samples/s', 'data']
  return table([{ title: 'stage', flexible }, ...titles.map((title) => ({ title, align: right }))], rows)
}

/** How full a stage's mailboxes are: with several mailboxes, from the emptiest to the fullest. */
function mailboxText(boxes: StatisticsData['mailboxes']): string {
  if (!boxes.length) return '-'
  const range = (values: readonly number[]) => [...new Set([Math.min(...values), Math.max(...values)])].join('-')
  return `${range(boxes.map((m) => Math.round(100 * m.occupancy)))} % of ${range(boxes.map((m) => m.capacity))}`
}

/** Formats seconds per sample: below 0.1 s in microseconds. */
const each = (seconds: number) => (seconds < 0.1 ? `${(1e6 * seconds).toFixed(0)} us` : duration(seconds))

/** Operators with a smaller share of their stage's time are added up in one row. */
const leastShare = 0.01

export function opTable({ stages }: StatisticsData): string {
  const ops = stages.flatMap((s) => s.ops.map((op) => ({ op, stage: s.name })))
  if (!ops.length) return ''
  const counted = ops.some(({ op }) => op.maxBytes !== null)
  const shown = ops.filter(({ op }) => op.share >= leastShare)
  const small = ops.filter(({ op }) => op.share < leastShare)
  const rows = shown.map(({ op, stage }) => [
    opTitle(op),
    stage,
    percent(op.share),
    duration(op.time),
    op.samples ? each(op.time / op.samples) : '-',
    ...(counted ? [op.maxBytes ? megabytes(op.maxBytes) : '-'] : []),
  ])
  if (small.length) {
    const time = small.reduce((sum, { op }) => sum + op.time, 0)
    rows.push([`${small.length} more below 1 %`, '', '', duration(time), '', ...(counted ? [''] : [])])
  }
  const titles = ['share', 'time', 'per sample', ...(counted ? ['max sample'] : [])]
  return table(
    [{ title: 'operator', flexible }, { title: 'stage' }, ...titles.map((title) => ({ title, align: right }))],
    rows,
  )
}

/** One line per decoder on a GPU: how many images were decoded in which way, and why some could not use the GPU. */
export function decodeLines({ stages }: StatisticsData): string {
  const lines = stages.flatMap(({ ops }) =>
    ops.flatMap((op) => {
      if (!op.decode) return []
      const { kernels, hardware, cpu, fallback } = op.decode
      const ways = `${whole(kernels)} by kernels, ${whole(hardware)} by the decoding engines, ${whole(cpu)} on the CPU`
      const why = Object.entries(fallback).map(([reason, n]) => `${whole(n)} ${reason}`)
      return [
        sentence(`  ${escaped(opTitle(op))}: ${ways}${why.length ? ` (not for the GPU: ${why.join(', ')})` : ''}`),
      ]
    }),
  )
  return lines.join('\n')
}

export const verdictLine = ({ verdict }: StatisticsData): string =>
  sentence(`${bold('Verdict:')} ${escaped(verdict.text)}`)

/** Formats the tables, the time that the consumer waited, and the verdict. */
export function statisticsText(data: StatisticsData): string {
  const { consumer, threads, badTotal, memory } = data
  const facts = [
    `the consumer waited ${duration(consumer.seconds)} (${percent(consumer.share)})`,
    `${threads.pool} ${threads.pool === 1 ? 'thread' : 'threads'} on ${threads.cores} ${threads.cores === 1 ? 'core' : 'cores'}`,
    `batches ${megabytes(memory.slots)}`,
    ...(memory.device ? [`GPU memory ${megabytes(memory.device)}`] : []),
    ...(memory.pinned ? [`page-locked ${megabytes(memory.pinned)}`] : []),
    ...(badTotal ? [`${whole(badTotal)} bad samples`] : []),
  ]
  const parts = [stageTable(data), opTable(data), decodeLines(data)].map((part) => part.trimEnd()).filter(Boolean)
  return `${[...parts, faint(factLines(facts)), verdictLine(data)].join('\n')}\n`
}

export function printStatistics(data: StatisticsData, stream: { write(text: string): unknown }): void {
  const text = statisticsText(data)
  stream.write(stream === process.stdout ? text : stripVTControlCharacters(text))
}
