// Writes small tar archives of the kind that `tar --format=ustar` writes.

const block = 512

/** An archive of these files. Names have at most 100 bytes. */
export function tar(files: readonly (readonly [name: string, contents: string | Uint8Array])[]): Buffer {
  const parts = files.flatMap(([name, contents]) => {
    const data = Buffer.from(contents as Uint8Array)
    return [header(name, data.length), data, Buffer.alloc((block - (data.length % block)) % block)]
  })
  return Buffer.concat([...parts, Buffer.alloc(2 * block)])
}

function header(name: string, size: number): Buffer {
  const out = Buffer.alloc(block)
  const octal = (value: number, at: number, length: number) =>
    out.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  out.write(name, 0, 100)
  octal(0o644, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(0, 136, 12)
  out.write(' '.repeat(8), 148, 'latin1')
  out.write('0ustar\0' + '00', 156, 'latin1')
  out.write('ustar\0' + '00', 257, 'latin1')
  out[156] = 0x30
  out.fill(0, 157, 257)
  octal(
    out.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  )
  return out
}
