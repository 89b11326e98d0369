#!/usr/bin/env python3
"""Writes tables.h: the inverse of the standard normal distribution as pieces of degree 2, and powers of e.

The inverse is that of Python's statistics.NormalDist (Wichura, algorithm AS 241, 1988). Each piece goes through it at the
three Chebyshev nodes of its interval. Prints the largest distance from it.
"""
import math
import os
import sys
import textwrap
from statistics import NormalDist

OCTAVES, PARTS = 31, 16


def inverse(m):
    """Minus the quantile of m / 2^32."""
    return -NormalDist().inv_cdf(m / 2**32)


def piece(low, high):
    t = [0.5 - 0.5 * math.cos(math.pi * (2 * k + 1) / 6) for k in range(3)]
    y = [inverse(low + x * (high - low)) for x in t]
    # Newton's divided differences, written out as a polynomial in t.
    a = (y[1] - y[0]) / (t[1] - t[0])
    b = ((y[2] - y[1]) / (t[2] - t[1]) - a) / (t[2] - t[0])
    return [y[0] - a * t[0] + b * t[0] * t[1], a - b * (t[0] + t[1]), b]


def wrapped(values):
    return textwrap.wrap(", ".join(values) + ",", 120, initial_indent=" " * 8, subsequent_indent=" " * 8)


def main():
    rows, worst = [], 0
    for octave in range(OCTAVES):
        for part in range(PARTS):
            low, high = (2.0**octave * (1 + (part + k) / PARTS) for k in (0, 1))
            c = piece(low, high)
            rows.append(c)
            for k in range(17):
                t = k / 16
                worst = max(worst, abs(c[0] + t * (c[1] + t * c[2]) - inverse(low + t * (high - low))))
    # 2^31 itself: the middle of the distribution.
    rows.append([0.0, 0.0, 0.0])
    pieces = [f"{{{a:.9g}f, {b:.9g}f, {c:.9g}f}}" if any((a, b, c)) else "{0, 0, 0}" for a, b, c in rows]
    lists = [
        pieces,
        [repr(math.exp(-k)) for k in range(16)],
        [repr(math.exp(-k / 16)) for k in range(16)],
        ["0"] + [repr(1 / k) for k in range(1, 64)],
    ]
    text = [
        "// The numbers of noise.h. Written by make_tables.py.",
        "#pragma once",
        '#include "kernels/noise/noise.h"',
        "",
        "namespace penstock {",
        "",
        "// clang-format off",
        "inline constexpr NoiseTables kNoiseTables = {",
        *[line for values in lists for line in ["    {", *wrapped(values), "    },"]],
        "};",
        "// clang-format on",
        "",
        "}  // namespace penstock",
    ]
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "tables.h"), "w") as f:
        f.write("\n".join(text) + "\n")
    print(f"{len(rows)} pieces, within {worst:.2g}", file=sys.stderr)


main()
