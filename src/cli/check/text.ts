// The report of a check on a terminal: what was found and what to do, then sizes, channels and classes.
import { escaped } from '../../errors/escaped.js'
import { bold, type Column, factLines, faint, sentence, table } from '../../statistics/table.js'
import { styled } from '../../statistics/terminal.js'
import { duration, megabytes, plural, whole } from '../../statistics/units.js'
import { rounded } from './numbers.js'
import type { CheckReport, Distribution, FindingReport } from './types.js'

const shownExamples = 3
const shownClasses = 12
const right = 'right' as const

export function textOf(report: CheckReport): string {
  const lines = ['', bold(headline(report)), faint(factLines(factsOf(report)))]
  if (report.interrupted) lines.push('', 'Nothing was written: findings are those of the part that was read')
  if (report.skipped !== null) lines.push(faint(`  ${listed(report)}`))
  lines.push('', ...findings(report), ...numbers(report), ...channels(report), ...classes(report))
  return `${lines.join('\n').trimEnd()}\n`
}

function listed({ skipped, notListed }: CheckReport): string {
  const rest = notListed ? `; ${whole(notListed)} more have no name of their own that fits on a line` : ''
  return `${plural(skipped!, 'name')} on the skip list${rest}`
}

function headline({ read, samples, kind, seconds, samplesPerSecond, interrupted }: CheckReport): string {
  const what = interrupted
    ? `Interrupted after ${whole(read)} of ${plural(samples, kind)}`
    : `Checked ${plural(read, kind)}`
  return `${what} in ${duration(seconds)}: ${whole(samplesPerSecond)} ${kind}s/s`
}

function factsOf(report: CheckReport): string[] {
  const { encodedBytes, decodedBytes, threads, samples, samplesPerSecond, against, warnings } = report
  const epoch =
    samplesPerSecond > 0 ? [`an epoch of reading and decoding takes ${duration(samples / samplesPerSecond)}`] : []
  return [
    ...(encodedBytes ? [`${megabytes(encodedBytes)} read`] : []),
    `${megabytes(decodedBytes)} decoded`,
    plural(threads, 'thread'),
    ...epoch,
    ...(warnings ? [`the decoder made up for odd data ${plural(warnings, 'time')}`] : []),
    ...(against ? [`${plural(against.read, 'sample')} of ${against.data} compared`] : []),
  ]
}

function findings({ findings: all, kind }: CheckReport): string[] {
  if (!all.length) return [styled('green', `No ${kind} is bad, and none is suspicious`), '']
  return all.flatMap((finding) => [
    sentence(
      `${mark(finding)} ${bold(finding.name)}: ${escaped(`${plural(finding.count, finding.unit)} ${finding.what}`)}`,
    ),
    ...examples(finding),
    sentence(`  ${faint(`> ${finding.todo}`)}`),
    '',
  ])
}

const mark = ({ fails, group }: FindingReport): string =>
  fails ? styled('red', '✗') : group === 'suspicious' ? styled('yellow', '?') : styled('yellow', '!')

function examples({ examples: all, count, unit }: FindingReport): string[] {
  const named = all.slice(0, shownExamples)
  if (!named.length) return []
  const columns: Column[] = [{ title: 'example' }, { title: 'note', flexible: true }]
  const text = table(
    columns,
    named.map(({ source, note }) => [shortened(source), note]),
  )
  // The title says nothing here.
  const rows = text.trimEnd().split('\n').slice(1)
  // An example of files stands for all that are left out for one reason.
  return count > named.length && unit !== 'file'
    ? [...rows, `  ${faint(`and ${whole(count - named.length)} more`)}`]
    : rows
}

const maxName = 44
const shortened = (source: string) => (source.length > maxName ? `...${source.slice(3 - maxName)}` : source)

const bars = '▁▂▃▄▅▆▇█'

/** A histogram as a line of bars; a space where there is nothing. */
function line({ counts }: Distribution['histogram']): string {
  const most = Math.max(...counts)
  return counts.map((count) => (count ? bars[Math.ceil((bars.length * count) / most) - 1]! : ' ')).join('')
}

function numbers({ sizes }: CheckReport): string[] {
  const names = Object.keys(sizes)
  if (!names.length) return []
  const columns: Column[] = [
    { title: 'size' },
    ...['min', '5 %', 'median', '95 %', 'max'].map((title) => ({ title, align: right })),
    { title: 'from min to max, by factors' },
  ]
  const rows = names.map((name) => {
    const { min, p5, median, p95, max, histogram } = sizes[name]!
    return [name, ...[min, p5, median, p95, max].map(rounded), line(histogram)]
  })
  return [table(columns, rows)]
}

function channels({ channels: all, formats, channelCounts }: CheckReport): string[] {
  const facts = [
    ...Object.entries(formats).map(([name, count]) => `${whole(count)} ${name}`),
    ...Object.entries(channelCounts).map(([n, count]) => `${whole(count)} with ${plural(Number(n), 'channel')}`),
  ]
  const lines = facts.length ? [faint(factLines(facts)), ''] : []
  if (!all.length) return lines
  const columns: Column[] = ['channel', 'mean (0..255)', 'std', 'mean (0..1)', 'std'].map((title, i) =>
    i ? { title, align: right } : { title },
  )
  const rows = all.map(({ name, mean, std, mean01, std01 }) => [
    name,
    ...[mean, std].map((n) => n.toFixed(3)),
    ...[mean01, std01].map((n) => n.toFixed(5)),
  ])
  return [...lines, table(columns, rows)]
}

function classes({ classes: all, good }: CheckReport): string[] {
  if (!all.length) return []
  const most = all.reduce((most, { count }) => Math.max(most, count), 1)
  const sorted = [...all].sort((a, b) => b.count - a.count)
  const half = shownClasses / 2
  const few = sorted.length <= shownClasses
  const shown = few ? sorted : [...sorted.slice(0, half), ...sorted.slice(-half)]
  const rows = shown.map(({ label, name, count }) => [
    shortened(name ?? String(label)),
    whole(count),
    '█'.repeat(Math.round((20 * count) / most)),
  ])
  if (!few) rows.splice(half, 0, [`... ${whole(sorted.length - shownClasses)} more`, '', ''])
  return [
    table([{ title: plural(all.length, 'class') }, { title: `of ${whole(good)}`, align: right }, { title: '' }], rows),
  ]
}
