// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// EXT_disjoint_timer_query and EXT_occlusion_query_boolean, by the names that these extensions give
// their commands, in contexts of OpenGL ES 2.0 and 3.0.

#include "gl_harness/gl_test.h"

namespace {

using namespace harness;

class TimerQueries : public GlTest, public testing::WithParamInterface<int> {
protected:
    ContextRequest request() const override { return {.version = GetParam()}; }
    void SetUp() override {
        GlTest::SetUp();
        gen = load<PFNGLGENQUERIESEXTPROC>("glGenQueriesEXT");
        destroy = load<PFNGLDELETEQUERIESEXTPROC>("glDeleteQueriesEXT");
        is = load<PFNGLISQUERYEXTPROC>("glIsQueryEXT");
        begin = load<PFNGLBEGINQUERYEXTPROC>("glBeginQueryEXT");
        end = load<PFNGLENDQUERYEXTPROC>("glEndQueryEXT");
        counter = load<PFNGLQUERYCOUNTEREXTPROC>("glQueryCounterEXT");
        get = load<PFNGLGETQUERYIVEXTPROC>("glGetQueryivEXT");
        getInt = load<PFNGLGETQUERYOBJECTIVEXTPROC>("glGetQueryObjectivEXT");
        getUint = load<PFNGLGETQUERYOBJECTUIVEXTPROC>("glGetQueryObjectuivEXT");
        getInt64 = load<PFNGLGETQUERYOBJECTI64VEXTPROC>("glGetQueryObjecti64vEXT");
        getUint64 = load<PFNGLGETQUERYOBJECTUI64VEXTPROC>("glGetQueryObjectui64vEXT");
    }
    void requireTimers() const {
        if (!hasExtension("GL_EXT_disjoint_timer_query")) {
            GTEST_SKIP() << "no GL_EXT_disjoint_timer_query";
        }
    }

    PFNGLGENQUERIESEXTPROC gen = nullptr;
    PFNGLDELETEQUERIESEXTPROC destroy = nullptr;
    PFNGLISQUERYEXTPROC is = nullptr;
    PFNGLBEGINQUERYEXTPROC begin = nullptr;
    PFNGLENDQUERYEXTPROC end = nullptr;
    PFNGLQUERYCOUNTEREXTPROC counter = nullptr;
    PFNGLGETQUERYIVEXTPROC get = nullptr;
    PFNGLGETQUERYOBJECTIVEXTPROC getInt = nullptr;
    PFNGLGETQUERYOBJECTUIVEXTPROC getUint = nullptr;
    PFNGLGETQUERYOBJECTI64VEXTPROC getInt64 = nullptr;
    PFNGLGETQUERYOBJECTUI64VEXTPROC getUint64 = nullptr;
};

TEST_P(TimerQueries, MeasureCommands) {
    requireTimers();
    const Target target(8, 8);
    GLuint query = 0;
    gen(1, &query);
    ASSERT_NE(query, 0u);
    EXPECT_FALSE(is(query)) << "a name, not yet an object";
    begin(GL_TIME_ELAPSED_EXT, query);
    GLint current = 0;
    get(GL_TIME_ELAPSED_EXT, GL_CURRENT_QUERY_EXT, &current);
    EXPECT_EQ(GLuint(current), query);
    glClear(GL_COLOR_BUFFER_BIT);
    end(GL_TIME_ELAPSED_EXT);
    EXPECT_TRUE(is(query));
    EXPECT_GL_OK();
    GLuint available = 0;
    while (!available) {
        getUint(query, GL_QUERY_RESULT_AVAILABLE_EXT, &available);
        ASSERT_EQ(glGetError(), GLenum(GL_NO_ERROR));
    }
    constexpr GLuint64 kUntouched = ~GLuint64(0);
    GLuint64 elapsed = kUntouched;
    getUint64(query, GL_QUERY_RESULT_EXT, &elapsed);
    EXPECT_NE(elapsed, kUntouched);
    GLint clamped = -1;
    getInt(query, GL_QUERY_RESULT_EXT, &clamped);
    EXPECT_GE(clamped, 0);
    destroy(1, &query);
    EXPECT_FALSE(is(query));
    EXPECT_GL_OK();
}

TEST_P(TimerQueries, TimestampsFollowEachOther) {
    requireTimers();
    GLint bits = 0;
    get(GL_TIMESTAMP_EXT, GL_QUERY_COUNTER_BITS_EXT, &bits);
    EXPECT_GE(bits, 30);
    GLuint queries[2] = {};
    gen(2, queries);
    const Target target(8, 8);
    counter(queries[0], GL_TIMESTAMP_EXT);
    glClear(GL_COLOR_BUFFER_BIT);
    counter(queries[1], GL_TIMESTAMP_EXT);
    GLint64 first = -1;
    GLint64 second = -1;
    getInt64(queries[0], GL_QUERY_RESULT_EXT, &first);
    getInt64(queries[1], GL_QUERY_RESULT_EXT, &second);
    EXPECT_GT(first, 0);
    EXPECT_GE(second, first);
    const auto now = load<PFNGLGETINTEGER64VEXTPROC>("glGetInteger64vEXT");
    ASSERT_NE(now, nullptr);
    if (!isLlvmpipe() || GetParam() > 20) { // Does not know it in ES 2.0; the extension does.
        GLint64 afterwards = -1;
        now(GL_TIMESTAMP_EXT, &afterwards);
        EXPECT_GT(afterwards, 0);
    }
    getInteger(GL_GPU_DISJOINT_EXT);
    destroy(2, queries);
    EXPECT_GL_OK();
}

TEST_P(TimerQueries, MistakesAreErrors) {
    requireTimers();
    GLuint query = 0;
    gen(1, &query);
    GLuint64 value = 0;
    EXPECT_FAILS(GL_INVALID_VALUE, gen(-1, &query));
    EXPECT_FAILS(GL_INVALID_OPERATION, begin(GL_TIME_ELAPSED_EXT, 0));
    EXPECT_FAILS(GL_INVALID_OPERATION, begin(GL_TIME_ELAPSED_EXT, query + 1)); // Not generated.
    EXPECT_FAILS(GL_INVALID_ENUM, begin(GL_TIMESTAMP_EXT, query));
    EXPECT_FAILS(GL_INVALID_ENUM, counter(query, GL_TIME_ELAPSED_EXT));
    EXPECT_FAILS(GL_INVALID_OPERATION, counter(0, GL_TIMESTAMP_EXT));
    EXPECT_FAILS(GL_INVALID_OPERATION, end(GL_TIME_ELAPSED_EXT));
    EXPECT_FAILS(GL_INVALID_OPERATION, getUint64(query, GL_QUERY_RESULT_EXT, &value));
    begin(GL_TIME_ELAPSED_EXT, query);
    EXPECT_FAILS(GL_INVALID_OPERATION, begin(GL_TIME_ELAPSED_EXT, query));
    EXPECT_FAILS(GL_INVALID_OPERATION, getUint64(query, GL_QUERY_RESULT_EXT, &value));
    end(GL_TIME_ELAPSED_EXT);
    EXPECT_FAILS(GL_INVALID_ENUM, getUint64(query, GL_TIMESTAMP_EXT, &value));
    EXPECT_FAILS(GL_INVALID_OPERATION, counter(query, GL_TIMESTAMP_EXT)); // Of another target.
    destroy(1, &query);
}

TEST_P(TimerQueries, OcclusionByTheNamesOfItsExtension) {
    if (!hasExtension("GL_EXT_occlusion_query_boolean")) {
        GTEST_SKIP() << "no GL_EXT_occlusion_query_boolean";
    }
    const Target target(8, 8);
    const ColorProgram white;
    white.use(1, 1, 1);
    GLuint query = 0;
    gen(1, &query);
    begin(GL_ANY_SAMPLES_PASSED_EXT, query);
    drawFull();
    end(GL_ANY_SAMPLES_PASSED_EXT);
    GLuint passed = 0;
    getUint(query, GL_QUERY_RESULT_EXT, &passed);
    EXPECT_EQ(passed, 1u);
    destroy(1, &query);
    EXPECT_GL_OK();
}

INSTANTIATE_TEST_SUITE_P(Versions, TimerQueries, testing::Values(20, 30));

} // namespace
