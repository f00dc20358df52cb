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
    EXPECT_STRNE("", strategy.whyPipelines);
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

TEST(StrategyTest, WhatCompilesWhenItExecutesGetsWholePipelines) {
    Offer offer = everything();
    offer.whyWhole = "it compiles late";
    EXPECT_EQ(PipelineWay::Whole, Strategy(offer, options()).pipelines);
    EXPECT_EQ(PipelineWay::ShaderObjects, Strategy(offer, options("pipelines=objects")).pipelines);
}

} // namespace

} // namespace glvk
