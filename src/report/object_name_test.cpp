// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "report/object_name.h"

#include <gtest/gtest.h>

namespace report {
namespace {

TEST(ObjectName, IsTheLabelOrElseTheNumber) {
    ObjectName name("program", 7);
    EXPECT_EQ(name.text(), "program 7");
    name.setLabel("water");
    EXPECT_EQ(name.text(), "program 'water'");
    name.setLabel({});
    EXPECT_EQ(name.text(), "program 7");
    EXPECT_EQ(ObjectName("fixed function").text(), "fixed function");
}

TEST(ObjectName, LabelsStayInTheirQuotesAndOnTheirLine) {
    EXPECT_EQ(quoteLabel("it's\na"), "'it\"s a'");
    EXPECT_EQ(quoteLabel(std::string(64, 'x')), "'" + std::string(64, 'x') + "'");
    EXPECT_EQ(quoteLabel(std::string(65, 'x')), "'" + std::string(64, 'x') + "…'");
    EXPECT_EQ(quoteLabel(std::string(63, 'x') + "äb"), "'" + std::string(63, 'x') + "…'");
}

TEST(Subject, IsTheInnermost) {
    EXPECT_EQ(Subject::current(), "");
    const std::string none;
    const std::string label = "ring";
    const Subject outer("texture", 3, none);
    EXPECT_EQ(Subject::current(), "texture 3");
    {
        const Subject inner("buffer", 4, label);
        EXPECT_EQ(Subject::current(), "buffer 'ring'");
        ObjectName name("program", 5);
        const Subject named(name);
        EXPECT_EQ(Subject::current(), "program 5");
    }
    EXPECT_EQ(Subject::current(), "texture 3");
}

} // namespace
} // namespace report
