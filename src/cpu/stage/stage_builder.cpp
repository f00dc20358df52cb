// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/stage/stage_builder.h"

#include "base/fork.h"
#include "base/library_id.h"
#include "cpu/jit/compiler_id.h"
#include "cpu/jit/jit.h"
#include "cpu/kernels/kernel_library.h"
#include "cpu/stage/stage_file.h"
#include "cpu/stage/stage_images.h"
#include "report/object_name.h"
#include "report/record.h"

#include <fmt/format.h>

namespace cpu::stage {

namespace {

void addBinding(store::KeyBuilder& builder, const shader::Binding& binding) {
    const uint32_t words[] = {binding.set,
                              binding.binding,
                              uint32_t(binding.kind),
                              binding.count,
                              binding.offset_B,
                              uint32_t(binding.firstDynamic),
                              binding.immutableSamplers ? 1u : 0u,
                              binding.variableCount,
                              binding.partiallyBound};
    builder.add(std::as_bytes(std::span(words)));
    for (uint32_t i = 0; binding.immutableSamplers && i < binding.count; ++i) {
        const SamplerData& sampler = *binding.immutableSamplers[i];
        builder.add(std::as_bytes(std::span(&sampler, 1)));
    }
}

/// Of this process, whatever its devices, and until it ends. The disk may be switched off or full.
StageImages& compiledHere() {
    static constinit base::PerProcess<StageImages, [] { return StageImages(uint64_t(32) << 20); }>
        images;
    return images.get();
}

template <typename Stage>
void noteAnswer(report::AnswerFrom from) {
    report::recordEvent(report::EventKind::Answer, uint8_t(from), 0, Stage::kName);
}

/// Shaders without a name go by the first eight digits of their SPIR-V's digest.
template <typename Stage>
void noteCompile(const report::Span& span, report::CompileKind how, const StageSource& source) {
    noteAnswer<Stage>(report::AnswerFrom::Nobody);
    span.stop(report::EventKind::Compile, uint8_t(how), 0, [&] {
        if (const std::string label = source.name->label(); !label.empty()) {
            return fmt::format("{} shader {}", Stage::kName, report::quoteLabel(label));
        }
        const auto& digest = source.spirv->digest().bytes;
        return fmt::format("{} shader {:02x}{:02x}{:02x}{:02x}",
                           Stage::kName,
                           digest[0],
                           digest[1],
                           digest[2],
                           digest[3]);
    });
}

} // namespace

base::Digest codeBuildId() {
    static const base::Digest id = store::KeyBuilder("cpu-stage-2")
                                       .add(base::libraryId())
                                       .add(jit::compilerId())
                                       .add(jit::generatorName())
                                       .addValue(kernels::buildHash())
                                       .addValue(kAbiVersion)
                                       .finish();
    return id;
}

template <typename Stage>
store::Key StageBuilder<Stage>::key(const StageSource& source,
                                    std::span<const StableSite> stable) const {
    store::KeyBuilder builder("cpu-stage-2");
    builder.add(std::string_view(Stage::kName))
        .addValue(codeBuildId())
        .addValue(uint32_t(m_level))
        .addValue(source.spirv->digest())
        .add(source.entryPoint)
        .addValue(uint32_t(source.robustBuffers));
    builder.addValue(uint64_t(source.specialization.size()));
    for (const shader::SpecializationEntry& entry : source.specialization) {
        builder.addValue(entry);
    }
    builder.add(source.specializationData);
    builder.addValue(uint64_t(source.layout.bindings.size()));
    for (const shader::Binding& binding : source.layout.bindings) {
        addBinding(builder, binding);
    }
    for (const StableSite& site : stable) {
        builder.addValue(site.site).addValue(site.ids);
    }
    return builder.finish();
}

template <typename Stage>
typename StageBuilder<Stage>::Image StageBuilder<Stage>::find(const store::Key& key) const {
    if (auto image = compiledHere().find<typename Stage::Image>(key)) {
        noteAnswer<Stage>(report::AnswerFrom::Memory);
        return image;
    }
    const auto bytes = m_store.get(key, store::Kind::Stage);
    auto kept = bytes ? readStage<typename Stage::Image>(*bytes) : std::nullopt;
    if (!kept) {
        return nullptr;
    }
    auto image = std::make_shared<const typename Stage::Image>(std::move(*kept));
    compiledHere().insert(key, image);
    noteAnswer<Stage>(report::AnswerFrom::Disk);
    return image;
}

template <typename Stage>
store::Key StageBuilder<Stage>::copiedKey(const StageSource& source) const {
    return store::KeyBuilder("cpu-stage-copied").addValue(key(source)).finish();
}

template <typename Stage>
base::Result<typename StageBuilder<Stage>::Image> StageBuilder<Stage>::compile(
    const StageSource& source, const store::Key& key, std::span<const StableSite> stable) const {
    const report::Span span;
    auto compiled =
        shader::compile<typename Stage::Image>(source.view(), source.layout, m_level, stable);
    noteCompile<Stage>(span, report::CompileKind::Compiled, source);
    return keep(key, std::move(compiled));
}

template <typename Stage>
base::Result<typename StageBuilder<Stage>::Image>
StageBuilder<Stage>::copy(const StageSource& source) const {
    const report::Span span;
    auto copied = shader::copy<typename Stage::Image>(source.view(), source.layout, m_level);
    noteCompile<Stage>(span, report::CompileKind::Copied, source);
    return keep(copiedKey(source), std::move(copied));
}

template <typename Stage>
base::Result<typename StageBuilder<Stage>::Image>
StageBuilder<Stage>::keep(const store::Key& key, base::Result<typename Stage::Image> made) const {
    if (!made) {
        return made.error();
    }
    m_store.put(key, writeStage(*made), store::Kind::Stage);
    auto image = std::make_shared<const typename Stage::Image>(std::move(*made));
    compiledHere().insert(key, image);
    return Image(std::move(image));
}

template class StageBuilder<ComputeStage>;
template class StageBuilder<VertexStage>;
template class StageBuilder<ControlStage>;
template class StageBuilder<EvaluationStage>;
template class StageBuilder<GeometryStage>;
template class StageBuilder<FragmentStage>;

} // namespace cpu::stage
