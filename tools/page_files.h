// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <string_view>

// Files of tools/report/, in the program (tools/page_files.py).

namespace tool {

extern const std::string_view kPageHtml;
extern const std::string_view kPageCss;
extern const std::string_view kPageJs;
extern const std::string_view kUplotCss;
extern const std::string_view kUplotJs;

} // namespace tool
