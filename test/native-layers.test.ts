// `npm run check` names includes in native that go upward, and functions that are too long.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { functionsOf, longFunctions } from '../tools/check/native-functions.js'
import { brokenNativeLayers } from '../tools/check/native-layers.js'
import { tempFolder } from './util/files.js'

/** What is said of a file at `from` that includes `to`. */
function faultsOf(from: string, to: string): string[] {
  const root = tempFolder()
  for (const [name, text] of [
    [to, ''],
    [from, `#pragma once\n#include "${to.replace('native/', '')}"\n#include <vector>\n`],
  ] as const) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return brokenNativeLayers(root, [from, to])
}

test.each([
  ['native/core/arena.h', 'native/core/tensor.h'],
  ['native/ops/crop/crop_cpu.cc', 'native/kernels/window/crop_window.h'],
  ['native/ops/crop/crop_gpu.cu', 'native/gpu_plugin/gpu_op.h'],
  ['native/ops/math/math_cpu.cc', 'native/generated/ops/math.h'],
  ['native/ops/math/math_cpu.cc', 'native/ops/math/functions.h'],
  ['native/program/program.cc', 'native/gpu_host/slot.h'],
  ['native/addon.cc', 'native/program/handle.h'],
  ['native/gpu_plugin/context.cu', 'native/gpu_plugin/runtime.h'],
  ['native/test/ops_test.cc', 'native/ops/crop/crop.h'],
])('%s may include %s', (from, to) => {
  expect(faultsOf(from, to)).toEqual([])
})

test.each([
  [
    'native/core/op.h',
    'native/gpu_plugin/gpu_op.h',
    /native\/core \(.*\) does not know native\/gpu_plugin \(contract\).*Move what is shared to one of native\/core$/,
  ],
  [
    'native/ops/crop/crop_gpu.cu',
    'native/gpu_plugin/runtime.h',
    /native\/ops \(.*\) does not know native\/gpu_plugin \(/,
  ],
  [
    'native/gpu_host/decode.cc',
    'native/program/spec.h',
    /one of native\/gpu_host, native\/core, native\/codecs, native\/kernels/,
  ],
  [
    'native/ops/crop/crop_cpu.cc',
    'native/ops/slice/window.h',
    /an operator does not know another one. Move what they share to native\/kernels\/<topic>\/$/,
  ],
  ['native/gpu_host/slot.cc', 'native/test/test.h', /only native\/test and native\/fuzz include/],
  ['native/helpers/all.cc', 'native/core/op.h', /native\/helpers\/all.cc: in no layer/],
])('%s may not include %s', (from, to, message) => {
  expect(faultsOf(from, to)).toEqual([expect.stringMatching(message)])
})

test.each([
  ['native/core/report.cc', '#include <nlohmann/json.hpp>'],
  ['native/core/report.cc', 'const Json a = Json::parse(text);'],
  ['native/core/report.cc', 'return report.dump();'],
])('%s may not have %s, which compiles a large template once more', (from, text) => {
  const root = tempFolder()
  mkdirSync(join(root, 'native/core'), { recursive: true })
  for (const file of [from, 'native/core/json.cc']) writeFileSync(join(root, file), text)
  expect(brokenNativeLayers(root, [from, 'native/core/json.cc'])).toEqual([
    expect.stringMatching(/^native\/core\/report.cc: .*: include native\/core\/json.h/),
  ])
})

const lines = (count: number) => 'work();\n'.repeat(count)

test('functions are found with their lines: members, tests, and bodies after initialisers', () => {
  const text = [
    'namespace a {\nstruct B {\n  int member() const { return 1; }\n};\n',
    'B::B(int x)\n    : x_{x}, y_(x), z_{x} {\n',
    lines(3),
    '}\nTEST(reads_all) {\n  const auto f = [&] { return "}"; };\n}\nint table[] = {\n',
    '1,\n'.repeat(70),
    '};\n}\n',
  ].join('')
  expect(functionsOf(text).filter(({ lines }) => lines > 1)).toEqual([
    { name: 'B::B', line: 6, lines: 5 },
    { name: 'TEST(reads_all)', line: 11, lines: 3 },
  ])
})

test('a function of more than 60 lines is named, unless it is a kernel', () => {
  const text = `// {\nvoid run(int x) {\n${lines(59)}}\n`
  const named = (path: string, code: string) => longFunctions([{ path, text: code }])
  expect(named('native/core/a.cc', text)).toEqual(['native/core/a.cc:2: run has 61 lines, at most 60; split it'])
  expect(named('native/core/a.cc', text.replace('work();\n', ''))).toEqual([])
  expect(named('native/kernels/warp/a.cc', text)).toEqual([])
  expect(named('native/ops/flip/flip_gpu.cu', text)).toEqual([])
})
