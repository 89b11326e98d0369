import type { Files } from '../gen.js'
import type { OpSchema } from './schema.js'
export function docsFiles(_schemas: OpSchema[]): Files { return {} }
