"""An encoder and decoder of Flutter's StandardMessageCodec, typed by a definition file.

This is the oracle of the round trips: it is written from the description of the format and shares
nothing with the code that Causeway generates, so the two agree only if both are right.

A value is a tag byte and a payload. 0 null, 1 true, 2 false; 3 int32 and 4 int64, not aligned;
5 a big integer as hexadecimal text; 6 float64, zero padding to 8, then 8 bytes; 7 string, size and
UTF-8; 8, 9, 10, 11, 14 lists of uint8, int32, int64, float64, float32: size in elements, zero
padding to the element's size (also if there is no element), data; 12 list: size and values;
13 map: size and key, value pairs. Padding counts from the start of the message. A size is one byte
below 254, 254 and a uint16, or 255 and a uint32. All is little-endian.

A type that a definition declares has an ordinal, its place in the file's codec table. Up to ordinal
125 its tag is 129 + ordinal; an enum follows as an int, a class as a list of its fields in
declaration order. From ordinal 126 on the tag is 255 and the value [ordinal - 126, payload].

Integers are written with tag 4 and read with tag 3 or 4. Maps are written in the order of their
keys, since a C++ map is sorted: null, false, true, ints, doubles, strings (by UTF-8 byte), and
enums by index where the static type is an enum.

Values in Python: None, bool, int, Real (a double by its bits), str, Data (typed data), list,
Pairs (a map), EnumValue, Object (an instance of a class).
"""

import dataclasses
import struct


class Malformed(Exception):
    """The bytes are no value of the type; `offset` says where that was seen."""

    def __init__(self, offset, message):
        super().__init__("%s at byte %d" % (message, offset))
        self.offset = offset


class Unspecified(Exception):
    """The description of the format leaves the fate of these bytes open."""


@dataclasses.dataclass(frozen=True)
class Real:
    """A double that keeps its bits: NaN payloads and the sign of zero count."""
    bits: int

    @staticmethod
    def of(number):
        return Real(struct.unpack("<Q", struct.pack("<d", number))[0])

    @property
    def number(self):
        return struct.unpack("<d", struct.pack("<Q", self.bits))[0]


@dataclasses.dataclass(frozen=True)
class Data:
    """Typed data: the name of its type and its little-endian bytes."""
    type: str
    raw: bytes


@dataclasses.dataclass(frozen=True)
class EnumValue:
    type: str
    index: int


@dataclasses.dataclass
class Object:
    type: str
    fields: list


class Pairs(list):
    """A map: a list of (key, value)."""


# Type name -> (tag, element size). The size is also the alignment.
TYPED_DATA = {
    "Uint8List": (8, 1),
    "Int32List": (9, 4),
    "Int64List": (10, 8),
    "Float64List": (11, 8),
    "Float32List": (14, 4),
}
DATA_OF_TAG = {tag: name for name, (tag, _) in TYPED_DATA.items()}
FIRST_ID = 129
OVERFLOW_ID = 255
DIRECT_IDS = OVERFLOW_ID - FIRST_ID
# Far below the depth at which a reader of the product may give up.
MAX_DEPTH = 60


def key_order(key):
    """Sorts the keys of a map; see the top of this file."""
    if key is None:
        return (0,)
    if isinstance(key, bool):
        return (1, key)
    if isinstance(key, int):
        return (2, key)
    if isinstance(key, Real):
        return (3, key.number)
    if isinstance(key, str):
        return (4, key.encode("utf-8"))
    if isinstance(key, EnumValue):
        return (5, key.index)
    raise Unspecified("order of keys of %r" % (key,))


def has_simple_keys(pairs):
    """Whether the keys can be sorted and are different under any notion of equality."""
    try:
        keys = [key_order(key) for key, _ in pairs]
    except Unspecified:
        return False
    if any(isinstance(key, Real) and key.number != key.number for key, _ in pairs):
        return False
    return len(set(keys)) == len(keys)


class Encoder:
    """`definition` is a definition.Definition or None (no custom types)."""

    def __init__(self, definition=None, int32=False, sort_maps=True):
        self.definition = definition
        self.int32 = int32          # tag 3 where the number fits, as the plain codec does
        self.sort_maps = sort_maps
        self.out = bytearray()

    def pad(self, alignment):
        self.out += bytes(-len(self.out) % alignment)

    def size(self, count):
        if count < 254:
            self.out.append(count)
        elif count <= 0xFFFF:
            self.out += b"\xfe" + struct.pack("<H", count)
        else:
            self.out += b"\xff" + struct.pack("<I", count)

    def integer(self, number):
        if self.int32 and -2**31 <= number < 2**31:
            self.out += b"\x03" + struct.pack("<i", number)
        else:
            self.out += b"\x04" + struct.pack("<q", number)

    def write(self, value):
        out = self.out
        if value is None:
            out.append(0)
        elif value is True:
            out.append(1)
        elif value is False:
            out.append(2)
        elif isinstance(value, int):
            self.integer(value)
        elif isinstance(value, Real):
            out.append(6)
            self.pad(8)
            out += struct.pack("<Q", value.bits)
        elif isinstance(value, str):
            text = value.encode("utf-8")
            out.append(7)
            self.size(len(text))
            out += text
        elif isinstance(value, Data):
            tag, element = TYPED_DATA[value.type]
            out.append(tag)
            self.size(len(value.raw) // element)
            self.pad(element)
            out += value.raw
        elif isinstance(value, Pairs):
            out.append(13)
            self.size(len(value))
            for key, item in (sorted(value, key=lambda pair: key_order(pair[0]))
                              if self.sort_maps else value):
                self.write(key)
                self.write(item)
        elif isinstance(value, list):
            out.append(12)
            self.size(len(value))
            for item in value:
                self.write(item)
        elif isinstance(value, EnumValue):
            self.custom(value.type, lambda: self.integer(value.index))
        elif isinstance(value, Object):
            self.custom(value.type, lambda: self.write(value.fields))
        else:
            raise TypeError("no codec value: %r" % (value,))

    def custom(self, name, write_payload):
        ordinal = self.definition.ordinal(name)
        if ordinal < DIRECT_IDS:
            self.out.append(FIRST_ID + ordinal)
            write_payload()
        else:
            self.out += bytes([OVERFLOW_ID, 12])
            self.size(2)
            self.integer(ordinal - DIRECT_IDS)
            write_payload()


def encode(value, definition=None, **options):
    encoder = Encoder(definition, **options)
    encoder.write(value)
    return bytes(encoder.out)


class Decoder:
    """Reads one value of a static type and nothing else from `data`."""

    def __init__(self, data, definition=None):
        self.data = data
        self.definition = definition
        self.at = 0

    def take(self, count):
        if count > len(self.data) - self.at:
            raise Malformed(self.at, "%d bytes needed" % count)
        self.at += count
        return self.data[self.at - count:self.at]

    def pad(self, alignment):
        self.take(-self.at % alignment)

    def size(self):
        first = self.take(1)[0]
        if first == 254:
            return struct.unpack("<H", self.take(2))[0]
        if first == 255:
            return struct.unpack("<I", self.take(4))[0]
        return first

    def count(self, least):
        """A size of elements of at least `least` bytes each."""
        count = self.size()
        if count * least > len(self.data) - self.at:
            raise Malformed(self.at, "count %d" % count)
        return count

    def expect(self, tag, what):
        if self.take(1)[0] != tag:
            raise Malformed(self.at - 1, what + " expected")

    def integer(self):
        tag = self.take(1)[0]
        if tag == 3:
            return struct.unpack("<i", self.take(4))[0]
        if tag == 4:
            return struct.unpack("<q", self.take(8))[0]
        raise Malformed(self.at - 1, "int expected")

    def text(self):
        raw = self.take(self.size())
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            raise Malformed(self.at - len(raw), "UTF-8 expected") from None

    def typed_data(self, name):
        element = TYPED_DATA[name][1]
        count = self.size()
        self.pad(element)
        return Data(name, bytes(self.take(count * element)))

    def real(self):
        self.pad(8)
        return Real(struct.unpack("<Q", self.take(8))[0])

    def read(self, type_, depth=0):
        """A value of a definition.Type."""
        if depth > MAX_DEPTH:
            raise Unspecified("depth")
        if self.at < len(self.data) and self.data[self.at] == 0 and type_.nullable:
            self.at += 1
            return None
        name = type_.name
        if name == "Object":
            return self.read_any(depth, nullable=False)
        if name == "bool":
            tag = self.take(1)[0]
            if tag not in (1, 2):
                raise Malformed(self.at - 1, "bool expected")
            return tag == 1
        if name == "int":
            return self.integer()
        if name == "double":
            self.expect(6, "double")
            return self.real()
        if name == "String":
            self.expect(7, "string")
            return self.text()
        if name in TYPED_DATA:
            self.expect(TYPED_DATA[name][0], name)
            return self.typed_data(name)
        if name == "List":
            self.expect(12, "list")
            return [self.read(type_.args[0], depth + 1) for _ in range(self.count(1))]
        if name == "Map":
            self.expect(13, "map")
            return Pairs((self.read(type_.args[0], depth + 1), self.read(type_.args[1], depth + 1))
                         for _ in range(self.count(2)))
        start = self.at
        found = self.custom_name(self.take(1)[0])
        if found not in self.definition.instances(name):
            raise Malformed(start, name + " expected")
        return self.custom_payload(found, depth)

    def custom_name(self, tag):
        start = self.at - 1
        if FIRST_ID <= tag < OVERFLOW_ID:
            ordinal = tag - FIRST_ID
        elif tag == OVERFLOW_ID:
            self.expect(12, "overflow list")
            if self.count(1) != 2:
                raise Malformed(self.at - 1, "overflow list of 2 expected")
            ordinal = self.integer()
            if ordinal < 0:
                raise Malformed(start, "overflow id")
            ordinal += DIRECT_IDS
        else:
            raise Malformed(start, "custom id expected")
        if self.definition is None or ordinal >= len(self.definition.codec_table):
            raise Malformed(start, "unknown id")
        return self.definition.codec_table[ordinal]

    def custom_payload(self, name, depth):
        if name in self.definition.enums:
            start = self.at
            index = self.integer()
            if not 0 <= index < len(self.definition.enums[name]):
                raise Malformed(start, "enum index")
            return EnumValue(name, index)
        fields = self.definition.classes[name].fields
        self.expect(12, "fields")
        if self.count(1) != len(fields):
            raise Malformed(self.at - 1, "field count of " + name)
        return Object(name, [self.read(field.type, depth + 1) for field in fields])

    def read_any(self, depth=0, nullable=True):
        if depth > MAX_DEPTH:
            raise Unspecified("depth")
        start = self.at
        tag = self.take(1)[0]
        if tag == 0 and nullable:
            return None
        if tag in (1, 2):
            return tag == 1
        if tag in (3, 4):
            self.at = start
            return self.integer()
        if tag == 5:
            raise Unspecified("big integer")
        if tag == 6:
            return self.real()
        if tag == 7:
            return self.text()
        if tag in DATA_OF_TAG:
            return self.typed_data(DATA_OF_TAG[tag])
        if tag == 12:
            return [self.read_any(depth + 1) for _ in range(self.count(1))]
        if tag == 13:
            return Pairs((self.read_any(depth + 1), self.read_any(depth + 1))
                         for _ in range(self.count(2)))
        return self.custom_payload(self.custom_name(tag), depth)


def decode(data, type_, definition=None):
    decoder = Decoder(data, definition)
    value = decoder.read(type_)
    if decoder.at != len(data):
        raise Malformed(decoder.at, "bytes left over")
    return value


def maps_of(value):
    """Every map inside a value."""
    if isinstance(value, Pairs):
        yield value
        for key, item in value:
            yield from maps_of(key)
            yield from maps_of(item)
    elif isinstance(value, list):
        for item in value:
            yield from maps_of(item)
    elif isinstance(value, Object):
        for item in value.fields:
            yield from maps_of(item)
