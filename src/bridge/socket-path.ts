// The socket of a server in the file system. It is made in a folder of its own, with permissions for its user alone, and
// only then gets its name, so that it is never open to others. A socket that a dead server has left is replaced; a
// living server's is not, and no other file is.
import { chmodSync, closeSync, linkSync, lstatSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { connect, type Server } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { errorOf, fileNotFound, fileUnreadable, invalidArgument } from '../errors/factories.js'
import { PipelineError } from '../errors.js'
import { native } from '../native.js'

/** The longest path that the system takes for a socket. */
const mostBytes = 107
/** Other servers that begin in the same folder at the same time are waited for so often, with such pauses. */
const attempts = 1000
const retryMs = 10
/** How long a living server may take to accept a connection. */
const probeMs = 5000

/** Makes the server listen at a path; returns what removes the socket. */
export async function listenAt(server: Server, path: string): Promise<() => void> {
  const target = resolve(path)
  const folder = temporaryFolder(target)
  try {
    const own = join(folder, 's')
    check(target, own)
    await new Promise<void>((done, failed) => {
      server.once('error', failed)
      server.listen(own, () => {
        server.off('error', failed)
        done()
      })
    }).catch((cause: Error) => {
      throw fileUnreadable(`Expected a path for a socket but received '${path}': ${cause.message}`, { cause })
    })
    chmodSync(own, 0o600)
    await named(own, target, path)
    const { ino, dev } = lstatSync(target)
    return () => removeOwn(target, ino, dev)
  } catch (error) {
    server.close()
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function temporaryFolder(target: string): string {
  try {
    return mkdtempSync(join(dirname(target), '.penstock-'))
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT'
    const message = `Expected a path for a socket in a folder that exists and can be written but received '${target}'`
    throw (missing ? fileNotFound : fileUnreadable)(message, { cause })
  }
}

function check(target: string, own: string): void {
  const longest = Buffer.byteLength(target) > Buffer.byteLength(own) ? target : own
  if (Buffer.byteLength(longest) <= mostBytes) return
  throw invalidArgument(
    `Expected a path for a socket of at most ${mostBytes} bytes but received '${target}'`,
    `The socket is made as '${basename(dirname(own))}/${basename(own)}' beside it; use a folder with a shorter path`,
  )
}

/** Gives the socket its name; in one process at a time, so that none removes the socket that another has just made. */
async function named(own: string, target: string, path: string): Promise<void> {
  const folder = openSync(dirname(target), 'r')
  try {
    for (let i = 0; !native().bridgeLock(folder); i++) {
      if (i === attempts) throw inUse(path)
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
    await removeStale(target)
    linkSync(own, target)
  } catch (cause) {
    if (cause instanceof PipelineError) throw cause
    throw fileUnreadable(`A socket cannot be made at '${target}': ${(cause as Error).message}`, { cause })
  } finally {
    closeSync(folder)
  }
}

/** Removes the socket of a dead server. Throws INVALID_ARGUMENT for anything else that has this name. */
async function removeStale(target: string): Promise<void> {
  const found = lstatSync(target, { throwIfNoEntry: false })
  if (!found) return
  if (!found.isSocket()) {
    throw invalidArgument(
      `Expected a path for a socket but received '${target}', where a ${found.isDirectory() ? 'folder' : 'file'} is`,
      'Only a socket that a dead server has left is replaced',
    )
  }
  if (await lives(target)) throw inUse(target)
  rmSync(target)
}

const inUse = (path: string) =>
  errorOf('INVALID_ARGUMENT', `Expected a path for a socket but received '${path}', where a living server listens`, {
    hint: 'Use another path, or end that server',
  })

function lives(path: string): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(path)
    const end = (alive: boolean) => {
      socket.destroy()
      answer(alive)
    }
    socket.setTimeout(probeMs, () => end(true))
    socket.on('connect', () => end(true))
    socket.on('error', ({ code }: NodeJS.ErrnoException) => end(code !== 'ECONNREFUSED' && code !== 'ENOENT'))
  })
}

/** Removes the socket, unless another server has taken the name. */
function removeOwn(target: string, ino: number, dev: number): void {
  const found = lstatSync(target, { throwIfNoEntry: false })
  if (found?.ino === ino && found.dev === dev) rmSync(target, { force: true })
}
