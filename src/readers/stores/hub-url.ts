// URLs of the Hugging Face hub: hf://[TYPE/]OWNER/NAME[@REVISION][/PATH]. TYPE is datasets, spaces or models, which is what a
// URL without a type means, as in huggingface_hub: a URL names the same file for all programs.
import { StoreFailure } from './failure.js'

export interface HubPlace {
  type: 'models' | 'datasets' | 'spaces'
  /** OWNER/NAME. */
  repository: string
  /** A branch, a tag, another reference or a commit. */
  revision: string
  /** The path of the file or folder in the repository, without slashes at its ends; empty for all of it. */
  path: string
  /** The URL has no type. */
  untyped: boolean
}

const form = 'Write it as hf://datasets/OWNER/NAME/PATH, or hf://datasets/OWNER/NAME@REVISION/PATH'
const nameOf = /^\w[\w.-]{0,95}$/
/** Revisions that have slashes, which a URL has as they are. Others are written with %2F. */
const reference = /^refs\/(?:convert\/[\w.-]+|pr\/\d+)(?=\/|$)/
/** The name that the hub's documents give to the branch of the files that it converts to Parquet itself. */
const converted = '~parquet'

/** Throws a StoreFailure for a URL that names no place in the hub. */
export function hubPlace(url: string): HubPlace {
  const [, typed, rest = ''] = /^hf:\/\/(?:(models|datasets|spaces)\/)?(.*)$/s.exec(url) ?? []
  const [owner = '', ...others] = rest.split('/')
  if (!typed && (owner === 'buckets' || owner === 'kernels')) {
    throw new StoreFailure(`hf://${owner}/ is not read`, { hint: form })
  }
  const [name = '', ...afterName] = others[0]?.split('@') ?? []
  if (!nameOf.test(owner) || !nameOf.test(name)) throw new StoreFailure('this names no repository', { hint: form })
  // A revision may have an @ of its own.
  const revised = afterName.length ? [afterName.join('@'), ...others.slice(1)].join('/') : undefined
  const [revision, path] = revised === undefined ? ['main', others.slice(1).join('/')] : divided(revised)
  const type = (typed ?? 'models') as HubPlace['type']
  return { type, repository: `${owner}/${name}`, revision, path: checkedPath(path), untyped: !typed }
}

/** The revision and the path of REVISION/PATH. */
function divided(text: string): [revision: string, path: string] {
  const given = reference.exec(text)?.[0] ?? text.split('/')[0]!
  const path = text.slice(given.length + 1)
  if (given === converted) return ['refs/convert/parquet', path]
  let revision = ''
  try {
    revision = decodeURIComponent(given)
  } catch {
    // It stays empty.
  }
  if (!/^[^\s\p{Cc}\\^~:?*[]{1,255}$/u.test(revision) || /^\.$|\.\./.test(revision))
    throw new StoreFailure('this names no revision', { hint: form })
  return [revision, path]
}

function checkedPath(given: string): string {
  const path = given.replace(/\/+$/, '')
  const parts = path ? path.split('/') : []
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    throw new StoreFailure('this names no file of a repository', { hint: form })
  }
  return path
}

/** A path as it stands in a URL. Throws a StoreFailure where it is no UTF-8. */
export function encodedPath(path: string): string {
  try {
    return path.split('/').map(encodeURIComponent).join('/')
  } catch {
    throw new StoreFailure('this names no file', { hint: 'Names of files are UTF-8' })
  }
}
