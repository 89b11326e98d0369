// Formats numbers for the page.

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

export const whole = (n: number): string => grouped.format(n)

/** Three digits for small numbers, whole ones otherwise. */
export const rate = (n: number): string => (n > 0 && n < 100 ? String(Number(n.toPrecision(3))) : whole(n))

export const percent = (share: number): string => `${(100 * share).toFixed(share > 0 && share < 0.0995 ? 1 : 0)} %`

export function bytes(n: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let unit = 0
  while (n >= 1000 && unit < units.length - 1) {
    n /= 1000
    unit++
  }
  return `${unit && n < 100 ? n.toFixed(1) : Math.round(n)} ${units[unit]}`
}

export function seconds(s: number): string {
  if (s < 1e-6) return `${Math.round(1e9 * s)} ns`
  if (s < 1e-3) return `${Math.round(1e6 * s)} µs`
  if (s < 1) return `${(1e3 * s).toFixed(s < 0.01 ? 2 : 0)} ms`
  if (s < 120) return `${s.toFixed(1)} s`
  const minutes = Math.floor(s / 60)
  if (minutes < 120) return `${minutes} min ${Math.round(s % 60)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
