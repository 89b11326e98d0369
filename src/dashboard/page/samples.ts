// Shows the contact sheet of the latest batch: a button per sample, which opens it in the sample browser.
import type { Sheet, Thumb } from '../messages.js'
import { at, h, inUse, say } from './dom.js'
import { whole } from './format.js'
import { sheetPixels } from './server.js'

export class ContactSheet {
  private readonly list = at('sheet')
  private shown: Sheet | undefined
  private loading = false
  private wanted: Sheet | undefined

  constructor(private readonly open: (thumbs: readonly Thumb[], k: number) => void) {
    this.list.addEventListener('keydown', (event) => this.move(event))
    for (const leave of ['pointerleave', 'focusout']) this.list.addEventListener(leave, () => void this.load())
  }

  /**
   * Shows a sheet. One that comes while another is being loaded waits, and only the newest of those is shown; so does
   * one that comes while the user is at a sample, which would change under the hand, or has one open, from which the keys
   * go back to it.
   */
  async show(sheet: Sheet): Promise<void> {
    this.wanted = sheet
    await this.load()
  }

  private async load(): Promise<void> {
    const mayChange = () => !this.shown || !inUse(this.list)
    if (this.loading || !mayChange()) return
    this.loading = true
    try {
      while (this.wanted && this.wanted !== this.shown) {
        const next: Sheet = this.wanted
        const pixels = next.cell.width ? await sheetPixels(next) : undefined
        if (!mayChange()) return pixels?.close()
        this.draw(next, pixels)
        this.shown = next
      }
    } catch {
      // The server is gone or busy; the next sheet comes by itself.
    } finally {
      this.loading = false
    }
  }

  private draw(sheet: Sheet, pixels: ImageBitmap | undefined): void {
    const { thumbs, cell, columns, batch, output } = sheet
    at('sheet-empty').hidden = true
    say(at('sheet-facts'), `${whole(thumbs.length)} of ${whole(batch.length)} samples, ${output}`)
    this.list.replaceChildren(
      ...thumbs.map((thumb, k) => {
        const picture = h('canvas', { width: cell.width || 96, height: cell.height || 96, 'aria-hidden': 'true' })
        const [x, y] = [(k % columns) * cell.width, Math.floor(k / columns) * cell.height]
        if (pixels)
          picture.getContext('2d')!.drawImage(pixels, x, y, cell.width, cell.height, 0, 0, cell.width, cell.height)
        const facts = thumb.facts.map(({ name, text }) => `${name}: ${text}`)
        const words = [nameOf(thumb), thumb.valid ? '' : 'placeholder of a bad sample', ...facts].filter(Boolean)
        const button = h(
          'button',
          {
            type: 'button',
            tabindex: k === 0 ? 0 : -1,
            title: words.join('\n'),
            'aria-label': `Sample ${words.join(', ')}`,
            click: () => this.open(thumbs, k),
          },
          picture,
          h(
            'span',
            { class: 'label' },
            thumb.facts.length ? thumb.facts.map(({ text }) => text).join(' · ') : `#${thumb.index}`,
          ),
          !thumb.valid && h('span', { class: 'cross' }, 'bad'),
        )
        return h('li', {}, button)
      }),
    )
    pixels?.close()
  }

  private get buttons(): HTMLButtonElement[] {
    return [...this.list.querySelectorAll('button')]
  }

  /** Arrow keys go from sample to sample, so that the sheet is one stop of the tab key. */
  private move(event: KeyboardEvent): void {
    const all = this.buttons
    const from = all.indexOf(document.activeElement as HTMLButtonElement)
    if (from < 0) return
    const { top } = all[0]!.getBoundingClientRect()
    const perRow = Math.max(1, all.filter((button) => button.getBoundingClientRect().top === top).length)
    const steps: Record<string, number> = {
      ...{ ArrowRight: 1, ArrowLeft: -1, ArrowDown: perRow, ArrowUp: -perRow },
      ...{ Home: -from, End: all.length - 1 - from },
    }
    const step = steps[event.key]
    const to = step === undefined ? undefined : all[from + step]
    if (!to) return
    event.preventDefault()
    for (const button of all) button.tabIndex = button === to ? 0 : -1
    to.focus()
  }
}

/** The end of the path, or the sample's number. */
export function nameOf({ source, index }: { source: string; index: number }): string {
  const short = source.split('/').slice(-2).join('/')
  return short ? `${short} (${index})` : `number ${index}`
}
