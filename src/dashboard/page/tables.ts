// Shows the tables of operators, of the ways in which images were decoded, and of bad samples.
import type { Hello, StatisticsData } from '../messages.js'
import { at, h, inUse, say } from './dom.js'
import { bytes, percent, seconds, whole } from './format.js'

/** Bad samples that the page keeps: the last ones. */
const maxBad = 200

function table(
  element: HTMLElement,
  caption: string,
  titles: readonly string[],
  rows: readonly (string | Node)[][],
): void {
  element.replaceChildren(
    h('caption', { class: 'hidden' }, caption),
    h('thead', {}, h('tr', {}, ...titles.map((title) => h('th', { scope: 'col' }, title)))),
    h(
      'tbody',
      {},
      ...rows.map(([first, ...rest]) =>
        h('tr', {}, h('th', { scope: 'row' }, first!), ...rest.map((cell) => h('td', {}, cell))),
      ),
    ),
  )
}

export function showOps(hello: Hello, { stages }: StatisticsData): void {
  const rows = stages.flatMap((stage, i) =>
    stage.ops.map((op, k) => [
      hello.stages[i]?.ops[k]?.title ?? op.name,
      stage.name,
      seconds(op.time),
      percent(op.share),
      op.samples ? seconds(op.time / op.samples) : '–',
      whole(op.samples),
      whole(op.warned),
      op.bytes === null ? '–' : bytes(op.bytes),
    ]),
  )
  const titles = ['operator', 'stage', 'time', 'of its stage', 'per image', 'images', 'warned', 'bytes, largest batch']
  table(at('ops'), 'Time and memory of each operator since the start of the run', titles, rows)
  at('decode').replaceChildren(...stages.flatMap(({ ops }) => ops.flatMap((op) => decoded(op) ?? [])))
}

function decoded({ name, decode }: StatisticsData['stages'][number]['ops'][number]): HTMLElement | undefined {
  if (!decode) return undefined
  const ways = (['kernels', 'hardware', 'cpu'] as const).filter((way) => decode[way])
  const words = ways.map((way) => `${way} ${whole(decode[way])} (${bytes(decode.bytes[way])})`)
  const reasons = Object.entries(decode.fallback).map(([reason, n]) => `${reason} ${whole(n)}`)
  return h(
    'p',
    {},
    h('b', {}, `Decode paths of ${name}: `),
    words.join(', ') || 'no image yet',
    reasons.length ? `; not on the GPU: ${reasons.join(', ')}` : '',
  )
}

type Bad = StatisticsData['badSamples'][number]

export class BadSamples {
  private list: readonly Bad[] = []
  private total = -1
  private drawn = -1

  constructor(private readonly open: (index: number, epoch: number) => void) {
    for (const leave of ['pointerleave', 'focusout']) at('bad').addEventListener(leave, () => this.draw())
  }

  show({ badSamples, badTotal }: StatisticsData): void {
    if (badTotal === this.total) return
    // An update without samples comes to a page that knows them.
    if (badSamples.length) this.list = badSamples.slice(-maxBad)
    this.total = badTotal
    at('bad-empty').hidden = badTotal > 0
    at('bad-scroll').hidden = badTotal === 0
    say(at('bad-total'), badTotal ? `${whole(badTotal)} so far` : '')
    this.draw()
  }

  /** Draws the rows, unless the user is at one, which would move away under the hand, or has opened one. */
  private draw(): void {
    if (this.drawn === this.total || (this.drawn > 0 && inUse(at('bad')))) return
    this.drawn = this.total
    const rows = [...this.list]
      .reverse()
      .map((bad) => [
        h(
          'button',
          { type: 'button', class: 'link', click: () => this.open(bad.index, bad.epoch) },
          bad.path || `sample ${bad.index}`,
        ),
        whole(bad.index),
        whole(bad.epoch),
        bad.stage,
        bad.op,
        bad.reason,
      ])
    table(at('bad'), 'Bad samples, the latest first', ['file', 'index', 'epoch', 'stage', 'operator', 'reason'], rows)
  }
}
