// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/gl_answer.h"

#include "tools/linked_libraries.h"

#include <elf.h>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

namespace tool {

namespace {

using Kind = OtherGl::Kind;

std::string nameOf(const std::string& path) {
    return std::filesystem::path(path).filename().string();
}

bool isFor32Bits(const std::string& library) {
    char identification[EI_NIDENT] = {};
    std::ifstream(library, std::ios::binary).read(identification, sizeof identification);
    return identification[EI_CLASS] == ELFCLASS32;
}

/// Whose it is, as far as its name says.
std::string ownerOf(const OtherGl& other) {
    const std::string name = nameOf(other.library);
    if (other.kind == Kind::Own || other.kind == Kind::Angle) {
        return "an OpenGL of its own";
    }
    if (other.kind == Kind::Osmesa || name.find("_mesa.") != std::string::npos) {
        return "Mesa";
    }
    return name.find("_nvidia.") != std::string::npos ? "NVIDIA's OpenGL" : "another OpenGL";
}

std::string missing(const std::string& file) {
    return fmt::format("this installation of Glissade has no {}", file);
}

/// Why the doors that are set did not lead to Glissade, and what can be done.
std::string reasonFor(const OtherGl& other, const Installation& installation) {
    if (isFor32Bits(other.library)) {
        return "it is a 32-bit program, and this Glissade is for programs of 64 bits";
    }
    if (other.kind == Kind::Angle) {
        return "it brings ANGLE along; Chromium, Electron and their kin have it use the system's "
               "OpenGL with --use-gl=angle --use-angle=gl-egl";
    }
    if (other.kind == Kind::Own) {
        return "it brings that library along; it uses the system's once that file is out of its "
               "way";
    }
    if (other.kind == Kind::Glx && !installation.hasGlx()) {
        return missing(installation.glxLibrary);
    }
    if (other.kind == Kind::Osmesa && !installation.hasOsmesa()) {
        return missing(installation.osmesaLibrary);
    }
    if (!other.knewGlissade) {
        return "a launcher or sandbox started it without the variables that `glissade run` sets; "
               "start it without that";
    }
    if (other.kind == Kind::Osmesa) {
        return "it looks for that library in a place of its own; it uses Glissade's once that file "
               "is out of its way";
    }
    return "Glissade's library could not be loaded; `glissade info` says why";
}

} // namespace

std::optional<std::string> explainAnswer(const Installation& installation,
                                         const GlWatch& watch,
                                         const std::vector<std::string>& command,
                                         const ProgramEnd& end) {
    if (watch.glissadeAnswered()) {
        return std::nullopt;
    }
    if (watch.other() && !watch.glissadeLoaded()) {
        const OtherGl& other = *watch.other();
        return fmt::format("{} used {} ({}) instead of Glissade: {}.",
                           other.program,
                           ownerOf(other),
                           other.library,
                           reasonFor(other, installation));
    }
    if (!end.succeeded() && !GlWatch::hasDisplay() &&
        (watch.sawGlx() || linksLibrary(command.front(), "libGLX.so.0"))) {
        return fmt::format("{} uses GLX, which needs an X server, and DISPLAY names none; start "
                           "it with `xvfb-run -a glissade run`, or have it use EGL, if it can.",
                           nameOf(command.front()));
    }
    return std::nullopt;
}

} // namespace tool
