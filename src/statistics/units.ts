// Formats numbers for people to read in progress lines, reports and tables.

export const whole = (n: number): string => Math.round(n).toLocaleString('en-US')

export const plural = (n: number, one: string): string => `${whole(n)} ${n === 1 ? one : pluralOf(one)}`

const pluralOf = (one: string) => (/(s|x|ch)$/.test(one) ? `${one}es` : `${one}s`)

export const percent = (share: number): string => `${Math.round(100 * share)} %`

export function megabytes(bytes: number): string {
  const mb = bytes / 1e6
  return mb >= 1000 ? `${(mb / 1000).toFixed(1)} GB` : `${mb < 10 ? mb.toFixed(1) : Math.round(mb)} MB`
}

export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return '--'
  if (seconds < 1) return `${Math.ceil(1000 * seconds)} ms`
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`
}
