// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/bound_stages.h"
#include "cpu/exec/stage_routine.h"
#include "cpu/icd/object.h"
#include "cpu/icd/set_places.h"

#include <memory>
#include <variant>

namespace cpu::icd {

/// A stage by itself, compiled: all else that a draw takes is set by commands
/// (VK_EXT_shader_object). Linked or not, its code is the same.
class ShaderObject {
public:
    using Routine = std::variant<std::shared_ptr<exec::ComputeRoutine>,
                                 std::shared_ptr<exec::VertexRoutine>,
                                 std::shared_ptr<exec::ControlRoutine>,
                                 std::shared_ptr<exec::EvaluationRoutine>,
                                 std::shared_ptr<exec::GeometryRoutine>,
                                 std::shared_ptr<exec::FragmentRoutine>>;

    ShaderObject(Routine routine, SetPlaces sets)
        : m_routine(std::move(routine)), m_sets(std::move(sets)) {}

    /// Nothing, if it is of another stage.
    template <typename Stage>
    exec::BoundStage<Stage> bound() const {
        const auto* routine = std::get_if<std::shared_ptr<exec::StageRoutine<Stage>>>(&m_routine);
        return routine ? exec::BoundStage<Stage>{routine->get(), &m_sets}
                       : exec::BoundStage<Stage>();
    }
    const Routine& routine() const { return m_routine; }
    /// As vkGetShaderBinaryDataEXT().
    VkResult writeBinary(size_t* size_B, void* data) const;

private:
    const Routine m_routine; ///< Not null.
    const SetPlaces m_sets;
};
GLISSADE_CPU_OBJECT(VkShaderEXT, ShaderObject)

} // namespace cpu::icd
