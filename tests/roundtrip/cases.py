"""Writes the cases of one definition file: what goes in, and what each side must make of it.

A line is: number of the type, kind, bytes, what C++ makes of them, what Java makes of them. Bytes
are hexadecimal, "-" for none. The last two are bytes, "=" for the bytes that went in, "+" for any
value, "!" for an error and "?" for either. Kinds are

  value  a value as our side writes it;
  tag3   the same with every integer in its other form, tag 3;
  cut    a value that ends early;
  bad    a value with some bytes changed;
  deep   values nested around the limit of both sides, which must agree, and far above it.

The two sides differ in one thing: a C++ map is sorted, a Java map keeps the order of arrival.
"""

import random
import sys

import definition
import smc
import values

RANDOM_VALUES = 12
CUT_BYTES = 160       # values up to this size are cut at every byte


def to_hex(data):
    return data.hex() or "-"


def expectations(data, type_, known):
    """(C++, Java) for bytes that need not be a value."""
    try:
        value = smc.decode(data, type_, known)
    except smc.Malformed:
        return "!", "!"
    except smc.Unspecified:
        return "?", "?"
    maps = list(smc.maps_of(value))
    if not all(map(smc.has_simple_keys, maps)):
        return "+", "+"
    return (to_hex(smc.encode(value, known)),
            to_hex(smc.encode(value, known, sort_maps=False)))


def deep(drawn, name):
    """Yields (bytes, C++, Java)."""
    known = drawn.definition
    for link in values.links(known, name):
        for depth in (48, 49, 50, 51, 98, 99, 100, 101, 200):
            yield to_hex(smc.encode(drawn.chain(name, link, depth), known)), "?", "?"
    fields = known.classes[name].fields if name in known.classes else []
    if fields:
        # Never complete, and 100,000 levels deep for a reader that only recurses.
        head = smc.Encoder(known)
        head.custom(name, lambda: (head.out.append(12), head.size(len(fields))))
        if fields[0].type.name == name:
            yield to_hex(bytes(head.out) * 100000), "!", "!"
        elif fields[0].type.name == "Object" or fields[0].type.args == (definition.OBJECT,):
            yield to_hex(bytes(head.out) + b"\x0c\x01" * 100000), "!", "!"
            # Keys that differ at the bottom only: comparing them must not take 2^40 steps.
            keys = [True, False]
            for _ in range(40):
                keys = [[key] for key in keys]
            value = drawn.small(name)
            pairs = smc.Pairs((key, None) for key in keys)
            value.fields[0] = pairs if fields[0].type.name == "Object" else [pairs]
            yield to_hex(smc.encode(value, known, sort_maps=False)), "+", "+"


def cases(known, types, seed, mutations):
    """Yields (type number, kind, bytes, C++, Java)."""
    source = random.Random(seed)
    drawn = values.Values(known, source)
    samples = []
    for number, name in enumerate(types):
        type_ = definition.Type(name)
        small = None
        for value in values.good_values(drawn, type_, RANDOM_VALUES):
            data = smc.encode(value, known)
            yield number, "value", to_hex(data), "=", "="
            if len(data) < 2000:
                samples.append((number, type_, data))
                other = smc.encode(value, known, int32=True)
                if other != data:
                    yield number, "tag3", to_hex(other), to_hex(data), to_hex(data)
                    samples.append((number, type_, other))
            if len(data) <= CUT_BYTES and (small is None or len(small) < len(data)):
                small = data
        for end in range(len(small or b"")):
            yield (number, "cut", to_hex(small[:end]), *expectations(small[:end], type_, known))
        for case in deep(drawn, name):
            yield (number, "deep", *case)
    for _ in range(mutations if samples else 0):
        number, type_, data = source.choice(samples)
        data = values.mutated(source, data)
        yield (number, "bad", to_hex(data), *expectations(data, type_, known))


def write(path, known, types, seed, mutations):
    sys.setrecursionlimit(10000)
    with open(path, "w", encoding="ascii") as file:
        for case in cases(known, types, seed, mutations):
            file.write("%d %s %s %s %s\n" % case)
