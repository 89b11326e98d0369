// `penstock-data host --fd N --calls M`: runs pipelines for the process that has started this one, over two sockets whose other
// ends that process has, until it ends.
import { Socket } from 'node:net'
import { Host } from '../host/host.js'

/** Stages that do not end in this time are ended with the process. */
const endMs = 3000

export function host({ fd, calls }: { fd: number; calls: number }): void {
  // Ctrl-C goes to all processes of a terminal. The process that has started this one decides when it ends.
  process.on('SIGINT', () => {})
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    setTimeout(kill, endMs)
    void pipelines.close().finally(() => process.exit())
  }
  process.on('SIGTERM', end)
  const open = (descriptor: number) => new Socket({ fd: descriptor, readable: true, writable: true })
  const pipelines = new Host(open(fd), open(calls), end)
}

/** Threads that are in native code keep a process from ending in any other way. */
function kill(): void {
  process.kill(process.pid, 'SIGKILL')
}
