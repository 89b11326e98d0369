// The passes one by one, on graphs put together by hand.
import { describe, expect, test } from 'vitest'
import { resolveOptions } from '../../src/definition/options.js'
import { build } from '../../src/graph/build.js'
import { fuse } from '../../src/graph/fuse.js'
import { lower } from '../../src/graph/lower.js'
import { executors } from '../../src/graph/policy.js'
import { planToMermaid, planToString } from '../../src/graph/print.js'
import { schemas } from '../../src/graph/schema.js'
import type { CpuStage, GraphNode } from '../../src/graph/types.js'
import { faults, graph, lowered, node, options, table } from './helpers.js'

const unnamed = (n: GraphNode): GraphNode => ({ ...n, name: '' })

describe('build', () => {
  test('drops what no output needs, keeps ids, names the rest', () => {
    const nodes = [
      node(0, 'readers.file', [], { name: 'train' }),
      unnamed(node(1, 'random.coinFlip')),
      unnamed(node(2, 'random.coinFlip')),
      unnamed(node(3, 'flip', [0], { argInputs: { horizontal: { node: 2, output: 0 } } })),
      unnamed(node(4, 'flip', [3])),
    ]
    const built = build({ nodes, ...{ outputs: graph([], [4, [0, 1]]).outputs } })
    expect(built.nodes.map((n) => [n.id, n.name])).toEqual([
      [0, 'train'],
      [2, 'random.coinFlip'],
      [3, 'flip'],
      [4, 'flip_2'],
    ])
  })
  test('an automatic name gives way to one that the user gave', () => {
    const nodes = [unnamed(node(0, 'random.coinFlip')), node(1, 'flip', [0], { name: 'random.coinFlip' })]
    expect(build({ nodes, outputs: graph([], [1]).outputs }).nodes.map((n) => n.name)).toEqual([
      'random.coinFlip_2',
      'random.coinFlip',
    ])
  })
  test('no output is an error', () => {
    expect(() => build({ nodes: [], outputs: [] })).toThrow(/at least one output/)
  })
  test('more outputs than a batch can hold is an error', () => {
    const nodes = Array.from({ length: 1000 }, (_, i) => node(i, 'random.coinFlip'))
    expect(() =>
      build({
        nodes,
        outputs: graph(
          [],
          nodes.map((n) => n.id),
        ).outputs,
      }),
    ).toThrow(/at most 999 different outputs/)
  })
})

describe('fuse', () => {
  const reader = node(0, 'readers.file')
  const ops = (nodes: GraphNode[], outputs: (number | [number, number])[] = [nodes.at(-1)!.id]) =>
    fuse(graph(nodes, outputs), table).nodes.map((n) => n.op)

  test('decode and crop become one, under the id of the crop', () => {
    const crop = node(2, 'crop', [1], { args: { crop: [224, 224] } })
    const fused = fuse(
      graph([reader, node(1, 'decoders.image', [0], { onError: 'skip', args: { outputType: 'bgr' } }), crop], [2]),
      table,
    )
    expect(fused.nodes[1]).toMatchObject({
      id: 2,
      op: 'decoders.imageCrop',
      args: { crop: [224, 224], outputType: 'bgr' },
      inputs: [{ node: 0, output: 0 }],
      onError: 'skip',
    })
  })
  test('decode and slice become one when the window comes from arguments', () => {
    const positions = { argInputs: { start: { node: 5, output: 0 } } }
    const nodes = [reader, node(5, 'random.coinFlip'), node(1, 'decoders.image', [0]), node(2, 'slice', [1], positions)]
    expect(ops(nodes)).toEqual(['readers.file', 'random.coinFlip', 'decoders.imageSlice'])
    expect(ops([...nodes.slice(0, 3), node(2, 'slice', [1, 5, 5])])).toContain('slice')
  })
  test.each([
    [{}, true],
    [{ axes: [0] }, true],
    [{ axes: [0, 1, 2] }, false],
    [{ axes: [-1] }, false],
    [{ axisNames: 'HW', axes: [2] }, true],
    [{ axisNames: 'HWC' }, false],
  ])('a slice of decoded images along %j is fused: %j', (args, fused) => {
    const nodes = [
      reader,
      node(1, 'decoders.image', [0]),
      node(2, 'slice', [1], { args: { start: [1], shape: [1], ...args } }),
    ]
    expect(ops(nodes).includes('decoders.imageSlice')).toBe(fused)
  })
  const decoded = [reader, node(1, 'decoders.image', [0])]
  test.each([
    ['another reader of the image', [...decoded, node(2, 'crop', [1]), node(3, 'flip', [1])], [2, 3]],
    ['the image is an output', [...decoded, node(2, 'crop', [1])], [1, 2]],
    ['the crop converts', [...decoded, node(2, 'crop', [1], { args: { dtype: 'float32' } })], [2]],
    ['the crop pads', [...decoded, node(2, 'crop', [1], { args: { outOfBoundsPolicy: 'pad' } })], [2]],
    [
      'an argument that the target lacks',
      [reader, node(1, 'decoders.image', [0], { args: { cacheSize: 1 } }), node(2, 'crop', [1])],
      [2],
    ],
  ])('not fused: %s', (_, nodes, outputs) => {
    expect(ops(nodes as GraphNode[], outputs as number[])).toEqual((nodes as GraphNode[]).map((n) => n.op))
  })

  const chain = (resize: Partial<GraphNode> = {}, middle: GraphNode[] = []) => [
    ...decoded,
    ...middle,
    node(8, 'resize', [middle.at(-1)?.id ?? 1], { args: { size: [224, 224] }, ...resize }),
    node(9, 'cropMirrorNormalize', [8], { args: { mean: [1], dtype: 'float16' } }),
  ]
  test('resize and normalise become one on 8-bit images', () => {
    const fused = fuse(graph(chain(), [9]), table).nodes.at(-1)!
    expect(fused).toMatchObject({
      id: 9,
      op: 'fusedResizeCropMirrorNormalize',
      args: { size: [224, 224], mean: [1], dtype: 'float16' },
    })
  })
  test("the resize's own dtype is not taken for the normalisation's", () => {
    const nodes = [
      ...decoded,
      node(8, 'resize', [1], { args: { dtype: 'uint8' } }),
      node(9, 'cropMirrorNormalize', [8]),
    ]
    expect(fuse(graph(nodes, [9]), table).nodes.at(-1)).toMatchObject({
      op: 'fusedResizeCropMirrorNormalize',
      args: {},
    })
  })
  test('8-bit is seen through crop and flip, and after another fusion', () => {
    expect(ops(chain({}, [node(2, 'flip', [1])]))).toContain('fusedResizeCropMirrorNormalize')
    expect(ops(chain({}, [node(2, 'crop', [1])]))).toEqual([
      'readers.file',
      'decoders.imageCrop',
      'fusedResizeCropMirrorNormalize',
    ])
  })
  test('every operator whose output has the dtype of its input lets 8-bit be seen', () => {
    const keeping = Object.entries(schemas).filter(
      ([, { inputs, outputs, args }]) =>
        outputs[0]?.dtype === 'input' && inputs.filter((port) => !port.optional).length === 1 && !args.dtype?.default,
    )
    expect(keeping.map(([name]) => name)).toEqual(expect.arrayContaining(['crop', 'flip', 'brightness', 'erase']))
    for (const [name, info] of keeping) {
      const nodes = [reader, node(1, 'decoders.image', [0]), node(2, name, [1]), ...chain({}, []).slice(-2)]
      nodes[3] = { ...nodes[3]!, inputs: [{ node: 2, output: 0 }] }
      const fused = fuse(graph(nodes, [9]), { ...table, [name]: info }).nodes.map((n) => n.op)
      expect(fused.at(-1), name).toBe('fusedResizeCropMirrorNormalize')
    }
  })
  test.each([
    ['the resize converts', chain({ args: { dtype: 'float32' } })],
    ['the resize has a second output', chain({ args: { saveAttrs: true }, numOutputs: 2 })],
    ['the image is not 8-bit', chain({}, [node(2, 'crop', [1], { args: { dtype: 'float32' } })])],
    [
      'it is not known to be 8-bit',
      [node(0, 'externalSource'), node(8, 'resize', [0]), node(9, 'cropMirrorNormalize', [8])],
    ],
  ])('not fused: %s', (_, nodes) => {
    expect(ops(nodes)).not.toContain('fusedResizeCropMirrorNormalize')
  })
  test('a rule whose operator is not in this build is idle', () => {
    const { fusedResizeCropMirrorNormalize: _, ...rest } = table
    expect(fuse(graph(chain(), [9]), rest).nodes.map((n) => n.op)).toContain('resize')
  })
})

describe('expected sizes', () => {
  const bytes = (decoder: string, more: Partial<GraphNode>) => {
    const nodes = [node(0, 'readers.file'), node(1, decoder, [0], more), node(2, 'flip', [1])]
    const plan = lower(graph(nodes, [1, 2]), options, executors.pipelined, schemas)
    return plan.stages.map((stage) => stage.bytesPerSample)
  }
  const extents = { preallocateHeightHint: 100, preallocateWidthHint: 200 }
  test('height and width of a decoder, in bytes of its dtype', () => {
    expect(bytes('decoders.image', { args: extents })[1]).toEqual([60_000, 0])
    expect(bytes('decoders.image', { args: { ...extents, dtype: 'float32' } })[1]).toEqual([240_000, 0])
  })
  test('bytesPerSampleHint goes before them', () => {
    expect(bytes('decoders.image', { args: extents, bytesPerSampleHint: 7 })[1]).toEqual([7, 0])
  })
  test('the same for a value in device memory, and for both places of one that is in both', () => {
    const nodes = [
      node(0, 'readers.file'),
      node(1, 'decoders.image', [0], { device: 'mixed', bytesPerSampleHint: 9 }),
      node(2, 'flip', [1], { device: 'gpu' }),
    ]
    const plan = lower(
      {
        ...graph(nodes, [1, 2]),
        outputs: [{ value: { node: 1, output: 0 }, onCpu: true }, ...graph(nodes, [1, 2]).outputs],
      },
      { ...options, deviceId: 0, bytesPerSample: 5 },
      executors.pipelined,
      schemas,
    )
    const found = plan.stages.flatMap((stage) =>
      'program' in stage && stage.program.onDevice ? [[stage.bytesPerSample, stage.program.onDevice]] : [],
    )
    expect(found).toEqual([
      [
        [9, 9],
        [true, false],
      ],
      [
        [9, 9, 5],
        [false, true, true],
      ],
    ])
  })
  test.each([
    ['one of them alone', 'decoders.image', { preallocateHeightHint: 100 }],
    ['none', 'decoders.image', { ...extents, preallocateWidthHint: 0 }],
    ["a window's decoder", 'decoders.imageCrop', { ...extents, cropH: 8, cropW: 8 }],
  ])('nothing follows from %s', (_, decoder, args) => {
    expect(bytes(decoder, { args: args as GraphNode['args'] })).toEqual([undefined, undefined, undefined])
  })
})

test('a plan cannot be changed', () => {
  const plan = lowered(graph([node(0, 'readers.file')], [0]))
  const [stage] = plan.stages
  // Each line is refused by the compiler; none is run.
  const change = () => {
    // @ts-expect-error
    plan.stages = []
    // @ts-expect-error
    plan.stages.push(plan.stages[0])
    // @ts-expect-error
    if (stage?.kind === 'reader') stage.reader.size = 1
    // @ts-expect-error
    if (stage?.kind === 'reader') stage.program.ops[0]!.args.size = 1
    // @ts-expect-error
    plan.mailboxes[0]!.capacity = 9
  }
  expect(change).toBeTypeOf('function')
})

describe('place, programs, queues', () => {
  test('a reader alone feeds the sink itself', () => {
    const plan = lowered(graph([node(0, 'readers.file')], [[0, 1]]))
    expect(plan.stages.map((s) => s.kind)).toEqual(['reader', 'sink'])
    expect(plan.stages[1]).toMatchObject({ inputs: [{ mailbox: 0, output: 1 }] })
    expect(faults(plan)).toEqual([])
  })
  test('two sources meet in an idle cpu stage', () => {
    const plan = lowered(graph([node(0, 'readers.file'), node(1, 'externalSource')], [1, [0, 1], 1]))
    expect(plan.stages.map((s) => s.kind)).toEqual(['reader', 'source', 'cpu', 'sink'])
    expect(plan.stages[2]).toMatchObject({
      program: {
        inputs: [
          { mailbox: 1, output: 0 },
          { mailbox: 0, output: 1 },
        ],
        ops: [],
        outputs: [0, 1],
      },
    })
    expect(plan.stages[3]).toMatchObject({
      inputs: [
        { mailbox: 0, output: 0 },
        { mailbox: 0, output: 1 },
        { mailbox: 0, output: 0 },
      ],
    })
    expect(faults(plan)).toEqual([])
  })
  test('a graph that reads nothing gets a counter', () => {
    const plan = lowered(graph([node(0, 'random.coinFlip')], [0]))
    expect(plan.stages[0]).toMatchObject({ kind: 'source', name: '__counter', numOutputs: 0, node: -1 })
    expect(faults(plan)).toEqual([])
  })
  test('onError reaches only the operators that take it', () => {
    const nodes = [
      node(0, 'readers.file'),
      node(1, 'decoders.image', [0], { onError: 'placeholder' }),
      node(2, 'flip', [1]),
    ]
    const plan = lowered(graph(nodes, [2]), { onError: 'skip' })
    const policies = plan.stages.flatMap((s) => ('program' in s ? s.program.ops.map((o) => o.onError) : []))
    expect(policies).toEqual(['skip', 'placeholder', 'throw'])
  })
  test('outputs of a source may differ', () => {
    const source = (args: GraphNode['args']) =>
      lowered(graph([node(0, 'externalSource', [], { args, numOutputs: 2 })], [0, [0, 1]])).stages[0]
    expect(source({ numOutputs: 2, dtype: ['uint8', 'uint8'] })).toMatchObject({ dtype: 'uint8', numOutputs: 2 })
    const mixed = source({ numOutputs: 2, layout: ['HWC'], ndim: [3, 1] })
    expect(mixed).toMatchObject({ perOutput: [{ layout: 'HWC', ndim: 3 }, { ndim: 1 }] })
    expect(mixed).not.toHaveProperty('layout')
  })
  test('room on the edges is prefetchQueueDepth', () => {
    const plan = lowered(graph([node(0, 'readers.file'), node(1, 'flip', [0])], [1]), {
      prefetchQueueDepth: { cpu: 5, gpu: 1 },
    })
    expect(plan.mailboxes).toEqual([
      { from: 0, to: 1, capacity: 5 },
      { from: 1, to: 2, capacity: 5 },
    ])
  })
  test("DALI's executor flags choose the executor", () => {
    const of = (more: object) => resolveOptions({ batchSize: 1, ...more }).executor
    expect(of({})).toBe('dynamic')
    expect(of({ execDynamic: true })).toBe('dynamic')
    expect(of({ execDynamic: false })).toBe('pipelined')
    expect(of({ prefetchQueueDepth: { cpu: 2, gpu: 3 } })).toBe('pipelined')
    expect(of({ execPipelined: false })).toBe('simple')
    expect(of({ execAsync: false })).toBe('simple')
    expect(of({ execDynamic: false, execAsync: false })).toBe('simple')
    for (const more of [{ execPipelined: false }, { execAsync: false }, { prefetchQueueDepth: { cpu: 1 } }]) {
      expect(() => of({ execDynamic: true, ...more })).toThrow(/Expected execDynamic along with/)
    }
  })
})

describe('hash', () => {
  const base = () => graph([node(0, 'readers.file', [], { args: { fileRoot: 'a' } }), node(1, 'flip', [0])], [1])
  const hash = (change: (g: ReturnType<typeof base>) => void = () => {}, over = {}) => {
    const g = base()
    change(g)
    return lowered(g, over).hash
  }
  test('says nothing of batch size, seed, depth and call sites', () => {
    expect(hash(() => {}, { batchSize: 3, seed: 1, prefetchQueueDepth: { cpu: 9, gpu: 9 } })).toBe(hash())
    expect(hash((g) => (g.nodes[1]!.callSite = 'other.ts:9:9'))).toBe(hash())
  })
  test('changes with arguments, operators and own seeds', () => {
    expect(hash((g) => (g.nodes[1]!.args = { horizontal: 0 }))).not.toBe(hash())
    expect(hash((g) => (g.nodes[0]!.args = { fileRoot: 'b' }))).not.toBe(hash())
    expect(hash((g) => (g.nodes[0]!.seed = 1))).not.toBe(hash())
  })
})

describe('guards', () => {
  const ref = (id: number) => ({ node: id, output: 0 })
  const when = (...guards: [number, number][]) => ({ guards: guards.map(([id, want]) => ({ value: ref(id), want })) })
  const nodes = (decode: Partial<GraphNode>, crop: Partial<GraphNode>) => [
    node(0, 'readers.file'),
    node(1, 'random.coinFlip'),
    node(2, 'random.coinFlip', [], when([1, 1])),
    node(3, 'decoders.image', [0], decode),
    node(4, 'crop', [3], { args: { crop: [8, 8] }, ...crop }),
  ]

  test('keep what they read alive', () => {
    const ids = (guarded: Partial<GraphNode>) =>
      build({ nodes: nodes(guarded, guarded), outputs: [{ value: ref(4) }] }).nodes.map(({ id }) => id)
    expect(ids(when([1, 1], [2, 0]))).toEqual([0, 1, 2, 3, 4])
    expect(ids(when([1, 1]))).toEqual([0, 1, 3, 4])
    expect(ids({})).toEqual([0, 3, 4])
  })
  test('neighbours in one branch become one that stays there, those of two branches do not', () => {
    const fused = (decode: Partial<GraphNode>, crop: Partial<GraphNode>) =>
      fuse(graph(nodes(decode, crop), [4]), table).nodes.at(-1)!
    expect(fused(when([1, 1], [2, 0]), when([1, 1], [2, 0]))).toMatchObject({
      op: 'decoders.imageCrop',
      ...when([1, 1], [2, 0]),
    })
    const apart = [
      [{}, when([1, 1])],
      [when([1, 1]), when([1, 0])],
      [when([1, 1]), when([1, 1], [2, 0])],
    ] as const
    for (const [decode, crop] of apart) expect(fused(decode, crop).op).toBe('crop')
  })
  test('are numbered in programs, change the hash and are printed', () => {
    const make = (want: number) => graph(nodes(when([1, want]), when([1, want])), [4, 2])
    const plan = lowered(make(1))
    expect(faults(plan)).toEqual([])
    const { program } = plan.stages[1] as CpuStage
    expect(program.ops.map(({ op, guards }) => [op, guards])).toEqual([
      ['random.coinFlip', undefined],
      ['random.coinFlip', [{ value: 1, want: 1 }]],
      ['decoders.imageCrop', [{ value: 1, want: 1 }]],
    ])
    expect(lowered(make(0)).hash).not.toBe(plan.hash)
    expect(planToString(plan)).toContain('%3 = decoders.image_3 + crop_4 (%0) { crop: [8,8] } if %1 = 1')
  })
})

test('print', () => {
  const g = graph(
    [
      node(0, 'readers.file', [], { args: { fileRoot: 'photos' }, name: 'train' }),
      node(1, 'random.coinFlip'),
      node(2, 'flip', [0], { argInputs: { horizontal: { node: 1, output: 0 } } }),
    ],
    [2, [0, 1]],
  )
  const plan = lowered(g)
  expect(planToString(plan)).toBe(
    [
      `plan ${plan.hash}, batch 8, seed 42, whenReady, slots`,
      '  reader train { initialFill: 1024, fileRoot: "photos" }',
      '  cpu cpu',
      '    %0 = mailbox 0, output 0',
      '    %1 = mailbox 0, output 1',
      '    %2 = random.coinFlip_1()',
      '    %3 = flip_2(%0) { horizontal: %2 }',
      '    return %3, %1',
      '  sink sink (0, 1)',
      '  train > cpu, room for 2',
      '  cpu > sink, room for 2',
    ].join('\n'),
  )
  expect(planToMermaid(plan)).toContain('s0 -->|2| s1')
})
