// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/object_pipelines.h"

#include "base/options.h"
#include "glsl/language/types.h"
#include "glvk/gpu/deviations.h"
#include "glvk/gpu/gpu.h"
#include "glvk/pipeline/pipeline.h"
#include "glvk/pipeline/program.h"

#include <algorithm>
#include <utility>

namespace glvk {

ObjectPipelines::ObjectPipelines(Gpu& gpu, unsigned threads)
    : m_gpu(gpu), m_builder("glissade-pipe", threads) {}

PipelineKey ObjectPipelines::typicalKey(const Program& program) const {
    PipelineKey key = m_typical.keyFor(program);
    if (!program.broadcasts()) {
        key.colorCount = 0;
    }
    return key;
}

void ObjectPipelines::prepareStage(base::Priority priority, Wanted wanted) {
    if (const auto code = wanted.code.lock();
        !code || !code->wantObject(wanted.variant, wanted.layouts)) {
        return;
    }
    m_builder.submit(priority, [wanted = std::move(wanted)] {
        if (const auto code = wanted.code.lock()) {
            bool waited = false;
            code->object(wanted.variant, wanted.layouts, waited);
        }
    });
}

void ObjectPipelines::prepare(const Program& program) {
    const PipelineKey key = typicalKey(program);
    for (const spirv::Stage each : spirv::kGraphicsStages) {
        const Program::StageCode stage = program.stageCode(each, key);
        if (!stage.code) {
            continue;
        }
        Wanted wanted{stage.code, stage.variant, stage.layouts};
        prepareStage(base::Priority::Normal, wanted);
        if (each == spirv::Stage::Fragment && m_gpu.features().core.sampleRateShading) {
            wanted.variant.shadesSamples = true;
            const std::lock_guard lock(m_singleMutex);
            if (m_multisampled) {
                prepareStage(base::Priority::Low, std::move(wanted));
            } else {
                if (m_single.size() % 64 == 0) {
                    std::erase_if(m_single, [](const Wanted& w) { return w.code.expired(); });
                }
                m_single.push_back(std::move(wanted));
            }
        } else if (stage.code->facts().openEnd && !program.has(spirv::Stage::Fragment)) {
            // Made to be mixed: whether another stage follows is not known.
            wanted.variant.notLast = !wanted.variant.notLast;
            prepareStage(base::Priority::Normal, std::move(wanted));
        }
    }
}

/// What is typical may be other code than when the program was linked.
bool ObjectPipelines::prepared(const Program& program) {
    const PipelineKey key = typicalKey(program);
    bool isPrepared = true;
    for (const spirv::Stage each : spirv::kGraphicsStages) {
        const Program::StageCode stage = program.stageCode(each, key);
        if (stage.code && !stage.code->hasObject(stage.variant, stage.layouts)) {
            prepareStage(base::Priority::Normal, {stage.code, stage.variant, stage.layouts});
            isPrepared = false;
        }
    }
    return isPrepared;
}

/// A shader for each sample is other code, and programs that draw to several samples do not say at
/// link time that they will ask for it.
void ObjectPipelines::noteMultisampled() {
    const std::lock_guard lock(m_singleMutex);
    m_multisampled = true;
    for (Wanted& wanted : std::exchange(m_single, {})) {
        prepareStage(base::Priority::Low, std::move(wanted));
    }
}

/// Null: some stage could not be compiled.
ResourceRef<Pipeline> ObjectPipelines::build(const PipelineKey& key,
                                             const Program& program,
                                             const std::shared_ptr<OptimizedPipelines>&,
                                             std::string& how) {
    m_typical.note(key);
    Pipeline::Shaders shaders{};
    Pipeline::Code code;
    std::array<bool, spirv::kGraphicsStageCount> waited{};
    // From the end: the threads that prepare them begin at the start, and this takes what none has.
    for (size_t i = spirv::kGraphicsStageCount; i-- > 0;) {
        Program::StageCode stage = program.stageCode(spirv::Stage(i), key);
        if (!stage.code) {
            continue;
        }
        shaders[i] = stage.code->object(stage.variant, stage.layouts, waited[i]);
        if (!shaders[i]) {
            return {};
        }
        code[i] = std::move(stage.code);
    }
    how = "put together of shader objects";
    const char* separator = ", after waiting for stages: ";
    for (size_t i = 0; i < waited.size(); ++i) {
        if (waited[i]) {
            how += separator;
            how += glsl::stageName(spirv::Stage(i));
            separator = " and ";
        }
    }
    const char* const label = !base::options().validation ? nullptr
                              : program.opensSets()       ? kOpenSetsLabel
                                                          : kNamedSetsLabel;
    return ResourceRef(new Pipeline(m_gpu, shaders, std::move(code), label));
}

} // namespace glvk
