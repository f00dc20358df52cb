// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/log_level.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// Options a user may set in the environment: GLISSADE_OPTIONS=key=value,key=value, or in a file.
// One table (optionTable) holds names, types, defaults, ranges and help; the parser, the help text,
// the documentation and the start-up log come from it.

namespace base {

enum class PresentMode : unsigned char { Auto, Fifo, Mailbox, Immediate };
enum class CpuTier : unsigned char { Auto, Generic, Prebuilt, Specialized, Inlined, Copied };
enum class CpuTiling : unsigned char { Auto, Linear, Tiled };
enum class Descriptors : unsigned char { Auto, Sets, Push, Buffer };
enum class Pipelines : unsigned char { Auto, Whole, Libraries, Objects };
enum class VertexFormats : unsigned char { Auto, Baked, Dynamic };

struct Options {
    LogLevels log;
    std::string device;
    bool diskCache;
    std::string cacheDir;
    int compileThreads;
    bool validation;
    PresentMode presentMode;
    Pipelines pipelines;
    Descriptors descriptors;
    VertexFormats vertexFormats;
    bool gbm;
    bool invariant;
    double deviceWait; ///< Seconds.
    bool preload;
    std::string record;

    // The CPU device.
    int cpuThreads;
    int cpuLevel;
    CpuTier cpuTier;
    CpuTiling cpuTiling;
    int cpuRoutines;
    bool cpuPerfMap;
    double watchdog; ///< Seconds.

    // Debug switches: each hides an ability of the device so that tests reach the other path.
    bool noDepthClipControl;
    bool noDynamicState;
    bool noIndexUint8;
    bool noRestartIndex;
    bool noHostVisibleDeviceMemory;
    bool noCustomBorder;
    bool noMirrorClamp;
    bool noSwapchain;
    bool noCubeSeams;
    bool noLinearDepth;
    int maxSamplers;
    bool tinyRings;
    bool foldSets;
    bool oneProvokingVertex;
    bool noSpecialPrograms;
    bool noGeneralPrograms;
};

using OptionMember = std::variant<bool Options::*,
                                  int Options::*,
                                  double Options::*,
                                  std::string Options::*,
                                  LogLevels Options::*,
                                  PresentMode Options::*,
                                  CpuTier Options::*,
                                  CpuTiling Options::*,
                                  Pipelines Options::*,
                                  Descriptors Options::*,
                                  VertexFormats Options::*>;

struct OptionInfo {
    std::string_view name;
    OptionMember member;
    std::string_view defaultText;
    int min; ///< numbers only
    int max;
    std::string_view help; ///< one sentence
};

std::span<const OptionInfo> optionTable();

/// What values the option takes, for people: "on|off", "0..64", "text".
std::string describeValues(const OptionInfo& info);
/// The option's value as one would write it.
std::string valueText(const OptionInfo& info, const Options& options);

struct ParsedOptions {
    Options options;
    std::vector<std::string> warnings; ///< one sentence each
    /// Who set each one last: FILE:LINE, GLISSADE_OPTIONS, "Glissade for PATTERN"; empty: nobody.
    std::vector<std::string> sources;
};
/// What is known of the program (base/known_programs.h), the user's file (base/option_file.h), then
/// GLISSADE_OPTIONS, parsed on first use. The log tells the warnings (base/log.h).
const ParsedOptions& parsedOptions();
/// The options the process runs with.
inline const Options& options() {
    return parsedOptions().options;
}

/// Applies `text` to the defaults. Unknown keys and bad values change nothing and give a warning;
/// of a key set twice the last counts. A switch may stand without value and then means on.
ParsedOptions parseOptions(std::string_view text);
/// The same, after what is known of the program and `file` says, which is called `fileName`.
ParsedOptions parseOptions(std::string_view text,
                           std::string_view file,
                           std::string_view fileName,
                           std::string_view program);

/// Help for every option, a line of syntax and a line of help each, and who set it `now` if anybody
/// did.
std::string optionsHelp(const ParsedOptions& now);
/// The options that differ from their defaults, in the syntax of GLISSADE_OPTIONS.
std::string changedOptions(const Options& options);

} // namespace base
