# Makes coco.json: annotation files with every oddity, and what DALI's readers.coco gives for them without shuffling, or
# that it refuses them. The bytes of an image are its name.
# Needs nvidia-dali (CPU is enough). Run: python make_coco.py

import base64
import json
import os
import random
import tempfile
import zlib

from in_processes import results, write


def image(number, name, width=20, height=10):
    return {'id': number, 'file_name': name, 'width': width, 'height': height}


def note(image_id, category, box, **rest):
    return {'image_id': image_id, 'category_id': category, 'bbox': box, 'iscrowd': 0, **rest}


def without(one, key):
    return {k: v for k, v in one.items() if k != key}


def counts_text(counts):
    """Run lengths as cocoapi writes them in text."""
    text = ''
    for i, value in enumerate(counts):
        x = value - counts[i - 2] if i > 2 else value
        while True:
            digit = x & 31
            x >>= 5
            more = x != (-1 if digit & 16 else 0)
            text += chr(48 + (digit | 32 if more else digit))
            if not more:
                break
    return text


IMAGES = [image(5, 'e.jpg'), image(2, 'b.jpg'), image(9, 'n.jpg')]
CATEGORIES = [{'id': 18, 'name': 'dog'}, {'id': 3, 'name': 'cat'}]
NOTES = [note(9, 3, [1, 2, 3, 4.5]), note(2, 18, [0.5, 1, 2, 2]), note(9, 18, [5, 5, 5, 5], iscrowd=1),
         note(2, 3, [0, 0, 1, 0.05]), note(2, 3, [1.1, 2.7, 3.3, 4.9])]


def doc(images=IMAGES, notes=NOTES, categories=CATEGORIES, **rest):
    return {'images': images, 'annotations': notes, 'categories': categories, **rest}


TRIANGLE, SQUARE, HEXAGON = [1, 1, 8.5, 2, 4, 7.25], [5, 2, 15, 2, 15, 8, 5, 8], [2.5, 1, 6, 1, 7.5, 4, 6, 7, 2.5, 7, 1, 4]
RUNS = [30, 5, 5, 8, 7, 60]


def mask(image_id, category, segmentation, **rest):
    return note(image_id, category, [1, 1, 5, 5], segmentation=segmentation, **rest)


def runs(counts, size=(10, 20)):
    return {'size': list(size), 'counts': counts}


MASKS = doc(notes=[mask(2, 3, [TRIANGLE]), mask(2, 18, [SQUARE, HEXAGON]), mask(9, 3, [TRIANGLE, SQUARE])])
BOTH = [{'polygon_masks': True}, {'pixelwise_masks': True}]
PIXELS = [{'pixelwise_masks': True}]


def drawn(seed):
    """Random polygons and run lengths, inside and outside of the image."""
    rng = random.Random(seed)
    images = [image(i, f'{i}.jpg', rng.randint(1, 40), rng.randint(1, 30)) for i in rng.sample(range(100), 6)]
    notes = []
    for at in images:
        w, h = at['width'], at['height']
        kind = rng.random()
        # DALI draws the last run lengths of a label alone, and mixes up three labels that touch.
        labels = rng.sample([3, 18, 7], 2)
        for i in range(rng.randint(0, 2 if kind < 0.25 else 4)):
            category, box = labels[i % 2], [rng.uniform(-1, w), rng.uniform(-1, h), rng.uniform(0, w), rng.uniform(0, h)]
            if kind < 0.25:
                left, counts = w * h, []
                while left:
                    counts.append(min(left, rng.randint(0 if not counts else 1, 90)))
                    left -= counts[-1]
                segmentation = runs(counts_text(counts) if rng.random() < 0.5 else counts, (h, w))
            else:
                whole, far = rng.random() < 0.3, rng.choice([0, 0, 5, 60])
                segmentation = [[(round if whole else lambda x: round(x, rng.choice([2, 5])))(
                    rng.uniform(-far, (w if i % 2 == 0 else h) + far)) for i in range(2 * rng.randint(3, 12))]
                    for _ in range(rng.randint(1, 3))]
            notes.append(note(at['id'], category, box, segmentation=segmentation, iscrowd=int(rng.random() < 0.2)))
    rng.shuffle(images)
    rng.shuffle(notes)
    return doc(images, notes, CATEGORIES + [{'id': 7}])


# Name, file, and the arguments that it is read with.
CASES = [
    ('boxes', doc(), [{}, {'ltrb': True}, {'ratio': True}, {'ltrb': True, 'ratio': True}, {'skip_empty': True},
                      {'avoid_class_remapping': True}, {'include_iscrowd': False}, {'size_threshold': 3.5},
                      {'size_threshold': 0}, {'image_ids': True}, {'skip_empty': True, 'size_threshold': 4.6}]),
    ('images that are named', doc(), [{'images': ['n.jpg', 'b.jpg', 'n.jpg']}, {'images': ['n.jpg', 'other.jpg']},
                                      {'images': ['e.jpg', 'b.jpg'], 'skip_empty': True}]),
    ('sections in another order', {'annotations': NOTES, 'categories': CATEGORIES, 'info': {'x': [1, {'y': '}]"'}]},
                                   'images': IMAGES}, [{}]),
    ('an id twice', doc([image(2, 'b.jpg'), image(2, 'c.jpg'), image(5, 'e.jpg')]), [{'image_ids': True}]),
    ('a name twice', doc([image(2, 'b.jpg'), image(9, 'b.jpg')]), [{'image_ids': True}, {'image_ids': True, 'images': ['b.jpg']}]),
    ('annotations without their image', doc([image(2, 'b.jpg')]), [{}]),
    ('a category that is missing', doc(notes=[note(2, 7, [1, 1, 2, 2])]), [{}, {'avoid_class_remapping': True}]),
    ('a category twice', doc(notes=[note(2, 4, [1, 1, 2, 2]), note(2, 18, [1, 1, 2, 2])],
                             categories=CATEGORIES + [{'id': 18}, {'id': 4}]), [{}]),
    ('boxes beyond the image', doc(notes=[note(2, 3, [-1, -2, 5, 5]), note(2, 3, [1, 1, -5, 5]), note(2, 3, [1, 1, 500, 5])]),
     [{}, {'ratio': True}]),
    ('a box of 3 numbers', doc(notes=[note(2, 3, [1, 2, 3])]), [{}]),
    ('a box of 5 numbers', doc(notes=[note(2, 3, [1, 2, 3, 4, 5])]), [{}]),
    ('a box that is not a number', doc(notes=[note(2, 3, [float('nan'), 2, 3, 4])]), [{}]),
    ('no box', doc(notes=[without(note(2, 3, 0), 'bbox')]), [{}]),
    ('no iscrowd', doc(notes=[without(note(2, 3, [1, 1, 2, 2]), 'iscrowd')]), [{'include_iscrowd': False}]),
    ('no category_id', doc(notes=[without(note(2, 3, [1, 1, 2, 2]), 'category_id')]), [{}]),
    ('no image_id', doc(notes=[without(note(2, 3, [1, 1, 2, 2]), 'image_id')]), [{}]),
    ('no categories', {'images': IMAGES, 'annotations': NOTES}, [{}, {'avoid_class_remapping': True}]),
    ('no annotations', {'images': IMAGES, 'categories': CATEGORIES}, [{}]),
    ('no images', {'annotations': NOTES, 'categories': CATEGORIES}, [{}]),
    ('ids that are no integers', doc([image(2.0, 'b.jpg')], [note(2.0, 3, [1, 1, 2, 2])]), [{}]),
    ('ids that are texts', doc([image('2', 'b.jpg')], [note('2', 3, [1, 1, 2, 2])]), [{}]),
    ('ids of more than 32 bits', doc([image(900100000001, 'b.jpg')], [note(900100000001, 3, [1, 1, 2, 2])]), [{}, {'image_ids': True}]),
    ('ids below 0', doc([image(0, 'c.jpg'), image(-4, 'b.jpg')], [note(-4, 3, [1, 1, 2, 2])]), [{'image_ids': True}]),
    ('a name with escapes', doc([image(2, 'b\u00e9"\\\u20ac\U0001f600.jpg')], [note(2, 3, [1, 1, 2, 2])]), [{}]),
    ('numbers of every form', '{"images":[{"id":2,"file_name":"b.jpg","width":20,"height":10}],"categories":[{"id":3}],'
     '"annotations":[{"image_id":2,"category_id":3,"bbox":[1e1,2.5E+0,123456.789012345678901,12e-1]},'
     '{"image_id":2,"category_id":3,"bbox":[-0.0,0.1,3.4028234e38,16777217]},'
     '{"image_id":2,"category_id":3,"bbox":[1.17549435e-38,7.0064923216240853e-46,1.00000017881393432617187499,0.30000001192092896]}]}', [{}]),
    ('polygons', MASKS, BOTH + [{'polygon_masks': True, 'ratio': True}, {'pixelwise_masks': True, 'ratio': True},
                                {'polygon_masks': True, 'ltrb': True, 'image_ids': True},
                                {'pixelwise_masks': True, 'image_ids': True},
                                {'pixelwise_masks': True, 'avoid_class_remapping': True}]),
    ('polygons in another order', doc(notes=[mask(2, 18, [SQUARE, HEXAGON]), mask(2, 3, [TRIANGLE])]), BOTH),
    ('run lengths', doc(notes=[mask(2, 3, runs(RUNS)), mask(9, 18, runs(counts_text(RUNS)), iscrowd=1)]),
     BOTH + [{'pixelwise_masks': True, 'include_iscrowd': False}]),
    ('run lengths and polygons', doc(notes=[mask(2, 3, runs(RUNS)), mask(2, 18, [SQUARE])]), BOTH),
    ('run lengths that end early', doc(notes=[mask(2, 3, runs([30, 5]))]), PIXELS),
    ('run lengths that end late', doc(notes=[mask(2, 3, runs([30, 500]))]), PIXELS),
    ('run lengths of another size', doc(notes=[mask(2, 3, runs([30, 10], (5, 8)))]), PIXELS),
    ('run lengths without a size', doc(notes=[mask(2, 3, {'counts': RUNS})]), PIXELS),
    ('run lengths of one label', doc(notes=[mask(2, 3, runs(RUNS)), mask(2, 3, runs([0, 7]))]), PIXELS),
    ('three labels', doc(notes=[mask(2, label, [[x, 1, x + 2, 1, x + 2, 8, x, 8] for x in at])
                                for label, at in [(3, [1, 4]), (7, [1, 7]), (18, [4, 7])]],
                         categories=CATEGORIES + [{'id': 7}]), PIXELS),
    ('three labels that touch', doc(notes=[mask(2, label, [[x, 0, x + 5, 0, x + 5, 10, x, 10] for x in at])
                                           for label, at in [(3, [0, 5, 15]), (7, [0, 10]), (18, [5, 10])]],
                                    categories=CATEGORIES + [{'id': 7}]), PIXELS),
    ('empty segmentations', doc(notes=[mask(2, 3, []), mask(2, 3, [[]]), mask(2, 18, [SQUARE])]), BOTH),
    ('no segmentation', doc(notes=[without(mask(2, 3, []), 'segmentation'), mask(2, 18, [TRIANGLE])]), BOTH),
    ('polygons of few numbers', doc(notes=[mask(2, 3, [[1, 1, 8, 2, 4]]), mask(2, 3, [[1, 1, 8, 8]]), mask(2, 18, [[1, 1]])]), BOTH),
    ('polygons beyond the image', doc(notes=[mask(2, 3, [[-5, -3, 30, 2, 25, 40, -3, 20]]), mask(9, 3, [[-9, -9, 1000, -5, 9, 3000]])]), BOTH),
    ('a segmentation of a box that is too small', doc(notes=[dict(mask(2, 3, [TRIANGLE]), bbox=[0, 0, 0.01, 4]), mask(2, 18, [SQUARE])]), BOTH),
] + [(f'drawn {seed}', drawn(seed), [{}] + BOTH + [{'ratio': True, 'ltrb': True, 'polygon_masks': True}]) for seed in range(5)]


def text_of(number):
    text = CASES[number][1]
    return text if isinstance(text, str) else json.dumps(text, separators=(',', ':'))


def run_one(number, which):
    from nvidia.dali import fn, pipeline_def
    text = text_of(number)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open('a.json', 'w') as f:
            f.write(text)
        for one in json.loads(text).get('images', []):
            with open(one['file_name'], 'w') as f:
                f.write(one['file_name'])

        @pipeline_def(batch_size=1, num_threads=1, device_id=None, prefetch_queue_depth=1)
        def pipe():
            return tuple(fn.readers.coco(file_root='.', annotations_file='a.json', name='r', **CASES[number][2][which]))

        p = pipe()
        p.build()
        samples = []
        for _ in range(p.reader_meta('r')['epoch_size']):
            out = [(o.layout(), o.at(0)) for o in p.run()]
            samples.append([[x.dtype.name, list(x.shape), layout, base64.b64encode(zlib.compress(x.tobytes(), 9)).decode()]
                            for layout, x in out])
    return samples


def camel(name):
    first, *rest = name.split('_')
    return first + ''.join(word.title() for word in rest)


if __name__ == '__main__':
    asked = [(number, which) for number, (_, _, calls) in enumerate(CASES) for which in range(len(calls))]
    read = dict(zip(asked, results(__file__, run_one, asked)))
    rows = []
    for number, (name, _, calls) in enumerate(CASES):
        found = [{'args': {camel(k): v for k, v in args.items()}, 'samples': read[number, which]}
                 for which, args in enumerate(calls)]
        rows.append({'name': name, 'text': text_of(number), 'calls': found})
    write(__file__, rows, ascii=True)
