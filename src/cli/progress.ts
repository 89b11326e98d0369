// Shows progress on stderr: a bar on a terminal, otherwise a line per second. It does not depend on pipelines.
import { type Options, SingleBar } from 'cli-progress'
import { columnsOf } from '../statistics/terminal.js'
import { duration, whole } from '../statistics/units.js'

export interface Progress {
  /** `done` is the share from 0 to 1. */
  update(images: number, done: number): void
  stop(): void
}

const silent: Progress = { update() {}, stop() {} }

/**
 * `total`: the number of samples to come; 0 if it is unknown. `unit`: the word for a sample, such as 'image'. `timed`:
 * the run ends after a given time, so that its share is known without a total.
 */
export function progress(wanted: boolean, total: number, unit: string, timed = false): Progress {
  if (!wanted) return silent
  return process.stderr.isTTY && (total || timed) ? bar(total, unit) : lines(total, unit, timed)
}

/** Computes the rate and the time left, both from its first call on, so that start-up does not count. */
class Pace {
  private start: number | undefined
  private firstImages = 0
  private firstDone = 0

  at(images: number, done: number): { rate: number; left: number } {
    const now = performance.now() / 1000
    if (this.start === undefined) {
      this.start = now
      this.firstImages = images
      this.firstDone = done
    }
    const seconds = now - this.start
    const made = done - this.firstDone
    return {
      rate: seconds > 0 ? (images - this.firstImages) / seconds : 0,
      left: made > 0 ? (seconds * (1 - done)) / made : Number.POSITIVE_INFINITY,
    }
  }
}

/** Columns that the line of a bar needs beside the bar itself, and the smallest bar that is worth its place. */
const besideBar = 62
const leastBar = 10

/** The bar's part of the line, and its size; a narrow terminal shows the numbers alone. */
export function barFor(columns: number): { format: string; barsize: number } {
  const room = columns - besideBar
  return { format: room < leastBar ? '' : ' {bar}', barsize: Math.max(leastBar, Math.min(40, room)) }
}

function bar(total: number, unit: string): Progress {
  const { format, barsize } = barFor(columnsOf(process.stderr) ?? 80)
  const options: Options = {
    format: `${format} {percentage} %  {images}{all}  {rate} {unit}s/s  {left} left`,
    stream: process.stderr,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize,
    hideCursor: true,
    fps: 10,
    // The bar would otherwise handle SIGINT itself.
    gracefulExit: false,
    clearOnComplete: true,
  }
  const single = new SingleBar(options)
  const pace = new Pace()
  single.start(1000, 0, { images: '0', all: total ? ` of ${whole(total)}` : ` ${unit}s`, rate: '--', left: '--', unit })
  return {
    update(images, done) {
      const { rate, left } = pace.at(images, done)
      single.update(Math.floor(1000 * done), {
        images: whole(images),
        rate: rate ? whole(rate) : '--',
        left: duration(left),
      })
    },
    stop() {
      single.stop()
    },
  }
}

function lines(total: number, unit: string, timed: boolean): Progress {
  const pace = new Pace()
  let last = performance.now()
  return {
    update(images, done) {
      const { rate, left } = pace.at(images, done)
      const now = performance.now()
      if (now - last < 1000) return
      last = now
      const percent = `${Math.floor(100 * done)} %`
      const known = total ? ` of ${whole(total)} (${percent})` : ` ${unit}s${timed ? ` (${percent})` : ''}`
      process.stderr.write(
        `${whole(images)}${known}, ${whole(rate)} ${unit}s/s${total || timed ? `, ${duration(left)} left` : ''}\n`,
      )
    },
    stop() {},
  }
}
