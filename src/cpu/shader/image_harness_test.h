// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/harness_test.h"

#include <memory>

/// Shaders with images, descriptors made by hand, and slots that tier 0 fills.
namespace cpu::shader::test {

/// A linear image with texels of whole words.
class Image {
public:
    struct Shape {
        uint32_t vkFormat;
        ViewType type = ViewType::D2;
        int32_t width_px = 4, height_px = 1, depth_px = 1;
        int32_t layers = 1, levels = 1;
    };
    Image(const Shape& shape, uint32_t texel_B);

    ImageData& data() { return m_data; }
    /// Word `word` of a texel.
    uint32_t& at(int32_t level, int32_t x, int32_t y, int32_t z, int32_t layer, int32_t word = 0);

private:
    uint32_t m_texel_B;
    std::vector<uint32_t> m_memory;
    ImageData m_data;
};

/// Nearest, repeated, without a comparison if not told otherwise.
SamplerData makeSampler(bool linear = false,
                        Address address = Address::Repeat,
                        bool compares = false,
                        Compare compare = Compare::Less);

/// An array of descriptors; null pointers are unbound ones.
struct ImageBinding {
    BindingKind kind;
    std::vector<Image*> images;
    std::vector<const SamplerData*> samplers; ///< As many, or none.
    /// Of texel buffers, with their format; a word at least for a texel.
    std::vector<uint32_t>* texels = nullptr;
    uint32_t vkFormat = 0;
};

struct ImageRun {
    Words result;          ///< r[] of binding 0.
    uint32_t resolved = 0; ///< Calls of the slow path.
};

/// Runs `body` for 64 invocations at one level, with "r[]" at binding 0 and `bindings` from 1 on.
/// `stable`: the ids that sites are known to have.
ImageRun runImages(const std::string& glsl,
                   const std::vector<ImageBinding>& bindings,
                   Level level,
                   std::span<const StableSite> stable = {});
/// The same as copied pieces.
ImageRun
runCopiedImages(const std::string& glsl, const std::vector<ImageBinding>& bindings, Level level);

/// Slots are filled for this level from now on, on this thread.
void resolveAt(Level level);

uint64_t idsOf(const Image& image, const SamplerData* sampler);

/// The same with a shader put together from declarations and main()'s body, for each level; all
/// give the same words.
Words runImageBody(const std::string& declarations,
                   const std::string& body,
                   const std::vector<ImageBinding>& bindings);

} // namespace cpu::shader::test
