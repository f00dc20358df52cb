// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/raster_inputs.h"

#include "spirv/demote_interface.h"
#include "spirv/editor.h"

#include <algorithm>

namespace spirv {

namespace {

using Pixel = RasterInputs::Pixel;

Id inputAt(const Module& module, int location) {
    for (const Variable& v : module.globals()) {
        if (location >= 0 && v.storage == spv::StorageClassInput &&
            module.decoration(v.id, spv::DecorationLocation) == uint32_t(location)) {
            return v.id;
        }
    }
    return {};
}

std::set<Id> userInputs(const Module& module) {
    std::set<Id> inputs;
    for (const Variable& v : module.globals()) {
        if (v.storage == spv::StorageClassInput && !module.isBuiltIn(v)) {
            inputs.insert(v.id);
        }
    }
    return inputs;
}

class Weaver {
public:
    /// `inputs`: what the module's inputs were before they became private, by location.
    Weaver(const Module& module,
           const Module& inputs,
           const RasterInputs::Interface& interface,
           Pixel pixel)
        : m_module(module),
          m_editor(module),
          m_pixel(pixel),
          m_float(m_editor.floatType()),
          m_vec2(m_editor.vectorType(m_float, 2)),
          m_vec4(m_editor.vectorType(m_float, 4)),
          m_color(inputAt(inputs, interface.color)),
          m_secondaryColor(inputAt(inputs, interface.secondaryColor)),
          m_fogCoord(inputAt(inputs, interface.fogCoord)),
          m_texCoords(inputAt(inputs, interface.texCoords)) {
        declareRows(interface);
        m_privateVec4 = m_editor.pointerType(spv::StorageClassPrivate, m_vec4);
        if (readsPixel()) {
            declareImage(interface);
        }
        if (pixel == Pixel::Depth) {
            declareDepth();
        }
    }

    std::vector<uint32_t> finish() {
        return m_editor.finish(
            {[this](std::vector<uint32_t>& out, uint32_t) { code(out); }, nullptr});
    }

private:
    bool readsPixel() const {
        return m_pixel == Pixel::Depth || (m_pixel == Pixel::Color && m_color);
    }

    void declareRows(const RasterInputs::Interface& interface) {
        const Id array = m_editor.arrayType(m_vec4, RasterInputs::kRows);
        m_editor.decorate(array, spv::DecorationArrayStride, 16);
        m_block = m_editor.uniformBlock(
            array, {.set = interface.set, .binding = 0, .offset_B = interface.offset_B});
        m_rowPointer = m_editor.pointerType(spv::StorageClassUniform, m_vec4);
        for (uint32_t i = 0; i < RasterInputs::kRows; ++i) {
            m_indices.push_back(m_editor.uintConstant(i));
        }
    }

    void declareImage(const RasterInputs::Interface& interface) {
        const Id sint = m_editor.type(spv::OpTypeInt, {32, 1});
        m_ivec2 = m_editor.vectorType(sint, 2);
        m_bvec2 = m_editor.vectorType(m_editor.boolType(), 2);
        m_zero = m_editor.nullConstant(m_vec2);
        m_imageType = m_editor.type(
            spv::OpTypeImage,
            {m_float.value, spv::Dim2D, 0, 0, 0, 1, uint32_t(spv::ImageFormatUnknown)});
        m_sampledType = m_editor.type(spv::OpTypeSampledImage, {m_imageType.value});
        const Id pointer = m_editor.pointerType(spv::StorageClassUniformConstant, m_sampledType);
        m_image = Id{m_editor.newId()};
        m_editor.declare(
            spv::OpVariable,
            {pointer.value, m_image.value, uint32_t(spv::StorageClassUniformConstant)});
        m_editor.decorate(m_image, spv::DecorationDescriptorSet, interface.set);
        m_editor.decorate(m_image, spv::DecorationBinding, interface.binding);
        m_fragCoord = m_module.findBuiltIn(spv::StorageClassInput, spv::BuiltInFragCoord).variable;
        if (!m_fragCoord) {
            m_fragCoord = m_editor.interfaceVariable(spv::StorageClassInput, m_vec4);
            m_editor.decorate(m_fragCoord, spv::DecorationBuiltIn, spv::BuiltInFragCoord);
        }
    }

    void declareDepth() {
        m_depth = m_module.findBuiltIn(spv::StorageClassOutput, spv::BuiltInFragDepth).variable;
        if (!m_depth) {
            m_depth = m_editor.interfaceVariable(spv::StorageClassOutput, m_float);
            m_editor.decorate(m_depth, spv::DecorationBuiltIn, spv::BuiltInFragDepth);
            m_editor.executionMode(spv::ExecutionModeDepthReplacing);
        }
    }

    void code(std::vector<uint32_t>& out) {
        const uint32_t texel = readsPixel() ? fetch(out) : 0;
        if (m_pixel == Pixel::Depth) {
            const uint32_t depth = m_editor.newId();
            append(out, spv::OpCompositeExtract, {m_float.value, depth, texel, 0});
            append(out, spv::OpStore, {m_depth.value, depth});
        }
        if (m_color) {
            const bool isTexel = m_pixel == Pixel::Color;
            append(out,
                   spv::OpStore,
                   {m_color.value, isTexel ? texel : row(out, RasterInputs::kColor)});
        }
        if (m_secondaryColor) {
            append(out,
                   spv::OpStore,
                   {m_secondaryColor.value, row(out, RasterInputs::kSecondaryColor)});
        }
        if (m_fogCoord) {
            const uint32_t fog = row(out, RasterInputs::kFogCoord);
            const uint32_t x = m_editor.newId();
            append(out, spv::OpCompositeExtract, {m_float.value, x, fog, 0});
            append(out, spv::OpStore, {m_fogCoord.value, x});
        }
        storeTexCoords(out);
    }

    void storeTexCoords(std::vector<uint32_t>& out) {
        if (!m_texCoords) {
            return;
        }
        const Id type{m_module.definition(Id{m_module.definition(m_texCoords)[1]})[3]};
        const uint32_t count = std::min(m_module.arrayLength(type),
                                        RasterInputs::kRows - RasterInputs::kFirstTexCoord);
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t value = row(out, RasterInputs::kFirstTexCoord + i);
            const uint32_t element = m_editor.newId();
            append(out,
                   spv::OpAccessChain,
                   {m_privateVec4.value, element, m_texCoords.value, m_indices[i].value});
            append(out, spv::OpStore, {element, value});
        }
    }

    uint32_t row(std::vector<uint32_t>& out, uint32_t index) {
        const uint32_t pointer = m_editor.newId();
        const uint32_t value = m_editor.newId();
        append(out,
               spv::OpAccessChain,
               {m_rowPointer.value,
                pointer,
                m_block.value,
                m_indices[0].value,
                m_indices[index].value});
        append(out, spv::OpLoad, {m_vec4.value, value, pointer});
        return value;
    }

    /// Components of a row.
    uint32_t pair(std::vector<uint32_t>& out, uint32_t vec4, uint32_t first) {
        const uint32_t id = m_editor.newId();
        append(out, spv::OpVectorShuffle, {m_vec2.value, id, vec4, vec4, first, first + 1});
        return id;
    }

    uint32_t operation(std::vector<uint32_t>& out, spv::Op op, Id type, uint32_t a, uint32_t b) {
        const uint32_t id = m_editor.newId();
        append(out, op, {type.value, id, a, b});
        return id;
    }

    uint32_t select(std::vector<uint32_t>& out, uint32_t condition, uint32_t a, uint32_t b) {
        const uint32_t id = m_editor.newId();
        append(out, spv::OpSelect, {m_vec2.value, id, condition, a, b});
        return id;
    }

    /// The texel of the pixel that this fragment lies in. Rounding at the ends leads to none that
    /// is not there.
    uint32_t fetch(std::vector<uint32_t>& out) {
        const uint32_t place = row(out, RasterInputs::kPlace);
        const uint32_t last = pair(out, row(out, RasterInputs::kLast), 0);
        const uint32_t window = m_editor.newId();
        append(out, spv::OpLoad, {m_vec4.value, window, m_fragCoord.value});
        const uint32_t distance =
            operation(out, spv::OpFSub, m_vec2, pair(out, window, 0), pair(out, place, 0));
        uint32_t at = operation(out, spv::OpFMul, m_vec2, distance, pair(out, place, 2));
        const uint32_t before = operation(out, spv::OpFOrdLessThan, m_bvec2, at, m_zero.value);
        at = select(out, before, m_zero.value, at);
        const uint32_t behind = operation(out, spv::OpFOrdGreaterThan, m_bvec2, at, last);
        at = select(out, behind, last, at);
        const uint32_t whole = m_editor.newId();
        append(out, spv::OpConvertFToS, {m_ivec2.value, whole, at});
        const uint32_t sampled = m_editor.newId();
        append(out, spv::OpLoad, {m_sampledType.value, sampled, m_image.value});
        const uint32_t image = m_editor.newId();
        append(out, spv::OpImage, {m_imageType.value, image, sampled});
        const uint32_t texel = m_editor.newId();
        append(out, spv::OpImageFetch, {m_vec4.value, texel, image, whole});
        return texel;
    }

    const Module& m_module;
    Editor m_editor;
    const Pixel m_pixel;
    const Id m_float, m_vec2, m_vec4;
    const Id m_color, m_secondaryColor, m_fogCoord, m_texCoords;
    Id m_block, m_rowPointer, m_privateVec4;
    std::vector<Id> m_indices;
    Id m_ivec2, m_bvec2, m_zero, m_imageType, m_sampledType, m_image, m_fragCoord, m_depth;
};

} // namespace

std::vector<uint32_t>
RasterInputs::run(std::span<const uint32_t> words, const Interface& interface, Pixel pixel) {
    std::vector<uint32_t> same(words.begin(), words.end());
    const std::optional<Module> before = Module::parse(same);
    const std::optional<Module> demoted =
        before ? Module::parse(DemoteInterface::run(*before, userInputs(*before))) : std::nullopt;
    return demoted ? Weaver(*demoted, *before, interface, pixel).finish() : same;
}

} // namespace spirv
