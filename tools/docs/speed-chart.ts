// Draws the chart of the README from the last results of `npm run bench -- loader` and `npm run bench -- gpu`, once on a
// light and once on a dark page: docs/images/speed-light.svg and speed-dark.svg.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { type Contest, median, rates, ratios } from '../../bench/contest.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const results = <T>(name: string): T => JSON.parse(readFileSync(join(root, `bench/results/${name}.json`), 'utf8')) as T

const loader = results<{ machine: { cores: number; cpu: string }; all: Record<string, Contest> }>('loader')
const gpu = results<{ machine: string; rows: { data: string; penstock: number[]; dali: number; ratio: number[] }[] }>(
  'gpu-dali',
)

interface Bar {
  name: string
  rate: number
  ours: boolean
  label: string
}

const ours = 'penstock'
const rivals = { dali: 'DALI', torch: 'torchvision', tf: 'tf.data', sharp: 'sharp' }
const whole = (rate: number) => Math.round(rate).toLocaleString('en')
const labelOf = (rate: number, ratio: number) => `${whole(rate)} (${ratio.toFixed(1)}x)`

/** The bars of a run: ratios are medians over rounds, as in the tables of bench/README.md. */
function onCpu(): Bar[] {
  const { results: all } = loader.all.main!
  const mine = median(rates(all[ours]))
  const others = Object.entries(rivals).map(([id, name]) => {
    const rate = median(rates(all[id]))
    return { name, rate, ours: false, label: labelOf(rate, median(ratios(all[ours]!, all[id]!))) }
  })
  return [{ name: ours, rate: mine, ours: true, label: whole(mine) }, ...others]
}

const onGpu = (): Bar[] =>
  gpu.rows.flatMap(({ data, penstock: [mine], dali, ratio: [ratio] }) => [
    { name: `${ours}, ${data}`, rate: mine!, ours: true, label: whole(mine!) },
    { name: `DALI, ${data}`, rate: dali, ours: false, label: labelOf(dali, ratio!) },
  ])

interface Theme {
  text: string
  ours: string
  theirs: string
}

function panelOf(title: string, bars: readonly Bar[], theme: Theme) {
  const most = Math.max(...bars.map(({ rate }) => rate))
  return {
    title: {
      text: title,
      anchor: 'start',
      frame: 'group',
      fontSize: 14,
      fontWeight: 600,
      color: theme.text,
      offset: 8,
    },
    width: 560,
    height: { step: 26 },
    data: { values: bars },
    encoding: {
      y: {
        field: 'name',
        type: 'nominal',
        sort: null,
        axis: {
          title: null,
          ticks: false,
          domain: false,
          labelFontSize: 13,
          labelLimit: 400,
          labelPadding: 8,
          minExtent: 190,
          maxExtent: 190,
        },
      },
      // Room for the label of the longest bar.
      x: { field: 'rate', type: 'quantitative', scale: { domain: [0, 1.12 * most], nice: false }, axis: null },
    },
    layer: [
      {
        mark: { type: 'bar', cornerRadiusEnd: 3, height: 18 },
        encoding: {
          color: {
            field: 'ours',
            type: 'nominal',
            scale: { domain: [true, false], range: [theme.ours, theme.theirs] },
            legend: null,
          },
        },
      },
      {
        mark: { type: 'text', align: 'left', dx: 6, fontSize: 12 },
        encoding: { text: { field: 'label' }, color: { value: theme.text } },
      },
    ],
  }
}

async function draw(theme: Theme): Promise<string> {
  const cpu = `Photos to training batches, ${loader.machine.cores} CPU cores: images/s`
  const device = `The same on one ${gpu.machine.split(',')[0]}`
  const spec = {
    $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
    background: 'transparent',
    padding: 8,
    spacing: 28,
    config: {
      font: 'system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif',
      view: { stroke: null },
      axis: { labelColor: theme.text },
    },
    vconcat: [panelOf(cpu, onCpu(), theme), panelOf(device, onGpu(), theme)],
    resolve: { scale: { x: 'independent', y: 'independent' } },
  }
  const view = new View(parse(compile(spec as unknown as TopLevelSpec).spec), { renderer: 'none' })
  return view.toSVG()
}

const themes: Record<string, Theme> = {
  light: { text: '#1f2328', ours: '#0969da', theirs: '#c4ccd4' },
  dark: { text: '#e6edf3', ours: '#4493f8', theirs: '#484f58' },
}
for (const [name, theme] of Object.entries(themes)) {
  writeFileSync(join(root, `docs/images/speed-${name}.svg`), `${await draw(theme)}\n`)
}
