// Shows on stderr how far a run of `npm run parity` is: on a terminal one line that is written over, elsewhere a line for
// each operator as it ends.
import { columnsOf } from '../../src/statistics/terminal.js'
import { duration, plural } from '../../src/statistics/units.js'
import type { Outcomes } from './run.js'

/** The stream that progress is written to, such as process.stderr. */
export interface Output {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** The least time between two lines on a terminal, in ms. */
const restMs = 100
const eraseLine = '\r\u001b[2K'

export class CaseProgress implements Disposable {
  private readonly begin = performance.now()
  private ended = 0
  private operatorBegin = 0
  private writtenAt = Number.NEGATIVE_INFINITY
  private shown = false

  constructor(
    private readonly operators: number,
    private readonly out: Output = process.stderr,
  ) {}

  /** An operator begins. Returns what is to be called after each of its cases with their number so far. */
  operator(op: string, cases: number): (done: number) => void {
    this.operatorBegin = performance.now()
    const show = (done: number) => this.line(`${this.ended + 1} of ${this.operators}  ${op}  ${done} of ${cases} cases`)
    show(0)
    return show
  }

  /** The operator that began last has ended. */
  end({ op, cases, failures }: Pick<Outcomes, 'op' | 'cases' | 'failures'>): void {
    this.ended++
    if (this.out.isTTY) return
    const seconds = (performance.now() - this.operatorBegin) / 1000
    const differ = failures.length ? `, ${failures.length} differ` : ''
    this.out.write(
      `${this.ended} of ${this.operators}  ${op}  ${plural(cases, 'case')}${differ}, ${duration(seconds)}\n`,
    )
  }

  /** Takes the line off the terminal, so that something else can be written. */
  clear(): void {
    if (this.shown) this.out.write(eraseLine)
    this.shown = false
    this.writtenAt = Number.NEGATIVE_INFINITY
  }

  [Symbol.dispose](): void {
    this.clear()
  }

  private line(text: string): void {
    const now = performance.now()
    if (!this.out.isTTY || now - this.writtenAt < restMs) return
    this.writtenAt = now
    this.shown = true
    // A line that fills the terminal's last column would begin another one.
    const most = (columnsOf(this.out) ?? 80) - 1
    this.out.write(eraseLine + `${text}  ${duration((now - this.begin) / 1000)}`.slice(0, most))
  }
}
