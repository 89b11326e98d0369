"""Runs cases of `npm run parity` with NVIDIA DALI: one process, cases on stdin, results on stdout, in order.

A frame is two uint32 (little endian), the sizes of its two parts, then a header in JSON and the bytes of the tensors that
the header describes, one after the other. tools/parity/frames.ts is the other side.
"""

import json
import os
import struct
import sys
import time

import numpy as np
import nvidia.dali as dali
import nvidia.dali.experimental.dynamic as ndd
from nvidia.dali import fn, types

DTYPES = {"uint8": types.UINT8, "uint16": types.UINT16, "uint32": types.UINT32, "uint64": types.UINT64,
          "int8": types.INT8, "int16": types.INT16, "int32": types.INT32, "int64": types.INT64,
          "float16": types.FLOAT16, "float32": types.FLOAT, "float64": types.FLOAT64, "bool": types.BOOL}
IMAGE_TYPES = {"rgb": types.RGB, "bgr": types.BGR, "gray": types.GRAY, "ycbcr": types.YCbCr, "any": types.ANY_DATA}
INTERPS = {"nn": types.INTERP_NN, "linear": types.INTERP_LINEAR, "cubic": types.INTERP_CUBIC,
           "lanczos3": types.INTERP_LANCZOS3, "triangular": types.INTERP_TRIANGULAR,
           "gaussian": types.INTERP_GAUSSIAN}
CONVERT = {"bool": bool, "int": int, "float": float, "string": str, "layout": str, "enum": str,
           "dtype": DTYPES.__getitem__, "imageType": IMAGE_TYPES.__getitem__, "interp": INTERPS.__getitem__}
PROBE_SECONDS = 0.2


def read_exactly(stream, size):
    data = stream.read(size)
    if len(data) < size:
        sys.exit(0)
    return data


def read_frame(stream):
    sizes = struct.unpack("<II", read_exactly(stream, 8))
    return json.loads(read_exactly(stream, sizes[0])), read_exactly(stream, sizes[1])


def write_frame(stream, header, parts=()):
    text = json.dumps(header).encode()
    stream.write(struct.pack("<II", len(text), sum(len(part) for part in parts)) + text)
    for part in parts:
        stream.write(part)
    stream.flush()


class Payload:
    """Takes the tensors out of a frame's bytes, in the order of its header."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def tensor(self, described):
        """A list with one array per sample."""
        dtype, samples = np.dtype(described["dtype"]), []
        for shape in described["shapes"]:
            count = int(np.prod(shape, dtype=np.int64))
            # A copy: a view of the frame would be misaligned.
            samples.append(np.frombuffer(self.data, dtype, count, self.at).reshape(shape).copy())
            self.at += count * dtype.itemsize
        return samples


def constant(kind, value):
    convert = CONVERT[kind.removesuffix("[]")]
    return [convert(v) for v in value] if isinstance(value, list) else convert(value)


def operator_of(module, name):
    for part in name.split("."):
        module = getattr(module, part)
    return module


class Call:
    """One operator with its inputs and arguments."""

    def __init__(self, header, payload):
        data = Payload(payload)
        self.op, self.batch_size = header["op"], header["batchSize"]
        self.inputs = [(data.tensor(t), t.get("layout") or None) for t in header["inputs"]]
        self.arg_inputs = {name: data.tensor(t) for name, t in header["argInputs"].items()}
        self.args = {name: constant(kind, value) for name, kind, value in header["args"]}

    def pipeline(self, threads, **options):
        pipe = dali.Pipeline(batch_size=self.batch_size, num_threads=threads, device_id=None, seed=1, **options)
        with pipe:
            fed = []

            def source(samples, layout=None):
                name = f"fed{len(fed)}"
                fed.append((name, samples, layout))
                return fn.external_source(name=name, layout=layout, repeat_last=True, no_copy=True)

            nodes = [source(*given) for given in self.inputs]
            arguments = {name: source(samples) for name, samples in self.arg_inputs.items()}
            outputs = self.outputs_of(nodes, arguments)
            pipe.set_outputs(*(outputs if isinstance(outputs, (tuple, list)) else [outputs]))
        pipe.build()
        for name, samples, layout in fed:
            pipe.feed_input(name, samples, layout=layout)
        return pipe

    def outputs_of(self, nodes, arguments):
        # The inputs come from an external source already.
        if self.op == "external_source":
            return nodes
        return operator_of(fn, self.op)(*nodes, **arguments, **self.args)

    def run(self):
        """The outputs' descriptions and bytes."""
        take_files()  # what a call left that failed
        pipe = self.pipeline(1, prefetch_queue_depth=1, exec_async=False, exec_pipelined=False)
        described, parts = [], []
        for output in pipe.run():
            samples = [np.ascontiguousarray(output.at(i)) for i in range(len(output))]
            # An array that DALI gives as 0-D must stay 0-D, which ascontiguousarray does not leave it.
            shapes = [list(output.at(i).shape) for i in range(len(output))]
            described.append({"dtype": self.dtype_of(output), "layout": self.layout_of(output), "shapes": shapes})
            parts += [memoryview(sample.reshape(-1).view(np.uint8)) for sample in samples]
        written = take_files()
        if written:
            described.append({"dtype": "uint8", "layout": "", "shapes": [[len(data)] for data in written]})
            parts += written
        return described, parts

    @staticmethod
    def layout_of(output):
        """The layout; none where no dimension has a name, which DALI writes as stars."""
        layout = output.layout() or ""
        return layout if layout.strip("*") else ""

    @staticmethod
    def dtype_of(output):
        return next(name for name, dtype in DTYPES.items() if dtype == output.dtype)

    def loops(self, threads):
        """Functions that run the operator once, by way: a pipeline that repeats its inputs, and dynamic mode."""
        found = {}
        pipe = self.pipeline(threads)
        found["pipeline"] = pipe.run

        def dynamic():
            outputs = call(*inputs, **arguments, **self.args, **extra)
            for output in outputs if isinstance(outputs, (tuple, list)) else [outputs]:
                output.evaluate()

        try:
            ndd.set_num_threads(threads)
            call = operator_of(ndd, self.op)
            inputs = [ndd.as_batch(samples, layout=layout).evaluate() for samples, layout in self.inputs]
            arguments = {name: ndd.as_batch(samples).evaluate() for name, samples in self.arg_inputs.items()}
            extra = {} if inputs else {"batch_size": self.batch_size}
            dynamic()
            found["dynamic"] = dynamic
        except Exception as error:  # operators that dynamic mode does not have
            print(f"{self.op}: not in dynamic mode: {error}", file=sys.stderr)
        return found


def rate(loop, seconds):
    """Calls a second, and the seconds of CPU time that a call takes, of all threads."""
    count, start, cpu = 0, time.perf_counter(), time.process_time()
    while True:
        loop()
        count += 1
        spent = time.perf_counter() - start
        if spent >= seconds:
            return count / spent, (time.process_time() - cpu) / count


def take_files():
    """The bytes of the files that a call wrote into the working folder, which is this process's alone: one more output."""
    files = []
    for name in sorted(os.listdir()):
        with open(name, "rb") as file:
            files.append(file.read())
        os.remove(name)
    return files


def message_of(error):
    """An error's own words: DALI puts them between a traceback and the place in its sources."""
    text = str(error)
    text = text.split("encountered:", 1)[-1].split("C++ context:")[0].split("Current pipeline object")[0]
    return " ".join(text.split())


class Server:
    def __init__(self, output):
        self.output, self.loop, self.way = output, None, ""

    def case(self, header, payload):
        described, parts = Call(header, payload).run()
        return {"outputs": described}, parts

    def prepare(self, header, payload):
        """Warms both ways of calling DALI up, and keeps the faster one for `go`."""
        loops = Call(header, payload).loops(header["threads"])
        rates = {}
        # In turns, the better one of two, because another process may disturb one of them.
        for way, loop in [*loops.items()] * 2:
            loop()
            rates[way] = max(rates.get(way, 0), rate(loop, PROBE_SECONDS)[0])
        self.way = max(rates, key=rates.get)
        self.loop = loops[self.way]
        return {"way": self.way}, ()

    def go(self, header, payload):
        calls, cpu = rate(self.loop, header["seconds"])
        return {"rate": calls, "cpu": cpu}, ()

    def answer(self, header, payload):
        try:
            result, parts = getattr(self, header["kind"])(header, payload)
        except Exception as error:
            result, parts = {"error": f"{type(error).__name__}: {message_of(error)}"}, ()
        write_frame(self.output, result, parts)


def main():
    # What DALI prints must not get between the frames.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    server = Server(output)
    write_frame(output, {"version": dali.__version__})
    while True:
        server.answer(*read_frame(sys.stdin.buffer))


main()
