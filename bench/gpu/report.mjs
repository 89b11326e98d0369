// What the GPU benchmark measured, as tables: for the terminal, and as bench/results/gpu.md.
import { median, rates, ratios, spread } from './contest.mjs'

export const adaptive = 'adaptive'
export const cpuOnly = 'deviceId null'

/** Targets for 16 threads and one H200, in images per second, by a word in the data folder's name. */
const rateTargets = [
  { name: /1mpx/, least: 13_500, dali: 11_400, daliCpu: 0.78 },
  { name: /.*/, least: 32_000, dali: 25_300, daliCpu: 0.28 },
]
/** TB/s, read and written. */
const h200Bandwidth = 4.3
const targetOf = (data) => rateTargets.find(({ name }) => name.test(data))
const fixed = (v, digits = 2) => (Number.isFinite(v) ? v.toFixed(digits) : '-')
const of = (list = [], key) => list.map((r) => r[key]).filter(Number.isFinite)

function bestLoad(group) {
  const loads = Object.keys(group.results).filter((name) => name.startsWith('load ') && group.results[name].length)
  return loads.sort((a, b) => median(rates(group.results[b])) - median(rates(group.results[a])))[0]
}

/** Rows of { what, wanted, measured, met }, of those figures that were measured. */
export function targets(result) {
  const rows = []
  const add = (what, wanted, measured, met) => rows.push({ what, wanted, measured, met })
  const most = Math.max(...result.main.map((g) => g.threads))
  for (const group of result.main) {
    const { data, threads } = group
    const mine = group.results[adaptive]
    if (!mine?.length) continue
    const where = `${data}, ${threads} threads`
    const rate = median(rates(mine))
    if (threads === most) {
      const { least, dali, daliCpu } = targetOf(data)
      add(
        `img/s, ${where}`,
        `${least}`,
        `${spread(rates(mine), 0)}; ${fixed(rate / dali)}x DALI's table`,
        rate >= least,
      )
      const tail = of(mine, 'p99').map((p, i) => p / mine[i].p50)
      add(`p99 / p50 of batch time, ${where}`, '<= 1.4', spread(tail), median(tail) <= 1.4)
      const cpu = of(mine, 'cpuSecondsPer1000')
      add(`CPU s per 1,000 images, ${where}`, `<= ${daliCpu}`, spread(cpu), median(cpu) <= daliCpu)
      const busy = mixedBusy(mine)
      add(`mixed stage busy, ${where}`, '>= 0.95', spread(busy), median(busy) >= 0.95)
    }
    const best = bestLoad(group)
    if (best) {
      const ratio = ratios(mine, group.results[best])
      add(`adaptive / best fixed (${best}), ${where}`, '>= 0.98', spread(ratio), median(ratio) >= 0.98)
    }
  }
  for (const { name, loop, results } of result.hardware) {
    const all = Object.values(results ?? {}).filter((r) => r.length)
    if (!loop || !all.length) continue
    const ratio = Math.max(...all.map((r) => median(rates(r)))) / loop
    add(`hardware only / bare nvJPEG loop, ${name}`, '>= 0.97', fixed(ratio), ratio >= 0.97)
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

const mixedBusy = (list) =>
  list.map((r) =>
    Math.max(
      ...Object.entries(r.busy)
        .filter(([n]) => n.endsWith('(mixed)'))
        .map(([, v]) => v),
      0,
    ),
  )

const cells = {
  'img/s': (r) => spread(rates(r), 0),
  'batch ms p50': (r) => fixed(median(of(r, 'p50')), 1),
  'p99 / p50': (r) => fixed(median(of(r, 'p99').map((p, i) => p / r[i].p50))),
  'CPU s / 1,000': (r) => fixed(median(of(r, 'cpuSecondsPer1000')), 3),
  'mixed busy': (r) => fixed(median(mixedBusy(r))),
  'hardware / hybrid / CPU': (r) => {
    const w = r.at(-1).ways
    return w
      ? [w.hardware, w.hybrid, w.cpu]
          .map((n) => `${Math.round((100 * n) / (w.hardware + w.hybrid + w.cpu || 1))} %`)
          .join(' / ')
      : '-'
  },
}

function groupRows(group) {
  const mine = group.results[adaptive]
  return Object.entries(group.results)
    .filter(([, list]) => list.length)
    .map(([name, list]) => [
      name,
      ...Object.values(cells).map((cell) => cell(list)),
      name === adaptive || !mine?.length ? '' : spread(ratios(mine, list)),
    ])
}
const groupHead = ['', ...Object.keys(cells), 'adaptive / it']

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
  for (const { name, loop, results } of result.hardware) {
    const rows = Object.entries(results ?? {})
      .filter(([, r]) => r.length)
      .map(([n, r]) => [
        n,
        spread(rates(r), 0),
        fixed(median(of(r, 'cpuSecondsPer1000')), 3),
        loop ? fixed(median(rates(r)) / loop) : '-',
      ])
    if (loop) rows.push(['bare nvJPEG loop', `${loop}`, '-', '1'])
    made.push({
      title: `Decoding on the engines alone, ${name}`,
      head: ['', 'img/s', 'CPU s / 1,000', 'to the bare loop'],
      rows,
    })
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
    ...result.hardware.flatMap((h) =>
      Object.entries(h.failed ?? {}).map(([n, why]) => [`hardware, ${h.name}, ${n}`, why]),
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
    `${result.date}: ${machineText(result)}. Median (least-most) over rounds in turns; \`bench/gpu/main.mjs\` made this.`,
  ]
  for (const { title, head, rows } of tables(result)) {
    const row = (list) => `| ${list.map((c) => `${c}`.replaceAll('|', '\\|')).join(' | ')} |`
    lines.push('', `## ${title}`, '', row(head), row(head.map(() => '---')), ...rows.map(row))
  }
  return `${lines.join('\n')}\n`
}
