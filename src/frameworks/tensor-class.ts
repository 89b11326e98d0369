// The class Tensor of @huggingface/transformers. The library comes as an ES module and as a CommonJS module, each with a
// class of its own, and models take only tensors of their own class: it must be that of the module that the user runs.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Tensor } from '@huggingface/transformers'
import { unsupported } from '../errors/factories.js'
import { findPeer, type Peer } from './peers.js'

export type TensorClass = typeof Tensor

const name = '@huggingface/transformers'

/** The file of the ES module, as the package's description says. */
function esModule(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const description = join(folder, 'package.json')
    if (!existsSync(description)) continue
    const { name: own, exports } = JSON.parse(readFileSync(description, 'utf8'))
    if (own === name) return join(folder, exports?.node?.import?.default ?? file)
  }
  return file
}

function load({ file, require }: Peer): { Tensor: TensorClass } {
  if (file in require.cache) return require(file)
  try {
    return require(esModule(file))
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_REQUIRE_ESM') throw error
    throw unsupported(
      `Expected the class Tensor of ${name}, which Node.js ${process.version} cannot find for an ES module`,
      { hint: `Pass it: { Tensor }, imported from '${name}'; or use Node.js 20.19, 22.12 or later`, cause: error },
    )
  }
}

let found: TensorClass | undefined

/** The class of the installed library. Errors: UNSUPPORTED, when it is not installed or cannot be found. */
export function tensorClass(): TensorClass {
  if (found) return found
  const message = `Expected ${name} to be installed but did not find it`
  found = load(findPeer([[name]], message, `npm install ${name}`)).Tensor
  return found
}
