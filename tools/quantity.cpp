// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace tool {

std::string sizeText(uint64_t size_B) {
    if (size_B < 1024) {
        return fmt::format("{} B", size_B);
    }
    if (size_B < 1024 * 1024) {
        return fmt::format("{:.1f} KiB", double(size_B) / 1024);
    }
    return fmt::format("{:.1f} MiB", double(size_B) / (1024 * 1024));
}

std::string ageText(int64_t since1970_s) {
    constexpr int64_t kMinute_s = 60, kHour_s = 3600, kDay_s = 24 * kHour_s;
    if (since1970_s == 0) {
        return "-";
    }
    const int64_t age_s = std::max<int64_t>(0, int64_t(::time(nullptr)) - since1970_s);
    if (age_s < kMinute_s) {
        return "now";
    }
    if (age_s < kHour_s) {
        return fmt::format("{} min", age_s / kMinute_s);
    }
    if (age_s < 2 * kDay_s) {
        return fmt::format("{} h", age_s / kHour_s);
    }
    return fmt::format("{} d", age_s / kDay_s);
}

std::string printable(std::string_view text) {
    std::string shown;
    for (size_t i = 0; i < text.size(); ++i) {
        const auto byte = uint8_t(text[i]);
        // C1 controls are two bytes in UTF-8, the first of them 0xc2.
        const bool c1 = byte == 0xc2 && i + 1 < text.size() && uint8_t(text[i + 1]) < 0xa0;
        shown += byte < 0x20 || byte == 0x7f || c1 ? '?' : text[i];
        i += c1 ? 1 : 0;
    }
    return shown;
}

} // namespace tool
