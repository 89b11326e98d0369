// Writes the outputs of batches as .npy or .safetensors files. Which files there are, and what is in each, depends on
// the name for --out alone and never on the data: a batch whose samples differ in shape is an error and not other files.
import { resolve } from 'node:path'
import { invalidArgument, invalidInput } from '../../errors/factories.js'
import type { Tensor, TensorList } from '../../index.js'
import { version } from '../package.js'
import type { OutSink, OutSummary } from '../types.js'
import { writeFile } from './file.js'
import { npy } from './npy.js'
import { safetensors } from './safetensors.js'
import { fileName, type OutTarget } from './target.js'

type Outputs = ReadonlyMap<string, TensorList>

export class BatchFiles implements OutSink {
  private batches = 0
  private files = 0
  private bytes = 0
  private first = ''
  private last = ''

  constructor(private readonly target: OutTarget) {}

  /** Writes the files of one batch. Without {batch} in the name only the first batch is written. */
  async batch(outputs: Outputs): Promise<void> {
    const { fields } = this.target
    const number = this.batches++
    if (number > 0 && !fields.has('batch')) return
    this.checkNames([...outputs.keys()])
    const onHost = new Map<string, TensorList>()
    for (const [name, list] of outputs) onHost.set(name, list.device === 'gpu' ? await list.toCpu() : list)
    if (!fields.has('sample')) {
      this.write(number, 0, onHost, (name, list) => whole(name, list, this.target.path))
      return
    }
    for (let i = 0; i < [...onHost.values()][0]!.length; i++) this.write(number, i, onHost, (_, list) => list.at(i), i)
  }

  finish(): OutSummary {
    const { files, bytes, first, last } = this
    return { contactSheet: null, batchFiles: files ? { files, bytes, first, last } : null }
  }

  private write(
    batch: number,
    sample: number,
    outputs: Outputs,
    tensorOf: (name: string, list: TensorList) => Tensor,
    only?: number,
  ): void {
    const tensors = new Map([...outputs].map(([name, list]) => [name, tensorOf(name, list)] as const))
    const at = (output: string) => fileName(this.target, { batch, output, sample })
    if (this.target.format === 'safetensors') {
      this.file(at(''), safetensors(tensors, metadata(outputs, tensors, batch, only)))
    } else {
      for (const [name, tensor] of tensors) this.file(at(name), npy(tensor))
    }
  }

  private file(path: string, parts: readonly Uint8Array[]): void {
    writeFile(path, parts)
    this.first ||= resolve(path)
    this.last = resolve(path)
    this.files++
    this.bytes += parts.reduce((sum, part) => sum + part.byteLength, 0)
  }

  /** Throws if the names of the outputs and the name for --out do not go together. */
  private checkNames(names: readonly string[]): void {
    const { path, format, fields } = this.target
    if (format !== 'npy') return
    if (names.length > 1 && !fields.has('output')) {
      throw invalidArgument(
        `Expected {output} in the name for --out but received '${path}': the pipeline has the outputs ${names.join(', ')}, and a .npy file holds one`,
        `--out '${path.replace(/\.npy$/i, '-{output}.npy')}', or one file for all: --out '${path.replace(/\.npy$/i, '.safetensors')}'`,
      )
    }
    const bad = fields.has('output') ? names.find((name) => /[/\0]/.test(name)) : undefined
    if (bad === undefined) return
    throw invalidArgument(
      `Expected names of outputs that can be in a file name for --out but received '${bad}'`,
      'Rename the output, or write .safetensors files',
    )
  }
}

function whole(name: string, list: TensorList, path: string): Tensor {
  if (list.isDense) return list.asTensor()
  throw invalidInput(
    `Expected samples of one shape for --out but output '${name}' has [${list.shape[0]!.join(', ')}] and others`,
    `Write one file per sample: --out '${path.replace(/(\.\w+)$/, '-{sample}$1')}', or resize or pad the samples`,
  )
}

/** The facts that a .safetensors file has beside its tensors. Its values are JSON. `only`: the only sample in the file. */
function metadata(
  outputs: Outputs,
  tensors: ReadonlyMap<string, Tensor>,
  batch: number,
  only: number | undefined,
): Record<string, string> {
  const [list] = outputs.values()
  const samples = only === undefined ? Array.from({ length: list!.length }, (_, i) => i) : [only]
  return {
    penstock: version(),
    batch: String(batch),
    layouts: JSON.stringify(Object.fromEntries([...tensors].map(([name, { layout }]) => [name, layout]))),
    sourceInfo: JSON.stringify(samples.map((i) => list!.sourceInfo(i))),
    valid: JSON.stringify(samples.map((i) => list!.valid[i] === 1)),
  }
}
