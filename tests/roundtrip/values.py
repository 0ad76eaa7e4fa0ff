"""Random values of the types of a definition, and what becomes of them when bytes go wrong.

Everything is drawn from one seeded generator, so a run can be repeated. Values stay within what
both languages can tell apart: the keys of a map differ under every notion of equality, since Java
and C++ disagree about NaN and -0.0 there, and typed data is no key.
"""

import struct

import smc
from smc import Data, EnumValue, Object, Pairs, Real

# What an int? or double? result uses to say "look at the buffer" (docs/calling_convention.md).
SENTINEL = 0x9E3779B97F4A7C15

INTS = [0, 1, -1, 127, 254, 255, -2**31, 2**31 - 1, 2**31, -2**31 - 1, 2**53 + 1, 2**63 - 1, -2**63,
        SENTINEL - 2**64]
DOUBLE_BITS = [0, 1 << 63, 1, 0x3FF0000000000000, 0xC002000000000000, 0x7FF0000000000000,
               0xFFF0000000000000, 0x7FF8000000000000, 0x7FF8000000001234, 0xFFF8000000000000,
               0x7FEFFFFFFFFFFFFF, 0x000FFFFFFFFFFFFF, SENTINEL]
STRINGS = ["", "a", "\0", "a\0b", "\u00e9", "h\U0001f602w", "\u4e2d\u6587", "\uffff", "\ufffd kept",
           "\ufeffbom", "\u2028\u0085", "\U0010ffff", "\U0001f468\u200d\U0001f469\u200d\U0001f467",
           "x" * 253, "y" * 254, "z\u00df" * 150, "\U0001f600" * 80,
           "\x7f\x80\u07ff\u0800\ud7ff\ue000"]
HUGE_STRING = "long \u2713 \U0001f30d " * 5000  # more than 65,535 bytes
DEEP = 10  # random values stop to nest here; chain() goes deeper
FLOATS = [0.0, -0.0, 1.5, -2.25, 3.4028234663852886e38, 1.401298464324817e-45, float("inf"),
          float("-inf"), float("nan")]


def _least_depths(definition):
    """Type name -> how deep its smallest value is, so that a draw can end."""
    depths = dict.fromkeys(definition.enums, 0)

    def depth(type_):
        if type_.nullable or type_.name not in definition.classes:
            return 0
        return min(depths.get(name, 1000) for name in definition.instances(type_.name))

    for _ in definition.codec_table:
        for name, declared in definition.classes.items():
            depths[name] = 1 + max((depth(field.type) for field in declared.fields), default=0)
    return depths


class Values:
    def __init__(self, definition, random):
        self.definition = definition
        self.random = random
        self.budget = 0
        self.null_chance = 0.3
        self.long_chance = 0.02
        self.depth = 0
        self.depths = _least_depths(definition)

    def draw(self, type_, nulls=0.3, size=120, longs=0.02):
        """A value of `type_`: `nulls` of the nullable places are null, about `size` values."""
        self.budget = size
        self.null_chance = nulls
        self.long_chance = longs
        return self.value(type_)

    def number(self):
        if self.random.random() < 0.5:
            return self.random.choice(INTS)
        return self.random.getrandbits(64) - 2**63 >> self.random.randrange(64)

    def real(self):
        if self.random.random() < 0.5:
            return Real(self.random.choice(DOUBLE_BITS))
        if self.random.random() < 0.5:
            return Real.of(self.random.uniform(-1e3, 1e3))
        bits = self.random.getrandbits(64)
        # A signalling NaN may become quiet whenever a processor moves it.
        return Real(bits | 1 << 51 if bits & 0x7FF << 52 == 0x7FF << 52 else bits)

    def text(self):
        if self.random.random() < 0.6:
            return self.random.choice(STRINGS)
        alphabet = "abc \u00e4\u20ac\U0001f680\0\u0301"
        return "".join(self.random.choice(alphabet) for _ in range(self.random.randrange(20)))

    def count(self):
        if self.budget <= 0 or self.depth > DEEP:
            return 0
        if self.random.random() < self.long_chance:
            return self.random.choice((253, 254, 255, 300))
        return self.random.choice((0, 1, 1, 2, 3, 5))

    def data(self, name):
        count = self.count() if self.random.random() < 0.8 else self.random.choice((7, 254))
        if name == "Float32List":
            raw = b"".join(struct.pack("<f", self.random.choice(FLOATS)) for _ in range(count))
        elif name == "Float64List":
            raw = b"".join(struct.pack("<Q", self.real().bits) for _ in range(count))
        else:
            raw = self.random.randbytes(count * smc.TYPED_DATA[name][1])
        return Data(name, raw)

    def anything(self, nullable):
        """A value for a place of type Object or Object?: each kind that the codec knows."""
        kinds = ["bool", "int", "double", "String", "data", "custom", "null"]
        if self.budget > 0 and self.depth < DEEP:
            kinds += ["list", "map", "list", "map"]
        kind = self.random.choice(kinds)
        if kind == "null" and nullable:
            return None
        if kind == "bool":
            return self.random.random() < 0.5
        if kind == "double":
            return self.real()
        if kind == "String":
            return self.text()
        if kind == "data":
            return self.data(self.random.choice(sorted(smc.TYPED_DATA)))
        if kind == "list":
            return [self.element(lambda: self.anything(True)) for _ in range(min(self.count(), 5))]
        if kind == "map":
            return self.pairs(lambda: self.any_key(True), lambda: self.anything(True))
        if (kind == "custom" and self.definition.codec_table and self.budget > 0
                and self.depth < DEEP):
            return self.custom(self.random.choice(self.definition.codec_table))
        return self.number()

    def element(self, draw):
        self.budget -= 1
        self.depth += 1
        value = draw()
        self.depth -= 1
        return value

    def any_key(self, nullable):
        kind = self.random.randrange(5)
        if kind == 0 and nullable:
            return None
        if kind == 1:
            return self.random.random() < 0.5
        if kind == 2:
            return self.real()
        return self.text() if kind == 3 else self.number()

    def pairs(self, draw_key, draw_value):
        found = {}
        for _ in range(self.count()):
            key = draw_key()
            if isinstance(key, Real) and key.number != key.number:
                continue
            found[smc.key_order(key)] = (key, self.element(draw_value))
        return Pairs(found[order] for order in sorted(found))

    def key(self, type_):
        if type_.name == "Object":
            return self.any_key(type_.nullable)
        return self.value(type_)

    def custom(self, name):
        instances = self.definition.instances(name)
        if self.budget > 0 and self.depth < DEEP:
            name = self.random.choice(instances)
        else:
            name = min(instances, key=self.depths.__getitem__)
        self.budget -= 1
        if name in self.definition.enums:
            return EnumValue(name, self.random.randrange(len(self.definition.enums[name])))
        return self.object(name, lambda index, type_: self.value(type_))

    def object(self, name, draw):
        fields = self.definition.classes[name].fields
        self.depth += 1
        value = Object(name, [draw(index, field.type) for index, field in enumerate(fields)])
        self.depth -= 1
        return value

    def value(self, type_):
        if type_.nullable and (self.budget <= 0 or self.depth > DEEP
                               or self.random.random() < self.null_chance):
            return None
        name = type_.name
        if name == "bool":
            return self.random.random() < 0.5
        if name == "int":
            return self.number()
        if name == "double":
            return self.real()
        if name == "String":
            return self.text()
        if name == "Object":
            return self.anything(False)
        if name in smc.TYPED_DATA:
            return self.data(name)
        if name == "List":
            return [self.element(lambda: self.value(type_.args[0])) for _ in range(self.count())]
        if name == "Map":
            return self.pairs(lambda: self.key(type_.args[0]), lambda: self.value(type_.args[1]))
        return self.custom(name)

    def chain(self, name, link, depth):
        """A class nested `depth` times through its field number `link`, all else small."""
        value = self.small(name)
        type_ = self.definition.classes[name].fields[link].type
        for _ in range(depth):
            outer = self.small(name)
            outer.fields[link] = (value if type_.name == name
                                  else [value] if type_.name == "List"
                                  else Pairs([(self.draw(type_.args[0], nulls=0, size=1), value)]))
            value = outer
        return value

    def small(self, name):
        self.budget = 0
        self.null_chance = 1
        return self.object(name, lambda _, type_: self.value(type_))


def links(definition, name):
    """Numbers of the fields through which a class holds values of its own type."""
    if name not in definition.classes:
        return []
    return [index for index, field in enumerate(definition.classes[name].fields)
            if name in (field.type.name, *(arg.name for arg in field.type.args[-1:]))]


def good_values(values, type_, count):
    """Values of a declared type: the corners, each nullable field null alone, random ones."""
    if type_.name in values.definition.enums:
        return [EnumValue(type_.name, i)
                for i in range(len(values.definition.enums[type_.name]))][:300]
    result = []
    for name in values.definition.instances(type_.name):
        own = type(type_)(name)
        fields = values.definition.classes[name].fields
        result.append(values.draw(own, nulls=1, size=0))
        result.append(values.draw(own, nulls=0, size=200))
        result.append(values.draw(own, nulls=0.1, size=900, longs=0.6))
        for index, field in enumerate(fields):
            if field.type.nullable:
                value = values.draw(own, nulls=0, size=30, longs=0)
                value.fields[index] = None
                result.append(value)
        strings = [i for i, field in enumerate(fields) if field.type.name == "String"]
        if strings:
            value = values.draw(own, nulls=0.5, size=20)
            value.fields[strings[0]] = HUGE_STRING
            result.append(value)
    result += [values.chain(type_.name, link, 40) for link in links(values.definition, type_.name)]
    result += [values.draw(type_) for _ in range(count)]
    return result


def mutated(random, data):
    """`data` with one to three changes of the kinds that find bugs in decoders."""
    data = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 3))):
        at = random.randrange(len(data) + 1)
        kind = random.randrange(7)
        if kind == 0 and at < len(data):
            data[at] ^= 1 << random.randrange(8)
        elif kind == 1 and at < len(data):
            data[at] = random.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 13, 14, 15, 127, 128, 129,
                                      130, 200, 253, 254, 255))
        elif kind == 2:
            data[at:at] = random.randbytes(random.choice((1, 2, 8)))
        elif kind == 3:
            del data[at:at + random.choice((1, 1, 2, 8))]
        elif kind == 4:
            data[at:at + 5] = b"\xff" + struct.pack("<I", random.choice(
                (2**31 - 1, 2**31, 2**32 - 1, 65536, 2**28)))
        elif kind == 5:
            end = min(len(data), at + random.randrange(1, 24))
            data[end:end] = data[at:end]
        else:
            data[at:at + 8] = random.randbytes(8)
    return bytes(data)
