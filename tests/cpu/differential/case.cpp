// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "case.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <sstream>

namespace differential {
namespace {

VkFormatFeatureFlags featuresOf(const Texture& texture) {
    if (!texture.sampler) {
        return VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT;
    }
    const VkSamplerCreateInfo& info = *texture.sampler;
    const bool linear = info.magFilter == VK_FILTER_LINEAR || info.minFilter == VK_FILTER_LINEAR ||
                        info.mipmapMode == VK_SAMPLER_MIPMAP_MODE_LINEAR;
    return VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT |
           (linear ? VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT : 0);
}

std::string missing(const vkc::Device& device, const Case& test) {
    for (const Texture& texture : test.textures) {
        if (!device.hasFormat(texture.shape.format, featuresOf(texture))) {
            return "format " + std::to_string(int(texture.shape.format));
        }
        if (texture.sampler && texture.sampler->anisotropyEnable &&
            !device.features().samplerAnisotropy) {
            return "anisotropy";
        }
        if (texture.shape.viewType == VK_IMAGE_VIEW_TYPE_CUBE_ARRAY &&
            !device.features().imageCubeArray) {
            return "cube arrays";
        }
    }
    return {};
}

bool agree(const Case& test, uint32_t a, uint32_t b) {
    if (a == b) {
        return true;
    }
    if (test.compare == Compare::Bits) {
        return false;
    }
    const auto x = std::bit_cast<float>(a);
    const auto y = std::bit_cast<float>(b);
    if (std::isnan(x) || std::isnan(y)) {
        return std::isnan(x) && std::isnan(y);
    }
    return std::abs(x - y) <= test.absolute + test.relative * std::abs(x);
}

} // namespace

Answer run(vkc::Device& device, const Case& test) {
    Answer answer;
    answer.missing = missing(device, test);
    if (!answer.missing.empty()) {
        return answer;
    }
    std::vector<vkc::BindingType> bindings(2, {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER});
    for (const Texture& texture : test.textures) {
        bindings.push_back({texture.sampler ? VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER
                                            : VK_DESCRIPTOR_TYPE_STORAGE_IMAGE});
    }
    vkc::Kernel kernel(device, vkc::compileGlsl(test.glsl), bindings);
    vkc::Buffer input(
        device, std::max<size_t>(4, test.input.size() * 4), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    std::copy(test.input.begin(), test.input.end(), input.as<uint32_t>().begin());
    vkc::Buffer output(
        device, VkDeviceSize(test.outputWords) * 4, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    kernel.bind(0, input);
    kernel.bind(1, output);
    std::vector<std::unique_ptr<vkc::Image>> images;
    std::vector<std::unique_ptr<vkc::Sampler>> samplers;
    for (size_t i = 0; i < test.textures.size(); ++i) {
        const Texture& texture = test.textures[i];
        images.push_back(std::make_unique<vkc::Image>(device, texture.shape));
        for (uint32_t level = 0; level < texture.levels.size(); ++level) {
            images.back()->upload(level, texture.levels[level]);
        }
        samplers.push_back(
            texture.sampler ? std::make_unique<vkc::Sampler>(device, *texture.sampler) : nullptr);
        kernel.bind(uint32_t(2 + i), *images.back(), samplers.back().get());
    }
    device.dispatch(kernel, test.groups);
    const auto words = output.as<uint32_t>();
    answer.words.assign(words.begin(), words.end());
    if (test.comparesImages) {
        for (size_t i = 0; i < images.size(); ++i) {
            answer.images.push_back(images[i]->download(0, test.textures[i].levels[0].size()));
        }
    }
    return answer;
}

std::string difference(const Case& test, const Answer& a, const Answer& b) {
    std::ostringstream text;
    size_t wrong = 0;
    for (size_t i = 0; i < a.words.size(); ++i) {
        if (!agree(test, a.words[i], b.words[i]) && ++wrong <= 6) {
            text << "  word " << i << ": " << std::hex << a.words[i] << " and " << b.words[i]
                 << std::dec;
            if (test.compare == Compare::Float) {
                text << " (" << std::bit_cast<float>(a.words[i]) << " and "
                     << std::bit_cast<float>(b.words[i]) << ")";
            }
            text << "\n";
        }
    }
    if (double(wrong) > test.mayDiffer * double(a.words.size())) {
        return std::to_string(wrong) + " of " + std::to_string(a.words.size()) + " words differ\n" +
               text.str();
    }
    for (size_t i = 0; i < a.images.size(); ++i) {
        const auto at = std::mismatch(a.images[i].begin(), a.images[i].end(), b.images[i].begin());
        if (at.first != a.images[i].end()) {
            const auto offset = at.first - a.images[i].begin();
            return "image " + std::to_string(i) + " differs from byte " + std::to_string(offset) +
                   ": " + std::to_string(int(*at.first)) + " and " +
                   std::to_string(int(*at.second)) + "\n";
        }
    }
    return {};
}

} // namespace differential
