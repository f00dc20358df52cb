// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/resource.h"
#include "glvk/gpu/vulkan.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace glvk {

class OptimizedPipelines;
class Pipeline;
class Program;
struct PipelineKey;

/// One of the ways to come to pipelines: whole, linked from libraries, of shader objects. Strategy
/// chooses at start-up; what differs by it in layouts, shader code and draws asks the features
/// (usesLibraries, usesShaderObjects). Thread-safe. See docs/pipelines.md.
class PipelineMaker {
public:
    virtual ~PipelineMaker() = default;

    /// What a draw waits for. Null: the device could not build it. `optimized`, where there is one,
    /// may get a better one later. `how` is told what was done, for people. Two contexts asking for
    /// one key build it once each at worst; the VkPipelineCache makes the second cheap.
    virtual ResourceRef<Pipeline> build(const PipelineKey& key,
                                        const Program& program,
                                        const std::shared_ptr<OptimizedPipelines>& optimized,
                                        std::string& how) = 0;
    /// The pipeline, if it was built before a draw needed it; null else. `how` as above.
    virtual ResourceRef<Pipeline>
    takeGuess(const PipelineKey& key, const Program& program, std::string& how);
    /// A program was linked: begins what will be needed of it in the background.
    virtual void prepare(const Program& program) = 0;
    /// Nothing that prepare() would begin now is left to do, as far as it can be known.
    virtual bool prepared(const Program&) { return true; }
    /// The same of a variant of a program, whose shaders are made in the background as well.
    virtual void prepareLater(const Program& program) { prepare(program); }
    /// There are images of several samples: shaders may be asked to shade each of them.
    virtual void noteMultisampled() {}
    /// A program died.
    virtual void forgetProgram(uint64_t) {}
    /// The modules are about to be destroyed.
    virtual void forgetModules(std::span<const VkShaderModule>) {}
    /// Returns when everything that was begun in the background is done.
    virtual void finishPreparing() = 0;
    /// Drops what has not begun in the background and waits for the rest.
    virtual void stop() = 0;
};

} // namespace glvk
