// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"
#include "glvk/interface/native_window.h"
#include "glvk/present/target.h"

#include <memory>
#include <string>

namespace glvk {

class Gpu;

// The target class follows from the kind of window; this is the one place that knows all of them.

/// For frames of such colours. Null: the device cannot present to this window, `error` says why.
std::unique_ptr<PresentTarget> openTarget(std::shared_ptr<Gpu> gpu,
                                          const NativeWindow& window,
                                          const format::InternalFormat& color,
                                          std::string& error);
/// True where such a window can show frames of this gpu.
bool canPresentTo(const Gpu& gpu, const NativeWindow& window);

} // namespace glvk
