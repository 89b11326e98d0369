// Finds optional packages that the user has installed: the frameworks that take outputs. None of them is a dependency.
import { join } from 'node:path'
import { unsupported } from '../errors/factories.js'
import { createRequire, packageFile } from '../location.js'

/**
 * A package, reached through the packages that depend on it: ['a', 'b'] is the b that a uses, even if it is installed
 * inside of a.
 */
export type PeerPath = readonly string[]

/** A package that was found. */
export interface Peer {
  /** The file that require() loads. */
  readonly file: string
  /** Loads packages as seen from the place where the package was found. */
  readonly require: NodeJS.Require
}

/** The places from which packages are looked up. */
function places(): NodeJS.Require[] {
  // A package manager may hide the user's packages from this one, so they are also looked up from the working folder.
  return [packageFile('package.json'), join(process.cwd(), 'package.json')].map((place) => createRequire(place))
}

const missing = (error: unknown) => (error as { code?: string }).code === 'MODULE_NOT_FOUND'

/** Follows one path. Returns undefined if one of its packages is not installed. */
function follow(from: NodeJS.Require, path: PeerPath): Peer | undefined {
  let require = from
  for (const [i, name] of path.entries()) {
    let file: string
    try {
      file = require.resolve(name)
    } catch (error) {
      if (missing(error)) return undefined
      throw error
    }
    if (i === path.length - 1) return { file, require }
    require = createRequire(file)
  }
  return undefined
}

/**
 * The first installed package among `paths`. Loads no code. Throws UNSUPPORTED with the message and the cure when none is
 * installed.
 */
export function findPeer(paths: readonly PeerPath[], message: string, cure: string): Peer {
  for (const from of places()) {
    for (const path of paths) {
      const found = follow(from, path)
      if (found) return found
    }
  }
  throw unsupported(message, cure)
}
