// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/options.h"

#include "base/environment.h"
#include "base/known_programs.h"
#include "base/nearest.h"
#include "base/option_file.h"
#include "base/whole_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <optional>
#include <type_traits>
#include <vector>

namespace base {

namespace {

constexpr OptionInfo kTable[] = {
    {"log",
     &Options::log,
     "warn",
     0,
     0,
     "Prints messages of this level and those more urgent; some categories may have a level of "
     "their own, as in warn+pipelines:debug+waits:info. Categories: general, calls, device, "
     "windows, shaders, pipelines, cache, waits, validation."},
    {"device",
     &Options::device,
     "",
     0,
     0,
     "Takes the Vulkan device whose index this is or whose name contains this text."},
    {"disk-cache",
     &Options::diskCache,
     "on",
     0,
     0,
     "Keeps compiled shaders and pipelines on disk between runs."},
    {"cache-dir",
     &Options::cacheDir,
     "",
     0,
     0,
     "Keeps the disk cache in this directory instead of XDG_CACHE_HOME/glissade."},
    {"compile-threads",
     &Options::compileThreads,
     "0",
     0,
     64,
     "Compiles shaders on this many threads; 0 chooses by the number of processors."},
    {"validation",
     &Options::validation,
     "off",
     0,
     0,
     "Loads the Khronos validation layer (core and synchronisation) and logs what it finds."},
    {"present-mode",
     &Options::presentMode,
     "auto",
     0,
     0,
     "Presents to windows in this mode instead of the one the swap interval asks for."},
    {"pipelines",
     &Options::pipelines,
     "auto",
     0,
     0,
     "How draws get their shaders: from whole pipelines, from pipelines linked of libraries that "
     "were compiled before, or as shader objects; auto: what suits the device."},
    {"vertex-formats",
     &Options::vertexFormats,
     "auto",
     0,
     0,
     "Bakes vertex formats into pipelines, or sets them by command; auto: what suits the device. "
     "Shader objects have them by command."},
    {"descriptors",
     &Options::descriptors,
     "auto",
     0,
     0,
     "How draws are told what they read: in descriptor sets, those of fragments pushed, or in "
     "descriptor buffers; auto: what was measured to suit the device."},
    {"gbm",
     &Options::gbm,
     "off",
     0,
     0,
     "Takes displays of GBM, which have no windows (gbm_surface) here; off: leaves them to the "
     "system's other drivers."},
    {"invariant",
     &Options::invariant,
     "off",
     0,
     0,
     "Keeps pipelines as they were first linked, for programs that draw a thing twice and need the "
     "same pixels."},
    {"device-wait",
     &Options::deviceWait,
     "300",
     0,
     86400,
     "Takes a Vulkan device for lost that is waited for and finishes nothing for so many seconds; "
     "0: "
     "waits for ever."},
    {"preload",
     &Options::preload,
     "off",
     0,
     0,
     "Loads with a device of the CPU device what is loaded when it is needed first otherwise, for "
     "programs that may open no files afterwards."},
    {"record",
     &Options::record,
     "",
     0,
     0,
     "Records what happens and when into new files of this directory, for `glissade run --report`; "
     "none: nothing is recorded."},
    {"cpu-threads",
     &Options::cpuThreads,
     "0",
     0,
     256,
     "Runs the CPU device's work on this many threads; 0: one for each core the process may use."},
    {"cpu-level",
     &Options::cpuLevel,
     "0",
     0,
     4,
     "Uses at most this x86-64 level (2, 3 or 4) for the CPU device; 0: the processor's best."},
    {"cpu-tier",
     &Options::cpuTier,
     "auto",
     0,
     0,
     "Debug: keeps sampling routines of the CPU device at this tier, compiling at once if need "
     "be; copied: its shaders as well, without a compiler."},
    {"cpu-tiling",
     &Options::cpuTiling,
     "auto",
     0,
     0,
     "Debug: lays out images of optimal tiling on the CPU device so; those of one dimension stay "
     "linear."},
    {"cpu-routines",
     &Options::cpuRoutines,
     "1024",
     1,
     65536,
     "Keeps this many sampling routines of the CPU device in memory."},
    {"cpu-perf-map",
     &Options::cpuPerfMap,
     "off",
     0,
     0,
     "Debug: tells perf the names of code that the CPU device generates, in /tmp/perf-PID.map."},
    {"watchdog",
     &Options::watchdog,
     "60",
     0,
     86400,
     "Gives up what the CPU device was told to do when it runs for more seconds than this, and the "
     "device with it; 0: never."},
    {"no-depth-clip-control",
     &Options::noDepthClipControl,
     "off",
     0,
     0,
     "Debug: acts as if the device lacked VK_EXT_depth_clip_control."},
    {"no-dynamic-state",
     &Options::noDynamicState,
     "off",
     0,
     0,
     "Debug: acts as if the device lacked VK_EXT_extended_dynamic_state 1, 2 and 3."},
    {"no-index-uint8",
     &Options::noIndexUint8,
     "off",
     0,
     0,
     "Debug: acts as if the device lacked VK_EXT_index_type_uint8."},
    {"no-restart-index",
     &Options::noRestartIndex,
     "off",
     0,
     0,
     "Debug: acts as if the device lacked VK_EXT_primitive_restart_index."},
    {"no-host-visible-device-memory",
     &Options::noHostVisibleDeviceMemory,
     "off",
     0,
     0,
     "Debug: never maps memory that is local to the device."},
    {"no-custom-border",
     &Options::noCustomBorder,
     "off",
     0,
     0,
     "Debug: acts as if the device lacked VK_EXT_custom_border_color."},
    {"no-mirror-clamp",
     &Options::noMirrorClamp,
     "off",
     0,
     0,
     "Debug: acts as if the device lacked VK_KHR_sampler_mirror_clamp_to_edge."},
    {"no-swapchain",
     &Options::noSwapchain,
     "off",
     0,
     0,
     "Debug: acts as if the device lacked VK_KHR_swapchain."},
    {"no-cube-seams",
     &Options::noCubeSeams,
     "off",
     0,
     0,
     "Debug: acts as if the device lacked VK_EXT_non_seamless_cube_map."},
    {"no-linear-depth",
     &Options::noLinearDepth,
     "off",
     0,
     0,
     "Debug: acts as if the device could not filter depth formats but while comparing."},
    {"max-samplers",
     &Options::maxSamplers,
     "0",
     0,
     1 << 20,
     "Debug: acts as if the device allowed no more samplers than this; 0: as many as it does."},
    {"tiny-rings",
     &Options::tinyRings,
     "off",
     0,
     0,
     "Debug: makes streaming buffers so small that they wrap around often."},
    {"fold-sets",
     &Options::foldSets,
     "off",
     0,
     0,
     "Debug: acts as if the device bound fewer descriptor sets than there are shader stages."},
    {"one-provoking-vertex",
     &Options::oneProvokingVertex,
     "off",
     0,
     0,
     "Debug: acts as if all pipelines of a rendering had to share the provoking vertex."},
    {"no-special-programs",
     &Options::noSpecialPrograms,
     "off",
     0,
     0,
     "Debug: draws all fixed function with its general programs, where there is one."},
    {"no-general-programs",
     &Options::noGeneralPrograms,
     "off",
     0,
     0,
     "Debug: draws of fixed function wait for the special program of their state."},
};

template <class E>
struct EnumName {
    E value;
    std::string_view name;
};

constexpr EnumName<bool> kBoolNames[] = {{true, "on"}, {false, "off"}};
constexpr EnumName<LogLevel> kLogLevelNames[] = {{LogLevel::Error, "error"},
                                                 {LogLevel::Warn, "warn"},
                                                 {LogLevel::Info, "info"},
                                                 {LogLevel::Debug, "debug"}};
constexpr EnumName<PresentMode> kPresentModeNames[] = {{PresentMode::Auto, "auto"},
                                                       {PresentMode::Fifo, "fifo"},
                                                       {PresentMode::Mailbox, "mailbox"},
                                                       {PresentMode::Immediate, "immediate"}};

constexpr EnumName<CpuTier> kCpuTierNames[] = {{CpuTier::Auto, "auto"},
                                               {CpuTier::Generic, "generic"},
                                               {CpuTier::Prebuilt, "prebuilt"},
                                               {CpuTier::Specialized, "specialized"},
                                               {CpuTier::Inlined, "inlined"},
                                               {CpuTier::Copied, "copied"}};

constexpr EnumName<CpuTiling> kCpuTilingNames[] = {
    {CpuTiling::Auto, "auto"}, {CpuTiling::Linear, "linear"}, {CpuTiling::Tiled, "tiled"}};

constexpr EnumName<Pipelines> kPipelinesNames[] = {{Pipelines::Auto, "auto"},
                                                   {Pipelines::Whole, "whole"},
                                                   {Pipelines::Libraries, "libraries"},
                                                   {Pipelines::Objects, "objects"}};

constexpr EnumName<VertexFormats> kVertexFormatsNames[] = {{VertexFormats::Auto, "auto"},
                                                           {VertexFormats::Baked, "baked"},
                                                           {VertexFormats::Dynamic, "dynamic"}};

constexpr EnumName<Descriptors> kDescriptorsNames[] = {{Descriptors::Auto, "auto"},
                                                       {Descriptors::Sets, "sets"},
                                                       {Descriptors::Push, "push"},
                                                       {Descriptors::Buffer, "buffer"}};

template <class T>
constexpr auto namesOf() {
    if constexpr (std::is_same_v<T, bool>) {
        return std::span(kBoolNames);
    } else if constexpr (std::is_same_v<T, LogLevel>) {
        return std::span(kLogLevelNames);
    } else if constexpr (std::is_same_v<T, CpuTier>) {
        return std::span(kCpuTierNames);
    } else if constexpr (std::is_same_v<T, CpuTiling>) {
        return std::span(kCpuTilingNames);
    } else if constexpr (std::is_same_v<T, Pipelines>) {
        return std::span(kPipelinesNames);
    } else if constexpr (std::is_same_v<T, Descriptors>) {
        return std::span(kDescriptorsNames);
    } else if constexpr (std::is_same_v<T, VertexFormats>) {
        return std::span(kVertexFormatsNames);
    } else {
        return std::span(kPresentModeNames);
    }
}

template <class E>
std::optional<E> findValue(std::string_view text) {
    for (const auto& [value, name] : namesOf<E>()) {
        if (name == text) {
            return value;
        }
    }
    return std::nullopt;
}

std::optional<Log> findCategory(std::string_view text) {
    for (size_t i = 0; i < size_t(Log::Count); ++i) {
        if (categoryName(Log(i)) == text) {
            return Log(i);
        }
    }
    return std::nullopt;
}

/// What a + separates.
std::vector<std::string_view> partsOf(std::string_view text) {
    std::vector<std::string_view> parts;
    for (size_t at = 0; at <= text.size();) {
        const size_t end = std::min(text.find('+', at), text.size());
        parts.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

/// LEVEL or CATEGORY:LEVEL, or several of those; the others are as by default.
std::optional<LogLevels> parseLevels(const OptionInfo& info, std::string_view text) {
    LogLevels levels(*findValue<LogLevel>(info.defaultText));
    for (const std::string_view part : partsOf(text)) {
        const size_t colon = part.find(':');
        const auto level = findValue<LogLevel>(colon == part.npos ? part : part.substr(colon + 1));
        if (!level) {
            return std::nullopt;
        }
        if (colon == part.npos) {
            levels = LogLevels(*level);
        } else if (const auto about = findCategory(part.substr(0, colon))) {
            levels[*about] = *level;
        } else {
            return std::nullopt;
        }
    }
    return levels;
}

std::string levelsText(const LogLevels& levels) {
    const auto nameOf = [](LogLevel level) { return kLogLevelNames[size_t(level)].name; };
    const LogLevel usual = levels[Log::General];
    std::string text(nameOf(usual));
    for (size_t i = 0; i < levels.of.size(); ++i) {
        if (levels.of[i] != usual) {
            text += fmt::format("+{}:{}", categoryName(Log(i)), nameOf(levels.of[i]));
        }
    }
    return text;
}

template <class T>
std::optional<T> parseValue(const OptionInfo& info, std::string_view text) {
    if constexpr (std::is_same_v<T, std::string>) {
        return std::string(text);
    } else if constexpr (std::is_same_v<T, int> || std::is_same_v<T, double>) {
        T value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size() || !(value >= info.min) ||
            !(value <= info.max)) {
            return std::nullopt;
        }
        return value;
    } else if constexpr (std::is_same_v<T, LogLevels>) {
        return parseLevels(info, text);
    } else {
        return findValue<T>(text);
    }
}

bool assign(const OptionInfo& info, std::string_view text, Options& options) {
    return std::visit(
        [&]<class T>(T Options::* member) {
            const std::optional<T> value = parseValue<T>(info, text);
            if (value) {
                options.*member = *value;
            }
            return value.has_value();
        },
        info.member);
}

const OptionInfo* findOption(std::string_view name) {
    for (const OptionInfo& info : kTable) {
        if (info.name == name) {
            return &info;
        }
    }
    return nullptr;
}

/// ", but "near"" for one that is not among the names; empty: nothing is near.
std::string butNearest(std::string_view name, std::span<const std::string_view> names) {
    const std::string_view near = nearest(name, names);
    return near.empty() ? std::string() : fmt::format(", but \"{}\"", near);
}

std::string butNearestOption(std::string_view name) {
    std::vector<std::string_view> names;
    for (const OptionInfo& info : kTable) {
        names.push_back(info.name);
    }
    return butNearest(name, names);
}

template <class T>
std::vector<std::string_view> valueNames() {
    std::vector<std::string_view> names;
    for (const auto& entry : namesOf<T>()) {
        names.push_back(entry.name);
    }
    return names;
}

std::vector<std::string_view> categoryNames() {
    std::vector<std::string_view> names;
    for (size_t i = 0; i < size_t(Log::Count); ++i) {
        names.push_back(categoryName(Log(i)));
    }
    return names;
}

/// Which part of the levels makes no sense.
std::string whyNotLevels(std::string_view text) {
    for (const std::string_view part : partsOf(text)) {
        const size_t colon = part.find(':');
        const std::string_view category = part.substr(0, std::min(colon, part.size()));
        const std::string_view level = colon == part.npos ? part : part.substr(colon + 1);
        if (colon != part.npos && !findCategory(category)) {
            return fmt::format(
                ": there is no category \"{}\"{}", category, butNearest(category, categoryNames()));
        }
        if (!findValue<LogLevel>(level)) {
            return fmt::format(
                ": there is no level \"{}\"{}", level, butNearest(level, valueNames<LogLevel>()));
        }
    }
    return {};
}

/// What the user may have meant by a value that the option does not take; empty: nobody knows.
std::string whyNot(const OptionInfo& info, std::string_view value) {
    return std::visit(
        [&]<class T>(T Options::*) -> std::string {
            if constexpr (std::is_same_v<T, LogLevels>) {
                return whyNotLevels(value);
            } else if constexpr (std::is_enum_v<T>) {
                return butNearest(value, valueNames<T>());
            } else {
                return {};
            }
        },
        info.member);
}

/// `source`: as in ParsedOptions::sources.
void applyItem(std::string_view item, std::string_view source, ParsedOptions& parsed) {
    const size_t equals = item.find('=');
    const std::string_view name = item.substr(0, equals);
    const OptionInfo* info = findOption(name);
    if (!info) {
        parsed.warnings.push_back(
            fmt::format("{}: there is no option \"{}\"{}; `glissade options` lists them.",
                        source,
                        name,
                        butNearestOption(name)));
        return;
    }
    const bool isSwitch = std::holds_alternative<bool Options::*>(info->member);
    std::string_view value;
    if (equals != std::string_view::npos) {
        value = item.substr(equals + 1);
    } else if (isSwitch) {
        value = "on";
    }
    if ((equals == std::string_view::npos && !isSwitch) || !assign(*info, value, parsed.options)) {
        parsed.warnings.push_back(fmt::format("{}: \"{}\" takes {}, not \"{}\"{}.",
                                              source,
                                              name,
                                              describeValues(*info),
                                              value,
                                              whyNot(*info, value)));
        return;
    }
    parsed.sources[size_t(info - kTable)] = source;
}

} // namespace

std::span<const OptionInfo> optionTable() {
    return kTable;
}

std::string describeValues(const OptionInfo& info) {
    return std::visit(
        [&]<class T>(T Options::*) -> std::string {
            if constexpr (std::is_same_v<T, std::string>) {
                return "text";
            } else if constexpr (std::is_same_v<T, int> || std::is_same_v<T, double>) {
                return fmt::format("{}..{}", info.min, info.max);
            } else if constexpr (std::is_same_v<T, LogLevels>) {
                return fmt::format("{}[+CATEGORY:LEVEL…]", fmt::join(valueNames<LogLevel>(), "|"));
            } else {
                return fmt::format("{}", fmt::join(valueNames<T>(), "|"));
            }
        },
        info.member);
}

std::string valueText(const OptionInfo& info, const Options& options) {
    return std::visit(
        [&]<class T>(T Options::* member) -> std::string {
            if constexpr (std::is_same_v<T, std::string>) {
                return options.*member;
            } else if constexpr (std::is_same_v<T, int> || std::is_same_v<T, double>) {
                return fmt::format("{}", options.*member);
            } else if constexpr (std::is_same_v<T, LogLevels>) {
                return levelsText(options.*member);
            } else {
                for (const auto& [value, name] : namesOf<T>()) {
                    if (value == options.*member) {
                        return std::string(name);
                    }
                }
                return {};
            }
        },
        info.member);
}

ParsedOptions parseOptions(std::string_view text) {
    return parseOptions(text, {}, {}, {});
}

ParsedOptions parseOptions(std::string_view text,
                           std::string_view file,
                           std::string_view fileName,
                           std::string_view program) {
    ParsedOptions parsed{};
    parsed.sources.resize(std::size(kTable));
    for (const OptionInfo& info : kTable) {
        assign(info, info.defaultText, parsed.options);
    }
    for (const KnownNeed& need : knownNeeds()) {
        if (isProgram(need.pattern, program)) {
            applyItem(need.item, fmt::format("Glissade for {}", need.pattern), parsed);
        }
    }
    for (const FileOption& option : optionsOf(file, program)) {
        applyItem(option.item, fmt::format("{}:{}", fileName, option.line), parsed);
    }
    while (!text.empty()) {
        const size_t comma = text.find(',');
        const std::string_view item = text.substr(0, comma);
        text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
        if (!item.empty()) {
            applyItem(item, "GLISSADE_OPTIONS", parsed);
        }
    }
    return parsed;
}

std::string optionsHelp(const ParsedOptions& now) {
    std::string help;
    for (size_t i = 0; i < std::size(kTable); ++i) {
        const OptionInfo& info = kTable[i];
        const std::string shownDefault =
            info.defaultText.empty() ? "" : fmt::format(" (default {})", info.defaultText);
        help += fmt::format(
            "  {}={}{}\n      {}\n", info.name, describeValues(info), shownDefault, info.help);
        if (!now.sources[i].empty()) {
            help += fmt::format(
                "      Now: {}, by {}.\n", valueText(info, now.options), now.sources[i]);
        }
    }
    return help;
}

std::string changedOptions(const Options& options) {
    std::string text;
    for (const OptionInfo& info : kTable) {
        const std::string value = valueText(info, options);
        if (value != info.defaultText) {
            text += fmt::format("{}{}={}", text.empty() ? "" : ",", info.name, value);
        }
    }
    return text;
}

ParsedOptions parseOptionsOf(std::string_view program) {
    const char* text = environment("GLISSADE_OPTIONS");
    const std::string fileName = optionFilePath();
    return parseOptions(text ? text : "", wholeFile(fileName), fileName, program);
}

const ParsedOptions& parsedOptions() {
    // Never destroyed: the application may draw from its atexit handlers.
    static const ParsedOptions* const s_parsed = [] {
        std::error_code error;
        const std::string program =
            std::filesystem::read_symlink("/proc/self/exe", error).filename().string();
        return new ParsedOptions(parseOptionsOf(program));
    }();
    return *s_parsed;
}

} // namespace base
