// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "bench/harness/options.h"

namespace bench {

void addContextOptions(CLI::App& app, ContextOptions& context) {
    app.add_option("--platform", context.platform, "EGL platform")
        ->check(CLI::IsMember({"surfaceless", "default", "device"}))
        ->capture_default_str();
    app.add_option("--device", context.device, "EGL device, with --platform device");
}

} // namespace bench
