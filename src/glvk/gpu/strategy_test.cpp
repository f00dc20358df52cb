// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/strategy.h"

#include <gtest/gtest.h>

namespace glvk {

namespace {

base::Options options(const char* text = "") {
    return base::parseOptions(text).options;
}

/// As a GPU's driver of the day has it.
Offer everything() {
    Offer offer;
    offer.shaderObjects = offer.libraries = offer.fastLinking = true;
    offer.vertexInput = offer.setPerStage = offer.openSets = true;
    return offer;
}

TEST(StrategyTest, TakesShaderObjectsFirst) {
    const Strategy strategy(everything(), options());
    EXPECT_EQ(PipelineWay::ShaderObjects, strategy.pipelines);
    EXPECT_TRUE(strategy.dynamicVertexInput);
    EXPECT_TRUE(strategy.opensSets);
    EXPECT_NE(strategy.whyPipelines, "");
    EXPECT_FALSE(strategy.dependsOnSpeed);
}

TEST(StrategyTest, LinksWhereThereAreNone) {
    Offer offer = everything();
    offer.shaderObjects = false;
    EXPECT_EQ(PipelineWay::Libraries, Strategy(offer, options()).pipelines);
    offer.fastLinking = false;
    EXPECT_EQ(PipelineWay::Whole, Strategy(offer, options()).pipelines);
}

TEST(StrategyTest, ShaderObjectsNeedASetForEachStage) {
    Offer offer = everything();
    offer.setPerStage = false;
    EXPECT_EQ(PipelineWay::Libraries, Strategy(offer, options()).pipelines);
    EXPECT_EQ(PipelineWay::Libraries, Strategy(offer, options("pipelines=objects")).pipelines);
}

TEST(StrategyTest, ShaderObjectsThatWereNotTriedAreForThoseWhoAsk) {
    Offer offer = everything();
    offer.openSets = false;
    EXPECT_EQ(PipelineWay::Libraries, Strategy(offer, options()).pipelines);
    const Strategy asked(offer, options("pipelines=objects"));
    EXPECT_EQ(PipelineWay::ShaderObjects, asked.pipelines);
    EXPECT_FALSE(asked.opensSets);
    offer.libraries = false;
    EXPECT_EQ(PipelineWay::Whole, Strategy(offer, options()).pipelines);
}

TEST(StrategyTest, ALayerThatKnowsNoShaderObjectsGetsNone) {
    Offer offer = everything();
    offer.oldValidation = true;
    EXPECT_EQ(PipelineWay::Libraries, Strategy(offer, options("pipelines=objects")).pipelines);
}

TEST(StrategyTest, OptionsDecide) {
    const Offer offer = everything();
    EXPECT_EQ(PipelineWay::Whole, Strategy(offer, options("pipelines=whole")).pipelines);
    EXPECT_EQ(PipelineWay::Libraries, Strategy(offer, options("pipelines=libraries")).pipelines);
    EXPECT_EQ(PipelineWay::ShaderObjects, Strategy(offer, options("pipelines=objects")).pipelines);
    Offer slow = offer;
    slow.fastLinking = false;
    EXPECT_EQ(PipelineWay::Libraries, Strategy(slow, options("pipelines=libraries")).pipelines);
    EXPECT_EQ(PipelineWay::Whole, Strategy({}, options("pipelines=libraries")).pipelines);
}

/// What the choice between libraries and whole pipelines is made by.
TEST(StrategyTest, MeasurementsCountMoreThanWhatTheDeviceSays) {
    Offer offer = everything();
    offer.shaderObjects = false;
    EXPECT_TRUE(Strategy(offer, options()).dependsOnSpeed);
    offer.speed = PipelineSpeed{.whole_us = 1000, .linked_us = 400};
    const Strategy slow(offer, options());
    EXPECT_EQ(PipelineWay::Whole, slow.pipelines);
    EXPECT_NE(slow.whyPipelines.find("400"), std::string::npos);
    offer.fastLinking = false;
    offer.speed = PipelineSpeed{.whole_us = 1000, .linked_us = 20};
    const Strategy fast(offer, options());
    EXPECT_EQ(PipelineWay::Libraries, fast.pipelines);
    EXPECT_TRUE(fast.optimizes);
    EXPECT_EQ(PipelineWay::Whole, Strategy(offer, options("pipelines=whole")).pipelines);
    EXPECT_FALSE(Strategy(offer, options("pipelines=whole")).dependsOnSpeed);
}

TEST(StrategyTest, WhatIsDearIsNotFast) {
    EXPECT_TRUE((PipelineSpeed{.whole_us = 1000, .linked_us = 100}.linksFast()));
    EXPECT_FALSE((PipelineSpeed{.whole_us = 10000, .linked_us = 1000}.linksFast()));
    EXPECT_FALSE((PipelineSpeed{.whole_us = 60, .linked_us = 20}.linksFast()));
}

TEST(StrategyTest, ProcessorsAreNotBelievedAndDoNotCompileTwice) {
    Offer offer = everything();
    offer.openSets = false;
    offer.onProcessor = true;
    EXPECT_EQ(PipelineWay::Whole, Strategy(offer, options()).pipelines);
    EXPECT_TRUE(Strategy(offer, options()).dependsOnSpeed);
    EXPECT_EQ(PipelineWay::ShaderObjects, Strategy(offer, options("pipelines=objects")).pipelines);
    offer.speed = PipelineSpeed{.whole_us = 1000, .linked_us = 20};
    const Strategy measured(offer, options());
    EXPECT_EQ(PipelineWay::Libraries, measured.pipelines);
    EXPECT_FALSE(measured.optimizes);
    EXPECT_TRUE(Strategy(offer, options("pipelines=libraries")).optimizes);
}

} // namespace

} // namespace glvk
