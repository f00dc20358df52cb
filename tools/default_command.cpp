// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/commands.h"
#include "tools/installation.h"

#include <errno.h>

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <fstream>

// libGLX takes the vendor that __GLX_VENDOR_LIBRARY_NAME names before the one that the X server
// does, so a system's default is that variable in everybody's session. Three files reach the kinds
// of sessions that there are; each keeps what the user has set. A system whose directory for one is
// missing has no such sessions, and no directory is made that nobody would remove.

namespace tool {

namespace fs = std::filesystem;

namespace {

constexpr const char* kVariable = "__GLX_VENDOR_LIBRARY_NAME";

enum class Syntax : uint8_t { EnvironmentD, Shell };

struct SessionFile {
    const char* path; ///< Below the system's root.
    const char* sessions;
    Syntax syntax;
};

constexpr SessionFile kFiles[] = {
    {.path = "etc/environment.d/90glissade.conf",
     .sessions = "of systemd's users, Wayland's among them",
     .syntax = Syntax::EnvironmentD},
    {.path = "etc/X11/Xsession.d/90glissade",
     .sessions = "of X display managers and startx",
     .syntax = Syntax::Shell},
    {.path = "etc/profile.d/glissade.sh", .sessions = "of login shells", .syntax = Syntax::Shell},
};

std::string textOf(const SessionFile& file, const std::string& library) {
    const std::string head =
        "# Written by `glissade default on`; `glissade default off` removes it.\n";
    if (file.syntax == Syntax::EnvironmentD) {
        return head + fmt::format("{0}=${{{0}:-glissade}}\n", kVariable);
    }
    return head + fmt::format("if [ -e \"{1}\" ]; then\n"
                              "    export {0}=\"${{{0}:-glissade}}\"\n"
                              "fi\n",
                              kVariable,
                              library);
}

bool writeFile(const fs::path& path, const std::string& text) {
    errno = 0;
    std::ofstream out(path, std::ios::trunc);
    out << text;
    out.close();
    return out.good();
}

/// All that are there; the first error that kept one.
std::error_code removeFiles(const fs::path& root) {
    std::error_code first;
    for (const SessionFile& file : kFiles) {
        std::error_code error;
        fs::remove(root / file.path, error);
        first = first ? first : error;
    }
    return first;
}

int turnOn(const fs::path& root) {
    const base::Result<Installation> installation = findInstallation();
    if (!installation) {
        return fail(installation.error().message);
    }
    if (!installation->hasGlx()) {
        return fail(
            fmt::format("This installation has no door for GLX: {}.", installation->glxLibrary));
    }
    if (installation->prefix != root / "usr") {
        return fail(fmt::format("Only a Glissade in {} can be the default, where libGLX looks for "
                                "it; this one is in {}.",
                                (root / "usr").string(),
                                installation->prefix));
    }
    const fs::path library = "/" / fs::path(installation->glxLibrary).lexically_relative(root);
    for (const SessionFile& file : kFiles) {
        const fs::path path = root / file.path;
        std::error_code ignored;
        if (!fs::exists(path.parent_path(), ignored)) {
            continue;
        }
        if (!writeFile(path, textOf(file, library.string()))) {
            const int error = errno;
            removeFiles(root);
            return fail(fmt::format("Cannot write {}: {}.", path.string(), std::strerror(error)));
        }
        fmt::print("{}: for sessions {}\n", path.string(), file.sessions);
    }
    fmt::print("Glissade is the default for GLX in sessions that begin from now on.\n");
    return 0;
}

int turnOff(const fs::path& root) {
    const std::error_code error = removeFiles(root);
    return error ? fail(fmt::format("Cannot remove what `glissade default on` wrote: {}.",
                                    error.message()))
                 : 0;
}

int show(const fs::path& root) {
    size_t there = 0;
    for (const SessionFile& file : kFiles) {
        std::error_code ignored;
        const bool exists = fs::exists(root / file.path, ignored);
        there += exists ? 1 : 0;
        fmt::print(
            "sessions {}: {}\n", file.sessions, exists ? "Glissade" : "as the system has it");
    }
    return there > 0 ? 0 : 1;
}

} // namespace

int runDefault(const DefaultRequest& request) {
    switch (request.action) {
    case DefaultRequest::Action::On:
        return turnOn(request.root);
    case DefaultRequest::Action::Off:
        return turnOff(request.root);
    case DefaultRequest::Action::Show:
        break;
    }
    return show(request.root);
}

} // namespace tool
