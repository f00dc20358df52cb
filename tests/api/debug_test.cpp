// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// KHR_debug.

#include "gl_harness/gl_test.h"

#include <string>
#include <vector>

namespace {

using namespace harness;

struct Message {
    GLenum source, type, severity;
    GLuint id;
    std::string text;
};

std::vector<Message> g_messages;

void GL_APIENTRY note(GLenum source,
                      GLenum type,
                      GLuint id,
                      GLenum severity,
                      GLsizei length,
                      const GLchar* text,
                      const void* user) {
    EXPECT_EQ(&g_messages, user);
    EXPECT_EQ(std::string(text).size(), size_t(length));
    g_messages.push_back({source, type, severity, id, text});
}

class Debug : public GlTest {
protected:
    ContextRequest request() const override { return {.debug = true}; }
    void SetUp() override {
        GlTest::SetUp();
        if (HasFatalFailure()) {
            return;
        }
        if (!hasExtension("GL_KHR_debug")) {
            GTEST_SKIP() << "no GL_KHR_debug";
        }
        g_messages.clear();
        m_insert = load<PFNGLDEBUGMESSAGEINSERTKHRPROC>("glDebugMessageInsertKHR");
        m_callback = load<PFNGLDEBUGMESSAGECALLBACKKHRPROC>("glDebugMessageCallbackKHR");
        m_log = load<PFNGLGETDEBUGMESSAGELOGKHRPROC>("glGetDebugMessageLogKHR");
        m_control = load<PFNGLDEBUGMESSAGECONTROLKHRPROC>("glDebugMessageControlKHR");
        m_push = load<PFNGLPUSHDEBUGGROUPKHRPROC>("glPushDebugGroupKHR");
        m_pop = load<PFNGLPOPDEBUGGROUPKHRPROC>("glPopDebugGroupKHR");
        m_label = load<PFNGLOBJECTLABELKHRPROC>("glObjectLabelKHR");
        m_getLabel = load<PFNGLGETOBJECTLABELKHRPROC>("glGetObjectLabelKHR");
        ASSERT_TRUE(m_insert && m_callback && m_log && m_control && m_push && m_pop && m_label &&
                    m_getLabel);
        glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS_KHR);
    }
    void insert(GLuint id, const char* text) const {
        m_insert(GL_DEBUG_SOURCE_APPLICATION_KHR,
                 GL_DEBUG_TYPE_MARKER_KHR,
                 id,
                 GL_DEBUG_SEVERITY_NOTIFICATION_KHR,
                 -1,
                 text);
    }

    PFNGLDEBUGMESSAGEINSERTKHRPROC m_insert = nullptr;
    PFNGLDEBUGMESSAGECALLBACKKHRPROC m_callback = nullptr;
    PFNGLGETDEBUGMESSAGELOGKHRPROC m_log = nullptr;
    PFNGLDEBUGMESSAGECONTROLKHRPROC m_control = nullptr;
    PFNGLPUSHDEBUGGROUPKHRPROC m_push = nullptr;
    PFNGLPOPDEBUGGROUPKHRPROC m_pop = nullptr;
    PFNGLOBJECTLABELKHRPROC m_label = nullptr;
    PFNGLGETOBJECTLABELKHRPROC m_getLabel = nullptr;
};

TEST_F(Debug, OnInDebugContexts) {
    EXPECT_EQ(GL_TRUE, glIsEnabled(GL_DEBUG_OUTPUT_KHR));
    EXPECT_EQ(1, getInteger(GL_DEBUG_GROUP_STACK_DEPTH_KHR));
    EXPECT_GE(getInteger(GL_MAX_DEBUG_MESSAGE_LENGTH_KHR), 1);
    EXPECT_GE(getInteger(GL_MAX_DEBUG_LOGGED_MESSAGES_KHR), 1);
    EXPECT_GE(getInteger(GL_MAX_DEBUG_GROUP_STACK_DEPTH_KHR), 64);
    EXPECT_GE(getInteger(GL_MAX_LABEL_LENGTH_KHR), 256);
}

TEST_F(Debug, CallbackGetsInsertedMessagesAndErrors) {
    m_callback(note, &g_messages);
    insert(42, "here");
    ASSERT_EQ(1u, g_messages.size());
    EXPECT_EQ("here", g_messages[0].text);
    EXPECT_EQ(42u, g_messages[0].id);
    EXPECT_EQ(GLenum(GL_DEBUG_TYPE_MARKER_KHR), g_messages[0].type);
    g_messages.clear();
    glEnable(0xbad);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    ASSERT_GE(g_messages.size(), 1u) << "an error is a message";
    EXPECT_EQ(GLenum(GL_DEBUG_TYPE_ERROR_KHR), g_messages[0].type);
    EXPECT_EQ(GLenum(GL_DEBUG_SOURCE_API_KHR), g_messages[0].source);
    m_callback(nullptr, nullptr);
}

TEST_F(Debug, LogKeepsMessagesInOrder) {
    GLint before = getInteger(GL_DEBUG_LOGGED_MESSAGES_KHR);
    while (before > 0) {
        ASSERT_EQ(GLuint(before),
                  m_log(GLuint(before), 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr));
        before = getInteger(GL_DEBUG_LOGGED_MESSAGES_KHR);
    }
    insert(1, "first");
    insert(2, "second message");
    EXPECT_EQ(2, getInteger(GL_DEBUG_LOGGED_MESSAGES_KHR));
    EXPECT_EQ(6, getInteger(GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH_KHR));
    GLuint ids[4] = {};
    GLsizei lengths[4] = {};
    char text[100] = {};
    // Room for the first only.
    EXPECT_EQ(1u, m_log(4, 8, nullptr, nullptr, ids, nullptr, lengths, text));
    EXPECT_EQ(1u, ids[0]);
    EXPECT_STREQ("first", text);
    EXPECT_EQ(6, lengths[0]);
    EXPECT_EQ(1u, m_log(4, 100, nullptr, nullptr, ids, nullptr, lengths, text));
    EXPECT_STREQ("second message", text);
    EXPECT_EQ(0u, m_log(4, 100, nullptr, nullptr, ids, nullptr, lengths, text));
}

TEST_F(Debug, ControlFilters) {
    m_callback(note, &g_messages);
    const GLuint id = 7;
    m_control(
        GL_DEBUG_SOURCE_APPLICATION_KHR, GL_DEBUG_TYPE_MARKER_KHR, GL_DONT_CARE, 1, &id, GL_FALSE);
    insert(7, "quiet");
    insert(8, "loud");
    ASSERT_EQ(1u, g_messages.size());
    EXPECT_EQ("loud", g_messages[0].text);
    m_control(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, nullptr, GL_FALSE);
    insert(8, "all quiet");
    EXPECT_EQ(1u, g_messages.size());
    EXPECT_FAILS(GL_INVALID_OPERATION,
                 m_control(GL_DONT_CARE, GL_DEBUG_TYPE_MARKER_KHR, GL_DONT_CARE, 1, &id, GL_TRUE));
    m_callback(nullptr, nullptr);
}

TEST_F(Debug, Groups) {
    m_callback(note, &g_messages);
    m_push(GL_DEBUG_SOURCE_APPLICATION_KHR, 3, -1, "shadow pass");
    EXPECT_EQ(2, getInteger(GL_DEBUG_GROUP_STACK_DEPTH_KHR));
    m_control(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, nullptr, GL_FALSE);
    insert(1, "unheard");
    m_pop(); // brings the filter of outside back
    insert(2, "heard");
    EXPECT_EQ(1, getInteger(GL_DEBUG_GROUP_STACK_DEPTH_KHR));
    ASSERT_EQ(3u, g_messages.size());
    EXPECT_EQ(GLenum(GL_DEBUG_TYPE_PUSH_GROUP_KHR), g_messages[0].type);
    EXPECT_EQ("shadow pass", g_messages[0].text);
    EXPECT_EQ(GLenum(GL_DEBUG_TYPE_POP_GROUP_KHR), g_messages[1].type);
    EXPECT_EQ("heard", g_messages[2].text);
    m_callback(nullptr, nullptr);
    EXPECT_FAILS(GL_STACK_UNDERFLOW_KHR, m_pop());
    const int limit = getInteger(GL_MAX_DEBUG_GROUP_STACK_DEPTH_KHR);
    for (int i = 1; i < limit; ++i) {
        m_push(GL_DEBUG_SOURCE_APPLICATION_KHR, 3, -1, "deeper");
    }
    EXPECT_GL_OK();
    EXPECT_FAILS(GL_STACK_OVERFLOW_KHR, m_push(GL_DEBUG_SOURCE_APPLICATION_KHR, 3, -1, "too deep"));
    for (int i = 1; i < limit; ++i) {
        m_pop();
    }
}

TEST_F(Debug, Labels) {
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    EXPECT_FAILS(GL_INVALID_VALUE, m_label(GL_BUFFER_KHR, 987654, -1, "nothing"));
    EXPECT_FAILS(GL_INVALID_ENUM, m_label(GL_RGBA, 1, -1, "nothing"));
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    m_label(GL_BUFFER_KHR, buffer, -1, "vertices");
    char text[32] = {};
    GLsizei length = 0;
    m_getLabel(GL_BUFFER_KHR, buffer, sizeof(text), &length, text);
    EXPECT_STREQ("vertices", text);
    EXPECT_EQ(8, length);
    m_getLabel(GL_BUFFER_KHR, buffer, 4, &length, text);
    EXPECT_STREQ("ver", text);
    m_label(GL_BUFFER_KHR, buffer, 4, "vertices");
    m_getLabel(GL_BUFFER_KHR, buffer, sizeof(text), &length, text);
    EXPECT_STREQ("vert", text);
    m_label(GL_BUFFER_KHR, buffer, 0, nullptr);
    m_getLabel(GL_BUFFER_KHR, buffer, sizeof(text), &length, text);
    EXPECT_STREQ("", text);
    glDeleteBuffers(1, &buffer);
}

} // namespace
