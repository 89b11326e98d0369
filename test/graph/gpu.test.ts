// The passes on graphs with operators on a GPU: where values lie, which stage runs what, and what each slot holds.
import { describe, expect, test } from 'vitest'
import { check } from '../../src/graph/check.js'
import { settle } from '../../src/graph/devices.js'
import { lower } from '../../src/graph/lower.js'
import { type ExecutorName, executors } from '../../src/graph/policy.js'
import { planToString } from '../../src/graph/print.js'
import type { Schemas } from '../../src/graph/schema.js'
import type { Graph, GraphNode, Plan, PlanOptions } from '../../src/graph/types.js'
import { faults, graph, graphText, node, options, table } from './helpers.js'

const onBoth = ['crop', 'slice', 'resize', 'cropMirrorNormalize', 'flip']
const decoders = ['decoders.image', 'decoders.imageCrop', 'decoders.imageSlice']
const withDevices: Schemas = {
  ...table,
  ...Object.fromEntries(onBoth.map((name) => [name, { ...table[name]!, devices: ['cpu', 'gpu'] as const }])),
  ...Object.fromEntries(
    decoders.map((name) => [
      name,
      {
        ...table[name]!,
        devices: ['cpu', 'mixed'] as const,
        inputs: [{ name: 'input', host: true }],
        args: {
          ...table[name]!.args,
          jpegFancyUpsampling: { type: 'bool', default: true, deviceDefaults: { mixed: false } },
        },
      } as Schemas[string],
    ]),
  ),
  slice: {
    ...table.slice!,
    devices: ['cpu', 'gpu'],
    inputs: [{ name: 'data' }, ...table.slice!.inputs.slice(1).map((port) => ({ ...port, host: true as const }))],
  },
  copy: { kind: 'op', devices: ['cpu', 'gpu'], inputs: [{ name: 'input' }], outputs: [{ name: 'output' }], args: {} },
  merge: {
    kind: 'op',
    devices: ['cpu', 'gpu'],
    inputs: [
      { name: 'selector', host: true },
      { name: 'branch', many: true },
    ],
    outputs: [{ name: 'output' }],
    args: {},
  },
}

const onGpu = (g: Graph, over: Partial<PlanOptions> = {}, executor: ExecutorName = 'pipelined'): Plan => {
  const plan = lower(g, { ...options, deviceId: 0, ...over }, executors[executor], withDevices)
  expect(faults(plan)).toEqual([])
  return plan
}
/** Without the long line of the reader's arguments, and the hash. */
const text = (plan: Plan) =>
  planToString(plan)
    .split('\n')
    .slice(1)
    .map((line) => line.replace(/(reader \S+) .*/, '$1'))
    .join('\n')
const gpu = { device: 'gpu' } as const
const mixed = { device: 'mixed' } as const
const ref = (id: number, output = 0) => ({ node: id, output })

/** Reader 0 > decoder 1 (mixed) > normalise 3 (gpu), mirrored by coin 2; labels. */
const job = [
  node(0, 'readers.file'),
  node(1, 'decoders.image', [0], mixed),
  node(2, 'random.coinFlip'),
  node(3, 'cropMirrorNormalize', [1], { ...gpu, argInputs: { mirror: ref(2) } }),
]

describe('a chain', () => {
  test('decodes on both, makes arguments within the stage, and passes labels through host memory', () => {
    expect(text(onGpu(graph(job, [3, [0, 1]])))).toMatchInlineSnapshot(`
      "  reader readers.file_0
        mixed mixed on GPU 0 (2 actors)
          %0 = mailbox 0, output 0
          %1 = mailbox 0, output 1
          %2 = mixed decoders.image_1(%0) { jpegFancyUpsampling: false }
          return %2 on the GPU, %1
        gpu gpu on GPU 0
          %0 = mailbox 0, output 0
          %1 = mailbox 0, output 1
          %2 = random.coinFlip_2()
          %3 = gpu cropMirrorNormalize_3(%0) { mirror: %2 }
          return %3 on the GPU, %1
        sink sink (0, 1)
        readers.file_0 > mixed, room for 2
        mixed > gpu, room for 2
        gpu > sink, room for 2"
    `)
  })
  test('the depth after a stage on the GPU is that of the GPU', () => {
    const { mailboxes } = onGpu(graph(job, [3]), { prefetchQueueDepth: { cpu: 3, gpu: 5 } })
    expect(mailboxes.map((m) => m.capacity)).toEqual([3, 5, 5])
  })
  test('runs on the CPU with deviceId null', () => {
    const plan = onGpu(graph([...job, node(4, 'copy', [3], gpu)], [4, [0, 1]]), { deviceId: null })
    const cpu = job.map((n) => ({ ...n, device: 'cpu' as const }))
    expect(text(plan)).toBe(text(lower(graph(cpu, [3, [0, 1]]), options, executors.pipelined, withDevices)))
  })
  test('uploads again what goes through a stage on the CPU', () => {
    const nodes = [...job, node(4, 'copy', [3]), node(5, 'flip', [4]), node(6, 'flip', [5], gpu)]
    expect(text(onGpu(graph(nodes, [6, 3])))).toMatchInlineSnapshot(`
      "  reader readers.file_0
        mixed mixed on GPU 0 (2 actors)
          %0 = mailbox 0, output 0
          %1 = mixed decoders.image_1(%0) { jpegFancyUpsampling: false }
          return %1 on the GPU
        gpu gpu on GPU 0
          %0 = mailbox 0, output 0
          %1 = random.coinFlip_2()
          %2 = gpu cropMirrorNormalize_3(%0) { mirror: %1 }
          return %2
        cpu cpu
          %0 = mailbox 0, output 0
          %1 = flip_5(%0)
          return %1, %0
        gpu gpu 2 on GPU 0
          %0 = mailbox 0, output 0
          %1 = mailbox 0, output 1
          %2 = gpu flip_6(%0)
          return %2 on the GPU, %1 on the GPU
        sink sink (0, 1)
        readers.file_0 > mixed, room for 2
        mixed > gpu, room for 2
        gpu > cpu, room for 2
        cpu > gpu 2, room for 2
        gpu 2 > sink, room for 2"
    `)
  })
  test('keeps an output on the GPU after a stage on the CPU', () => {
    const nodes = [...job, node(4, 'copy', [3]), node(5, 'flip', [4])]
    const plan = onGpu(graph(nodes, [3, 5]))
    expect(plan.stages.map((s) => s.name)).toEqual(['readers.file_0', 'mixed', 'gpu', 'cpu', 'upload', 'sink'])
    expect(plan.stages[4]).toMatchObject({
      kind: 'gpu',
      program: { ops: [], outputs: [0, 1], onDevice: [true, false] },
    })
  })
  test('places work on the CPU that waits for no GPU before it', () => {
    const nodes = [...job, node(4, 'flip', [[0, 1]])]
    expect(onGpu(graph(nodes, [3, 4])).stages.map((s) => s.kind)).toEqual(['reader', 'cpu', 'mixed', 'gpu', 'sink'])
  })
  test('has one stage for all operators on the GPU that can share it', () => {
    const nodes = [...job, node(4, 'flip', [[0, 1]], gpu), node(5, 'flip', [4], gpu)]
    const plan = onGpu(graph(nodes, [3, 5]))
    expect(plan.stages.map((s) => s.kind)).toEqual(['reader', 'mixed', 'gpu', 'sink'])
  })
  test('has one actor that decodes and one way for all values where samples are skipped', () => {
    const nodes = job.map((n) => (n.id === 1 ? { ...n, onError: 'skip' as const } : n))
    const plan = onGpu(graph(nodes, [3, [0, 1]]), {}, 'dynamic')
    expect(plan.stages[1]).toMatchObject({ kind: 'mixed', workers: 1 })
    expect(plan.mailboxes.map((m) => [m.from, m.to])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ])
  })
  test('has one actor per stage in the simple executor', () => {
    expect(onGpu(graph(job, [3]), {}, 'simple').stages[1]).toMatchObject({ workers: 1 })
  })
  test('lets several inputs meet before two decoding actors', () => {
    const nodes = [
      node(0, 'readers.file'),
      node(1, 'externalSource'),
      node(2, 'decoders.image', [0], { ...mixed }),
      node(3, 'decoders.image', [1], mixed),
    ]
    for (const executor of ['pipelined', 'dynamic'] as const) {
      const plan = onGpu(graph(nodes, [2, 3]), {}, executor)
      for (const [i, stage] of plan.stages.entries()) {
        if (stage.kind === 'mixed') expect(plan.mailboxes.filter((m) => m.to === i)).toHaveLength(1)
      }
    }
  })
})

describe('clusters', () => {
  test('edges go where the data is needed, in the memory where it is', () => {
    expect(text(onGpu(graph(job, [3, [0, 1]]), {}, 'dynamic'))).toMatchInlineSnapshot(`
      "  reader readers.file_0
        mixed mixed on GPU 0 (3 actors)
          %0 = mailbox 0, output 0
          %1 = mailbox 0, output 1
          %2 = mixed decoders.image_1(%0) { jpegFancyUpsampling: false }
          return %2 on the GPU, %1
        gpu gpu on GPU 0
          %0 = mailbox 0, output 0
          %1 = mailbox 0, output 1
          %2 = random.coinFlip_2()
          %3 = gpu cropMirrorNormalize_3(%0) { mirror: %2 }
          return %3 on the GPU, %1
        sink sink (0, 1)
        readers.file_0 > mixed, room for 2
        mixed > gpu, room for 2
        gpu > sink, room for 2"
    `)
  })
  test('a value that both sides read lies in the slot twice', () => {
    const nodes = [...job.slice(0, 2), node(4, 'copy', [1]), node(5, 'flip', [4]), node(6, 'flip', [1], gpu)]
    const plan = onGpu(graph(nodes, [5, 6]), {}, 'dynamic')
    const decode = plan.stages.find((s) => s.kind === 'mixed')!
    expect(decode.program.outputs).toEqual([1, 1])
    expect([...decode.program.onDevice!].sort()).toEqual([false, true])
  })
  test('make one argument for two stages in both', () => {
    const nodes = [
      node(0, 'readers.file'),
      node(1, 'random.coinFlip'),
      node(2, 'flip', [0], { ...gpu, argInputs: { horizontal: ref(1) } }),
      node(3, 'flip', [[0, 1]], { ...gpu, argInputs: { horizontal: ref(1) } }),
    ]
    const plan = onGpu(graph(nodes, [2, 3]), {}, 'dynamic')
    const made = plan.stages.flatMap((s) => ('program' in s ? s.program.ops.map((o) => [s.name, o.op]) : []))
    expect(made.filter(([, op]) => op === 'random.coinFlip')).toEqual([
      ['gpu', 'random.coinFlip'],
      ['gpu 2', 'random.coinFlip'],
    ])
  })
})

describe('arguments', () => {
  const kinds = (nodes: GraphNode[], outputs: (number | [number, number])[]) =>
    onGpu(graph(nodes, outputs), {}, 'dynamic').stages.map((s) => s.kind)
  test('that are outputs have a stage on the CPU', () => {
    expect(kinds(job, [3, 2])).toEqual(['reader', 'cpu', 'mixed', 'gpu', 'sink'])
  })
  test('that depend on the data have a stage on the CPU', () => {
    const nodes = [...job.slice(0, 2), node(2, 'flip', [[0, 1]]), job[3]!]
    expect(kinds(nodes, [3])).toEqual(['reader', 'cpu', 'mixed', 'gpu', 'sink'])
  })
  test('that an operator on the CPU reads have a stage on the CPU', () => {
    const nodes = [...job, node(4, 'flip', [[0, 1]], { argInputs: { horizontal: ref(2) } })]
    expect(kinds(nodes, [3, 4])).toEqual(['reader', 'cpu', 'mixed', 'gpu', 'sink'])
  })
  test('of arguments are made in the stage too', () => {
    const nodes = [
      ...job.slice(0, 2),
      node(4, 'random.coinFlip'),
      node(2, 'random.coinFlip', [], { argInputs: { probability: ref(4) } }),
      job[3]!,
    ]
    expect(kinds(nodes, [3])).toEqual(['reader', 'mixed', 'gpu', 'sink'])
  })
  test('that come back from the GPU are made in a stage before', () => {
    const nodes = [
      node(0, 'readers.file'),
      node(1, 'flip', [[0, 1]], gpu),
      node(2, 'copy', [1]),
      node(3, 'flip', [0], { ...gpu, argInputs: { horizontal: ref(2) } }),
    ]
    const plan = onGpu(graph(nodes, [3]))
    expect(plan.stages.map((s) => s.name)).toEqual(['readers.file_0', 'gpu', 'gpu 2', 'sink'])
    expect(plan.stages[1]).toMatchObject({ program: { onDevice: [false, false] } })
  })
})

describe('copies', () => {
  const settled = (nodes: GraphNode[], outputs: (number | [number, number])[], id: number | null = 0) =>
    graphText(settle(graph(nodes, outputs), id, withDevices))
  test('are left out between operators', () => {
    const nodes = [...job, node(4, 'copy', [3]), node(5, 'copy', [4], gpu), node(6, 'flip', [5], gpu)]
    expect(settled(nodes, [6])).toBe(settled([...job, node(6, 'flip', [3], gpu)], [6]))
  })
  test('are kept for an output that nothing else brings to the GPU', () => {
    const nodes = [node(0, 'readers.file'), node(1, 'copy', [0], gpu), node(2, 'copy', [1]), node(3, 'copy', [2], gpu)]
    const { nodes: left, outputs } = settle(graph(nodes, [3, 2]), 0, withDevices)
    expect(left.map((n) => n.op)).toEqual(['readers.file', 'copy'])
    expect(left[1]!.inputs).toEqual([ref(0)])
    expect(outputs.map(({ value }) => value)).toEqual([ref(1), ref(0)])
  })
  test('bring a value on the GPU to an output on the CPU', () => {
    const { outputs } = settle(graph([...job, node(4, 'copy', [3])], [3, 4]), 0, withDevices)
    expect(outputs).toEqual([{ value: ref(3) }, { value: ref(3), onCpu: true }])
    const plan = onGpu(graph([...job, node(4, 'copy', [3])], [3, 4]))
    expect(plan.stages[2]).toMatchObject({ program: { outputs: [2, 2], onDevice: [true, false] } })
  })
})

test('decoders on the GPU do not interpolate chroma unless told to', () => {
  const args = (more: Partial<GraphNode>) =>
    settle(graph([job[0]!, node(1, 'decoders.image', [0], more)], [1]), 0, withDevices).nodes[1]!.args
  expect(args(mixed)).toEqual({ jpegFancyUpsampling: false })
  expect(args({ ...mixed, args: { jpegFancyUpsampling: true } })).toEqual({ jpegFancyUpsampling: true })
  expect(args({})).toEqual({})
})

test('fusions keep to one device, and to operators that have a kernel there', () => {
  const ops = (nodes: GraphNode[]) =>
    onGpu(graph(nodes, [nodes.at(-1)!.id])).stages.flatMap((s) =>
      'program' in s ? s.program.ops.map((o) => o.op) : [],
    )
  const decode = job.slice(0, 2)
  const crop = node(2, 'crop', [1], { ...gpu, args: { crop: [8, 8] } })
  expect(ops([...decode, crop])).toEqual(['readers.file', 'decoders.image', 'crop'])
  const pair = [...decode, node(2, 'resize', [1], gpu), node(3, 'cropMirrorNormalize', [2], gpu)]
  expect(ops(pair)).toEqual(['readers.file', 'decoders.image', 'resize', 'cropMirrorNormalize'])
})

describe('a definition', () => {
  const refused = (nodes: GraphNode[], words: string) => {
    const g = graph(nodes, [nodes.at(-1)!.id])
    expect(() => check(g, withDevices)).toThrow(words)
    try {
      check(g, withDevices)
    } catch (error) {
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', hint: expect.stringContaining('.cpu()') })
    }
  }
  const onDevice = [node(0, 'readers.file'), node(1, 'flip', [[0, 1]], gpu)]
  test('refuses an argument on the GPU', () => {
    const reader = node(2, 'flip', [0], { ...gpu, argInputs: { horizontal: ref(1) } })
    refused([...onDevice, reader], '[flip] Expected a value on the CPU for horizontal but received one on the GPU')
  })
  test('refuses an operator on the CPU with an input on the GPU', () => {
    refused([...onDevice, node(2, 'flip', [1])], '[flip] Expected a value on the CPU for input')
  })
  test('refuses an input on the GPU that shapes depend on', () => {
    refused([...onDevice, node(2, 'slice', [0, 1, 1], gpu)], '[slice] Expected a value on the CPU for anchor')
    refused(
      [...onDevice, node(2, 'decoders.image', [1], mixed)],
      '[decoders.image] Expected a value on the CPU for input',
    )
  })
  test('refuses a device without a kernel', () => {
    const g = graph([node(0, 'random.coinFlip', [], gpu)], [0])
    expect(() => check(g, withDevices)).toThrow('[random.coinFlip] has no gpu kernel')
    const alone: Schemas = { ...withDevices, crop: { ...table.crop!, devices: ['gpu'] } }
    expect(() => settle(graph([job[0]!, node(1, 'crop', [0], gpu)], [1]), null, alone)).toThrow(
      '[crop] has no cpu kernel, and deviceId is null',
    )
  })
})
