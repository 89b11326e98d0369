// Makes the report of a check, as --json writes it, of what was measured and found.
import { defaultThreads } from '../../engine/threads.js'
import { type Checked, channelCounts, type Finding } from './findings.js'
import { aspectOf, distributionOf } from './numbers.js'
import type { Scan } from './scan.js'
import type { CheckedSet } from './set.js'
import type { CheckOptions, CheckReport, Distribution, Example, FindingReport, SetReport } from './types.js'

/** Samples of a finding that are named; bad ones all are. */
const maxExamples = 100

export function reportOf(checked: Checked, findings: readonly Finding[], options: CheckOptions): CheckReport {
  const { set, scan, leaks, classes } = checked
  const { samples } = scan
  const bad = samples.read - samples.numbers(() => 0).length
  return {
    ...setReport(set, samples.read, scan.encodedBytes),
    kind: set.kind,
    good: samples.read - bad,
    bad,
    warnings: warningsOf(set),
    decodedBytes: scan.decodedBytes,
    threads: options.threads ?? defaultThreads(),
    seconds: scan.seconds,
    samplesPerSecond: scan.samplesPerSecond,
    duplicates: checked.compared ? samples.where((i) => samples.isAgain(i)).length : 0,
    channels: scan.channels.report(),
    sizes: sizesOf(set, scan),
    formats: Object.fromEntries([...scan.formats].sort(([, a], [, b]) => b - a)),
    channelCounts: set.kind === 'sample' ? {} : Object.fromEntries(channelCounts(scan)),
    classes,
    against: leaks ? setReport(leaks.set, leaks.read, leaks.encodedBytes) : null,
    findings: findings.map((finding) => findingReport(set, finding, options)),
    ...{ skipped: null, notListed: 0, interrupted: null },
  }
}

const setReport = (set: CheckedSet, read: number, encodedBytes: number): SetReport => ({
  data: set.data.source,
  reader: set.recognised.format.reader,
  samples: set.count,
  read,
  ignoredFiles: set.ignoredFiles.reduce((sum, { count }) => sum + count, 0),
  encodedBytes,
})

const warningsOf = ({ pipe }: CheckedSet): number =>
  pipe.statistics().stages.reduce((sum, { ops }) => sum + ops.reduce((all, { warned }) => all + warned, 0), 0)

function sizesOf({ kind }: CheckedSet, { samples }: Scan): Record<string, Distribution> {
  const { width, height, seconds, bytes } = samples
  const measures: Record<string, (i: number) => number> = {}
  if (kind === 'image' || kind === 'clip') {
    measures.width = (i) => width[i]!
    measures.height = (i) => height[i]!
    measures.aspect = (i) => aspectOf(width[i]!, height[i]!)
  }
  if (kind === 'sound') measures.seconds = (i) => seconds[i]!
  if (kind !== 'clip') measures.bytes = (i) => bytes[i]!
  const found = Object.entries(measures).map(([name, of]) => [name, distributionOf(samples.numbers(of))] as const)
  return Object.fromEntries(found.filter((entry): entry is [string, Distribution] => entry[1] !== undefined))
}

function findingReport(set: CheckedSet, finding: Finding, { failOn }: CheckOptions): FindingReport {
  const { name, group, what, todo, samples, others } = finding
  const named = group === 'bad' ? samples : samples.slice(0, maxExamples)
  const ofSamples = named.map((i): Example => ({ source: set.shown(i), index: i, note: finding.note(i) }))
  const ofOthers = (others ?? [])
    .slice(0, maxExamples)
    .map(([source, note]): Example => ({ source, index: null, note }))
  return {
    ...{ name, group, fails: failOn.includes(group), count: finding.count ?? (others ?? samples).length },
    ...{ unit: finding.unit ?? set.kind, what, todo, examples: [...ofSamples, ...ofOthers] },
  }
}

/** The samples of the groups that are to be skipped, in their order; never the first one of equal samples. */
export function skippedSamples(findings: readonly Finding[], { skip }: CheckOptions): number[] {
  const chosen = findings.filter(({ group }) => skip.includes(group))
  return [...new Set(chosen.flatMap(({ samples }) => samples))].sort((a, b) => a - b)
}
