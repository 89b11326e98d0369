// The socket of a server in the file system: its permissions, and what it replaces.
// @module-tag shared
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { listenAt } from '../../src/bridge/socket-path.js'
import { tempFolder } from '../util/files.js'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

function server(answer = 'x'): Server {
  const made = createServer((socket) => socket.on('error', () => {}).end(answer))
  servers.push(made)
  return made
}

const answerAt = (path: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(path).on('error', reject)
    socket.on('data', (bytes) => resolve(bytes.toString()))
  })

test('only its user may connect, and nothing else is left beside it', async () => {
  const folder = tempFolder()
  const path = join(folder, 'p.sock')
  const remove = await listenAt(server('hello'), path)
  expect(lstatSync(path).isSocket()).toBe(true)
  expect(lstatSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['p.sock'])
  expect(await answerAt(path)).toBe('hello')
  remove()
  expect(readdirSync(folder)).toEqual([])
})

test('a socket of a dead server is replaced', async () => {
  const path = join(tempFolder(), 'p.sock')
  const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
  spawnSync(process.execPath, ['-e', script])
  expect(existsSync(path)).toBe(true)
  await listenAt(server('new'), path)
  expect(await answerAt(path)).toBe('new')
})

test('a socket of a living server is not', async () => {
  const path = join(tempFolder(), 'p.sock')
  await listenAt(server('old'), path)
  await expect(listenAt(server('new'), path)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining('a living server listens'),
  })
  expect(await answerAt(path)).toBe('old')
})

test('no other file is replaced', async () => {
  const folder = tempFolder()
  writeFileSync(join(folder, 'file'), 'text')
  mkdirSync(join(folder, 'folder'))
  symlinkSync(join(folder, 'file'), join(folder, 'link'))
  for (const name of ['file', 'folder', 'link']) {
    await expect(listenAt(server(), join(folder, name))).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  }
  expect(readdirSync(folder).sort()).toEqual(['file', 'folder', 'link'])
})

test('a server that has lost its name leaves the other socket alone', async () => {
  const path = join(tempFolder(), 'p.sock')
  const first = server('old')
  const remove = await listenAt(first, path)
  await new Promise((done) => first.close(done))
  await listenAt(server('new'), path)
  remove()
  expect(await answerAt(path)).toBe('new')
})

test('of servers that start at once, one gets the path', async () => {
  const path = join(tempFolder(), 'p.sock')
  const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
  spawnSync(process.execPath, ['-e', script])
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => listenAt(server(name), path)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(['a', 'b', 'c']).toContain(await answerAt(path))
})

test('a path that is too long, or in no folder, is named', async () => {
  const long = join(tempFolder(), 'x'.repeat(120))
  await expect(listenAt(server(), long)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  await expect(listenAt(server(), '/none/p.sock')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
})
