"""The oracle checked against bytes that others published.

  smc_test.py                 cases of this file
  smc_test.py --vectors FILE  golden vectors: every vector is encoded from the value that its name
                              describes, and decoded and encoded again
"""

import json
import os
import sys
import tempfile
import unittest

import definition
import smc
from smc import Data, EnumValue, Malformed, Object, Pairs, Real, decode, encode

OBJECT = definition.Type("Object", True)
VECTORS = None


def load(text):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "d.dart")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return definition.read(path)


# The types that the golden vectors speak of, and a class at ordinal 126.
VECTOR_TYPES = load(
    "enum Code { one, two, three }"
    "class Message { String? name; Code code; Map<String, String> data; }"
    "class LatLng { double latitude, longitude; }"
    + "".join("class Filler%d {}" % i for i in range(123))
    + "class Last { int value; }")


def typed(name, code, numbers):
    return Data(name, b"".join(n.to_bytes(code, "little", signed=True) for n in numbers))


def reals(*numbers):
    return Data("Float64List", b"".join(Real.of(n).bits.to_bytes(8, "little") for n in numbers))


# Values by the name of the vector, read off the names of the file.
VALUES = {
    "base_00 None": None,
    "base_01 True": True,
    "base_02 False": False,
    "base_04 1311768467294899695": 1311768467294899695,
    "base_05 3.141592653589793": Real.of(3.141592653589793),
    "base_06 'hello world'": "hello world",
    "base_08 'h\U0001f602w'": "h\U0001f602w",
    "base_09 ''": "",
    "base_10 [None, 'hello', 3.14, 47, [42, 'nested']":
        [None, "hello", Real.of(3.14), 47, [42, "nested"]],
    "base_12 u8": typed("Uint8List", 1, [0xBA - 256, 0x5E, 0xBA - 256, 0x11]),
    "base_13 i32": typed("Int32List", 4, [0x12345678, -1, 0]),
    "base_14 i64": typed("Int64List", 8, [0x1234567890ABCDEF, -1]),
    "base_16 f64": reals(3.141592653589793, 1000.0),
    "pigeon enum(129)=2": EnumValue("Code", 2),
    "pigeon class130[name?=null,code enum1,map]":
        Object("Message", [None, EnumValue("Code", 1), Pairs([("k", "v")])]),
    "LatLng(131)": Object("LatLng", [Real.of(1.5), Real.of(-2.25)]),
    "args [true,1.0] alignment inside list": [True, Real.of(1.0)],
    "empty i64 list then true (dart/java writer aligns)": [Data("Int64List", b""), True],
    "empty i32 then true": [Data("Int32List", b""), True],
    "empty u8 then true": [Data("Uint8List", b""), True],
    "string 253": "a" * 253,
    "string 254": "a" * 254,
    "string 65536": "a" * 65536,
    "list 254 null": [None] * 254,
    "u8 300": Data("Uint8List", b"\1" * 300),
    "-0.0": Real.of(-0.0),
    "inf": Real.of(float("inf")),
    "overflow: class index 126 -> type 0 wrapped list": Object("Last", [1]),
    "embedded NUL": "a\0b",
}


def value_of(name):
    if name in VALUES:
        return VALUES[name]
    return int(name.split()[1])  # "base_17 -2147483648"


class Vectors(unittest.TestCase):
    def test_vectors(self):
        with open(VECTORS, encoding="utf-8") as file:
            vectors = json.load(file)
        self.assertGreaterEqual(len(vectors), 34)
        for vector in vectors:
            with self.subTest(vector["name"]):
                int32 = not vector["pigeon_int64"]
                got = encode(value_of(vector["name"]), VECTOR_TYPES, int32=int32)
                self.assertEqual(len(got), vector["len"])
                self.assertTrue(got.hex().startswith(vector["head"]), got[:40].hex())
                self.assertTrue(got.hex().endswith(vector["tail"]), got[-40:].hex())
                if vector.get("hex"):
                    self.assertEqual(got.hex(), vector["hex"])
                again = decode(got, OBJECT, VECTOR_TYPES)
                self.assertEqual(again, value_of(vector["name"]))


class Own(unittest.TestCase):
    def test_padding_counts_from_byte_zero(self):
        for prefix in range(8):
            value = ["x" * prefix, Real.of(1.0)]
            got = encode(value)
            self.assertEqual(len(got) % 8, 0)
            self.assertEqual(got[-8:], bytes.fromhex("000000000000f03f"))
            self.assertEqual(decode(got, OBJECT), value)

    def test_float32(self):
        # Tag 14, one element, padded to offset 4: 1.0f.
        self.assertEqual(encode(Data("Float32List", bytes.fromhex("0000803f"))).hex(),
                         "0e0100000000803f")

    def test_ordinals(self):
        types = load("import 'package:pigeon/pigeon.dart';\n"
                     "sealed class S {} class A extends S {} enum E { x }\n"
                     "/* block { */ class B extends S {\n"
                     "  /// doc }\n  final int? a;\n  B({this.a = 1});\n}\n"
                     "@HostApi() abstract class Api { void f(); }")
        self.assertEqual(types.codec_table, ["E", "A", "B"])
        self.assertEqual(types.instances("S"), ["A", "B"])
        self.assertEqual(encode(Object("B", [7]), types).hex(), "830c010407" + "00" * 7)

    def test_tag_3_reads_as_int(self):
        self.assertEqual(decode(bytes.fromhex("03ffffffff"), definition.Type("int")), -1)

    def test_malformed(self):
        for text in ("", "04", "0701", "07fe", "0c02", "0cffffffffff", "0b01", "80", "ff0c0204",
                     "0702c328", "0000"):
            with self.assertRaises(Malformed, msg=text):
                decode(bytes.fromhex(text), OBJECT)

    def test_null_for_non_null(self):
        with self.assertRaises(Malformed):
            decode(b"\0", definition.Type("String"))

    def test_map_keys_are_sorted(self):
        pairs = Pairs([("b", 1), (None, 2), (3, 3), (False, 4), ("a", 5), (Real.of(0.5), 6)])
        keys = [key for key, _ in decode(encode(pairs), OBJECT)]
        self.assertEqual(keys, [None, False, 3, Real.of(0.5), "a", "b"])


if __name__ == "__main__":
    if len(sys.argv) > 2 and sys.argv[1] == "--vectors":
        VECTORS = sys.argv[2]
        if not os.path.exists(VECTORS):
            print("SKIPPED: no corpus: %s is absent" % VECTORS)
            sys.exit(77)
        unittest.main(argv=[sys.argv[0], "Vectors"])
    unittest.main(argv=[sys.argv[0], "Own"])
