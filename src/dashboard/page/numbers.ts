// Shows the list of key numbers at the top of the page.
import type { Hello, Update } from '../messages.js'
import { at, h, say } from './dom.js'
import { bytes, percent, rate, seconds, whole } from './format.js'
import { type Shares, wholeRun } from './recent.js'

interface Tile {
  value: HTMLElement
  note: HTMLElement
  bar?: HTMLElement
}

const titles = {
  rate: 'Images per second',
  samples: 'Images',
  wait: 'Consumer waits',
  memory: 'Memory of the pipeline',
  device: 'GPU memory',
  resident: 'Process',
  bad: 'Bad samples',
} as const
type Name = keyof typeof titles

export class Numbers {
  private readonly tiles = new Map<Name, Tile>()

  constructor(private readonly hello: Hello) {
    at('numbers').replaceChildren()
    const gpu = hello.stages.some(({ kind }) => kind === 'gpu' || kind === 'mixed')
    for (const name of Object.keys(titles) as Name[]) if (name !== 'device' || gpu) this.add(name)
  }

  private add(name: Name): void {
    const value = h('b', { id: `number-${name}` }, '–')
    const note = h('small')
    const limited =
      name === 'memory' ? this.hello.budget.host : name === 'device' ? this.hello.budget.device : undefined
    const bar = limited
      ? h('meter', { min: 0, max: limited, 'aria-label': `${titles[name]}, of the budget` })
      : undefined
    at('numbers').append(h('div', { 'data-number': name }, h('dt', {}, titles[name]), h('dd', {}, value, note, bar)))
    this.tiles.set(name, { value, note, ...(bar && { bar }) })
  }

  show({ statistics, resident }: Update, recent: Shares): void {
    if (!statistics) return
    const all = wholeRun(statistics)
    const { memory, consumer, badTotal, copies } = statistics
    const sink = statistics.stages.at(-1)!
    this.set('rate', rate(recent.rate), `${rate(all.rate)} since the start`)
    this.set('samples', whole(sink.samples), `${whole(sink.batches)} batches in ${seconds(sink.seconds)}`)
    this.set(
      'wait',
      percent(recent.consumer),
      `${percent(consumer.share)} of the run, ${seconds(consumer.perBatch)} per batch`,
    )
    this.set(
      'memory',
      bytes(memory.host),
      this.limited('host', memory.host, `batches ${bytes(memory.slots)}, scratch ${bytes(memory.scratch)}`),
    )
    this.set('device', bytes(memory.device), this.limited('device', memory.device, `pinned ${bytes(memory.pinned)}`))
    this.set(
      'resident',
      bytes(resident),
      `resident memory${copies.count ? `, ${whole(copies.count)} copies of outputs` : ''}`,
    )
    this.set('bad', whole(badTotal), badTotal ? '' : 'none so far')
    for (const [name, used] of [
      ['memory', memory.host],
      ['device', memory.device],
    ] as const) {
      this.tiles.get(name)?.bar?.setAttribute('value', String(used))
    }
  }

  private limited(kind: 'host' | 'device', used: number, otherwise: string): string {
    const budget = this.hello.budget[kind]
    return budget ? `${percent(used / budget)} of the budget, ${bytes(budget)}` : `${otherwise}; no budget`
  }

  private set(name: Name, value: string, note: string): void {
    const tile = this.tiles.get(name)
    if (!tile) return
    say(tile.value, value)
    say(tile.note, note)
  }
}
