// The sample browser is a dialog that shows one sample before and after the pipeline. replay() makes the sample
// again.
import type { OutputView, PictureData, SampleView, Thumb } from '../messages.js'
import { at, type Child, h } from './dom.js'
import { seconds, whole } from './format.js'
import { nameOf } from './samples.js'
import { decoded, replay } from './server.js'

const formats = {
  ltrb: 'left, top, right, bottom',
  xywh: 'left, top, width, height',
  'ltrb-share': 'left, top, right, bottom; shares of the image',
  'xywh-share': 'left, top, width, height; shares of the image',
} as const
type Format = keyof typeof formats

interface Place {
  index: number
  epoch: number
  source: string
}

export class SampleBrowser {
  private readonly dialog = at<HTMLDialogElement>('sample')
  private readonly title = h('h2', { id: 'sample-title' })
  private readonly body = h('div', { class: 'body', 'aria-live': 'polite' })
  private readonly previous = h('button', { type: 'button', click: () => this.go(-1) }, 'Previous')
  private readonly next = h('button', { type: 'button', click: () => this.go(1) }, 'Next')
  private readonly again = h('button', { type: 'button', click: () => this.load() }, 'Replay')
  private samples: readonly Place[] = []
  private k = 0
  /** The question that is being answered: the server makes one sample at a time. */
  private answer: Promise<void> = Promise.resolve()
  /** The number of the last question: answers to earlier ones are dropped. */
  private asked = 0

  constructor() {
    const close = h('button', { type: 'button', click: () => this.dialog.close() }, 'Close')
    const bar = h('div', { class: 'bar' }, this.title, this.previous, this.next, this.again, close)
    this.dialog.append(bar, this.body)
    this.dialog.addEventListener('keydown', (event) => {
      if ((event.target as HTMLElement).matches('select, input')) return
      if (event.key === 'ArrowLeft') this.go(-1)
      if (event.key === 'ArrowRight') this.go(1)
    })
    this.dialog.addEventListener('close', () => {
      this.asked++
      this.body.replaceChildren()
    })
  }

  open(samples: readonly (Place | Thumb)[], k: number): void {
    this.samples = samples
    this.k = k
    if (!this.dialog.open) this.dialog.showModal()
    void this.load()
  }

  private go(step: number): void {
    if (!this.samples[this.k + step]) return
    this.k += step
    void this.load()
  }

  private load(): Promise<void> {
    const place = this.samples[this.k]!
    const number = ++this.asked
    this.title.textContent = nameOf(place)
    this.previous.disabled = this.k === 0
    this.next.disabled = this.k === this.samples.length - 1
    this.body.replaceChildren(h('p', {}, 'The sample is being made again …'))
    this.answer = this.answer.then(() => (number === this.asked ? this.ask(place, number) : undefined))
    return this.answer
  }

  private async ask(place: Place, number: number): Promise<void> {
    try {
      const view = await viewOf(place)
      if (number === this.asked) this.body.replaceChildren(...(await shown(view, place)))
    } catch (reason) {
      if (number === this.asked) this.body.replaceChildren(h('p', { class: 'reason' }, String(reason)))
    }
  }
}

/** The sample; where the browser does not know the format of its file, with the pixels that penstock decodes. */
async function viewOf({ index, epoch }: Place): Promise<SampleView> {
  const view = await replay(index, epoch, false)
  const { picture } = view.before
  const known =
    !picture ||
    (await decoded(picture).then(
      () => true,
      () => false,
    ))
  return known ? view : replay(index, epoch, true)
}

/** The pictures of one sample, and the boxes over them. */
class Pictures {
  readonly format = h(
    'select',
    { id: 'box-format' },
    ...Object.entries(formats).map(([value, words]) => h('option', { value }, words)),
  )
  private readonly canvases: { canvas: HTMLCanvasElement; image: ImageBitmap; on: 'before' | 'after' }[] = []

  constructor(private readonly boxes: OutputView['boxes']) {
    if (boxes) this.format.value = likely(boxes)
    this.format.addEventListener('change', () => this.paint())
  }

  async add(data: PictureData | undefined, on: 'before' | 'after', words: string): Promise<Child> {
    if (!data) return undefined
    const image = await decoded(data).catch(() => undefined)
    if (!image) return h('p', { class: 'reason' }, 'The browser cannot show this picture')
    const canvas = h('canvas', { width: image.width, height: image.height, role: 'img', 'aria-label': words })
    this.canvases.push({ canvas, image, on })
    return canvas
  }

  paint(): void {
    for (const { canvas, image, on } of this.canvases) {
      canvas.getContext('2d')!.drawImage(image, 0, 0)
      if (this.boxes?.on === on) drawBoxes(canvas, this.boxes.rows, this.format.value as Format)
    }
  }
}

async function shown(view: SampleView, place: Place): Promise<Node[]> {
  const { before, after, took } = view
  const outputs = 'outputs' in after ? after.outputs : []
  const boxes = outputs.find((output) => output.boxes)?.boxes
  const drawn = new Pictures(boxes)
  const source = view.source || place.source
  const pictures = await Promise.all(
    outputs.map((output) => drawn.add(output.picture, 'after', `After: ${output.name}, ${extents(output)}`)),
  )
  const nodes: HTMLElement[] = [
    h(
      'p',
      { class: 'source' },
      source && h('code', {}, source),
      ` index ${view.index}, epoch ${view.epoch}, made in ${seconds(took / 1000)}`,
    ),
    h(
      'div',
      { class: 'pair' },
      h(
        'figure',
        {},
        h('figcaption', {}, 'Before'),
        await drawn.add(before.picture, 'before', `Before: the sample as its source gives it`),
        before.reason !== undefined && h('p', { class: 'reason' }, before.reason),
        h('p', { class: 'note' }, before.text),
      ),
      h(
        'figure',
        {},
        h('figcaption', {}, 'After'),
        ...pictures,
        'reason' in after && h('p', { class: 'reason' }, after.reason),
        outputs.length > 0 && !pictures.some(Boolean) && h('p', { class: 'reason' }, 'No output looks like an image'),
      ),
    ),
  ]
  if (boxes)
    nodes.push(
      h(
        'p',
        { class: 'note' },
        h('label', { for: 'box-format' }, `${whole(boxes.rows.length)} boxes are `),
        drawn.format,
      ),
    )
  if (outputs.length) nodes.push(outputTable(outputs))
  drawn.paint()
  return nodes
}

const extents = ({ dtype, shape, layout }: OutputView) => `${dtype} [${shape.join(', ')}]${layout && ` ${layout}`}`

function outputTable(outputs: readonly OutputView[]): HTMLElement {
  const rows = outputs.map((output) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, output.name),
      h('td', {}, extents(output)),
      h(
        'td',
        {},
        output.className !== undefined && h('b', {}, `${output.className} `),
        `${output.values.join(', ')}${output.count > output.values.length ? ', …' : ''}`,
      ),
    ),
  )
  const titles = ['output', 'type', 'values'].map((title) => h('th', { scope: 'col' }, title))
  return h(
    'div',
    { class: 'scroll', role: 'region', 'aria-label': 'Outputs', tabindex: 0 },
    h('table', {}, h('thead', {}, h('tr', {}, ...titles)), h('tbody', {}, ...rows)),
  )
}

/** The likely meaning of the numbers, where the reader does not say it. */
function likely({ rows, ltrb, ratio }: NonNullable<OutputView['boxes']>): Format {
  const share = ratio ?? rows.every((row) => row.every((x) => x >= 0 && x <= 1.001))
  const corners = ltrb ?? rows.every(([l, t, r, b]) => r! >= l! && b! >= t!)
  return `${corners ? 'ltrb' : 'xywh'}${share ? '-share' : ''}` as Format
}

function drawBoxes(canvas: HTMLCanvasElement, rows: readonly number[][], format: Format): void {
  const context = canvas.getContext('2d')!
  const [sx, sy] = format.endsWith('-share') ? [canvas.width, canvas.height] : [1, 1]
  const width = Math.max(1, Math.round(Math.max(canvas.width, canvas.height) / 200))
  for (const [a, b, c, d] of rows as [number, number, number, number][]) {
    const [w, h] = format.startsWith('ltrb') ? [c - a, d - b] : [c, d]
    // Two colours, so that one of them is seen on any image.
    for (const [colour, wide] of [
      ['#000', 3 * width],
      ['#ffd60a', width],
    ] as const) {
      context.strokeStyle = colour
      context.lineWidth = wide
      // The line lies inside of the box, on whole pixels.
      context.strokeRect(a * sx + width / 2, b * sy + width / 2, w * sx - width, h * sy - width)
    }
  }
}
