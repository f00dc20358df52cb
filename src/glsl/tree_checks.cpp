// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/tree_checks.h"

#include <glslang/MachineIndependent/localintermediate.h>

namespace glsl {

namespace {

class TreeChecker final : public glslang::TIntermTraverser {
public:
    explicit TreeChecker(bool convertsIntToUint) : m_convertsIntToUint(convertsIntToUint) {}

    [[nodiscard]] const std::string& found() const { return m_error; }

    // An array that gets its size after its first use: a geometry shader's input, by the layout
    // (GLSL 1.50 section 4.3.8.1).
    bool visitBinary(glslang::TVisit, glslang::TIntermBinary* node) override {
        const glslang::TType& type = node->getLeft()->getType();
        const glslang::TIntermConstantUnion* index = node->getRight()->getAsConstantUnion();
        if (node->getOp() == glslang::EOpIndexDirect && index != nullptr && type.isSizedArray() &&
            index->getConstArray()[0].getIConst() >= type.getOuterArraySize()) {
            error(*node, "'[' : array index out of range");
        }
        return m_error.empty();
    }

    // There is no conversion between int and uint before GLSL 4.00.
    bool visitSwitch(glslang::TVisit, glslang::TIntermSwitch* node) override {
        const glslang::TIntermTyped* condition = node->getCondition()->getAsTyped();
        if (m_convertsIntToUint || condition == nullptr || node->getBody() == nullptr) {
            return m_error.empty();
        }
        for (const TIntermNode* child : node->getBody()->getSequence()) {
            const glslang::TIntermBranch* branch = child->getAsBranchNode();
            if (branch != nullptr && branch->getFlowOp() == glslang::EOpCase &&
                branch->getExpression() != nullptr &&
                branch->getExpression()->getBasicType() != condition->getBasicType()) {
                error(*branch, "'case' : the label's type is not that of the switch");
            }
        }
        return m_error.empty();
    }

private:
    void error(const TIntermNode& node, const char* text) {
        m_error = "0:" + std::to_string(node.getLoc().line) + ": error: " + text + "\n";
    }

    bool m_convertsIntToUint;
    std::string m_error;
};

class InputCollector final : public glslang::TIntermTraverser {
public:
    void visitSymbol(glslang::TIntermSymbol* symbol) override {
        if (symbol->getQualifier().storage == glslang::EvqVaryingIn) {
            names.insert(symbol->getName().c_str());
        }
    }
    bool visitAggregate(glslang::TVisit, glslang::TIntermAggregate* aggregate) override {
        return aggregate->getOp() != glslang::EOpLinkerObjects;
    }

    std::set<std::string> names;
};

} // namespace

std::set<std::string> usedInputs(const glslang::TIntermediate& tree) {
    InputCollector collector;
    if (tree.getTreeRoot() != nullptr) {
        tree.getTreeRoot()->traverse(&collector);
    }
    return std::move(collector.names);
}

std::string treeError(const glslang::TIntermediate& tree, int version) {
    if (tree.getTreeRoot() == nullptr) {
        return {};
    }
    const bool es = tree.getProfile() == EEsProfile;
    TreeChecker checker(
        !es && (version >= 400 || tree.getRequestedExtensions().contains("GL_ARB_gpu_shader5")));
    tree.getTreeRoot()->traverse(&checker);
    return checker.found();
}

} // namespace glsl
