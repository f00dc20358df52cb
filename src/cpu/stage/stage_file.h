// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/interface/stage_image.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace cpu::stage {

/// A compiled shader as bytes, for the disk and for pipeline caches. What it was compiled from and
/// for is the business of the key under which it is kept. Of the images of all stages.
template <class Image>
std::vector<std::byte> writeStage(const Image& image);
/// Nothing unless the bytes are what writeStage() of this build made, whole and undamaged, of the
/// same stage.
template <class Image>
std::optional<Image> readStage(std::span<const std::byte> bytes);

/// The image of one stage or another.
template <class... Images>
using SharedImages = std::variant<std::shared_ptr<const Images>...>;
using AnyImage = shader::OfStageImages<SharedImages>;
/// Whatever stage writeStage() was given.
std::optional<AnyImage> readAnyStage(std::span<const std::byte> bytes);

} // namespace cpu::stage
