// `npm run check:scaffolds`: makes one scaffold of each kind, builds them together, checks that their tests fail and
// say what to fill in, and removes them again. With a name it checks one kind only: `npm run check:new-codec`.
import { checkScaffolds, type Probe, stop } from './scaffold.js'

const probes: Readonly<Record<string, Probe>> = {
  op: {
    what: 'operator',
    command: ['new-op', 'scaffoldProbe'],
    made: ['native/ops/scaffold_probe', 'test/ops/scaffold_probe.test.ts'],
    // The registry's object file proves that the build found the operator.
    objects: ['native/ops/scaffold_probe/scaffold_probe_cpu.o', 'native/generated/registry.o'],
    test: 'test/ops/scaffold_probe.test.ts',
  },
  codec: {
    what: 'format',
    command: ['new-codec', 'scaffoldprobe'],
    made: ['native/codecs/scaffoldprobe', 'native/fuzz/scaffoldprobe.cc', 'test/formats/scaffoldprobe.test.ts'],
    objects: [
      'native/codecs/scaffoldprobe/scaffoldprobe_codec.o',
      'native/generated/codecs.o',
      'native/fuzz/scaffoldprobe.o',
    ],
    test: 'test/formats/scaffoldprobe.test.ts',
  },
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in probes))
if (unknown.length) stop(`no scaffold is called ${unknown.join(', ')} (known: ${Object.keys(probes).join(', ')})`)
checkScaffolds((names.length ? names : Object.keys(probes)).map((name) => probes[name]!))
