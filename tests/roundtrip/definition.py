"""Reads enough of a definition file for an independent encoder: enums, classes, sealed parents.

Written with one regular expression for tokens and no look at the product's parser. APIs, constants,
constructors and annotations are skipped by counting brackets; a file that this reader does not
understand is an error of the test, not a guess.
"""

import dataclasses
import os
import re

TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/)
      |(?P<text>r?'''.*?'''|r?\"\"\".*?\"\"\"|r'[^'\n]*'|r"[^"\n]*"
        |'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")
      |(?P<word>[A-Za-z_$][A-Za-z0-9_$]*)
      |(?P<number>(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?))
      |(?P<mark>.)""", re.S | re.X)


@dataclasses.dataclass(frozen=True)
class Type:
    name: str
    nullable: bool = False
    args: tuple = ()

    def __str__(self):
        args = "<%s>" % ", ".join(map(str, self.args)) if self.args else ""
        return self.name + args + ("?" if self.nullable else "")


@dataclasses.dataclass(frozen=True)
class Field:
    name: str
    type: Type


@dataclasses.dataclass
class Class:
    name: str
    fields: list
    sealed: bool = False
    parent: str = None


OBJECT = Type("Object", True)
BARE = {"List": (OBJECT,), "Map": (OBJECT, OBJECT)}


class Definition:
    """The types of one file and, after them, of the files that it imports."""

    def __init__(self):
        self.enums = {}        # name -> member names
        self.classes = {}      # name -> Class
        self.codec_table = []  # names in the order of their ids
        self.own = []          # names declared by the file itself, sealed bases too
        self.api_kinds = set() # annotations of abstract classes: "HostApi", …

    def ordinal(self, name):
        return self.codec_table.index(name)

    def instances(self, name):
        """The types whose values a place of static type `name` may hold."""
        if name in self.classes and self.classes[name].sealed:
            return [c.name for c in self.classes.values() if c.parent == name]
        return [name]


class _Reader:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.path = path
        self.tokens = [(m.lastgroup, m.group()) for m in TOKEN.finditer(text)
                       if m.lastgroup != "skip"]
        self.at = 0
        self.imports = []
        self.definition = Definition()

    def peek(self, ahead=0):
        index = self.at + ahead
        return self.tokens[index][1] if index < len(self.tokens) else ""

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1][1]

    def expect(self, token):
        if self.next() != token:
            raise ValueError("%s: %r expected before %r"
                             % (self.path, token, " ".join(t for _, t in
                                                           self.tokens[self.at - 1:self.at + 5])))

    def skip_brackets(self):
        """Past the bracket that closes the one at the cursor."""
        depth = 0
        while True:
            token = self.next()
            depth += (token in "([{") - (token in ")]}")
            if depth == 0:
                return

    def skip_annotation(self):
        self.expect("@")
        name = self.next()
        while self.peek() == ".":
            self.next()
            name = self.next()
        if self.peek() == "(":
            self.skip_brackets()
        return name

    def file(self):
        annotations = []
        while self.at < len(self.tokens):
            token = self.peek()
            if token == "@":
                annotations.append(self.skip_annotation())
                continue
            if token == "import":
                self.next()
                self.imports.append(self.next().strip("'\""))
                self.expect(";")
            elif token == "const":
                while self.next() != ";":
                    pass
            elif token == "enum":
                self.enum()
            elif token == "abstract":
                self.definition.api_kinds.update(a for a in annotations if a.endswith("Api"))
                while self.peek() != "{":
                    self.next()
                self.skip_brackets()
            elif token in ("class", "sealed", "final", "base"):
                self.data_class()
            else:
                raise ValueError("%s: unexpected %r" % (self.path, token))
            annotations = []

    def enum(self):
        self.expect("enum")
        name = self.next()
        self.expect("{")
        members = []
        while self.peek() != "}":
            if self.peek() == "@":
                self.skip_annotation()
                continue
            members.append(self.next())
            if self.peek() == ",":
                self.next()
        self.expect("}")
        self.definition.enums[name] = members
        self.definition.own.append(name)

    def data_class(self):
        sealed = False
        while self.peek() != "class":
            sealed = self.next() == "sealed" or sealed
        self.expect("class")
        found = Class(self.next(), [], sealed)
        if self.peek() in ("extends", "implements"):
            self.next()
            found.parent = self.next()
        self.expect("{")
        while self.peek() != "}":
            self.member(found)
        self.expect("}")
        self.definition.classes[found.name] = found
        self.definition.own.append(found.name)

    def member(self, found):
        if self.peek() == "@":
            self.skip_annotation()
            return
        while self.peek() in ("late", "final", "const"):
            self.next()
        if self.peek() == found.name and self.peek(1) == "(":
            self.next()
            self.skip_brackets()
            self.expect(";")
            return
        type_ = self.type()
        found.fields.append(Field(self.next(), type_))
        while self.peek() == ",":
            self.next()
            found.fields.append(Field(self.next(), type_))
        self.expect(";")

    def type(self):
        name = self.next()
        args = ()
        if self.peek() == "<":
            self.next()
            args = [self.type()]
            while self.peek() == ",":
                self.next()
                args.append(self.type())
            self.expect(">")
            args = tuple(args)
        nullable = self.peek() == "?"
        if nullable:
            self.next()
        return Type(name, nullable, args or BARE.get(name, ()))


def read(path, _seen=None):
    """The Definition of a file: its own types, then those of its imports, each file once."""
    seen = set() if _seen is None else _seen
    seen.add(os.path.realpath(path))
    reader = _Reader(path)
    reader.file()
    result = reader.definition
    # Ids: enums, then classes, without sealed bases; then the imported files in order.
    result.codec_table = list(result.enums) + [c.name for c in result.classes.values()
                                               if not c.sealed]
    for target in reader.imports:
        if target.startswith("package:"):
            continue
        target = os.path.join(os.path.dirname(path), target)
        if os.path.realpath(target) in seen:
            continue
        imported = read(target, seen)
        result.enums.update(imported.enums)
        result.classes.update(imported.classes)
        result.codec_table += imported.codec_table
    return result
