// statistics().print(), and the same tables at the end of `penstock run`.
import { stripVTControlCharacters } from 'node:util'
import { bold, faint, table } from '../cli/table.js'
import { duration, megabytes, percent, whole } from '../cli/units.js'
import type { OpStatistics, StatisticsData } from './statistics.js'

const right = 'right' as const

export function stageTable({ stages, mailboxes }: StatisticsData): string {
  const rows = stages.map((s) => {
    const boxes = mailboxes.filter((m) => m.to === s.name)
    return [
      s.actors > 1 ? `${s.name} x ${s.actors}` : s.name,
      percent(s.busy),
      percent(s.starved),
      percent(s.blocked),
      percent(s.bubble),
      boxes.map((m) => `${percent(m.occupancy)} of ${m.capacity}`).join(', ') || '-',
      whole(s.samplesPerSecond),
      s.bytes ? megabytes(s.bytes) : '-',
    ]
  })
  const titles = ['busy', 'starved', 'blocked', 'bubble', 'mailbox', 'samples/s', 'data']
  return table([{ title: 'stage' }, ...titles.map((title) => ({ title, align: right }))], rows)
}

/** A fused operator is shown as the operators that it stands for. */
function opTitle({ op, name }: OpStatistics): string {
  if (op.startsWith('fused')) return name.replaceAll('+', ' + ')
  return name === op ? op : `${op} (${name})`
}

export function opTable({ stages }: StatisticsData): string {
  const ops = stages.flatMap((s) => s.ops.map((op) => ({ op, stage: s.name })))
  if (!ops.length) return ''
  const counted = ops.some(({ op }) => op.maxBytes !== null)
  const rows = ops.map(({ op, stage }) => [
    opTitle(op),
    stage,
    percent(op.share),
    duration(op.time),
    op.samples ? `${((1e6 * op.time) / op.samples).toFixed(0)} us` : '-',
    ...(counted ? [op.maxBytes ? megabytes(op.maxBytes) : '-'] : []),
  ])
  const titles = ['share of stage', 'thread time', 'per sample', ...(counted ? ['largest batch'] : [])]
  return table([{ title: 'operator' }, { title: 'stage' }, ...titles.map((title) => ({ title, align: right }))], rows)
}

/** Per decoder on a GPU: how many images went which way, and why some could not go to the GPU. */
export function decodeLines({ stages }: StatisticsData): string {
  const lines = stages.flatMap(({ ops }) =>
    ops.flatMap((op) => {
      if (!op.decode) return []
      const { hardware, hybrid, cpu, fallback } = op.decode
      const ways = `${whole(hardware)} by the decoding engines, ${whole(hybrid)} on threads and GPU, ${whole(cpu)} on the CPU`
      const why = Object.entries(fallback).map(([reason, n]) => `${whole(n)} ${reason}`)
      return [`  ${opTitle(op)}: ${ways}${why.length ? ` (not for the GPU: ${why.join(', ')})` : ''}`]
    }),
  )
  return lines.join('\n')
}

export const verdictLine = ({ verdict }: StatisticsData): string => `${bold('Verdict:')} ${verdict.text}`

/** The tables, the consumer's wait and the verdict. */
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
  return `${[...parts, faint(`  ${facts.join(' · ')}`), verdictLine(data)].join('\n')}\n`
}

export function printStatistics(data: StatisticsData, stream: { write(text: string): unknown }): void {
  const text = statisticsText(data)
  stream.write(stream === process.stdout ? text : stripVTControlCharacters(text))
}
