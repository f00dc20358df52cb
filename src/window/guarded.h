// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <exception>

namespace window {

template <auto function, class OnExhaustion, class Function = decltype(function)>
struct Guard;

template <auto function, class OnExhaustion, class Result, class... Args>
struct Guard<function, OnExhaustion, Result (*)(Args...)> {
    static Result call(Args... args) {
        try {
            return function(args...);
        } catch (const std::exception&) {
            OnExhaustion()(args...);
            return Result();
        }
    }
};

/// A door's command as applications call it: no exception leaves. Where memory or another means of
/// the machine runs out, an OnExhaustion is told the arguments, and the command returns zero.
template <auto function, class OnExhaustion>
constexpr auto& guarded = Guard<function, OnExhaustion>::call;

} // namespace window
