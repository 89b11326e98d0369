// Generates all files that are derived from native/abi.json, native/limits.json, native/ops/*/op.json,
// native/codecs/*/codec.json, src/graph/format.ts, src/processors/families, tools/compare/processor-results.json and docs/reference/dali-operators.json; lists for assistants also from src and docs/README.md.
// `npm run gen` writes; `npm run gen -- --check` fails when a generated file is stale.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { abiFiles } from './gen/abi.js'
import { argsFiles } from './gen/args.js'
import { codecFiles } from './gen/codecs.js'
import { compactFiles } from './gen/compact.js'
import { cppFiles } from './gen/cpp.js'
import { coverageDocuments, daliFiles, suitePage } from './gen/dali.js'
import { docsFiles } from './gen/docs.js'
import { dynamicFiles } from './gen/dynamic.js'
import type { Files } from './gen/files.js'
import { fnFiles } from './gen/fn.js'
import { graphFormatFiles } from './gen/graph-format.js'
import { limitsFiles } from './gen/limits.js'
import { llmsFiles } from './gen/llms.js'
import { missingFiles } from './gen/missing.js'
import { processorFiles } from './gen/processors.js'
import { pythonFiles } from './gen/python.js'
import { pythonDaliFiles } from './gen/python-dali.js'
import { pythonStubFiles } from './gen/python-stubs.js'
import { readersFiles } from './gen/readers.js'
import { registryFiles } from './gen/registry.js'
import { schemasFiles } from './gen/schemas.js'
import { loadCodecs } from './schemas/codec-json.js'
import { loadSchemas } from './schemas/op-json.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const check = process.argv.includes('--check')

const abi = JSON.parse(readFileSync(join(root, 'native/abi.json'), 'utf8'))
const schemas = loadSchemas(join(root, 'native/ops'))
const abiText = readFileSync(join(root, 'native/abi.json'), 'utf8')
const files: Files = {
  ...abiFiles(abi, abiText),
  ...pythonFiles(abi, abiText),
  ...pythonDaliFiles(schemas),
  ...pythonStubFiles(schemas),
  ...limitsFiles(JSON.parse(readFileSync(join(root, 'native/limits.json'), 'utf8'))),
  ...argsFiles(schemas),
  ...registryFiles(schemas),
  ...schemasFiles(schemas),
  ...fnFiles(schemas),
  ...cppFiles(schemas),
  ...dynamicFiles(schemas),
  ...graphFormatFiles(readFileSync(join(root, 'docs/design/graph-format.md'), 'utf8')),
  ...missingFiles(schemas),
  ...readersFiles(schemas),
  ...processorFiles(root),
  ...docsFiles(schemas),
  ...compactFiles(schemas),
  ...llmsFiles(),
  ...daliFiles(
    schemas,
    Object.fromEntries([...coverageDocuments, suitePage].map((path) => [path, readFileSync(join(root, path), 'utf8')])),
    new Set(
      (
        JSON.parse(readFileSync(join(root, 'tools/dali-suite/reasons.json'), 'utf8')).reasons as {
          reason: string
          inside?: true
        }[]
      )
        .filter(({ inside }) => inside)
        .map(({ reason }) => reason),
    ),
  ),
  ...codecFiles(loadCodecs(join(root, 'native/codecs')), readFileSync(join(root, 'docs/data/formats.md'), 'utf8')),
}

const stale: string[] = []
for (const [path, text] of Object.entries(files)) {
  const full = join(root, path)
  if (existsSync(full) && readFileSync(full, 'utf8') === text) continue
  stale.push(path)
  if (check) continue
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, text)
}

// A generated file whose operator no longer exists is stale too.
for (const dir of [
  'native/generated',
  'native/generated/ops',
  'native/generated/penstock',
  'src/generated',
  'docs/operators',
]) {
  if (!existsSync(join(root, dir))) continue
  for (const entry of readdirSync(join(root, dir), { withFileTypes: true })) {
    const path = relative(root, join(root, dir, entry.name))
    if (!entry.isFile() || path in files) continue
    stale.push(path)
    if (!check) rmSync(join(root, path))
  }
}

if (check && stale.length) {
  console.error(`generated files are stale; run \`npm run gen\`:\n  ${stale.join('\n  ')}`)
  process.exit(1)
}
console.log(check ? 'generated files are up to date' : `${stale.length} of ${Object.keys(files).length} files written`)
