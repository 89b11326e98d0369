// Tests draws against the distribution that they should have: kolmogorov(values, cdf) of Kolmogorov and Smirnov, for
// numbers, and chiSquared(values, chances) for choices.

/** The chance that draws of the distribution differ from it by as much as these do. Values are sorted in place. */
export function kolmogorov(values: number[], cdf: (x: number) => number): number {
  values.sort((a, b) => a - b)
  const n = values.length
  let most = 0
  for (const [i, x] of values.entries()) {
    const expected = cdf(x)
    most = Math.max(most, expected - i / n, (i + 1) / n - expected)
  }
  const t = most * (Math.sqrt(n) + 0.12 + 0.11 / Math.sqrt(n))
  let p = 0
  for (let k = 1; k < 101; k++) p += (k % 2 ? 2 : -2) * Math.exp(-2 * k * k * t * t)
  return Math.min(1, Math.max(0, t < 0.2 ? 1 : p))
}

/** The logarithm of the gamma function (Lanczos' approximation, g = 7). */
function logGamma(x: number): number {
  const g = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ]
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const t = x + 6.5
  const sum = g.reduce((all, c, i) => all + (i ? c / (x - 1 + i) : c), 0)
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum)
}

/** The cumulative beta distribution, by its continued fraction (Lentz's method). */
export function betaCdf(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - betaCdf(1 - x, b, a)
  const tiny = 1e-300
  let c = 1
  let d = 1 / Math.max(tiny, 1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m < 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / (1 + even * d || tiny)
    c = 1 + even / c || tiny
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + odd * d || tiny)
    c = 1 + odd / c || tiny
    fraction *= d * c
    if (Math.abs(d * c - 1) < 1e-12) break
  }
  return (fraction * Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x))) / a
}

/** The cumulative normal distribution, of mean 0 and deviation 1. */
export function normalCdf(x: number): number {
  // erf by the lower incomplete gamma function.
  const half = 0.5 * gammaShare(0.5, (x * x) / 2)
  return x < 0 ? 0.5 - half : 0.5 + half
}

/** The regularized lower incomplete gamma function P(a, x): by its series, or by Lentz's method for its continued fraction. */
function gammaShare(a: number, x: number): number {
  if (x <= 0) return 0
  const front = Math.exp(a * Math.log(x) - x - logGamma(a))
  if (x < a + 1) {
    let [term, sum] = [1 / a, 1 / a]
    for (let n = 1; n < 10_000 && term > sum * 1e-16; n++) {
      term *= x / (a + n)
      sum += term
    }
    return front * sum
  }
  let b = x + 1 - a
  let c = 1e300
  let d = 1 / b
  let fraction = d
  for (let n = 1; n < 10_000; n++) {
    const factor = n * (a - n)
    b += 2
    d = 1 / (factor * d + b)
    c = b + factor / c
    fraction *= c * d
    if (Math.abs(c * d - 1) < 1e-15) break
  }
  return 1 - front * fraction
}

/** The chance that choices with these chances are as far from them as the values are; 0 where a value has no chance. */
export function chiSquared(values: readonly unknown[], chances: Readonly<Record<string, number>>): number {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(`${value}`, (counts.get(`${value}`) ?? 0) + 1)
  const keys = Object.keys(chances)
  if ([...counts.keys()].some((key) => !(key in chances))) return 0
  const chi = keys.reduce((sum, key) => {
    const expected = chances[key]! * values.length
    return sum + ((counts.get(key) ?? 0) - expected) ** 2 / expected
  }, 0)
  return 1 - gammaShare((keys.length - 1) / 2, chi / 2)
}
