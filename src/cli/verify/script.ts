// The program that runs the user's own transformers beside: it reads a request a line, and answers each with a line. What a
// processor gives goes to a file, which is overwritten each time.

/** A request. Answers: `{ outputs }` or `{ error }`. */
export type Request =
  /** Makes processor `id`: the class of that name. */
  | { do: 'open'; id: number; name: string; config: object }
  /** Runs it on the images together. */
  | { do: 'run'; id: number; images: readonly string[]; boxes?: unknown }
  /** The pixels of an image that processors are given. */
  | { do: 'load'; image: string }

export const script = String.raw`
import json, sys
import numpy as np

file, answers = sys.argv[1], sys.stdout
sys.stdout = sys.stderr
import PIL.Image
import PIL
import transformers
from transformers.image_utils import load_image

PIL.Image.MAX_IMAGE_PIXELS = None
versions = {"python": sys.version.split()[0], "transformers": transformers.__version__, "pillow": PIL.__version__}
try:
    import torch, torchvision
    versions.update(torch=torch.__version__, torchvision=torchvision.__version__,
                    cpu=torch.backends.cpu.get_cpu_capability())
except ImportError:
    torch = None

def answer(value):
    answers.write(json.dumps(value) + "\n")
    answers.flush()

def array(value):
    if torch is not None and isinstance(value, torch.Tensor):
        return value.numpy()
    return np.asarray(value)

def write(outputs):
    listed, at = [], 0
    with open(file, "wb") as out:
        for name, value in outputs:
            value = np.ascontiguousarray(array(value))
            listed.append({"name": name, "dtype": value.dtype.name, "shape": list(value.shape), "at": at})
            out.write(value.tobytes())
            at += value.nbytes
    return {"outputs": listed}

processors = {}
def do(request):
    kind = request["do"]
    if kind == "open":
        found = getattr(transformers, request["name"], None)
        if found is None:
            raise LookupError("transformers " + transformers.__version__ + " has no class " + request["name"])
        processors[request["id"]] = found.from_dict(request["config"])
        return {"outputs": []}
    if kind == "load":
        return write([("pixels", load_image(request["image"]))])
    images = [load_image(path) for path in request["images"]]
    processor = processors[request["id"]]
    kinds = "pt" if torch is not None else "np"
    more = {"boxes": request["boxes"]} if "boxes" in request else {}
    return write(sorted(processor(images=images, return_tensors=kinds, **more).items()))

answer({"versions": versions})
for line in sys.stdin:
    try:
        answer(do(json.loads(line)))
    except Exception as error:
        answer({"error": type(error).__name__ + ": " + str(error)})
`
