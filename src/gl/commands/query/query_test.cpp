// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/query.h"

#include "gl/context/call_scope.h"
#include "gl/testing/version3_fixture.h"

namespace gl::testing {
namespace {

class QueryTest : public Version3Test {
protected:
    GLint current(GLenum target) {
        GLint name = -1;
        context->getQueryiv(target, GL_CURRENT_QUERY, &name);
        return name;
    }
    GLuint result(GLuint name, GLenum what = GL_QUERY_RESULT) {
        GLuint value = 0xDEAD;
        const CallScope call(context.get()); // Waits let go of what it holds.
        context->getQueryObjectuiv(name, what, &value);
        return value;
    }
};

TEST_F(QueryTest, NamesBecomeQueriesWhenBegun) {
    const GLuint name = query();
    EXPECT_FALSE(context->isQuery(name));
    context->beginQuery(GL_ANY_SAMPLES_PASSED, name);
    EXPECT_TRUE(context->isQuery(name));
    EXPECT_EQ(current(GL_ANY_SAMPLES_PASSED), GLint(name));
    EXPECT_EQ(current(GL_ANY_SAMPLES_PASSED_CONSERVATIVE), 0);
    context->endQuery(GL_ANY_SAMPLES_PASSED);
    EXPECT_EQ(current(GL_ANY_SAMPLES_PASSED), 0);
    EXPECT_EQ(device->log.queriesBegun, 1);
    EXPECT_EQ(device->log.queriesEnded, 1);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
}

TEST_F(QueryTest, BeginningIsChecked) {
    context->beginQuery(GL_SAMPLES_PASSED, query()); // Desktop only.
    EXPECT_EQ(error(), GLenum(GL_INVALID_ENUM));
    context->beginQuery(GL_ANY_SAMPLES_PASSED, 0);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    context->beginQuery(GL_ANY_SAMPLES_PASSED, 99);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    context->endQuery(GL_ANY_SAMPLES_PASSED);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    const GLuint first = query();
    context->beginQuery(GL_ANY_SAMPLES_PASSED, first);
    context->beginQuery(GL_ANY_SAMPLES_PASSED_CONSERVATIVE, query());
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "occlusion queries exclude each other";
    context->endQuery(GL_ANY_SAMPLES_PASSED_CONSERVATIVE);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    EXPECT_EQ(result(first), 0xDEADu);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "it is active";
    context->endQuery(GL_ANY_SAMPLES_PASSED);
    context->beginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, first);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "it is of another target";
    EXPECT_EQ(device->log.queriesBegun, 1);
}

TEST_F(QueryTest, ResultsAreWaitedForOnlyWhenTheyHaveToBe) {
    const GLuint name = query();
    context->beginQuery(GL_ANY_SAMPLES_PASSED, name);
    context->endQuery(GL_ANY_SAMPLES_PASSED);
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
    context->beginQuery(GL_ANY_SAMPLES_PASSED, name);
    context->endQuery(GL_ANY_SAMPLES_PASSED);
    backend.value = 9;
    EXPECT_EQ(result(name), 9u) << "results do not outlive the next begin";
}

TEST_F(QueryTest, NoWaitLeavesTheValueAloneUntilItIsThere) {
    useVersion(Api::Desktop, 3, 3);
    const GLuint name = query();
    context->beginQuery(GL_SAMPLES_PASSED, name);
    context->endQuery(GL_SAMPLES_PASSED);
    FakeQuery& backend = *device->log.lastQuery;
    backend.isReady = false;
    backend.value = uint64_t(1) << 40;
    EXPECT_EQ(result(name, GL_QUERY_RESULT_NO_WAIT), 0xDEADu);
    backend.isReady = true;
    EXPECT_EQ(result(name, GL_QUERY_RESULT_NO_WAIT), UINT32_MAX) << "clamped to what fits";
    GLuint64 wide = 0;
    context->getQueryObjectui64v(name, GL_QUERY_RESULT, &wide);
    EXPECT_EQ(wide, uint64_t(1) << 40);
}

TEST_F(QueryTest, StreamsHaveQueriesOfTheirOwn) {
    useVersion(Api::Desktop, 3, 3);
    context->beginQueryIndexed(GL_PRIMITIVES_GENERATED, 0, query());
    context->beginQueryIndexed(GL_PRIMITIVES_GENERATED, 3, query());
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(device->log.lastStream, 3u);
    context->beginQueryIndexed(GL_PRIMITIVES_GENERATED, 4, query());
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    context->beginQueryIndexed(GL_SAMPLES_PASSED, 1, query());
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    context->endQueryIndexed(GL_PRIMITIVES_GENERATED, 3);
    context->endQuery(GL_PRIMITIVES_GENERATED);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
}

TEST_F(QueryTest, DeletingEndsAnActiveQuery) {
    const GLuint name = query();
    context->beginQuery(GL_ANY_SAMPLES_PASSED, name);
    context->deleteQueries(1, &name);
    EXPECT_FALSE(context->isQuery(name));
    EXPECT_EQ(current(GL_ANY_SAMPLES_PASSED), 0);
    EXPECT_EQ(device->log.queriesEnded, 1);
    context->endQuery(GL_ANY_SAMPLES_PASSED);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
}

TEST_F(QueryTest, TimestampsAreCounters) {
    useVersion(Api::Desktop, 3, 3);
    const GLuint name = query();
    context->beginQuery(GL_TIMESTAMP, name);
    EXPECT_EQ(error(), GLenum(GL_INVALID_ENUM));
    context->queryCounter(name, GL_TIME_ELAPSED);
    EXPECT_EQ(error(), GLenum(GL_INVALID_ENUM));
    context->queryCounter(name, GL_TIMESTAMP);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    GLint bits = 0;
    context->getQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits);
    EXPECT_EQ(bits, 64);
    context->beginQuery(GL_TIME_ELAPSED, name);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    GLint64 now = 0;
    context->getInteger64v(GL_TIMESTAMP, &now);
    EXPECT_EQ(now, 12345);
}

class ConditionTest : public QueryTest {
protected:
    void SetUp() override {
        QueryTest::SetUp();
        useVersion(Api::Desktop, 3, 3);
        name = query();
        context->beginQuery(GL_SAMPLES_PASSED, name);
        context->endQuery(GL_SAMPLES_PASSED);
        backend = device->log.lastQuery;
    }
    /// Whether a clear comes through.
    bool clears(GLenum mode) {
        const int before = device->log.clears;
        context->beginConditionalRender(name, mode);
        context->clear(GL_COLOR_BUFFER_BIT);
        context->endConditionalRender();
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
    context->beginConditionalRender(name, GL_SAMPLES_PASSED);
    EXPECT_EQ(error(), GLenum(GL_INVALID_ENUM));
    context->beginConditionalRender(99, GL_QUERY_WAIT);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    const GLuint other = query();
    context->beginQuery(GL_PRIMITIVES_GENERATED, other);
    context->endQuery(GL_PRIMITIVES_GENERATED);
    context->beginConditionalRender(other, GL_QUERY_WAIT);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    context->endConditionalRender();
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    context->beginConditionalRender(name, GL_QUERY_WAIT);
    context->beginConditionalRender(name, GL_QUERY_WAIT);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    context->endConditionalRender();
}

} // namespace
} // namespace gl::testing
