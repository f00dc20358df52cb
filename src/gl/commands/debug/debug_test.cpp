// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/context/debug.h"

#include "gl/testing/context_fixture.h"

namespace gl::testing {
namespace {

class DebugTest : public CoreTest {
protected:
    void SetUp() override { use(Api::ES, true); }
    void insert(GLuint id,
                GLenum severity = GL_DEBUG_SEVERITY_HIGH,
                const char* text = "text",
                GLenum source = GL_DEBUG_SOURCE_APPLICATION) {
        gl->debugMessageInsert(source, GL_DEBUG_TYPE_OTHER, id, severity, -1, text);
    }
    int logged() { return integer(GL_DEBUG_LOGGED_MESSAGES); }
    void drain() {
        gl->getDebugMessageLog(1000, 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
    }
};

TEST_F(DebugTest, ErrorsMakeMessagesWithText) {
    gl->cullFace(7);
    char text[200];
    GLenum source = 0;
    GLenum type = 0;
    GLsizei length = 0;
    EXPECT_EQ(
        gl->getDebugMessageLog(1, sizeof(text), &source, &type, nullptr, nullptr, &length, text),
        1u);
    EXPECT_EQ(source, GLenum(GL_DEBUG_SOURCE_API));
    EXPECT_EQ(type, GLenum(GL_DEBUG_TYPE_ERROR));
    EXPECT_EQ(std::string(text), "GL_INVALID_ENUM: 0x0007 is not a face to cull");
    EXPECT_EQ(length, GLsizei(std::string(text).size() + 1));
}

TEST_F(DebugTest, IsOffInOrdinaryContexts) {
    use(Api::ES, false);
    gl->cullFace(7);
    insert(1);
    EXPECT_EQ(logged(), 0);
    gl->enable(GL_DEBUG_OUTPUT);
    insert(1);
    EXPECT_EQ(logged(), 1);
}

TEST_F(DebugTest, LowSeverityIsOffAtFirst) {
    insert(1, GL_DEBUG_SEVERITY_LOW);
    EXPECT_EQ(logged(), 0);
    gl->debugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DEBUG_SEVERITY_LOW, 0, nullptr, GL_TRUE);
    insert(1, GL_DEBUG_SEVERITY_LOW);
    EXPECT_EQ(logged(), 1);
}

TEST_F(DebugTest, FiltersByIdAndTheLastRuleWins) {
    const GLuint id = 5;
    gl->debugMessageControl(
        GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, GL_DONT_CARE, 1, &id, GL_FALSE);
    insert(5);
    insert(6);
    EXPECT_EQ(logged(), 1);
    gl->debugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, nullptr, GL_TRUE);
    insert(5);
    EXPECT_EQ(logged(), 2);
}

TEST_F(DebugTest, GroupsRestoreTheFilters) {
    gl->pushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, -1, "group");
    EXPECT_EQ(logged(), 1);
    gl->debugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, nullptr, GL_FALSE);
    insert(1);
    EXPECT_EQ(logged(), 1);
    gl->popDebugGroup();
    EXPECT_EQ(logged(), 2);
    insert(1);
    EXPECT_EQ(logged(), 3);
    drain();
    gl->popDebugGroup();
    EXPECT_EQ(gl->getError(), GLenum(GL_STACK_UNDERFLOW));
    for (int i = 0; i < DebugOutput::kMaxGroupDepth; ++i) {
        gl->pushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, -1, "group");
    }
    EXPECT_EQ(gl->getError(), GLenum(GL_STACK_OVERFLOW));
}

TEST_F(DebugTest, CallbackReplacesTheLog) {
    static int calls;
    calls = 0;
    gl->debugMessageCallback(
        [](GLenum, GLenum, GLuint id, GLenum, GLsizei length, const GLchar* text, const void* p) {
            EXPECT_EQ(std::string(text, size_t(length)), "hello");
            EXPECT_EQ(p, &calls);
            calls += int(id);
        },
        &calls);
    insert(3, GL_DEBUG_SEVERITY_HIGH, "hello");
    EXPECT_EQ(calls, 3);
    EXPECT_EQ(logged(), 0);
    void* pointer = nullptr;
    gl->getPointerv(GL_DEBUG_CALLBACK_USER_PARAM, &pointer);
    EXPECT_EQ(pointer, &calls);
}

TEST_F(DebugTest, BadArguments) {
    insert(1, GL_DEBUG_SEVERITY_HIGH, "x", GL_DEBUG_SOURCE_API);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_ENUM));
    insert(1, GL_DEBUG_SEVERITY_HIGH, std::string(1024, 'x').c_str());
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_VALUE));
    const GLuint id = 1;
    gl->debugMessageControl(GL_DONT_CARE, GL_DEBUG_TYPE_OTHER, GL_DONT_CARE, 1, &id, GL_FALSE);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_OPERATION));
}

TEST_F(DebugTest, LabelsBelongToObjects) {
    GLuint buffer = 0;
    gl->genBuffers(1, &buffer);
    gl->objectLabel(GL_BUFFER, buffer, -1, "mine");
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_VALUE)); // No object yet.
    gl->bindBuffer(GL_ARRAY_BUFFER, buffer);
    gl->objectLabel(GL_BUFFER, buffer, -1, "mine");
    char text[4];
    GLsizei length = 0;
    gl->getObjectLabel(GL_BUFFER, buffer, sizeof(text), &length, text);
    EXPECT_EQ(std::string(text), "min");
    EXPECT_EQ(length, 3);
    gl->getObjectLabel(GL_BUFFER, buffer, 0, &length, nullptr);
    EXPECT_EQ(length, 4);
    gl->objectLabel(GL_LIGHTING, buffer, -1, "mine");
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_ENUM));
    gl->objectLabel(GL_BUFFER, buffer, -1, std::string(256, 'x').c_str());
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_VALUE));
}

} // namespace
} // namespace gl::testing
