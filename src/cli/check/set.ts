// A data set that is to be checked: what it is, its pipeline, and the names of its samples.
import { errorOf } from '../../errors/factories.js'
import { shownUrl } from '../../errors/secrets.js'
import { PipelineError } from '../../index.js'
import type { Dataset } from '../../readers/dataset.js'
import { type Data, dataOf } from '../data.js'
import { inOptions } from '../job.js'
import { Listing } from '../listing.js'
import { type Recognised, recognise } from '../recognise.js'
import { kindOf, pipelineOf, type SetPipeline } from './pipelines.js'
import type { CheckOptions, Kind } from './types.js'

export class CheckedSet implements AsyncDisposable {
  private made: Dataset | undefined

  private constructor(
    private readonly option: string,
    readonly data: Data,
    readonly recognised: Recognised,
    readonly pipe: SetPipeline,
  ) {}

  /** Recognises the data. `option`: what errors name. `decode`: without it samples are only read. */
  static async of(
    given: readonly string[],
    { option, decode }: { option: string; decode: boolean },
    options: CheckOptions,
  ): Promise<CheckedSet> {
    try {
      const data = await dataOf(given)
      const recognised = await recognise(data.value)
      return new CheckedSet(option, data, recognised, pipelineOf(recognised, options, { decode }))
    } catch (error) {
      throw reworded(error, option)
    }
  }

  /** Lists the samples and starts the pipeline. */
  async build({ progress }: CheckOptions): Promise<void> {
    using listing = new Listing(progress)
    try {
      const [dataset] = await this.pipe.engine.inputs.readers.lend(listing.onProgress)
      this.made = dataset
      await this.pipe.build()
    } catch (error) {
      throw reworded(inOptions(error, this.option), this.option)
    }
  }

  private get dataset(): Dataset {
    return this.made!
  }

  get kind(): Kind {
    return kindOf(this.recognised)
  }

  get count(): number {
    return this.dataset.count
  }

  get classes(): readonly string[] {
    return this.dataset.classes
  }

  get ignoredFiles(): Dataset['ignored'] {
    return this.dataset.ignored
  }

  /** Path or name of a sample. */
  source(sample: number): string {
    return this.dataset.report(sample, 1).samples[0]!.source
  }

  /** The source of a sample as reports show it. */
  shown(sample: number): string {
    return shownUrl(this.source(sample))
  }

  /**
   * Names of samples by which `skipList` of readers knows them. Samples whose name, and whose source, others have too are left
   * out, and so are names that do not fit on a line.
   */
  skipNames(samples: readonly number[]): string[] {
    const sources = samples.map((sample) => this.source(sample))
    const names = sources.map((source) => this.nameOf(source))
    const wanted = countsOf([...names.entries()].flatMap(([i, name]) => [...new Set([name, sources[i]!])]))
    // Files of one folder have names of their own.
    const there = this.folder ? wanted : this.countOf(wanted)
    const isOwn = (name: string) => there.get(name) === wanted.get(name)
    const listed = names.map((name, i) => [name, sources[i]!].find((each) => isOwn(each) && !/[\r\n]/.test(each)))
    return listed.filter((name) => name !== undefined)
  }

  /** How many samples have each of these as their name or their source. */
  private countOf(wanted: ReadonlyMap<string, number>): Map<string, number> {
    const found: string[] = []
    for (let from = 0; from < this.count && wanted.size; from += reportedAtOnce) {
      for (const { source } of this.dataset.report(from, Math.min(reportedAtOnce, this.count - from)).samples) {
        for (const name of new Set([this.nameOf(source), source])) if (wanted.has(name)) found.push(name)
      }
    }
    return countsOf(found)
  }

  private get folder(): string {
    return this.dataset.folder
  }

  /** As name_below() of native/dataset/set/selection.cc: the source below the reader's folder, or from its file's name on. */
  private nameOf(source: string): string {
    const { folder } = this
    if (folder && source.startsWith(folder)) {
      const below = source.slice(folder.length).replace(/^\/+/, '')
      if (below) return below
    }
    const scheme = source.indexOf('://')
    const colon = source.indexOf(':', scheme < 0 ? 0 : scheme + 3)
    return source.slice(source.lastIndexOf('/', colon < 0 ? source.length : colon) + 1)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pipe.close()
    this.made?.close()
  }
}

/** Samples whose names are asked for in one go. */
const reportedAtOnce = 4096

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Errors about data name the option of `run`. */
function reworded(error: unknown, option: string): unknown {
  if (!(error instanceof PipelineError) || error.op || !/--data\b/.test(`${error.detail} ${error.hint ?? ''}`))
    return error
  const named = (text: string) => text.replaceAll(/--data\b/g, option)
  return errorOf(error.code, named(error.detail), { hint: error.hint && named(error.hint), cause: error.cause })
}
