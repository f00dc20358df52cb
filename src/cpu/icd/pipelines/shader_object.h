// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"
#include "cpu/stage/bound_stages.h"
#include "cpu/stage/set_places.h"
#include "cpu/stage/stage_routine.h"

#include <memory>

namespace cpu::icd {

/// A stage by itself, compiled: all else that a draw takes is set by commands
/// (VK_EXT_shader_object). Linked or not, its code is the same.
class ShaderObject {
public:
    ShaderObject(stage::AnyRoutine routine, stage::SetPlaces sets)
        : m_routine(std::move(routine)), m_sets(std::move(sets)) {}

    /// Nothing, if it is of another stage.
    template <typename Stage>
    stage::BoundStage<Stage> bound() const {
        const auto* routine = std::get_if<std::shared_ptr<stage::StageRoutine<Stage>>>(&m_routine);
        return routine ? stage::BoundStage<Stage>{routine->get(), &m_sets}
                       : stage::BoundStage<Stage>();
    }
    const stage::AnyRoutine& routine() const { return m_routine; }
    /// As vkGetShaderBinaryDataEXT().
    VkResult writeBinary(size_t* size_B, void* data) const;

private:
    const stage::AnyRoutine m_routine; ///< Not null.
    const stage::SetPlaces m_sets;
};
GLISSADE_CPU_OBJECT(VkShaderEXT, ShaderObject)

} // namespace cpu::icd
