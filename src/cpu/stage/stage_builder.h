// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/digest.h"
#include "base/result.h"
#include "cpu/abi/level.h"
#include "cpu/stage/stage.h"
#include "cpu/stage/stage_source.h"
#include "store/store.h"

#include <memory>
#include <span>

namespace cpu::stage {

/// Of all that makes code and is not in a shader's source: this library's build among it.
base::Digest codeBuildId();

/// Shaders to code by way of memory and the disk: what this process or an earlier run has compiled
/// is not compiled again. Safe on any thread, and cheap to copy.
template <typename Stage>
class StageBuilder {
public:
    using Image = std::shared_ptr<const typename Stage::Image>;

    StageBuilder(store::Store& store, Level level) : m_store(store), m_level(level) {}

    /// Everything that the code depends on, this library's own build included.
    store::Key key(const StageSource& source, std::span<const StableSite> stable = {}) const;
    /// What copied code is kept under.
    store::Key copiedKey(const StageSource& source) const;
    /// Null: it was not made yet.
    Image find(const store::Key& key) const;
    /// Copies pieces (docs/shader-pieces.md), and keeps the result under copiedKey().
    base::Result<Image> copy(const StageSource& source) const;
    /// Compiles, and keeps the result.
    base::Result<Image> compile(const StageSource& source,
                                const store::Key& key,
                                std::span<const StableSite> stable = {}) const;

private:
    base::Result<Image> keep(const store::Key& key, base::Result<typename Stage::Image> made) const;

    store::Store& m_store;
    const Level m_level;
};

} // namespace cpu::stage
