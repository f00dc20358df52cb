// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Fragment outputs: which draw buffer each goes to (OpenGL 3.3 section 3.9.2, GLSL ES 3.00 section
// 4.3.8.2).
#include "glsl/link/steps.h"

#include <algorithm>
#include <array>
#include <set>

namespace glsl {

namespace {

struct Wanted {
    const Global* global;
    const spirv::Variable* variable;
    int location; // -1: any
    int index;
};

int boundValue(const std::map<std::string, int>& bindings, const Global& global, int otherwise) {
    for (const std::string& name : {global.name, global.name + "[0]"}) {
        if (const auto it = bindings.find(name); it != bindings.end()) {
            return it->second;
        }
    }
    return otherwise;
}

class OutputLinker {
public:
    OutputLinker(LinkState& state, LinkStage& fragment) : m_state(state), m_fragment(fragment) {}

    void run() {
        checkLayouts();
        std::vector<Wanted> open;
        std::vector<Wanted> bound;
        for (const auto* list : {&m_fragment.globals, &m_fragment.hidden}) {
            for (const Global& global : *list) {
                const spirv::Variable* variable =
                    global.storage == Storage::Output
                        ? m_fragment.variable(spv::StorageClassOutput, global.name)
                        : nullptr;
                if (variable == nullptr) {
                    continue;
                }
                const LinkOptions& options = m_state.options;
                Wanted wanted{&global, variable, global.location, global.index};
                if (wanted.location < 0) {
                    wanted.location = boundValue(options.fragmentOutputBindings, global, -1);
                    wanted.index = wanted.location < 0
                                       ? 0
                                       : boundValue(options.fragmentOutputIndices, global, 0);
                }
                (wanted.location < 0 ? open : bound).push_back(wanted);
            }
        }
        for (const Wanted& wanted : bound) {
            addBound(wanted);
        }
        for (const Wanted& wanted : open) {
            addOpen(wanted);
        }
    }

private:
    // With several outputs GLSL ES 3.00 wants a location for each; with
    // EXT_blend_func_extended applications or linking may give it.
    void checkLayouts() {
        if (!m_fragment.es() || m_fragment.version() < 300) {
            return;
        }
        const auto isOutput = [](const Global& g) { return g.storage == Storage::Output; };
        const auto outputs = std::ranges::count_if(m_fragment.globals, isOutput);
        const bool isPlaced =
            std::ranges::any_of(m_fragment.shaders, &ShaderInterface::placesOutputs);
        for (const Global& global : m_fragment.globals) {
            if (outputs > 1 && isOutput(global) && global.location < 0 && !isPlaced) {
                m_state.error("fragment output '" + global.name + "' has no location");
            }
            // Those that are never written too.
            if (isOutput(global) && global.location + locationsOf(global.type) > limit(0)) {
                m_state.error("fragment output '" + global.name + "' does not fit at location " +
                              std::to_string(global.location));
            }
        }
    }

    [[nodiscard]] int limit(int index) const {
        const Limits& limits = m_state.options.limits;
        const int most = int(m_state.program.outputClass.size());
        return std::min(index == 0 ? limits.maxDrawBuffers : limits.maxDualSourceDrawBuffers, most);
    }

    void addBound(const Wanted& wanted) {
        const int count = locationsOf(wanted.global->type);
        const std::string name = "fragment output '" + wanted.global->name + "'";
        if (wanted.index > 1 || wanted.location + count > limit(wanted.index)) {
            m_state.error(name + " does not fit at location " + std::to_string(wanted.location));
            return;
        }
        if (!isFree(wanted.location, count, wanted.index)) {
            m_state.error(name + " shares location " + std::to_string(wanted.location) +
                          " with another output");
            return;
        }
        add(wanted, wanted.location);
    }

    void addOpen(const Wanted& wanted) {
        const int count = locationsOf(wanted.global->type);
        for (int location = 0; location + count <= limit(0); ++location) {
            if (isFree(location, count, 0)) {
                add(wanted, location);
                return;
            }
        }
        m_state.error("too many fragment outputs: no room for '" + wanted.global->name + "'");
    }

    [[nodiscard]] bool isFree(int first, int count, int index) const {
        for (int i = first; i < first + count; ++i) {
            if (m_taken[size_t(index)].contains(i)) {
                return false;
            }
        }
        return true;
    }

    void add(const Wanted& wanted, int location) {
        const Global& global = *wanted.global;
        FragmentOutput output;
        output.name = global.name;
        output.glType = global.type.glType;
        output.arraySize = locationsOf(global.type);
        output.location = location;
        output.index = wanted.index;
        output.broadcast = global.name == "gl_FragColor";
        for (int i = location; i < location + output.arraySize; ++i) {
            m_taken[size_t(wanted.index)].insert(i);
            m_state.program.fragmentOutputMask |= 1u << i;
            m_state.program.outputClass[size_t(i)] = componentClassOf(global.type);
        }
        const spirv::Id id = wanted.variable->id;
        m_fragment.decorations.push_back({id, -1, spv::DecorationLocation, uint32_t(location)});
        if (wanted.index != 0) {
            m_fragment.decorations.push_back(
                {id, -1, spv::DecorationIndex, uint32_t(wanted.index)});
        }
        m_state.program.fragmentOutputs.push_back(std::move(output));
    }

    LinkState& m_state;
    LinkStage& m_fragment;
    std::array<std::set<int>, 2> m_taken; // locations, by index
};

} // namespace

void linkFragmentOutputs(LinkState& state) {
    if (LinkStage* fragment = state.stage(Stage::Fragment)) {
        OutputLinker(state, *fragment).run();
    }
}

} // namespace glsl
