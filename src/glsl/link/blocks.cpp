// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Uniform blocks (OpenGL 3.1 section 2.11.4, OpenGL ES 3.0 section 2.12.6). All of them have the
// std140 layout, whatever packing the shader asks for, and all that are declared are active.
#include "glsl/link/steps.h"

#include <algorithm>
#include <map>

namespace glsl {

namespace {

constexpr int kMaxBinding = 255; // StageBlock::binding

int elementsOf(const Global& block) {
    int64_t count = 1;
    for (const int dim : block.type.dims) {
        count = std::min<int64_t>(count * std::max(dim, 1), 1 << 16);
    }
    return int(count);
}

bool sameLayout(const Type& a, const Type& b) {
    return std::ranges::equal(a.members, b.members, [](const auto& x, const auto& y) {
        return x.offset_B == y.offset_B && x.matrixStride_B == y.matrixStride_B &&
               x.rowMajor == y.rowMajor && sameLayout(x.type, y.type);
    });
}

class BlockLinker {
public:
    explicit BlockLinker(LinkState& state) : m_state(state) {}

    void run() {
        for (const LinkStage& stage : m_state.stages) {
            for (const Global& global : stage.globals) {
                if (global.storage == Storage::Block) {
                    declare(stage, global);
                }
            }
        }
        checkNames();
        checkLimits();
        if (!m_state.failed()) {
            bind();
            putBuiltInsLast();
        }
    }

private:
    struct Declared {
        const Global* global;
        const LinkStage* stage;
        int first = 0; // into LinkedProgram::uniformBlocks
    };

    void declare(const LinkStage& stage, const Global& global) {
        auto [it, isNew] = m_blocks.try_emplace(global.name, Declared{&global, &stage});
        if (isNew) {
            it->second.first = int(m_state.program.uniformBlocks.size());
            add(it->second);
        } else {
            compare(it->second, stage, global);
        }
        for (int i = 0; i < elementsOf(*it->second.global); ++i) {
            block(it->second, i).stageMask |= uint8_t(1u << unsigned(stage.stage));
        }
        for (const int member : block(it->second, 0).members) {
            m_state.program.uniforms[size_t(member)].stageMask = block(it->second, 0).stageMask;
        }
    }

    UniformBlock& block(const Declared& declared, int element) {
        return m_state.program.uniformBlocks[size_t(declared.first + element)];
    }

    void compare(const Declared& first, const LinkStage& stage, const Global& global) {
        const Global& other = *first.global;
        const bool agree =
            other.type.matches(global.type, false) && other.packing == global.packing &&
            other.instanceName.empty() == global.instanceName.empty() &&
            sameLayout(other.type, global.type) &&
            (other.binding < 0 || global.binding < 0 || other.binding == global.binding);
        if (!agree) {
            m_state.error("uniform block '" + global.name + "' is not declared alike in the " +
                          std::string(stageName(first.stage->stage)) + " shader and the " +
                          std::string(stageName(stage.stage)) + " shader");
        }
    }

    void add(const Declared& declared) {
        const Global& global = *declared.global;
        m_blockIndex = declared.first;
        m_members.clear();
        const std::string prefix = global.instanceName.empty() ? "" : global.name + ".";
        for (const Type::Member& member : global.type.members) {
            walk(member, 0, prefix + member.name, member.offset_B, member.rowMajor);
        }
        addElements(global, 0, global.name, 0);
    }

    // One block per element of an array, "B[1]".
    void addElements(const Global& global, size_t dim, const std::string& name, int element) {
        if (dim < global.type.dims.size()) {
            const int count = std::min(global.type.dims[dim], kMaxBinding);
            for (int i = 0; i < count; ++i) {
                addElements(
                    global, dim + 1, name + "[" + std::to_string(i) + "]", element * count + i);
            }
            return;
        }
        UniformBlock& block = m_state.program.uniformBlocks.emplace_back();
        block.name = name;
        block.size_B = global.blockSize_B;
        block.binding = global.binding < 0 ? 0 : global.binding + element;
        block.members = m_members;
    }

    void walk(const Type::Member& member,
              size_t dim,
              const std::string& name,
              int offset_B,
              bool rowMajor) {
        const Type& type = member.type;
        const size_t left = type.dims.size() - dim;
        if (left > (type.isStruct() ? 0u : 1u)) {
            int stride_B = member.arrayStride_B;
            for (size_t i = dim + 1; i < type.dims.size(); ++i) {
                stride_B *= std::max(type.dims[i], 1);
            }
            for (int i = 0; i < type.dims[dim] && !m_state.failed(); ++i) {
                walk(member,
                     dim + 1,
                     name + "[" + std::to_string(i) + "]",
                     offset_B + i * stride_B,
                     rowMajor);
            }
            return;
        }
        if (type.isStruct()) {
            for (const Type::Member& inner : type.members) {
                walk(inner,
                     0,
                     name + "." + inner.name,
                     offset_B + inner.offset_B,
                     rowMajor || inner.rowMajor);
            }
            return;
        }
        if (m_state.program.uniforms.size() >= kMaxUniforms) {
            m_state.error("too many members of uniform blocks");
            return;
        }
        Uniform uniform;
        uniform.isArray = left == 1;
        uniform.arraySize = uniform.isArray ? std::max(type.dims.back(), 1) : 1;
        uniform.name = uniform.isArray ? name + "[0]" : name;
        uniform.glType = type.glType;
        uniform.blockIndex = m_blockIndex;
        uniform.offset_B = offset_B;
        uniform.arrayStride_B = uniform.isArray ? member.arrayStride_B : 0;
        uniform.matrixStride_B = member.matrixStride_B;
        uniform.rowMajor = typeInfo(type.glType).isMatrix() && rowMajor;
        m_members.push_back(int(m_state.program.uniforms.size()));
        m_state.program.uniforms.push_back(std::move(uniform));
    }

    // Members of blocks without an instance name and other uniforms share one name space.
    void checkNames() {
        std::set<std::string_view> names;
        for (const Uniform& uniform : m_state.program.uniforms) {
            if (!names.insert(uniform.name).second) {
                m_state.error("'" + uniform.name + "' is two different uniforms");
                return;
            }
        }
        // Whether they are used or not.
        for (const LinkStage& stage : m_state.stages) {
            for (const Global& global : stage.globals) {
                if (global.storage == Storage::Uniform && isMember(global.name)) {
                    m_state.error("'" + global.name + "' is a uniform and a member of a block");
                }
            }
        }
    }

    [[nodiscard]] bool isMember(std::string_view name) const {
        return std::ranges::any_of(m_blocks, [&](const auto& entry) {
            const Global& block = *entry.second.global;
            return block.instanceName.empty() &&
                   std::ranges::find(block.type.members, name, &Type::Member::name) !=
                       block.type.members.end();
        });
    }

    void checkLimits() {
        const Limits& limits = m_state.options.limits;
        int combined = 0;
        for (const LinkStage& stage : m_state.stages) {
            const auto count =
                std::ranges::count_if(m_state.program.uniformBlocks, [&](const UniformBlock& b) {
                    return (b.stageMask >> unsigned(stage.stage) & 1u) != 0;
                });
            combined += int(count);
            if (count > limits.maxUniformBlocks) {
                m_state.error("too many uniform blocks in the " +
                              std::string(stageName(stage.stage)) +
                              " shader: " + std::to_string(count) + " of " +
                              std::to_string(limits.maxUniformBlocks));
            }
        }
        if (combined > limits.maxCombinedUniformBlocks) {
            m_state.error("too many uniform blocks in the program");
        }
        for (const UniformBlock& block : m_state.program.uniformBlocks) {
            if (block.size_B > limits.maxUniformBlockSize_B) {
                m_state.error("uniform block '" + block.name + "' is larger than " +
                              std::to_string(limits.maxUniformBlockSize_B) + " bytes");
            }
            if (block.binding >= limits.maxUniformBufferBindings) {
                m_state.error("uniform block '" + block.name +
                              "' has no such binding: " + std::to_string(block.binding));
            }
        }
    }

    // Behind the samplers, those that the stage's code reads.
    void bind() {
        for (size_t s = 0; s < m_state.stages.size(); ++s) {
            LinkStage& stage = m_state.stages[s];
            StageBinary& binary = m_state.program.stages[s];
            int binding = binary.samplers.empty() ? 1 : binary.samplers.back().binding + 1;
            for (const auto& [name, declared] : m_blocks) {
                const spirv::Variable* v = stage.variable(spv::StorageClassUniform, name);
                if (v == nullptr) {
                    continue;
                }
                if (binding > kMaxBinding) {
                    m_state.error("too many uniform blocks in the program");
                    return;
                }
                stage.decorations.push_back(
                    {v->id, -1, spv::DecorationDescriptorSet, uint32_t(stage.stage)});
                stage.decorations.push_back({v->id, -1, spv::DecorationBinding, uint32_t(binding)});
                binary.blocks.push_back({uint8_t(binding),
                                         uint16_t(elementsOf(*declared.global)),
                                         uint16_t(declared.first)});
                ++binding;
            }
        }
    }

    // Applications see uniforms numbered without a gap: those that they must not see come last.
    void putBuiltInsLast() {
        LinkedProgram& program = m_state.program;
        std::vector<Uniform> ordered;
        std::vector<int> newIndex(program.uniforms.size());
        for (const bool builtIn : {false, true}) {
            for (size_t i = 0; i < program.uniforms.size(); ++i) {
                Uniform& uniform = program.uniforms[i];
                if ((uniform.builtin != BuiltinUniform::None) == builtIn) {
                    newIndex[i] = int(ordered.size());
                    ordered.push_back(std::move(uniform));
                }
            }
        }
        program.uniforms = std::move(ordered);
        for (UniformBlock& block : program.uniformBlocks) {
            for (int& member : block.members) {
                member = newIndex[size_t(member)];
            }
        }
        for (auto& [uniform, element] : program.locationTable) {
            uniform = uniform < 0 ? uniform : newIndex[size_t(uniform)];
        }
    }

    static constexpr size_t kMaxUniforms = 1u << 16;

    LinkState& m_state;
    std::map<std::string, Declared> m_blocks;
    int m_blockIndex = 0;
    std::vector<int> m_members; // of the block that is being added
};

} // namespace

void linkBlocks(LinkState& state) {
    BlockLinker(state).run();
}

} // namespace glsl
