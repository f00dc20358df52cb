// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/module/stage_io.h"

#include "cpu/shader/interface/stage_image.h"

namespace cpu::shader {
namespace {

/// Beyond what variables may have (ShaderTranslator::makeVariable()).
constexpr uint32_t kMaxScalars = 1u << 14;
constexpr uint32_t kMaxCapture_B = 1u << 16;

/// Gives out locations (SPIR-V for Vulkan, "Location Assignment" and "Component Assignment").
class Walk {
public:
    Walk(const Module& module, Types& types, const Instruction& variable)
        : m_module(module), m_types(types), m_variable(variable) {}

    std::vector<InterfaceScalar> run(bool arrayed) {
        const Id id = m_variable.result;
        Id type = m_types.get(m_variable.resultType).element;
        if (arrayed) {
            type = m_types.get(type).element;
        }
        if (m_types.get(type).scalars == 0 || m_types.get(type).scalars > kMaxScalars) {
            refuse(m_variable, "is no input or output, or too large");
        }
        m_index = m_module.decoration(id, spv::DecorationIndex).value_or(0);
        const InterfaceDecorations decorations =
            refine({}, [&](spv::Decoration d) { return m_module.decoration(id, d).has_value(); });
        capture([&](spv::Decoration d) { return m_module.decoration(id, d); });
        if (const auto builtIn = m_module.decoration(id, spv::DecorationBuiltIn)) {
            addBuiltIn(spv::BuiltIn(*builtIn), type);
            return std::move(m_scalars);
        }
        if (const auto location = m_module.decoration(id, spv::DecorationLocation)) {
            m_location = *location;
            m_located = true;
        }
        m_component = m_module.decoration(id, spv::DecorationComponent).value_or(0);
        walk(type, decorations);
        return std::move(m_scalars);
    }

private:
    template <class Decorated>
    static InterfaceDecorations refine(InterfaceDecorations from, const Decorated& decorated) {
        if (decorated(spv::DecorationFlat)) {
            from.interpolation = Interpolation::Flat;
        } else if (decorated(spv::DecorationNoPerspective)) {
            from.interpolation = Interpolation::NoPerspective;
        }
        if (decorated(spv::DecorationSample)) {
            from.place = InterpolationPlace::Sample;
        } else if (decorated(spv::DecorationCentroid)) {
            from.place = InterpolationPlace::Centroid;
        }
        return from;
    }

    /// What has an offset is captured: a variable, or a member, which may have all but that from
    /// its variable.
    template <class Decoration>
    void capture(const Decoration& decoration) {
        m_buffer = decoration(spv::DecorationXfbBuffer).value_or(m_buffer);
        m_stride_B = decoration(spv::DecorationXfbStride).value_or(m_stride_B);
        m_stream = decoration(spv::DecorationStream).value_or(m_stream);
        m_captureOffset_B = decoration(spv::DecorationOffset);
        if (m_captureOffset_B &&
            (m_buffer >= kMaxCaptureBuffers || m_stream >= kMaxStreams ||
             *m_captureOffset_B % 4 != 0 || *m_captureOffset_B > kMaxCapture_B)) {
            refuse(m_variable, "is captured to a place that there is not");
        }
    }

    std::optional<CapturePlace> nextCapture(const Type& scalar) {
        if (!m_captureOffset_B) {
            return std::nullopt;
        }
        const uint32_t offset_B = *m_captureOffset_B;
        *m_captureOffset_B += std::max(scalar.width, 32u) / 8;
        return CapturePlace{m_buffer, m_stride_B, offset_B, m_stream};
    }

    void addBuiltIn(spv::BuiltIn builtIn, Id type) {
        uint32_t place = 0;
        m_types.forEachScalar(type, {}, 0, 0, [&](uint32_t, const Type& scalar) {
            m_scalars.push_back({&scalar, builtIn, place++, {}, 0, nextCapture(scalar)});
        });
    }

    void walk(Id id, InterfaceDecorations decorations) {
        const Type& type = m_types.get(id);
        switch (type.kind) {
        case Type::Kind::Scalar:
        case Type::Kind::Vector:
            walkVector(type, decorations);
            return;
        case Type::Kind::Matrix:
        case Type::Kind::Array:
            for (uint32_t n = 0; n < type.count; ++n) {
                walk(type.element, decorations);
            }
            return;
        case Type::Kind::Struct:
            ++m_depth;
            for (uint32_t n = 0; n < type.count; ++n) {
                walkMember(id, type, n, decorations);
            }
            --m_depth;
            return;
        default:
            refuse(m_variable, "is of a type that does not go from stage to stage");
        }
    }

    void walkMember(Id id, const Type& type, uint32_t n, InterfaceDecorations decorations) {
        // Of structs in blocks the block's member says it.
        if (m_depth == 1) {
            capture([&](spv::Decoration d) { return m_module.decoration(id, n, d); });
        }
        if (const auto builtIn = m_module.decoration(id, n, spv::DecorationBuiltIn)) {
            addBuiltIn(spv::BuiltIn(*builtIn), type.members[n]);
            return;
        }
        if (const auto location = m_module.decoration(id, n, spv::DecorationLocation)) {
            m_location = *location;
            m_located = true;
        }
        m_component = m_module.decoration(id, n, spv::DecorationComponent).value_or(0);
        walk(type.members[n], refine(decorations, [&](spv::Decoration d) {
                 return m_module.decoration(id, n, d).has_value();
             }));
        m_component = 0;
    }

    void walkVector(const Type& type, const InterfaceDecorations& decorations) {
        const Type& scalar = type.kind == Type::Kind::Vector ? m_types.get(type.element) : type;
        if (scalar.scalar == ScalarKind::Bool || scalar.width < 32) {
            refuse(m_variable, "has scalars that do not go from stage to stage");
        }
        const uint32_t width = scalar.width / 32;
        const uint32_t slots = type.scalars * width;
        const uint32_t locations = (m_component + slots + 3) / 4;
        // Only vectors of 64 bits have more than one location, and those begin at its start.
        if (!m_located || m_component > 3 || m_location >= kMaxLocations ||
            locations > kMaxLocations - m_location || (locations > 1 && m_component != 0)) {
            refuse(m_variable, "has no location, or one too many");
        }
        for (uint32_t n = 0; n < type.scalars; ++n) {
            const uint32_t slot = 4 * m_location + m_component + n * width;
            m_scalars.push_back(
                {&scalar, std::nullopt, slot, decorations, m_index, nextCapture(scalar)});
        }
        m_location += locations;
    }

    const Module& m_module;
    Types& m_types;
    const Instruction& m_variable;
    std::vector<InterfaceScalar> m_scalars;
    uint32_t m_location = 0;
    uint32_t m_component = 0;
    uint32_t m_index = 0;
    bool m_located = false;
    uint32_t m_depth = 0;
    uint32_t m_buffer = 0;
    uint32_t m_stride_B = 0;
    uint32_t m_stream = 0;
    std::optional<uint32_t> m_captureOffset_B; ///< Nothing: what comes is not captured.
};

} // namespace

std::vector<InterfaceScalar>
interfaceScalars(const Module& module, Types& types, const Instruction& variable, bool arrayed) {
    return Walk(module, types, variable).run(arrayed);
}

bool isPerPatch(const Module& module, Types& types, const Instruction& variable) {
    const auto builtIn = module.decoration(variable.result, spv::DecorationBuiltIn);
    if (module.decoration(variable.result, spv::DecorationPatch) ||
        builtIn == spv::BuiltInTessLevelOuter || builtIn == spv::BuiltInTessLevelInner) {
        return true;
    }
    // Of blocks the members say it.
    Id type = types.get(variable.resultType).element;
    while (types.get(type).kind == Type::Kind::Array) {
        type = types.get(type).element;
    }
    return types.get(type).kind == Type::Kind::Struct &&
           module.decoration(type, 0, spv::DecorationPatch).has_value();
}

} // namespace cpu::shader
