// Defines the options of dashboard(): their types, checks and defaults.
import { invalidArgument } from '../errors/factories.js'
import { shown, suggestion } from '../errors/words.js'
import type { ServerOptions } from './server.js'

export interface DashboardOptions {
  /** The port to listen on, 0 to 65535. Default: 0, any free port. */
  port?: number | undefined
  /**
   * The address or name to listen on. Default: '127.0.0.1', which only this machine can reach; '0.0.0.0' is for all of
   * its addresses. The connection is not encrypted, so on a network others may read the token and the data.
   */
  host?: string | undefined
  /**
   * Further names under which browsers may ask for the page, such as that of a proxy. Addresses, `localhost`, `host` and
   * the machine's own name are always allowed. Default: none.
   */
  allowedHosts?: readonly string[] | undefined
  /**
   * The dashboard stays open when the pipeline is closed, with its last numbers, and keeps the process running until its
   * close(). Default: false, it is closed with the pipeline, and a process that has nothing else to do ends.
   */
  keepOpen?: boolean | undefined
}

const fault = (message: string, hint?: string) => invalidArgument(message, { op: 'dashboard', ...(hint && { hint }) })

/** Checks the options and fills defaults in. Throws INVALID_ARGUMENT. */
export function settingsOf(options: DashboardOptions): ServerOptions {
  const known = ['port', 'host', 'allowedHosts', 'keepOpen']
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw fault(`Expected the options ${known.join(', ')} but received '${unknown}'`, suggestion(unknown, known))
  }
  const { port = 0, host = '127.0.0.1', allowedHosts = [], keepOpen = false } = options
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw fault(`Expected an integer from 0 to 65535 for port but received ${shown(port)}`)
  }
  if (typeof host !== 'string' || host === '') {
    throw fault(`Expected an address or name for host but received ${shown(host)}`)
  }
  if (!Array.isArray(allowedHosts) || !allowedHosts.every((name) => typeof name === 'string' && name !== '')) {
    throw fault(`Expected a list of names for allowedHosts but received ${shown(allowedHosts)}`)
  }
  if (typeof keepOpen !== 'boolean') throw fault(`Expected true or false for keepOpen but received ${shown(keepOpen)}`)
  return { port, host, allowedHosts, keepOpen }
}
