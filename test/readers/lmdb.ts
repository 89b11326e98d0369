// Writes an LMDB file: a main database, in pages that are filled one after the other. Keys are given in their order.

const head = 16

interface Pages {
  size: number
  list: Buffer[]
}

/** A page with entries. Each is a number and flags of 8 bytes in all with the size of its key, the key, and data. */
function page(pages: Pages, flags: number, nodes: readonly Buffer[]): number {
  const bytes = Buffer.alloc(pages.size)
  const number = pages.list.length
  bytes.writeBigUInt64LE(BigInt(number), 0)
  bytes.writeUInt16LE(flags, 10)
  let upper = pages.size
  for (const [i, node] of nodes.entries()) {
    upper -= node.length + (node.length & 1)
    node.copy(bytes, upper)
    bytes.writeUInt16LE(upper, head + 2 * i)
  }
  bytes.writeUInt16LE(head + 2 * nodes.length, 12)
  bytes.writeUInt16LE(upper, 14)
  pages.list.push(bytes)
  return number
}

function node(number: number, high: number, key: Uint8Array, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32LE(number, 0)
  bytes.writeUInt16LE(high, 4)
  bytes.writeUInt16LE(key.length, 6)
  return Buffer.concat([bytes, key, data])
}

/** Pages of its own for a value; returns the number of the first. */
function overflow(pages: Pages, value: Uint8Array): Buffer {
  const count = Math.ceil((head + value.length) / pages.size)
  const bytes = Buffer.alloc(count * pages.size)
  const number = Buffer.alloc(8)
  number.writeBigUInt64LE(BigInt(pages.list.length))
  number.copy(bytes)
  bytes.writeUInt16LE(4, 10)
  bytes.writeUInt32LE(count, 12)
  bytes.set(value, head)
  for (let i = 0; i < count; i++) pages.list.push(bytes.subarray(i * pages.size, (i + 1) * pages.size))
  return number
}

/** Puts nodes into as few pages as hold them; returns the first key and the number of each page. */
function level(pages: Pages, flags: number, nodes: readonly { key: Uint8Array; bytes: Buffer }[]) {
  const made: { key: Uint8Array; number: number }[] = []
  let own: Buffer[] = []
  let left = pages.size - head
  let key: Uint8Array = Buffer.alloc(0)
  const close = () => own.length && made.push({ key, number: page(pages, flags, own) })
  for (const one of nodes) {
    const need = 2 + one.bytes.length + (one.bytes.length & 1)
    if (need > left) {
      close()
      own = []
      left = pages.size - head
    }
    if (!own.length) key = one.key
    own.push(one.bytes)
    left -= need
  }
  close()
  return made
}

/** The bytes of data.mdb. The newer of the two commits is that of the second meta page; the older one is empty. */
export function lmdb(entries: readonly (readonly [key: Uint8Array, value: Uint8Array])[], size = 4096): Buffer {
  const pages: Pages = { size, list: [Buffer.alloc(size), Buffer.alloc(size)] }
  const most = Math.floor((size - head) / 2) - 2
  const leaves = entries.map(([key, value]) => {
    const big = 8 + key.length + value.length > most
    return { key, bytes: node(value.length, big ? 1 : 0, key, big ? overflow(pages, value) : value) }
  })
  let depth = 0
  let nodes = leaves
  let made: { key: Uint8Array; number: number }[] = []
  while (entries.length && (depth === 0 || made.length > 1)) {
    made = level(pages, depth === 0 ? 2 : 1, nodes)
    nodes = made.map(({ key, number }) => ({ key, bytes: node(number, 0, key, Buffer.alloc(0)) }))
    depth++
  }
  for (const commit of [0, 1]) {
    const meta = pages.list[commit]!
    meta.writeBigUInt64LE(BigInt(commit), 0)
    meta.writeUInt16LE(8, 10)
    meta.writeUInt32LE(0xbeefc0de, 16)
    meta.writeUInt32LE(1, 20)
    meta.writeUInt32LE(size, 40)
    meta.fill(255, 80, 88)
    if (commit === 1) {
      meta.writeUInt16LE(depth, 94)
      meta.writeBigUInt64LE(BigInt(entries.length), 120)
    }
    meta.writeBigInt64LE(commit === 1 && made.length ? BigInt(made[0]!.number) : -1n, 128)
    meta.writeBigUInt64LE(BigInt(commit === 1 ? pages.list.length - 1 : 1), 136)
    meta.writeBigUInt64LE(BigInt(commit), 144)
  }
  return Buffer.concat(pages.list)
}
