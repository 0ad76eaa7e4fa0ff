"""Random payload shapes: lists of classes whose fields are drawn from all that a definition offers.

The same seed gives the same shapes on every machine. A part is a definition file with its own codec
table; shapes are spread over parts so that no source file becomes too large to compile.
"""

import random

from schema import Schema

PARTS = 10
SHAPES = 500
SEED = 20261130


def scalar(rng, enums):
    kind = rng.choice(["int", "int", "double", "double", "bool", rng.choice(enums)])
    return kind + ("?" if rng.random() < 0.3 else "")


def element(rng, enums, depth):
    """A type for the inside of a list or map."""
    roll = rng.random()
    if roll < 0.45:
        return rng.choice(["int", "double", "bool"])
    if roll < 0.7:
        return "String"
    if roll < 0.8:
        return rng.choice(enums)
    if depth > 0 and roll < 0.9:
        return f"List<{element(rng, enums, depth - 1)}>"
    return "String?" if roll < 0.95 else "int?"


def field(rng, enums, small):
    roll = rng.random()
    if roll < 0.5:
        return scalar(rng, enums)
    if roll < 0.65:
        kind = "String"
    elif roll < 0.78 and small:
        kind = rng.choice(small)
    elif roll < 0.88:
        kind = f"List<{element(rng, enums, 1)}>"
    elif roll < 0.94:
        kind = f"Map<{rng.choice(['String', 'int'])}, {element(rng, enums, 0)}>"
    else:
        kind = rng.choice(["Uint8List", "Int32List", "Int64List", "Float32List", "Float64List"])
    return kind + ("?" if rng.random() < 0.3 else "")


def build(part):
    """The schema of part 0 <= part < PARTS, and the element count of each of its payloads."""
    rng = random.Random(SEED * 1000 + part)
    s = Schema(f"part{part}")
    enums = ["Alpha", "Beta"]
    s.enum("Alpha", "one two three")
    s.enum("Beta", "red green blue cyan magenta yellow black")
    small = []
    for k in range(4):
        name = f"Small{k}"
        s.cls(name, "; ".join(f"{scalar(rng, enums)} f{i}" for i in range(rng.randint(1, 6))))
        small.append(name)
    counts = []
    for k in range(SHAPES // PARTS):
        roll = rng.random()
        if roll < 0.12:
            kind = f"List<{element(rng, enums, 2)}>"
        elif roll < 0.18:
            kind = f"Map<{rng.choice(['String', 'int'])}, {rng.choice(small)}>"
        else:
            fields = rng.choice([1, 2, 2, 3, 3, 4, 5, 6, 8, 10, 12, 16, 24])
            s.cls(f"Shape{k}", "; ".join(f"{field(rng, enums, small)} f{i}" for i in range(fields)))
            kind = f"Shape{k}" if roll > 0.93 else f"List<Shape{k}>"
        s.payload(f"P{k}", kind)
        counts.append(min(10_000, int(10 ** rng.uniform(0, 4.1))))
    return s, counts
