// Makes the tables of the GPU benchmark: for the terminal, and as bench/results/gpu.md.
import { median, rates, ratios, spread } from '../contest.mjs'

export const auto = 'auto'
export const cpuOnly = 'deviceId null'

/** Targets on one H200, in images per second, by a word in the data folder's name. */
const rateTargets = [
  { name: /1mpx/, least: 55_000, few: 0, ofDali: 4.5 },
  { name: /.*/, least: 100_000, few: 60_000, ofDali: 4 },
]
const cpuTarget = 0.08
const smallTarget = { rate: 40_000, milliseconds: 1.5 }
/** TB/s, read and written. */
const h200Bandwidth = 4.3
const targetOf = (data) => rateTargets.find(({ name }) => name.test(data))
const fixed = (v, digits = 2) => (Number.isFinite(v) ? v.toFixed(digits) : '-')
const of = (list = [], key) => list.map((r) => r[key]).filter(Number.isFinite)

const isDali = (name) => name.startsWith('DALI')
const bestOf = (group, names) =>
  names
    .filter((name) => group.results[name].length)
    .sort((a, b) => median(rates(group.results[b])) - median(rates(group.results[a])))[0]

/** Rows of { what, wanted, measured, met }, of those figures that were measured. */
export function targets(result) {
  const rows = []
  const add = (what, wanted, measured, met) => rows.push({ what, wanted, measured, met })
  const most = Math.max(...result.main.map((g) => g.threads))
  for (const group of result.main) {
    const { data, threads } = group
    const mine = group.results[auto]
    if (!mine?.length) continue
    const where = `${data}, ${threads} threads`
    const rate = median(rates(mine))
    const { least, few } = targetOf(data)
    const wanted = threads === most ? least : threads === 4 ? few : 0
    if (wanted) {
      add(`img/s, ${where}`, `${wanted}`, spread(rates(mine), 0), rate >= wanted)
    }
    if (threads === most) {
      const tail = of(mine, 'p99').map((p, i) => p / mine[i].p50)
      add(`p99 / p50 of batch time, ${where}`, '<= 1.5', spread(tail), median(tail) <= 1.5)
      const cpu = of(mine, 'cpuSecondsPer1000')
      add(`CPU s per 1,000 images, ${where}`, `<= ${cpuTarget}`, spread(cpu, 3), median(cpu) <= cpuTarget)
    }
    const names = Object.keys(group.results)
    const tuned = bestOf(group, names.filter(isDali))
    if (tuned && threads === most) {
      const ratio = ratios(mine, group.results[tuned])
      add(
        `auto / best of DALI (${tuned}), ${where}`,
        `>= ${targetOf(data).ofDali}`,
        spread(ratio),
        median(ratio) >= targetOf(data).ofDali,
      )
    }
    const best = bestOf(
      group,
      names.filter((name) => name !== auto && !isDali(name)),
    )
    if (best) {
      const ratio = ratios(mine, group.results[best])
      add(`auto / best other (${best}), ${where}`, '>= 0.98', spread(ratio), median(ratio) >= 0.98)
    }
  }
  for (const { data, threads, results } of result.small ?? []) {
    const mine = results[auto]
    if (!mine?.length || /1mpx/.test(data)) continue
    const rate = median(rates(mine))
    const p50 = median(of(mine, 'p50'))
    const where = `${data}, ${threads} threads, batch 32`
    add(`img/s, ${where}`, `${smallTarget.rate}`, spread(rates(mine), 0), rate >= smallTarget.rate)
    add(`ms between batches, ${where}`, `<= ${smallTarget.milliseconds}`, fixed(p50), p50 <= smallTarget.milliseconds)
  }
  for (const { data, threads, pace, results } of result.pace ?? []) {
    const waited = of(results[auto], 'waitP99')
    if (!waited.length) continue
    const what = `ms waited at p99, consumer at ${pace} of the greatest rate, ${data}, ${threads} threads`
    add(what, '<= 1', spread(waited), median(waited) <= 1)
  }
  for (const { data, threads, devices, results } of result.several ?? []) {
    const ratio = ratios(results[`${devices} GPUs`], results['one GPU'])
    if (!ratio.length) continue
    const least = 0.95 * devices
    const what = `${devices} GPUs in one process / one, ${data}, ${threads} threads each`
    add(what, `>= ${fixed(least, 1)}`, spread(ratio), median(ratio) >= least)
  }
  // The fused kernel; the copy beside it says what this GPU's memory does.
  for (const k of result.kernel?.kernels ?? []) {
    if (!k.name.includes('normalise') || !k.name.includes('f32')) continue
    const share = k.tbPerSecond / h200Bandwidth
    const measured = `${fixed(share)} (${fixed(k.ofCopy)} of a copy here)`
    add(`${k.name}, of ${h200Bandwidth} TB/s`, '>= 0.6', measured, share >= 0.6)
  }
  return rows
}

const cells = {
  'img/s': (r) => spread(rates(r), 0),
  'batch ms p50': (r) => fixed(median(of(r, 'p50')), 1),
  'p99 / p50': (r) => fixed(median(of(r, 'p99').map((p, i) => p / r[i].p50))),
  'CPU s / 1,000': (r) => fixed(median(of(r, 'cpuSecondsPer1000')), 3),
  'kernels / engines / CPU': (r) => {
    const w = r.at(-1).ways
    if (!w) return '-'
    const all = [w.kernels, w.hardware, w.cpu]
    const sum = all.reduce((a, b) => a + b, 0) || 1
    return all.map((n) => `${Math.round((100 * n) / sum)} %`).join(' / ')
  },
}

function groupRows(group) {
  const mine = group.results[auto]
  return Object.entries(group.results)
    .filter(([, list]) => list.length)
    .map(([name, list]) => [
      name,
      ...Object.values(cells).map((cell) => cell(list)),
      name === auto || !mine?.length ? '' : spread(ratios(mine, list)),
    ])
}
const groupHead = ['', ...Object.keys(cells), 'auto / it']

const machineText = ({ machine: m }) =>
  `${m.devices.map((d) => d.name).join(', ') || 'no GPU'}${m.emulated ? ' (emulated)' : ''}, ${m.cores} cores of ${m.cpu}, Node.js ${m.node}, ${m.builtWith}`

/** Every table as { title, head, rows }. */
function tables(result) {
  const goals = targets(result)
  const made = []
  if (goals.length) {
    const rows = goals.map((g) => [g.what, g.wanted, g.measured, g.met ? 'met' : 'missed'])
    made.push({ title: 'Targets', head: ['what', 'wanted', 'measured', ''], rows })
  }
  for (const group of result.main) {
    const title = `Main job, ${group.data}, ${group.threads} threads: batch ${result.settings.batch}, rounds of ${fixed(group.seconds, 1)} s`
    made.push({ title, head: groupHead, rows: groupRows(group) })
  }
  for (const group of result.small ?? []) {
    const title = `Main job, ${group.data}, ${group.threads} threads, batches of ${group.batch}`
    made.push({ title, head: groupHead, rows: groupRows(group) })
  }
  for (const { data, threads, pace, results } of result.pace ?? []) {
    const rows = Object.entries(results).map(([name, list]) => [
      name,
      spread(rates(list), 0),
      spread(of(list, 'waitP50')),
      spread(of(list, 'waitP99')),
      spread(of(list, 'waitMost')),
    ])
    const title = `A consumer at ${pace} of the greatest rate, ${data}, ${threads} threads: ms that it waits for a batch`
    made.push({ title, head: ['', 'greatest img/s', 'p50', 'p99', 'most'], rows })
  }
  for (const { data, threads, devices, results } of result.several ?? []) {
    const one = results['one GPU']
    const rows = Object.entries(results).map(([name, list]) => [
      name,
      ...Object.values(cells).map((cell) => cell(list)),
      list === one ? '' : spread(ratios(list, one)),
    ])
    const title = `Main job, ${data}, ${devices} GPUs, ${threads} threads each, one process`
    made.push({ title, head: ['', ...Object.keys(cells), 'it / one GPU'], rows })
  }
  for (const [name, text] of Object.entries(result.decode ?? {})) {
    const line = /^batch +\d+, (\w+) *, (\w+) +colour, (\d) in flight: +([\d.]+)k .*?\((.*?)\), queueing (\d+) us/
    const rows = text.split('\n').flatMap((one) => {
      const [, what, colour, flight, rate, range, queueing] = line.exec(one) ?? []
      return what ? [[`${what}, ${colour} colour`, flight, `${rate}k (${range.replace(' to ', '-')})`, queueing]] : []
    })
    const head = ['', 'batches in flight', 'img/s', 'us to queue a batch']
    made.push({ title: `Decoding kernels alone, ${name}: files in page-locked memory`, head, rows })
  }
  if (result.kernel?.kernels) {
    const rows = result.kernel.kernels.map((k) => [
      k.name,
      fixed(1000 * k.ms, 0),
      fixed(k.megabytes, 1),
      fixed(k.tbPerSecond),
      fixed(k.ofCopy),
    ])
    made.push({ title: 'Kernels', head: ['', 'us', 'MB that must move', 'TB/s', 'of the copy'], rows })
  }
  const failures = [
    ...Object.entries(result.failed),
    ...result.main.flatMap((g) =>
      Object.entries(g.failed).map(([n, why]) => [`${g.data}, ${g.threads} threads, ${n}`, why]),
    ),
  ]
  if (failures.length) made.push({ title: 'Not measured', head: ['what', 'why'], rows: failures })
  return made
}

export function summary(result) {
  const lines = [machineText(result)]
  for (const { title, head, rows } of tables(result)) {
    const all = [head, ...rows]
    const widths = head.map((_, i) => Math.max(...all.map((row) => `${row[i]}`.length)))
    lines.push(
      '',
      title,
      ...all.map((row) =>
        row
          .map((c, i) => `${c}`.padEnd(widths[i]))
          .join('  ')
          .trimEnd(),
      ),
    )
  }
  return lines.join('\n')
}

export function markdown(result) {
  const lines = [
    '# GPU benchmark',
    '',
    `${result.date}: ${machineText(result)}. Median (min-max) over rounds in turns; \`bench/gpu/main.mjs\` made this.`,
  ]
  for (const { title, head, rows } of tables(result)) {
    const row = (list) => `| ${list.map((c) => `${c}`.replaceAll('|', '\\|')).join(' | ')} |`
    lines.push('', `## ${title}`, '', row(head), row(head.map(() => '---')), ...rows.map(row))
  }
  return `${lines.join('\n')}\n`
}
