#!/usr/bin/env python3
"""Fits the prices of `causeway gen --explain` to measured rows.

    bench/transport/fit_prices.py MEASURED.json > src/gen/price_constants.h

MEASURED.json is what `transport_bench --json` writes. The model is the one of src/gen/price.cc: a
call costs the sum of its parts, and each part has one price. Here each row becomes one equation
(how many of each part it has; its measured median), weighted so that relative errors count, and
the prices are the non-negative least squares solution. A table of every row with its measured and
predicted time and the residual follows as a comment: that is how far the model may be trusted.
"""

import json
import re
import sys
import textwrap

import rows_schema

PARTS = [
    ("UpCall", "C++ calls Java, with the exception check"),
    ("DownCall", "Java calls C++"),
    ("BufferCopy", "one region copy between a byte[] and native memory"),
    ("Leaf", "a scalar as an argument"),
    ("Array", "a Java array made or read, without its elements"),
    ("Scalar", "a scalar inside the buffer"),
    ("Boxed", "a scalar that Java boxes (element of a List or Map, nullable field)"),
    ("String", "a short string"),
    ("Object", "a Java object or C++ struct with its tags"),
    ("Collection", "a List, Map or array inside the buffer, without its elements"),
    ("MapEntry", "a hash map entry and a tree node"),
    ("Dynamic", "a value whose type is only known at run time"),
]
SCALARS = {"bool", "int", "double"}
TYPED = {"Uint8List", "Int32List", "Int64List", "Float32List", "Float64List"}
INNER = 3  # elements of the collections inside a payload (describe.h, MakeOptions)


def add(to, part, times=1.0):
    for name, n in part.items():
        to[name] = to.get(name, 0) + n * times


def encoded(schema, kind, share, count, boxed):
    """Parts of one encoded value; `share` = how many nullable ones are present."""
    present = share if kind.nullable else 1.0
    out = {}
    if kind.name in SCALARS or kind.name in schema.enums:
        out["Boxed" if boxed or kind.nullable else "Scalar"] = present
    elif kind.name == "String":
        out["String"] = present
    elif kind.name in TYPED:
        out["Collection"] = present
    elif kind.name == "Object":
        out["Dynamic"] = present
    elif kind.name == "List":
        out["Collection"] = present
        add(out, encoded(schema, kind.args[0], share, INNER, True), present * count)
    elif kind.name == "Map":
        out["Collection"] = present
        out["MapEntry"] = present * count
        for arg in kind.args:
            add(out, encoded(schema, arg, share, INNER, True), present * count)
    else:
        out["Object"] = present
        for _, field, holds in schema.classes[kind.name]:
            add(out, encoded(schema, field, share, INNER, False), present)
            for name in holds:  # one of them, equally often
                for _, inner, _ in schema.classes[name]:
                    add(out, encoded(schema, inner, share, INNER, False), present / len(holds))
    return out


def leaves(schema, kind):
    """The number of leaves of a class made only of scalars, else None."""
    fields = schema.classes.get(kind.name)
    if fields is None or kind.nullable:
        return None
    if all(f.name in SCALARS or f.name in schema.enums for _, f, _ in fields) and len(fields) <= 8:
        return len(fields)
    return None


def payload_of(name):
    """The payload of a row, its element count, and how many of its nullable values are present."""
    n = re.search(r"N=(\d+)$", name)
    count = int(n.group(1)) if n else 1
    for pattern, payload, share in [
            ("class of 2 doubles", "LatLng", 1), (r"class of (\d) slots", "Flat{}", 1),
            ("list of 2-double records", "Records", 1), ("list of int", "Ints", 1),
            ("class of 30 nullable fields, full", "Wide", 1),
            ("class of 30 nullable fields, all null", "Wide", 0),
            ("list of 30-field classes", "Wides", 2 / 3), ("1,000 map markers", "Markers", 2 / 3),
            ("array of", "Samples", 1), ("map of", "Counts", 1)]:
        match = re.match(pattern, name)
        if match:
            if payload == "Markers":
                count = 1000
            return payload.format(*match.groups()), count, share
    return None


def equation(schema, row):
    name, direction = row["name"], row["direction"]
    down = direction.startswith("down")
    out = {"DownCall" if down else "UpCall": 1.0}
    if name in ("call without arguments", "int", "double", "bool", "enum"):
        if name != "call without arguments":
            out["Leaf"] = 1.0
        return out
    found = payload_of(name)
    if found is None:
        return None
    payload, count, share = found
    kind = next(kind for n, kind, _ in schema.payloads if n == payload)
    ways = {"W": (1, 0), "R": (0, 1), "echo": (1, 1)}[direction.split()[-1]]
    flat = leaves(schema, kind)
    for is_result, used in enumerate(ways):
        if not used:
            continue
        if kind.name in TYPED:
            add(out, {"Array": 1})
        elif flat is not None:
            add(out, {"BufferCopy": 1} if is_result else {"Leaf": flat})
        else:
            add(out, encoded(schema, kind, share, count, False))
            add(out, {"BufferCopy": 1})
    return out


def nnls(rows, size):
    """min |Ax - b| for x >= 0 by coordinate descent: few unknowns, so it converges fast."""
    x = [0.0] * size
    gram = [[sum(a[i] * a[j] for a, _ in rows) for j in range(size)] for i in range(size)]
    right = [sum(a[i] * b for a, b in rows) for i in range(size)]
    for _ in range(100_000):
        moved = 0.0
        for i in range(size):
            if gram[i][i] == 0:
                continue
            step = (right[i] - sum(gram[i][j] * x[j] for j in range(size))) / gram[i][i]
            new = max(0.0, x[i] + step)
            moved = max(moved, abs(new - x[i]))
            x[i] = new
        if moved < 1e-9:
            break
    return x


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        measured = json.load(file)
    schema = rows_schema.build()
    names = [name for name, _ in PARTS]
    used = []
    for row in measured["rows"]:
        parts = equation(schema, row)
        time = next(v["median_ns"] for v in row["variants"] if v["role"] == "generated")
        if parts is not None:
            used.append((row, [parts.get(n, 0.0) for n in names], time))
    prices = nnls([([v / t for v in a], 1.0) for _, a, t in used], len(names))
    print("// Written by bench/transport/fit_prices.py. Do not edit: measure, and run it again.")
    for line in textwrap.wrap(measured["machine"], 96):
        print(f"// {line}")
    print("#pragma once\n\nnamespace causeway::gen {\n")
    print("// Nanoseconds.")
    for (name, what), price in zip(PARTS, prices):
        print(f"// {what[0].upper()}{what[1:]}.")
        print(f"inline constexpr double k{name} = {price:.3g};")
    print("\n}  // namespace causeway::gen\n")
    print("// Measured and predicted, ns:")
    for row, a, time in used:
        predicted = sum(v * p for v, p in zip(a, prices))
        print(f"//   {row['name'] + ', ' + row['direction']:48} {time:10.0f} {predicted:10.0f} "
              f"{100 * (predicted - time) / time:+5.0f} %")


if __name__ == "__main__":
    main()
