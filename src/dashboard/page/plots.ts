// Shows the plots of the last minutes. uPlot draws them; this file owns their data and gives each a description in
// words.
import uPlot from 'uplot'
import type { Hello, Update } from '../messages.js'
import { at, h, say } from './dom.js'
import { bytes, percent, rate } from './format.js'
import type { Shares } from './recent.js'

/** Points that are kept: five minutes at two a second. */
const kept = 600
const height = 180

interface Line {
  label: string
  /** The number of its colour. */
  colour: number
  dash?: boolean
}

interface PlotSpec {
  id: string
  title: string
  lines: Line[]
  format(value: number): string
  /** The top of the axis; without it, the largest value. */
  top?: number
}

class Plot {
  private readonly data: (number | null)[][]
  private plot: uPlot | undefined
  private readonly canvas = h('div', { class: 'canvas', role: 'img' })
  private readonly words: HTMLElement

  constructor(private readonly spec: PlotSpec) {
    this.data = [[], ...spec.lines.map(() => [])]
    this.words = h('figcaption', {}, spec.title)
    this.canvas.setAttribute('aria-label', spec.title)
    at('plots').append(h('figure', { id: `plot-${spec.id}` }, this.words, this.canvas))
    new ResizeObserver(() => this.plot?.setSize(this.size())).observe(this.canvas)
    this.make()
  }

  private size() {
    return { width: Math.max(120, this.canvas.clientWidth), height: Math.round(height * rem()) }
  }

  /** Makes the plot in the present colours. */
  make(): void {
    this.plot?.destroy()
    const style = getComputedStyle(document.documentElement)
    const colour = (name: string) => style.getPropertyValue(name).trim()
    const font = `${Math.round(12 * rem())}px system-ui, sans-serif`
    const axis = {
      stroke: colour('--soft'),
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
      font,
    }
    const { format, lines, top } = this.spec
    this.plot = new uPlot(
      {
        ...this.size(),
        scales: { x: { time: false }, y: { range: (_, __, most) => [0, top ?? Math.max(1e-9, (most || 1) * 1.1)] } },
        axes: [
          {
            ...axis,
            values: (_, ticks) => ticks.map((t) => (t === 0 ? 'now' : `${t} s`)),
            size: 28 * rem(),
            space: 64 * rem(),
          },
          { ...axis, values: (_, ticks) => ticks.map(format), size: 62 * rem(), space: 30 * rem() },
        ],
        series: [
          { label: 'time', value: (_, t: number | null) => (t === null ? '' : `${t.toFixed(1)} s`) },
          ...lines.map((line) => ({
            label: line.label,
            stroke: colour(`--series-${line.colour % 6}`),
            width: 1.5 * rem(),
            ...(line.dash && { dash: [6, 4] }),
            points: { show: false },
            // Away from the cursor the legend tells the latest value.
            value: (plot: uPlot, v: number | null, k: number, at: number | null) => {
              const value = at === null ? plot.data[k]?.at(-1) : v
              return value === null || value === undefined ? '–' : format(value)
            },
          })),
        ],
        legend: { live: true },
        cursor: { drag: { x: false, y: false } },
      },
      this.shown(),
      this.canvas,
    )
  }

  add(seconds: number, values: readonly (number | null)[]): void {
    this.data[0]!.push(seconds)
    for (const [i, value] of values.entries()) this.data[i + 1]!.push(value)
    if (this.data[0]!.length > kept) for (const column of this.data) column.shift()
    this.plot?.setData(this.shown())
    const { title, lines, format } = this.spec
    const now = lines.map(({ label }, i) => `${label} ${values[i] === null ? 'unknown' : format(values[i]!)}`)
    this.canvas.setAttribute('aria-label', `${title} over the last minutes. Now: ${now.join(', ')}`)
    say(this.words, title)
  }

  /** The data with times counted back from now. */
  private shown(): uPlot.AlignedData {
    const [times = [], ...columns] = this.data
    const last = times.at(-1) ?? 0
    return [times.map((t) => Number((t! - last!).toFixed(2))), ...columns] as uPlot.AlignedData
  }
}

/** Size of the root's text in units of 16 pixels. */
const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

export class Plots {
  private readonly plots: { plot: Plot; values: (update: Update, recent: Shares) => (number | null)[] }[]

  constructor(hello: Hello) {
    at('plots').replaceChildren()
    const { stages, mailboxes, budget } = hello
    const name = (i: number) => stages[i]!.name
    const working = stages.map((stage, i) => ({ ...stage, i })).filter(({ kind }) => kind !== 'sink')
    this.plots = [
      {
        plot: new Plot({
          id: 'rate',
          title: 'Images per second',
          lines: [{ label: 'delivered', colour: 0 }],
          format: rate,
        }),
        values: (_, recent) => [recent.rate],
      },
      {
        plot: new Plot({
          ...{ id: 'busy', title: 'Share of time in which a stage works', format: percent, top: 1 },
          lines: [
            ...working.map((stage, k) => ({ label: stage.name, colour: k })),
            { label: 'consumer waits', colour: 5, dash: true },
          ],
        }),
        values: (_, recent) => [...working.map(({ i }) => recent.stages[i]!.busy), recent.consumer],
      },
      {
        plot: new Plot({
          ...{ id: 'mail', title: 'Batches that wait in a mailbox', format: (n) => String(Number(n.toFixed(1))) },
          lines: mailboxes.map(({ from, to }, k) => ({ label: `${name(from)} > ${name(to)}`, colour: k })),
        }),
        values: ({ waiting }) => mailboxes.map((_, i) => waiting[i] ?? null),
      },
      {
        plot: new Plot({
          ...{ id: 'memory', title: 'Memory', format: bytes },
          lines: [
            { label: 'process', colour: 0 },
            { label: 'pipeline', colour: 1 },
            ...(budget.host ? [{ label: 'budget', colour: 5, dash: true }] : []),
          ],
        }),
        values: ({ resident, statistics }) => [
          resident,
          statistics?.memory.host ?? null,
          ...(budget.host ? [budget.host] : []),
        ],
      },
    ]
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.repaint())
  }

  private repaint(): void {
    for (const { plot } of this.plots) plot.make()
  }

  add(update: Update, recent: Shares): void {
    for (const { plot, values } of this.plots) plot.add(update.at / 1000, values(update, recent))
  }
}
