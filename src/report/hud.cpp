// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "report/hud.h"

#include "base/environment.h"
#include "base/log.h"
#include "base/nearest.h"
#include "report/counters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace report {
namespace {

constexpr int32_t kGlyphWidth = 5;
constexpr int32_t kGlyphHeight = 7;
// In pixels of a glyph: each is m_scale pixels of the panel.
constexpr int32_t kAdvance = kGlyphWidth + 1;
constexpr int32_t kLine = kGlyphHeight + 3;
constexpr int32_t kMargin = 4;
constexpr int32_t kGraph = 22;
constexpr int32_t kColumns = 23;
constexpr int32_t kWidth = 2 * kMargin + kColumns * kAdvance;
constexpr size_t kFrames = 150; ///< In the graph.

constexpr uint32_t kPaper = 0xff12161c;
constexpr uint32_t kInk = 0xffe8ecf2;
constexpr uint32_t kTitle = 0xff7fb4f0;
constexpr uint32_t kBar = 0xff5cc48d;
constexpr uint32_t kLateBar = 0xffff6b57;
constexpr uint32_t kRule = 0xff3a4350;

struct Glyph {
    char letter;
    std::string_view rows; ///< Top first, a space between them.
};

// Lower case is written as upper case.
constexpr Glyph kGlyphs[] = {
    // clang-format off
    {'A', ".###. #...# #...# ##### #...# #...# #...#"},
    {'B', "####. #...# #...# ####. #...# #...# ####."},
    {'C', ".#### #.... #.... #.... #.... #.... .####"},
    {'D', "####. #...# #...# #...# #...# #...# ####."},
    {'E', "##### #.... #.... ####. #.... #.... #####"},
    {'F', "##### #.... #.... ####. #.... #.... #...."},
    {'G', ".#### #.... #.... #..## #...# #...# .####"},
    {'H', "#...# #...# #...# ##### #...# #...# #...#"},
    {'I', ".###. ..#.. ..#.. ..#.. ..#.. ..#.. .###."},
    {'J', "..### ...#. ...#. ...#. ...#. #..#. .##.."},
    {'K', "#...# #..#. #.#.. ##... #.#.. #..#. #...#"},
    {'L', "#.... #.... #.... #.... #.... #.... #####"},
    {'M', "#...# ##.## #.#.# #.#.# #...# #...# #...#"},
    {'N', "#...# ##..# ##..# #.#.# #..## #..## #...#"},
    {'O', ".###. #...# #...# #...# #...# #...# .###."},
    {'P', "####. #...# #...# ####. #.... #.... #...."},
    {'Q', ".###. #...# #...# #...# #.#.# #..#. .##.#"},
    {'R', "####. #...# #...# ####. #.#.. #..#. #...#"},
    {'S', ".#### #.... #.... .###. ....# ....# ####."},
    {'T', "##### ..#.. ..#.. ..#.. ..#.. ..#.. ..#.."},
    {'U', "#...# #...# #...# #...# #...# #...# .###."},
    {'V', "#...# #...# #...# #...# .#.#. .#.#. ..#.."},
    {'W', "#...# #...# #...# #.#.# #.#.# ##.## #...#"},
    {'X', "#...# #...# .#.#. ..#.. .#.#. #...# #...#"},
    {'Y', "#...# #...# .#.#. ..#.. ..#.. ..#.. ..#.."},
    {'Z', "##### ....# ...#. ..#.. .#... #.... #####"},
    {'0', ".###. #...# #..## #.#.# ##..# #...# .###."},
    {'1', "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###."},
    {'2', ".###. #...# ....# ...#. ..#.. .#... #####"},
    {'3', ".###. #...# ....# ..##. ....# #...# .###."},
    {'4', "...#. ..##. .#.#. #..#. ##### ...#. ...#."},
    {'5', "##### #.... ####. ....# ....# #...# .###."},
    {'6', ".###. #.... #.... ####. #...# #...# .###."},
    {'7', "##### ....# ...#. ...#. ..#.. ..#.. ..#.."},
    {'8', ".###. #...# #...# .###. #...# #...# .###."},
    {'9', ".###. #...# #...# .#### ....# ....# .###."},
    {'.', "..... ..... ..... ..... ..... .##.. .##.."},
    {',', "..... ..... ..... ..... .##.. ..#.. .#..."},
    {':', "..... .##.. .##.. ..... .##.. .##.. ....."},
    {'%', "##..# ##..# ...#. ..#.. .#... #..## #..##"},
    {'/', "....# ....# ...#. ..#.. .#... #.... #...."},
    {'-', "..... ..... ..... .###. ..... ..... ....."},
    {'+', "..... ..#.. ..#.. ##### ..#.. ..#.. ....."},
    {'(', "...#. ..#.. .#... .#... .#... ..#.. ...#."},
    {')', ".#... ..#.. ...#. ...#. ...#. ..#.. .#..."},
    // clang-format on
};

const Glyph* glyphOf(char letter) {
    if (letter >= 'a' && letter <= 'z') {
        letter = char(letter - 'a' + 'A');
    }
    const auto* const found = std::ranges::find(kGlyphs, letter, &Glyph::letter);
    return found == std::end(kGlyphs) ? nullptr : found;
}

uint64_t now(const std::atomic<uint64_t>& counter) {
    return counter.load(std::memory_order_relaxed);
}

uint64_t now(CompileKind kind) {
    return now(g_counters.compiles[size_t(kind)]);
}

uint64_t now(AnswerFrom from) {
    return now(g_counters.answers[size_t(from)]);
}

float milliseconds(Hud::Clock::duration duration) {
    return std::chrono::duration<float, std::milli>(duration).count();
}

} // namespace

HudItems HudItems::parse(std::string_view text, std::string& unknown) {
    constexpr std::pair<std::string_view, bool HudItems::*> kItems[] = {
        {"fps", &HudItems::fps},
        {"frametime", &HudItems::frametime},
        {"compiles", &HudItems::compiles},
        {"tiers", &HudItems::tiers},
        {"caches", &HudItems::caches},
        {"memory", &HudItems::memory},
        {"submits", &HudItems::submits},
    };
    constexpr std::string_view kAll = "full";
    HudItems items;
    while (!text.empty()) {
        const size_t comma = std::min(text.find(','), text.size());
        const std::string_view item = text.substr(0, comma);
        text.remove_prefix(std::min(comma + 1, text.size()));
        bool known = item.empty();
        std::vector<std::string_view> names{kAll};
        for (const auto& [name, member] : kItems) {
            names.push_back(name);
            if (item == name || item == kAll) {
                items.*member = true;
                known = true;
            }
        }
        if (!known) {
            const std::string_view near = base::nearest(item, names);
            unknown += fmt::format("{}no \"{}\"{}",
                                   unknown.empty() ? "" : ", ",
                                   item,
                                   near.empty() ? "" : fmt::format(" (but \"{}\")", near));
        }
    }
    return items;
}

HudItems HudItems::ofGl() const {
    HudItems items = *this;
    items.tiers = false;
    return items;
}

HudItems HudItems::ofCpu() const {
    HudItems items = *this;
    items.tiers = tiers || compiles;
    items.compiles = false;
    return items;
}

const HudItems& hudItems() {
    static const HudItems items = [] {
        const char* text = base::environment("GLISSADE_HUD");
        std::string unknown;
        const HudItems parsed = HudItems::parse(text ? text : "", unknown);
        if (!unknown.empty()) {
            base::logWarn(base::Log::General,
                          "GLISSADE_HUD: there is {}; there are fps, frametime, compiles, tiers, "
                          "caches, memory, submits, and full for all",
                          unknown);
        }
        return parsed;
    }();
    return items;
}

Hud::Hud(const HudItems& items, std::string title)
    : m_items(items), m_title(std::move(title)), m_times_ms(kFrames) {
    updateLines({});
    layOut();
}

int32_t Hud::scaleFor(int32_t window_px) {
    constexpr int32_t kUsual = 2;
    constexpr int32_t kPanels = 2; // The other driver's, too, has to find room.
    if (window_px < kPanels * kUsual * kWidth) {
        return 1;
    }
    constexpr int32_t kWide_px = 1920; // Of displays with small pixels there is more than that.
    return std::max(kUsual, kUsual * window_px / kWide_px);
}

void Hud::fit(int32_t window_px) {
    if (const int32_t scale = scaleFor(window_px); scale != m_scale) {
        m_scale = scale;
        layOut();
    }
}

void Hud::layOut() {
    m_width_px = kWidth * m_scale;
    m_graphTop_px = (2 * kMargin + int32_t(m_lines.size()) * kLine) * m_scale;
    m_height_px = m_graphTop_px + (m_items.frametime ? (kGraph + kMargin) * m_scale : 0);
    m_pixels.assign(size_t(m_width_px) * size_t(m_height_px), kPaper);
    paintText();
}

void Hud::frame(Clock::time_point now) {
    constexpr std::chrono::milliseconds kReadable(250); // Figures that change faster are not.
    if (m_frames++ > 0) {
        m_times_ms[m_next++ % kFrames] = milliseconds(now - m_last);
    }
    m_last = now;
    if (now - m_then >= kReadable) {
        updateLines(now);
        paintText();
    }
    if (m_items.frametime) {
        paintGraph();
    }
}

void Hud::updateLines(Clock::time_point now) {
    const float seconds = milliseconds(now - m_then) / 1000;
    const auto frames = float(m_frames - m_framesThen);
    const uint64_t submits = report::now(g_counters.submits);
    m_lines = {m_title};
    if (m_items.fps) {
        m_lines.push_back(fmt::format("{:.1f} FPS", seconds > 0 ? frames / seconds : 0));
    }
    if (m_items.frametime) {
        const auto known = std::span(m_times_ms).first(std::min(m_next, kFrames));
        const float worst = known.empty() ? 0 : *std::ranges::max_element(known);
        m_lines.push_back(fmt::format(
            "{:.2f} MS, WORST {:.1f}", frames > 0 ? seconds * 1000 / frames : 0, worst));
    }
    if (m_items.compiles) {
        m_lines.push_back(
            fmt::format("COMPILED {} + {}",
                        report::now(CompileKind::Shader) + report::now(CompileKind::Program),
                        report::now(CompileKind::Pipeline)));
        m_lines.push_back(fmt::format("WAITED {} ({:.0f} MS)",
                                      report::now(g_counters.stalls),
                                      double(report::now(g_counters.stalled_ns)) / 1e6));
    }
    if (m_items.tiers) {
        m_lines.push_back(
            fmt::format("COPIED {}, LLVM {}",
                        report::now(CompileKind::Copied),
                        report::now(CompileKind::Compiled) + report::now(CompileKind::Sampling)));
    }
    if (m_items.caches) {
        m_lines.push_back(fmt::format("FOUND {}, MADE {}",
                                      report::now(AnswerFrom::Memory) +
                                          report::now(AnswerFrom::Disk) +
                                          report::now(AnswerFrom::Guess),
                                      report::now(AnswerFrom::Nobody)));
    }
    if (m_items.memory) {
        m_lines.push_back(
            fmt::format("{:.1f} MIB", double(report::now(g_counters.memory_B)) / (1 << 20)));
    }
    if (m_items.submits) {
        m_lines.push_back(fmt::format("{:.1f} SUBMITS/FRAME",
                                      frames > 0 ? float(submits - m_submitsThen) / frames : 0));
    }
    m_then = now;
    m_framesThen = m_frames;
    m_submitsThen = submits;
}

void Hud::paintText() {
    fill(0, 0, m_width_px, m_graphTop_px, kPaper);
    int32_t y_px = kMargin * m_scale;
    for (const std::string& line : m_lines) {
        paint(line, kMargin * m_scale, y_px, &line == &m_lines.front() ? kTitle : kInk);
        y_px += kLine * m_scale;
    }
}

/// The last frames from left to right; twice the usual fills it.
void Hud::paintGraph() {
    const size_t count = std::min(m_next, kFrames);
    std::array<float, kFrames> sorted;
    std::copy_n(m_times_ms.begin(), count, sorted.begin());
    std::nth_element(sorted.begin(), sorted.begin() + count / 2, sorted.begin() + count);
    const float usual = count ? std::max(sorted[count / 2], 0.01f) : 1;
    const int32_t margin_px = kMargin * m_scale;
    const int32_t graph_px = kGraph * m_scale;
    const int32_t width_px = m_width_px - 2 * margin_px;
    fill(margin_px, m_graphTop_px, width_px, graph_px, kPaper);
    for (size_t i = 0; i < count; ++i) {
        const float time = m_times_ms[(m_next - count + i) % kFrames];
        const auto bar_px =
            std::clamp(int32_t(time / usual * (graph_px / 2)), int32_t(1), graph_px);
        const auto barAt_px = [&](size_t bar) { return int32_t(bar * size_t(width_px) / kFrames); };
        fill(margin_px + barAt_px(i),
             m_graphTop_px + graph_px - bar_px,
             barAt_px(i + 1) - barAt_px(i),
             bar_px,
             time > 2 * usual ? kLateBar : kBar);
    }
    fill(margin_px, m_graphTop_px + graph_px / 2, width_px, 1, kRule);
}

void Hud::paint(std::string_view line, int32_t x_px, int32_t y_px, uint32_t color) {
    for (const char letter : line.substr(0, size_t(kColumns))) {
        const Glyph* const glyph = glyphOf(letter);
        for (int32_t y = 0; glyph && y < kGlyphHeight; ++y) {
            for (int32_t x = 0; x < kGlyphWidth; ++x) {
                if (glyph->rows[size_t(y * (kGlyphWidth + 1) + x)] == '#') {
                    fill(x_px + x * m_scale, y_px + y * m_scale, m_scale, m_scale, color);
                }
            }
        }
        x_px += kAdvance * m_scale;
    }
}

/// Within the panel.
void Hud::fill(int32_t x_px, int32_t y_px, int32_t width_px, int32_t height_px, uint32_t color) {
    for (int32_t y = y_px; y < y_px + height_px; ++y) {
        std::fill_n(m_pixels.begin() + y * m_width_px + x_px, width_px, color);
    }
}

} // namespace report
