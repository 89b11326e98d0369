// Writes the outputs of batches as .npy or .safetensors files. Which files there are, and what is in each, depends on
// the name for --out alone and never on the data: a batch whose samples differ in shape is an error and not other files.
import { invalidArgument, invalidInput } from '../../errors/factories.js'
import type { Tensor, TensorList } from '../../index.js'
import { version } from '../package.js'
import type { OutSink, OutSummary } from '../types.js'
import { npy } from './npy.js'
import { safetensors } from './safetensors.js'
import { fileName, type OutTarget } from './target.js'
import { WrittenFiles } from './written.js'

type Outputs = ReadonlyMap<string, TensorList>

export class BatchFiles implements OutSink {
  private readonly written: WrittenFiles

  constructor(private readonly target: OutTarget) {
    this.written = new WrittenFiles(target)
  }

  async batch(outputs: Outputs): Promise<void> {
    const { fields } = this.target
    const number = this.written.nextBatch()
    if (number === undefined) return
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
    return this.written.summary()
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
      this.written.write(at(''), safetensors(tensors, metadata(outputs, tensors, batch, only)))
    } else {
      for (const [name, tensor] of tensors) this.written.write(at(name), npy(tensor))
    }
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
    this.written.checkNames(names, 'Rename the output, or write .safetensors files')
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
