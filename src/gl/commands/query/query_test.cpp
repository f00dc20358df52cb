// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/query.h"

#include "gl/context/call_scope.h"
#include "gl/testing/context_fixture.h"

namespace gl::testing {
namespace {

class QueryTest : public Version3Test {
protected:
    GLint current(GLenum target) {
        GLint name = -1;
        gl->getQueryiv(target, GL_CURRENT_QUERY, &name);
        return name;
    }
    GLuint result(GLuint name, GLenum what = GL_QUERY_RESULT) {
        GLuint value = 0xDEAD;
        const CallScope call(gl.get()); // Waits let go of what it holds.
        gl->getQueryObjectuiv(name, what, &value);
        return value;
    }
};

TEST_F(QueryTest, NamesBecomeQueriesWhenBegun) {
    const GLuint name = query();
    EXPECT_FALSE(gl->isQuery(name));
    gl->beginQuery(GL_ANY_SAMPLES_PASSED, name);
    EXPECT_TRUE(gl->isQuery(name));
    EXPECT_EQ(current(GL_ANY_SAMPLES_PASSED), GLint(name));
    EXPECT_EQ(current(GL_ANY_SAMPLES_PASSED_CONSERVATIVE), 0);
    gl->endQuery(GL_ANY_SAMPLES_PASSED);
    EXPECT_EQ(current(GL_ANY_SAMPLES_PASSED), 0);
    EXPECT_EQ(device->log.queriesBegun, 1);
    EXPECT_EQ(device->log.queriesEnded, 1);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
}

TEST_F(QueryTest, BeginningIsChecked) {
    gl->beginQuery(GL_SAMPLES_PASSED, query()); // Desktop only.
    EXPECT_EQ(error(), GLenum(GL_INVALID_ENUM));
    gl->beginQuery(GL_ANY_SAMPLES_PASSED, 0);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    gl->beginQuery(GL_ANY_SAMPLES_PASSED, 99);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    gl->endQuery(GL_ANY_SAMPLES_PASSED);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    const GLuint first = query();
    gl->beginQuery(GL_ANY_SAMPLES_PASSED, first);
    gl->beginQuery(GL_ANY_SAMPLES_PASSED_CONSERVATIVE, query());
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "occlusion queries exclude each other";
    gl->endQuery(GL_ANY_SAMPLES_PASSED_CONSERVATIVE);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    EXPECT_EQ(result(first), 0xDEADu);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "it is active";
    gl->endQuery(GL_ANY_SAMPLES_PASSED);
    gl->beginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, first);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "it is of another target";
    EXPECT_EQ(device->log.queriesBegun, 1);
}

TEST_F(QueryTest, ResultsAreWaitedForOnlyWhenTheyHaveToBe) {
    const GLuint name = query();
    gl->beginQuery(GL_ANY_SAMPLES_PASSED, name);
    gl->endQuery(GL_ANY_SAMPLES_PASSED);
    FakeQuery& backend = *device->log.lastQuery;
    backend.isReady = false;
    backend.value = 7;
    EXPECT_EQ(result(name, GL_QUERY_RESULT_AVAILABLE), 0u);
    EXPECT_EQ(backend.waits, 0);
    EXPECT_EQ(result(name), 7u);
    EXPECT_EQ(backend.waits, 1);
    EXPECT_EQ(result(name, GL_QUERY_RESULT_AVAILABLE), 1u);
    EXPECT_EQ(result(name, GL_QUERY_RESULT_NO_WAIT), 0xDEADu);
    EXPECT_EQ(error(), GLenum(GL_INVALID_ENUM)) << "not in OpenGL ES";
    gl->beginQuery(GL_ANY_SAMPLES_PASSED, name);
    gl->endQuery(GL_ANY_SAMPLES_PASSED);
    backend.value = 9;
    EXPECT_EQ(result(name), 9u) << "results do not outlive the next begin";
}

TEST_F(QueryTest, NoWaitLeavesTheValueAloneUntilItIsThere) {
    useVersion(Api::Desktop, 3, 3);
    const GLuint name = query();
    gl->beginQuery(GL_SAMPLES_PASSED, name);
    gl->endQuery(GL_SAMPLES_PASSED);
    FakeQuery& backend = *device->log.lastQuery;
    backend.isReady = false;
    backend.value = uint64_t(1) << 40;
    EXPECT_EQ(result(name, GL_QUERY_RESULT_NO_WAIT), 0xDEADu);
    backend.isReady = true;
    EXPECT_EQ(result(name, GL_QUERY_RESULT_NO_WAIT), UINT32_MAX) << "clamped to what fits";
    GLuint64 wide = 0;
    gl->getQueryObjectui64v(name, GL_QUERY_RESULT, &wide);
    EXPECT_EQ(wide, uint64_t(1) << 40);
}

TEST_F(QueryTest, StreamsHaveQueriesOfTheirOwn) {
    useVersion(Api::Desktop, 3, 3);
    gl->beginQueryIndexed(GL_PRIMITIVES_GENERATED, 0, query());
    gl->beginQueryIndexed(GL_PRIMITIVES_GENERATED, 3, query());
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(device->log.lastStream, 3u);
    gl->beginQueryIndexed(GL_PRIMITIVES_GENERATED, 4, query());
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    gl->beginQueryIndexed(GL_SAMPLES_PASSED, 1, query());
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    gl->endQueryIndexed(GL_PRIMITIVES_GENERATED, 3);
    gl->endQuery(GL_PRIMITIVES_GENERATED);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
}

TEST_F(QueryTest, DeletingEndsAnActiveQuery) {
    const GLuint name = query();
    gl->beginQuery(GL_ANY_SAMPLES_PASSED, name);
    gl->deleteQueries(1, &name);
    EXPECT_FALSE(gl->isQuery(name));
    EXPECT_EQ(current(GL_ANY_SAMPLES_PASSED), 0);
    EXPECT_EQ(device->log.queriesEnded, 1);
    gl->endQuery(GL_ANY_SAMPLES_PASSED);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
}

TEST_F(QueryTest, TimestampsAreCounters) {
    useVersion(Api::Desktop, 3, 3);
    const GLuint name = query();
    gl->beginQuery(GL_TIMESTAMP, name);
    EXPECT_EQ(error(), GLenum(GL_INVALID_ENUM));
    gl->queryCounter(name, GL_TIME_ELAPSED);
    EXPECT_EQ(error(), GLenum(GL_INVALID_ENUM));
    gl->queryCounter(name, GL_TIMESTAMP);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    GLint bits = 0;
    gl->getQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits);
    EXPECT_EQ(bits, 64);
    gl->beginQuery(GL_TIME_ELAPSED, name);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    GLint64 now = 0;
    gl->getInteger64v(GL_TIMESTAMP, &now);
    EXPECT_EQ(now, 12345);
}

class ConditionTest : public QueryTest {
protected:
    void SetUp() override {
        QueryTest::SetUp();
        useVersion(Api::Desktop, 3, 3);
        name = query();
        gl->beginQuery(GL_SAMPLES_PASSED, name);
        gl->endQuery(GL_SAMPLES_PASSED);
        backend = device->log.lastQuery;
    }
    /// Whether a clear comes through.
    bool clears(GLenum mode) {
        const int before = device->log.clears;
        gl->beginConditionalRender(name, mode);
        gl->clear(GL_COLOR_BUFFER_BIT);
        gl->endConditionalRender();
        EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
        return device->log.clears != before;
    }
    GLuint name = 0;
    FakeQuery* backend = nullptr;
};

TEST_F(ConditionTest, WaitsOrGoesAhead) {
    backend->isReady = false;
    EXPECT_TRUE(clears(GL_QUERY_NO_WAIT));
    EXPECT_EQ(backend->waits, 0);
    EXPECT_FALSE(clears(GL_QUERY_WAIT));
    EXPECT_EQ(backend->waits, 1);
    EXPECT_FALSE(clears(GL_QUERY_BY_REGION_NO_WAIT)) << "now it is known";
    EXPECT_TRUE(clears(GL_QUERY_WAIT_INVERTED));
}

TEST_F(ConditionTest, BeginningIsChecked) {
    gl->beginConditionalRender(name, GL_SAMPLES_PASSED);
    EXPECT_EQ(error(), GLenum(GL_INVALID_ENUM));
    gl->beginConditionalRender(99, GL_QUERY_WAIT);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    const GLuint other = query();
    gl->beginQuery(GL_PRIMITIVES_GENERATED, other);
    gl->endQuery(GL_PRIMITIVES_GENERATED);
    gl->beginConditionalRender(other, GL_QUERY_WAIT);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    gl->endConditionalRender();
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    gl->beginConditionalRender(name, GL_QUERY_WAIT);
    gl->beginConditionalRender(name, GL_QUERY_WAIT);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    gl->endConditionalRender();
}

} // namespace
} // namespace gl::testing
