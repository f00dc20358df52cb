// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/options.h"
#include "tools/commands.h"
#include "tools/device_choice.h"
#include "tools/foreground_program.h"
#include "tools/gl_answer.h"
#include "tools/gl_watch.h"
#include "tools/manifest_list.h"
#include "tools/x_server.h"

#include <errno.h>

#include <fmt/format.h>

#include <cstring>
#include <sys/wait.h>

namespace tool {

namespace {

base::Result<void> exportRequest(const Installation& installation, const RunRequest& request) {
    addManifest(installation.cpuManifest);
    exportDefaultOptions("gbm"); // No other driver is there to leave its displays to.
    for (const std::string& option : request.options) {
        const base::ParsedOptions parsed = base::parseOptions(option);
        if (!parsed.warnings.empty()) {
            return base::Error{parsed.warnings.front()};
        }
        exportOptions(option);
    }
    if (request.haveDevice) {
        const base::Result<VulkanDevice> device = chooseDevice(installation, request.device);
        if (!device) {
            return device.error();
        }
        exportDevice(*device);
    } else if (const base::Result<void> vulkan = checkVulkan(); !vulkan) {
        return vulkan.error();
    }
    exportInstallation(installation);
    return {};
}

/// Empty: by itself, and well.
std::string describeEnding(const ProgramEnd& end) {
    if (WIFSIGNALED(end.status)) {
        return fmt::format("The program was ended by signal {} ({}).",
                           WTERMSIG(end.status),
                           strsignal(WTERMSIG(end.status)));
    }
    return end.status == 0
               ? std::string()
               : fmt::format("The program ended with exit code {}.", WEXITSTATUS(end.status));
}

} // namespace

int explainLastRun(const RecordRequest& request) {
    const base::Result<std::filesystem::path> last = lastRecordedRun();
    if (!last) {
        return fail(last.error().message);
    }
    const std::string problems = finishRecordedRun(*last, {}, request);
    return problems.empty() ? 0 : fail(problems);
}

int runProgram(const RunRequest& request) {
    if (request.command.empty()) {
        return fail(
            "Name the program to run, as in `glissade run [--device DEVICE] -- PROGRAM ARGS`.");
    }
    const base::Result<Installation> installation = findInstallation();
    if (!installation) {
        return fail(installation.error().message);
    }
    if (const base::Result<void> exported = exportRequest(*installation, request); !exported) {
        return fail(exported.error().message);
    }
    std::filesystem::path records;
    if (request.record.wanted()) {
        const base::Result<std::filesystem::path> directory = beginRecordedRun();
        if (!directory) {
            return fail(directory.error().message);
        }
        records = *directory;
        exportOptions("record=" + records.string());
    }
    const XServer server; // Until the program has ended.
    if (server.lacks("GLX")) {
        exportGlxStandIn(*installation);
    }
    GlWatch watch(*installation);
    const ProgramEnd end =
        runInForeground(request.command, [&](pid_t program) { return watch.look(program); });
    const std::string& program = request.command.front();
    if (end.startError == ENOENT || end.startError == ENOTDIR) {
        return fail(fmt::format("There is no program {}.", program), kExitNotFound);
    }
    if (end.startError != 0) {
        return fail(fmt::format("Cannot run {}: {}.", program, std::strerror(end.startError)),
                    kExitNotExecutable);
    }
    if (!records.empty()) {
        const std::string problems =
            finishRecordedRun(records, describeEnding(end), request.record);
        if (!problems.empty()) {
            say(problems);
        } else if (!request.record.report.empty()) {
            say(fmt::format("The report is {}.", request.record.report));
        }
    }
    if (const auto sentence = explainAnswer(*installation, watch, request.command, end)) {
        say(*sentence);
    }
    return endLike(end);
}

} // namespace tool
