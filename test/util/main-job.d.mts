// Types of main-job.mjs.
export function hashes(numThreads: number, prefetchQueueDepth: number, seed: number): Promise<string[]>
