// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "store/store.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>

// What the subcommands of `glissade cache` share.

namespace tool {

/// Also where the option disk-cache is off: the files of earlier runs may still be there.
std::unique_ptr<store::Store> openCache();
/// The same, or a sentence that says why nobody may use it.
base::Result<std::unique_ptr<store::Store>> openTrustedCache();

/// Texts from elsewhere need not be UTF-8.
void printJson(const nlohmann::json& json);

/// As file names have it.
std::string keyText(const store::Key& key);

} // namespace tool
