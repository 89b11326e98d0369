// Shows progress on stderr: a bar on a terminal, otherwise a line per second. It does not depend on pipelines.
import { type Options, SingleBar } from 'cli-progress'
import { duration, whole } from '../statistics/units.js'

export interface Progress {
  /** `done` is the share from 0 to 1. */
  update(images: number, done: number): void
  stop(): void
}

const silent: Progress = { update() {}, stop() {} }

/** `total`: the number of samples to come; 0 if it is unknown. `unit`: the word for a sample, such as 'image'. */
export function progress(wanted: boolean, total: number, unit: string): Progress {
  if (!wanted) return silent
  return process.stderr.isTTY && total ? bar(whole(total), unit) : lines(total, unit)
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

function bar(total: string, unit: string): Progress {
  const options: Options = {
    format: ' {bar} {percentage} %  {images} of {all}  {rate} {unit}s/s  {left} left',
    stream: process.stderr,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: Math.max(10, Math.min(40, (process.stderr.columns ?? 80) - 62)),
    hideCursor: true,
    fps: 10,
    // The bar would otherwise handle SIGINT itself.
    gracefulExit: false,
    clearOnComplete: true,
  }
  const single = new SingleBar(options)
  const pace = new Pace()
  single.start(1000, 0, { images: '0', all: total, rate: '--', left: '--', unit })
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

function lines(total: number, unit: string): Progress {
  const pace = new Pace()
  let last = performance.now()
  return {
    update(images, done) {
      const { rate, left } = pace.at(images, done)
      const now = performance.now()
      if (now - last < 1000) return
      last = now
      const percent = `${Math.floor(100 * done)} %`
      const known = total ? ` of ${whole(total)} (${percent})` : ` ${unit}s`
      process.stderr.write(
        `${whole(images)}${known}, ${whole(rate)} ${unit}s/s${total ? `, ${duration(left)} left` : ''}\n`,
      )
    },
    stop() {},
  }
}
