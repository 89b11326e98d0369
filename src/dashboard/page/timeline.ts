// Shows the timeline of the trace: a lane per actor and per thread of the pool, drawn on a canvas that mouse and keys
// move and zoom, and a table that says the same in numbers.
import type { TraceData } from '../messages.js'
import { at, h, say } from './dom.js'
import { percent, seconds } from './format.js'
import { fetchTrace } from './server.js'

interface Span {
  from: number
  to: number
  name: string
  /** 'run', 'starved', 'blocked', 'memory' or 'op'. */
  kind: string
  detail: string
}

interface Lane {
  name: string
  spans: Span[]
}

/** Milliseconds that are shown at first: the last ones. */
const firstWindow = 250
const laneHeight = 26
const axisHeight = 22

/** Sorts the events of a trace into lanes; times become milliseconds. */
export function lanesOf({ traceEvents }: TraceData): Lane[] {
  const lanes = new Map<number, Lane>()
  for (const e of traceEvents) {
    if (e.ph === 'M' && e.name === 'thread_name') lanes.set(e.tid, { name: e.args?.name ?? '', spans: [] })
    if (e.ph !== 'X') continue
    const { ts = 0, dur = 0, args = {}, cat = '' } = e
    const detail = args.sample === undefined ? '' : ` of ${args.stage}, sample ${args.sample}`
    lanes.get(e.tid)?.spans.push({ from: ts / 1000, to: (ts + dur) / 1000, name: e.name, kind: cat, detail })
  }
  return [...lanes.values()]
}

/** The shares of each lane's time between two moments, by name, the largest first; all batches count as work. */
export function sharesOf({ spans }: Lane, from: number, to: number): [name: string, share: number][] {
  const sums = new Map<string, number>()
  for (const span of spans) {
    const part = Math.min(to, span.to) - Math.max(from, span.from)
    if (part <= 0) continue
    const name = span.kind === 'run' ? 'works' : span.name
    sums.set(name, (sums.get(name) ?? 0) + part / (to - from))
  }
  return [...sums].sort((a, b) => b[1] - a[1])
}

export class Timeline {
  private readonly canvas = h('canvas', { tabindex: 0, role: 'img' })
  private readonly pointed = h(
    'p',
    { class: 'note' },
    'Drag, or use the arrow keys, to move; the wheel, or + and -, to zoom.',
  )
  private readonly table = h('table')
  private readonly box = h(
    'div',
    { hidden: true },
    this.buttons(),
    h('div', { class: 'lanes' }, this.canvas),
    this.pointed,
    h(
      'details',
      {},
      h('summary', {}, 'The time that is shown, in numbers'),
      h('section', { class: 'scroll', tabindex: 0, 'aria-label': 'Shares of time by lane' }, this.table),
    ),
  )
  private lanes: Lane[] = []
  private colours = new Map<string, number>()
  private end = 0
  private from = 0
  private to = 1
  private drawing = 0
  /** Pixels before the lanes, for their names. */
  private left = 0

  constructor() {
    at('timeline').append(this.box)
    at('take').addEventListener('click', () => void this.take())
    this.canvas.addEventListener('keydown', (event) => this.onKey(event))
    this.canvas.addEventListener('wheel', (event) => this.onWheel(event), { passive: false })
    this.canvas.addEventListener('pointermove', (event) => this.onMove(event))
    this.canvas.addEventListener('pointerdown', (event) => this.canvas.setPointerCapture(event.pointerId))
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.redraw())
    new ResizeObserver(() => this.redraw()).observe(this.canvas.parentElement!)
  }

  private buttons(): HTMLElement {
    const button = (text: string, words: string, act: () => void) =>
      h('button', { type: 'button', title: words, 'aria-label': words, click: act }, text)
    return h(
      'div',
      { class: 'bar' },
      button('←', 'Earlier', () => this.move(-0.25)),
      button('→', 'Later', () => this.move(0.25)),
      button('+', 'Zoom in', () => this.zoom(0.5)),
      button('−', 'Zoom out', () => this.zoom(2)),
      button('All', 'Show all of it', () => this.show(0, this.end)),
    )
  }

  private async take(): Promise<void> {
    say(at('timeline-state'), 'taking …')
    try {
      this.lanes = lanesOf(await fetchTrace())
    } catch (reason) {
      say(at('timeline-state'), String(reason))
      return
    }
    const all = this.lanes.flatMap(({ spans }) => spans)
    this.end = all.reduce((last, { to }) => Math.max(last, to), 1)
    const ops = [...new Set(all.flatMap(({ kind, name }) => (kind === 'op' ? [name] : [])))].sort()
    this.colours = new Map(ops.map((name, k) => [name, k % 5]))
    say(at('timeline-state'), `the last ${seconds(this.end / 1000)}`)
    this.box.hidden = false
    this.show(Math.max(0, this.end - firstWindow), this.end)
  }

  private show(from: number, to: number): void {
    const width = Math.min(this.end, Math.max(0.01, to - from))
    this.from = Math.min(Math.max(0, from), this.end - width)
    this.to = this.from + width
    this.redraw()
  }

  private move(share: number): void {
    const step = share * (this.to - this.from)
    this.show(this.from + step, this.to + step)
  }

  /** Makes the shown time `factor` times as long; `middle` stays where it is. */
  private zoom(factor: number, middle = (this.from + this.to) / 2): void {
    this.show(middle - (middle - this.from) * factor, middle + (this.to - middle) * factor)
  }

  private onKey(event: KeyboardEvent): void {
    const acts: Record<string, () => void> = {
      ArrowLeft: () => this.move(-0.25),
      ArrowRight: () => this.move(0.25),
      '+': () => this.zoom(0.5),
      '=': () => this.zoom(0.5),
      '-': () => this.zoom(2),
      Home: () => this.move(-1e9),
      End: () => this.move(1e9),
    }
    const act = acts[event.key]
    if (!act || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    act()
  }

  private onWheel(event: WheelEvent): void {
    // A page must still scroll; Ctrl with the wheel is the browser's own zoom.
    if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
    event.preventDefault()
    this.zoom(event.deltaY > 0 ? 1.25 : 0.8, this.timeAt(event))
  }

  private onMove(event: PointerEvent): void {
    if (event.buttons & 1) {
      this.move(-event.movementX / (this.canvas.clientWidth - this.left))
      return
    }
    const scale = this.scale
    const lane = this.lanes[Math.floor((event.offsetY - axisHeight * scale) / (laneHeight * scale))]
    const time = this.timeAt(event)
    const span = lane?.spans.find(({ from, to }) => from <= time && time <= to)
    if (!lane || !span) return
    say(
      this.pointed,
      `${lane.name}: ${span.name}${span.detail}, ${seconds((span.to - span.from) / 1000)}, at ${span.from.toFixed(2)} ms`,
    )
  }

  private timeAt(event: MouseEvent): number {
    const share = (event.offsetX - this.left) / (this.canvas.clientWidth - this.left)
    return this.from + Math.max(0, share) * (this.to - this.from)
  }

  private get scale(): number {
    return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
  }

  private redraw(): void {
    if (!this.lanes.length) return
    cancelAnimationFrame(this.drawing)
    this.drawing = requestAnimationFrame(() => {
      this.draw()
      this.tell()
    })
  }

  private draw(): void {
    const { scale, canvas } = this
    const ratio = devicePixelRatio
    const width = canvas.parentElement!.clientWidth
    const height = (axisHeight + laneHeight * this.lanes.length) * scale
    canvas.style.height = `${height}px`
    canvas.width = Math.round(width * ratio)
    canvas.height = Math.round(height * ratio)
    const context = canvas.getContext('2d')!
    context.scale(ratio, ratio)
    const style = getComputedStyle(document.documentElement)
    const known = new Map<string, string>()
    const paint = (name: string) => {
      if (!known.has(name)) known.set(name, style.getPropertyValue(name).trim())
      return known.get(name)!
    }
    context.font = `${11.5 * scale}px system-ui, sans-serif`
    context.textBaseline = 'middle'
    // Names stand before the lanes.
    const names = this.lanes.map(({ name }) => context.measureText(name).width)
    this.left = Math.min(width / 3, Math.max(...names) + 10 * scale)
    const x = (time: number) => this.left + ((time - this.from) / (this.to - this.from)) * (width - this.left)
    this.drawAxis(context, { width, height, x, soft: paint('--soft'), line: paint('--line') })
    for (const [row, lane] of this.lanes.entries()) {
      const top = (axisHeight + row * laneHeight) * scale
      for (const span of lane.spans) {
        if (span.to < this.from || span.from > this.to) continue
        const left = Math.max(this.left, x(span.from))
        const wide = Math.max(0.5, Math.min(width, x(span.to)) - left)
        const colour = paint(this.colourOf(span))
        context.fillStyle = colour
        context.fillRect(left, top + 3 * scale, wide > 3 ? wide - 1 : wide, (laneHeight - 6) * scale)
        if (wide < 40 * scale) continue
        context.save()
        context.beginPath()
        context.rect(left, top, wide - 4, laneHeight * scale)
        context.clip()
        context.fillStyle = readableOn(colour)
        context.fillText(span.name, left + 4 * scale, top + (laneHeight / 2) * scale)
        context.restore()
      }
      context.fillStyle = paint('--text')
      context.fillText(lane.name, 0, top + (laneHeight / 2) * scale, this.left - 6 * scale)
    }
  }

  private drawAxis(
    context: CanvasRenderingContext2D,
    {
      width,
      height,
      x,
      soft,
      line,
    }: { width: number; height: number; x(t: number): number; soft: string; line: string },
  ): void {
    const wanted = (this.to - this.from) / Math.max(2, width / (110 * this.scale))
    const magnitude = 10 ** Math.floor(Math.log10(wanted))
    const step = magnitude * ([1, 2, 5, 10].find((k) => k * magnitude >= wanted) ?? 10)
    for (let tick = Math.ceil(this.from / step) * step; tick <= this.to; tick += step) {
      context.fillStyle = line
      context.fillRect(x(tick), 0, 1, height)
      context.fillStyle = soft
      context.fillText(`${Number(tick.toFixed(3))} ms`, x(tick) + 4, (axisHeight / 2) * this.scale)
    }
  }

  private colourOf({ kind, name }: Span): string {
    if (kind === 'op') return `--series-${this.colours.get(name) ?? 0}`
    return kind === 'run' ? '--busy' : kind === 'starved' ? '--starved' : '--blocked'
  }

  /** Says the shown time in words. */
  private tell(): void {
    const rows = this.lanes.map((lane) => [lane.name, sharesOf(lane, this.from, this.to)] as const)
    const words = rows.map(([name, [first]]) =>
      first ? `${name}: ${first[0]} ${percent(first[1])}` : `${name}: nothing`,
    )
    this.canvas.setAttribute(
      'aria-label',
      `Timeline, ${seconds((this.to - this.from) / 1000)} of it. ${words.join('; ')}`,
    )
    this.table.replaceChildren(
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'lane'), h('th', { scope: 'col' }, 'shares of the time'))),
      h(
        'tbody',
        {},
        ...rows.map(([name, shares]) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, name),
            h('td', {}, shares.map(([what, share]) => `${what} ${percent(share)}`).join(', ') || '–'),
          ),
        ),
      ),
    )
  }
}

/** Black or white, whichever is easier to read on a colour such as #2f6fd0. */
export function readableOn(colour: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => (Number.parseInt(colour.slice(i, i + 2), 16) / 255) ** 2.2)
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b
  return (light + 0.05) / 0.05 > 1.05 / (light + 0.05) ? '#000' : '#fff'
}
