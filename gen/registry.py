#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Pins what the other scripts of this folder read of Khronos's registries, so that they write the same
files on every system:

  gen/registry/gl.xml   all enumerants; the commands and extensions of gen/gl_commands.txt, the
                        commands of gen/osmesa_commands.txt, and what gl.xml connects with them; of
                        what kind their arguments are; what OpenGL ES 1.1 consists of
  gen/registry/vk.xml   the commands and extensions of gen/vk_commands.txt, with the structures of
                        features and properties

To be run when a list names something new, on a system whose registries know it (packages khronos-api
and libvulkan-dev); --gl FILE and --vk FILE name others. Vulkan's is to be as old as the oldest headers
that the project is built with: what is newer is declared in src/base, and comes by --vk-newer FILE, or
is what the extract has. Nothing else reads the system's registries."""

import argparse
import copy
import pathlib
import re
import xml.etree.ElementTree as ET

import gl_entry
import osmesa_entry
import vk_entry

SYSTEM_GL = "/usr/share/khronos-api/gl.xml"
SYSTEM_VK = "/usr/share/vulkan/registry/vk.xml"


def bare(node: ET.Element, attributes: tuple[str, ...] = ()) -> ET.Element:
    """The element itself, with those attributes and nothing below it."""
    return ET.Element(node.tag, {a: node.get(a) for a in attributes if node.get(a) is not None})


def declaration(node: ET.Element, attributes: tuple[str, ...] = ()) -> ET.Element:
    """A declaration in C: its text and the elements in it, without comments."""
    kept = bare(node, attributes)
    kept.text = single_spaced(node.text)
    for child in node:
        if child.tag != "comment":
            inner = ET.SubElement(kept, child.tag)
            inner.text, inner.tail = child.text, single_spaced(child.tail)
    return kept


def single_spaced(text: str | None) -> str | None:
    return text and re.sub(r"\s+", " ", text)


def write(root: ET.Element, source: ET.Element, name: str, target: pathlib.Path) -> None:
    comment = ET.Element("comment")
    comment.text = ((source.findtext("comment") or "").split("\n\nThis file")[0].rstrip() +
                    f"\n\nAn extract of the registry {name}, made by gen/registry.py.\n")
    root.insert(0, comment)
    # Declarations keep the white space that they have.
    for node in root.iter():
        if node.tag not in ("proto", "param", "member", "comment"):
            if len(node):
                node.text = "\n"
            for child in node:
                child.tail = "\n"
    target.parent.mkdir(exist_ok=True)
    target.write_text('<?xml version="1.0" encoding="UTF-8"?>\n' +
                      ET.tostring(root, encoding="unicode") + "\n")


def pin_gl(path: str) -> None:
    source = ET.parse(path).getroot()
    full = gl_entry.Registry(source)
    wanted = set(osmesa_entry.read_commands())
    extensions = set(gl_entry.promised_extensions())
    for line in gl_entry.listed_lines():
        line = line.removeprefix("~")
        if line.startswith("@"):
            extensions.add(line[1:])
        elif line.startswith("%"):
            wanted |= {n for n in full.commands if re.fullmatch(line[1:], n)}
        elif not line.startswith("!") and "=" not in line:
            wanted.add(line)
    for extension in extensions:
        wanted |= set(full.extensions.get(extension, ()))
    wanted |= set(full.es1_commands)
    for name in list(wanted):
        wanted |= full.neighbours(name)

    nodes = [n for n in source.iterfind("commands/command") if n.findtext("proto/name") in wanted]
    groups = {g for n in nodes for p in n.iterfind("param") for g in p.get("group", "").split(",")}

    root = ET.Element("registry")
    enums = ET.SubElement(root, "enums")
    for enum in source.iterfind("enums/enum"):
        kept = bare(enum, ("name", "value", "api", "type"))
        of = [g for g in enum.get("group", "").split(",") if g in groups and g]
        if of:
            kept.set("group", ",".join(of))
        enums.append(kept)
    commands = ET.SubElement(root, "commands")
    for node in nodes:
        command = ET.SubElement(commands, "command")
        command.append(declaration(node.find("proto")))
        command.extend(declaration(p, ("group", "class", "len")) for p in node.iterfind("param"))
        command.extend(bare(a, ("name",)) for a in node.iterfind("alias"))
    for node in source.iterfind("feature[@api='gles1']"):
        feature = bare(node, ("api", "name"))
        pin_requirements(feature, node)
        root.append(feature)
    of_es1 = {e.get("name"): e for e in source.iterfind("extensions/extension")
              if e.get("name") in gl_entry.es1_extensions()}
    pinned = ET.SubElement(root, "extensions")
    for name in sorted(extensions):
        extension = ET.SubElement(pinned, "extension", {"name": name})
        if name in of_es1:
            pin_requirements(extension, of_es1[name])
            continue
        require = ET.SubElement(extension, "require")
        for command in full.extensions.get(name, ()):
            ET.SubElement(require, "command", {"name": command})
    write(root, source, "gl.xml", gl_entry.REGISTRY)


def pin_requirements(to: ET.Element, source: ET.Element) -> None:
    """All commands and enumerants, by the APIs that have them."""
    for require in source.iterfind("require"):
        kept = ET.SubElement(to, "require", bare(require, ("api",)).attrib)
        kept.extend(bare(child, ("name",)) for child in require if child.tag in gl_entry.ES1_KINDS)


def is_met(require: ET.Element, extensions: set[str]) -> bool:
    """Newer registries say `depends`: alternatives by commas, of names joined by plus signs."""
    condition = require.get("depends") or require.get("extension") or ""
    return any(all(name in extensions or not name or name.startswith("VK_VERSION_")
                   for name in alternative.split("+"))
               for alternative in re.sub(r"[()]", "", condition).split(","))


def borrow(extension: str, donor: ET.Element, to: ET.Element) -> None:
    """Copies an extension, its types and its commands. What a later version of Vulkan took in has the
    extension's names again."""
    full, known = vk_entry.Registry(donor), vk_entry.Registry(to)
    node = full.extensions[extension]
    to.find("extensions").append(copy.deepcopy(node))
    named = {kind: [n.get("name") for n in node.iterfind(f"require/{kind}")]
             for kind in ("type", "command", "enum")}
    promoted = {full.target(n): n for n in named["command"] if n in full.aliases}
    promoted |= {full.type_aliases[n]: n for n in named["type"] if n in full.type_aliases}
    promoted |= {n.get("alias"): n.get("name") for n in node.iterfind("require/enum")
                 if n.get("alias")}

    def missing(kind: str, known: dict) -> list[str]:
        return [n for n in named[kind] if n not in known]

    def own(declared: ET.Element) -> ET.Element:
        declared = copy.deepcopy(declared)
        for part in declared.iter():
            part.text = promoted.get(part.text, part.text)
            for attribute in ("name", "values"):
                if part.get(attribute) in promoted:
                    part.set(attribute, promoted[part.get(attribute)])
        return declared

    for name in missing("type", known.structures | known.type_aliases):
        target = full.type_aliases.get(name, name)
        to.find("types").extend(own(t) for t in donor.iterfind("types/type")
                                if t.get("name") == target and vk_entry.for_vulkan(t))
    for name in missing("command", known.commands | known.aliases):
        to.find("commands").extend(
            own(c) for c in donor.iterfind("commands/command")
            if c.findtext("proto/name") == full.target(name) and vk_entry.for_vulkan(c))


def pin_vk(path: str, newer: str | None) -> None:
    source = ET.parse(path).getroot()
    donors = [ET.parse(p).getroot() for p in (newer, vk_entry.REGISTRY) if p]
    for extension in vk_entry.listed_extensions():
        if extension in vk_entry.Registry(source).extensions:
            continue
        donor = next((d for d in donors if extension in vk_entry.Registry(d).extensions), None)
        assert donor is not None, f"{extension}: no registry has it; name a newer one by --vk-newer"
        borrow(extension, donor, source)
    full = vk_entry.Registry(source)
    commands, extensions = vk_entry.read_commands(full)
    requires = {e: [r for r in full.extensions[e].iterfind("require") if is_met(r, set(extensions))]
                for e in extensions}
    names = set(commands) | {c.get("name") for rs in requires.values() for r in rs
                             for c in r.iterfind("command")}
    names |= {full.target(name) for name in names}
    types = set(full.core_types) | {t.get("name") for rs in requires.values() for r in rs
                                    for t in r.iterfind("type")}
    targets = {full.type_aliases.get(name, name) for name in types}
    extended = {"VkPhysicalDeviceFeatures2", "VkPhysicalDeviceProperties2"}
    structures = {n for n in targets if n in full.structures and extended &
                  set(full.structures[n].get("structextends", "").split(","))}
    aliases = {n for n in types if full.type_aliases.get(n) in structures}
    structures.add("VkPhysicalDeviceFeatures")

    root = ET.Element("registry")
    pinned = ET.SubElement(root, "types")
    for node in source.iterfind("types/type"):
        name = node.get("name")
        if name in aliases:
            pinned.append(bare(node, ("name", "alias")))
        elif name in structures and vk_entry.for_vulkan(node):
            struct = bare(node, ("category", "name", "structextends"))
            struct.extend(declaration(m, ("values",)) for m in full.members(name))
            pinned.append(struct)
    pinned = ET.SubElement(root, "commands")
    for node in source.iterfind("commands/command"):
        if not vk_entry.for_vulkan(node):
            continue
        if node.get("alias") and node.get("name") in names:
            pinned.append(bare(node, ("name", "alias")))
        elif node.findtext("proto/name") in names:
            command = ET.SubElement(pinned, "command")
            command.append(declaration(node.find("proto")))
            command.extend(declaration(p) for p in node.iterfind("param") if vk_entry.for_vulkan(p))

    def requirements(to: ET.Element, nodes: list[ET.Element]) -> None:
        kept = ET.SubElement(to, "require")
        for node in nodes:
            for child in node:
                name = child.get("name", "")
                if ((child.tag == "command" and name in names) or
                        (child.tag == "type" and name in structures | aliases)):
                    kept.append(bare(child, ("name",)))
                elif child.tag == "enum" and name.endswith("_SPEC_VERSION"):
                    kept.append(bare(child, ("name", "value")))

    for node in source.iterfind("feature"):
        if vk_entry.for_vulkan(node):
            feature = bare(node, ("name", "number"))
            requirements(feature, list(node.iterfind("require")))
            root.append(feature)
    pinned = ET.SubElement(root, "extensions")
    for name in extensions:
        extension = bare(full.extensions[name], ("name", "supported", "type"))
        requirements(extension, requires[name])
        pinned.append(extension)
    write(root, source, "vk.xml", vk_entry.REGISTRY)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gl", default=SYSTEM_GL)
    parser.add_argument("--vk", default=SYSTEM_VK)
    parser.add_argument("--vk-newer", metavar="FILE",
                        help="where listed extensions are that the other lacks")
    arguments = parser.parse_args()
    pin_gl(arguments.gl)
    pin_vk(arguments.vk, arguments.vk_newer)


if __name__ == "__main__":
    main()
