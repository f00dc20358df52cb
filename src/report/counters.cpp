// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "report/counters.h"

#include <iterator>

namespace report {

namespace {

constexpr std::string_view kFigureNames[] = {
    "pipelines unchanged",
    "pipelines by transition",
    "pipelines by hash",
    "pipelines guessed",
    "pipelines built",
    "pipelines optimized",
    "sampling slot misses",
    "sampling snapshot hits",
    "sampling store hits",
    "sampling routines new",
    "sampling routines revived",
    "sampling routines evicted",
    "sampling routines freed",
    "sampling routines compiled",
    "sampling routines from disk",
    "sampling routines failed",
    "sampling sites inlined",
    "draw routine hits",
    "draw routines new",
    "draw routines evicted",
    "draw routines compiled",
    "draw routines from disk",
    "draw routines failed",
};
static_assert(std::size(kFigureNames) == size_t(Figure::Count));

} // namespace

std::string_view figureName(Figure figure) {
    return kFigureNames[size_t(figure)];
}

} // namespace report
