// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <string>
#include <string_view>

namespace tool {

/// True where a program links the library, itself or by way of others. `program` as execvp(3) takes
/// it. Asks the program's dynamic linker and runs nothing of the program; scripts link nothing.
bool linksLibrary(const std::string& program, std::string_view library);

} // namespace tool
