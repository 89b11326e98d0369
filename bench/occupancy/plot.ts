// Draws the picture of an occupancy run: one column per executor; throughput in units of the bound, and the slowest
// stage's bubble, over the depth. Lines are the model, points are measured.
import { parse, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'

export interface Point {
  chain: string
  executor: string
  depth: number
  /** In units of the bound; `model`: what it would be if hand-over cost nothing. */
  throughput: number
  throughputModel: number | null
  bubble: number
  bubbleModel: number | null
}

const grey = '#6b7280'

export async function plot(points: readonly Point[], subtitle: string): Promise<string> {
  const rows = [
    { title: 'throughput / bound', value: 'throughput', model: 'throughputModel', domain: [0, 1.1] },
    { title: 'bubble of the slowest stage', value: 'bubble', model: 'bubbleModel', domain: [0, 1] },
  ]
  const executors = [...new Set(points.map((p) => p.executor))]
  const chains = [...new Set(points.map((p) => p.chain))]
  // Side by side, so that equal values do not hide each other.
  const placed = points.map((p) => ({ ...p, x: p.depth + 0.09 * (chains.indexOf(p.chain) - (chains.length - 1) / 2) }))
  const panel = (executor: string, row: (typeof rows)[number], first: boolean, last: boolean, top: boolean) => ({
    width: 250,
    height: 190,
    ...(top && { title: { text: executor, anchor: 'middle', fontSize: 14, fontWeight: 600, offset: 8 } }),
    data: { values: placed.filter((p) => p.executor === executor) },
    encoding: {
      x: {
        field: 'x',
        type: 'quantitative',
        scale: { domain: [0.7, 8.3], nice: false },
        axis: {
          values: [1, 2, 3, 4, 5, 6, 7, 8],
          format: 'd',
          grid: false,
          title: last ? 'prefetchQueueDepth' : null,
          labels: last,
        },
      },
      color: {
        field: 'chain',
        type: 'nominal',
        sort: chains,
        scale: { domain: chains, range: ['#1f77b4', '#d95f02', '#1b9e77', '#9467bd'] },
        legend: {
          title: null,
          orient: 'bottom',
          columns: 1,
          columnPadding: 28,
          symbolType: 'circle',
          symbolOpacity: 1,
          labelLimit: 600,
        },
      },
    },
    layer: [
      {
        mark: { type: 'line', strokeWidth: 1.5, opacity: 0.75 },
        encoding: { y: yOf(row.model, row, first) },
        transform: [{ filter: `isValid(datum.${row.model})` }],
      },
      {
        mark: { type: 'line', strokeWidth: 1.2, strokeDash: [2, 3], opacity: 0.8 },
        encoding: { y: yOf(row.value, row, first) },
        transform: [{ filter: `!isValid(datum.${row.model})` }],
      },
      { mark: { type: 'point', filled: true, size: 42, opacity: 0.9 }, encoding: { y: yOf(row.value, row, first) } },
    ],
  })
  const spec = {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    background: 'white',
    padding: 16,
    title: {
      text: 'How well the stages of a pipeline overlap',
      subtitle: [subtitle, 'Points: measured. Solid lines: what the costs alone allow, if hand-over were free.'],
      anchor: 'start',
      fontSize: 17,
      subtitleFontSize: 12,
      subtitleColor: grey,
      subtitleLineHeight: 16,
      offset: 16,
    },
    spacing: 14,
    vconcat: rows.map((row, r) => ({
      spacing: 18,
      hconcat: executors.map((e, i) => panel(e, row, i === 0, r === rows.length - 1, r === 0)),
    })),
    config: {
      font: 'DejaVu Sans, Verdana, sans-serif',
      axis: {
        labelFontSize: 11,
        titleFontSize: 12,
        titleFontWeight: 'normal',
        gridColor: '#e5e7eb',
        domainColor: '#9ca3af',
        tickColor: '#9ca3af',
        labelColor: '#374151',
        titleColor: '#374151',
      },
      legend: { labelFontSize: 12, labelColor: '#374151' },
      view: { stroke: '#d1d5db' },
    },
  }
  const view = new View(parse(compile(spec as unknown as TopLevelSpec).spec), { renderer: 'none' })
  try {
    return await view.toSVG()
  } finally {
    view.finalize()
  }
}

function yOf(field: string, { title, domain }: { title: string; domain: number[] }, first: boolean) {
  return {
    field,
    type: 'quantitative',
    scale: { domain, nice: false },
    axis: {
      title: first ? title : null,
      labels: first,
      values: [0, 0.2, 0.4, 0.6, 0.8, 1],
      format: title.startsWith('bubble') ? '.0%' : '.1f',
    },
  }
}
