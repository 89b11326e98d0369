// The connection to the process that pipelines are run for.
import type { Connection } from '../bridge/connection.js'
import type { HostMessage, HostRequest } from './protocol.js'

export type ProcessConnection = Connection<HostRequest, HostMessage>
