// Draws the graph of stages and of the mailboxes between them. Stages stand in columns by their distance from the
// sources, on a narrow page in rows; the lines between them are drawn over the laid-out boxes.
import type { Hello, StatisticsData } from '../messages.js'
import { at, h, say, svg } from './dom.js'
import { percent, rate, whole } from './format.js'
import type { Shares } from './recent.js'

const states = ['busy', 'starved', 'blocked'] as const
/** A mailbox with more room than this is drawn as a bar. */
const maxCells = 8

interface Box {
  card: HTMLElement
  bars: HTMLElement[]
  text: HTMLElement
  rate: HTMLElement
  limit: HTMLElement
  ops: { bar: HTMLElement; text: HTMLElement }[]
}

interface Pill {
  pill: HTMLElement
  cells: HTMLElement
  text: HTMLElement
  path: SVGElement
}

/** The length of the longest way from a source to each stage. */
export function depths(stages: number, mailboxes: readonly { from: number; to: number }[]): number[] {
  const depth = Array.from({ length: stages }, () => 0)
  // Mailboxes lead from lower to higher numbers, but the order of the list does not matter this way.
  for (let round = 0; round < stages; round++) {
    for (const { from, to } of mailboxes) depth[to] = Math.max(depth[to]!, depth[from]! + 1)
  }
  return depth
}

export class StageGraph {
  private readonly root = at('graph')
  private readonly lines = svg('svg', { 'aria-hidden': 'true' })
  private readonly boxes: Box[]
  private readonly pills: Pill[]

  constructor(private readonly hello: Hello) {
    const depth = depths(hello.stages.length, hello.mailboxes)
    const list = h('ol', { 'aria-label': 'Stages' })
    this.boxes = hello.stages.map((stage, i) => {
      const box = stageBox(stage)
      const level = depth[i]!
      const row = depth.slice(0, i).filter((other) => other === level).length
      box.card.style.setProperty('--level', String(level + 1))
      box.card.style.setProperty('--row', String(row + 1))
      list.append(box.card)
      return box
    })
    const mail = h('ul', { 'aria-label': 'Mailboxes' })
    this.pills = hello.mailboxes.map(() => {
      const cells = h('span', { class: 'cells' })
      const text = h('span')
      const pill = h('li', { class: 'mailbox' }, cells, text)
      const path = svg('path')
      this.lines.append(path)
      mail.append(pill)
      return { pill, cells, text, path }
    })
    this.root.replaceChildren(this.lines, list, mail)
    new ResizeObserver(() => this.layOut()).observe(list)
  }

  show(statistics: StatisticsData, shares: Shares, waiting: readonly number[]): void {
    const { verdict } = statistics
    for (const [i, stage] of statistics.stages.entries()) {
      const box = this.boxes[i]!
      const own = shares.stages[i]!
      for (const [k, state] of states.entries()) box.bars[k]!.style.setProperty('--share', String(own[state]))
      const words = states.map((state) => `${state} ${percent(own[state])}`).join(', ')
      say(box.text, words)
      const workers = stage.actors > 1 ? `, ${stage.actors} actors` : ''
      say(box.rate, `${rate(own.samplesPerSecond)} images/s, ${whole(stage.batches)} batches${workers}`)
      const limits = verdict.stage === stage.name && verdict.kind !== 'none'
      box.card.classList.toggle('limits', limits)
      say(box.limit, limits ? 'limits the run' : '')
      for (const [k, { bar, text }] of box.ops.entries()) {
        const op = stage.ops[k]
        if (!op) continue
        bar.style.setProperty('--share', String(op.share))
        say(text, percent(op.share))
      }
    }
    for (const [i, mailbox] of statistics.mailboxes.entries())
      this.mailbox(i, mailbox, shares.mailboxes[i]!, waiting[i])
  }

  private mailbox(i: number, { from, to, capacity }: StatisticsData['mailboxes'][number], mean: number, now = 0): void {
    const { pill, cells, text } = this.pills[i]!
    say(text, `${now}/${capacity}`)
    const words = `Mailbox from ${from} to ${to}: ${now} of ${capacity} batches wait now, ${percent(mean)} full when the next stage takes one`
    pill.title = words
    pill.setAttribute('aria-label', words)
    if (capacity > maxCells) {
      cells.className = 'cells long'
      cells.style.setProperty('--share', String(now / capacity))
      cells.replaceChildren()
      return
    }
    while (cells.children.length > capacity) cells.lastChild!.remove()
    while (cells.children.length < capacity) cells.append(h('i'))
    for (const [k, cell] of [...cells.children].entries()) cell.classList.toggle('full', k < now)
  }

  /** Draws a line for each mailbox, with the mailbox on its middle. */
  private layOut(): void {
    const origin = this.root.getBoundingClientRect()
    this.lines.setAttribute('viewBox', `0 0 ${this.root.scrollWidth} ${this.root.scrollHeight}`)
    this.lines.setAttribute('width', String(this.root.scrollWidth))
    this.lines.setAttribute('height', String(this.root.scrollHeight))
    const place = (box: Box) => {
      const r = box.card.getBoundingClientRect()
      const left = r.left - origin.left + this.root.scrollLeft
      const top = r.top - origin.top
      return { left, top, right: left + r.width, bottom: top + r.height, x: left + r.width / 2, y: top + r.height / 2 }
    }
    for (const [i, { from, to }] of this.hello.mailboxes.entries()) {
      const [a, b] = [place(this.boxes[from]!), place(this.boxes[to]!)]
      const down = b.top >= a.bottom
      const [x1, y1] = down ? [a.x, a.bottom] : [a.right, a.y]
      const [x2, y2] = down ? [b.x, b.top] : [b.left, b.y]
      const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2]
      const bend = down ? `${x1},${my} ${x2},${my}` : `${mx},${y1} ${mx},${y2}`
      const { path, pill } = this.pills[i]!
      path.setAttribute('d', `M${x1},${y1} C${bend} ${x2},${y2}`)
      pill.style.left = `${mx}px`
      pill.style.top = `${my}px`
    }
  }
}

function stageBox(stage: Hello['stages'][number]): Box {
  const bars = states.map((state) => h('i', { class: state }))
  const text = h('p', { class: 'shares' }, 'not started')
  const perSecond = h('p', { class: 'rate' })
  const limit = h('em')
  const ops = stage.ops.map(({ title, device }) => {
    const bar = h('i')
    const share = h('span')
    const where = device === 'cpu' ? '' : ` (${device})`
    return { bar, text: share, item: h('li', {}, h('span', { class: 'name' }, `${title}${where}`), share, bar) }
  })
  const card = h(
    'li',
    { class: 'stage' },
    h('h3', {}, stage.name),
    h('p', { class: 'kind' }, stage.kind, ' ', limit),
    h('div', { class: 'stack', 'aria-hidden': 'true' }, ...bars),
    text,
    perSecond,
    ops.length > 0 &&
      h('ul', { class: 'ops', 'aria-label': `Operators of ${stage.name}` }, ...ops.map(({ item }) => item)),
  )
  return { card, bars, text, rate: perSecond, limit, ops }
}
