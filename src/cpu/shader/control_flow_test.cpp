// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/harness_test.h"

#include <gtest/gtest.h>

namespace cpu::shader::test {
namespace {

/// Runs `body`, which writes r[i], and compares each word with expected(i).
template <typename Expected>
void check(const std::string& body, Expected expected, const std::string& before = {}) {
    const Words words = runBody(body, 64, before, true);
    for (uint32_t i = 0; i < words.size(); ++i) {
        ASSERT_EQ(words[i], expected(i)) << "invocation " << i << " of " << body;
    }
}

TEST(ControlFlow, writesEveryInvocation) {
    check("r[i] = i * 3u + 1u;", [](uint32_t i) { return i * 3 + 1; });
}

TEST(ControlFlow, ifElse) {
    check("if (i % 3u == 0u) r[i] = 7u; else if (i % 3u == 1u) r[i] = 8u + i; else r[i] = 9u;",
          [](uint32_t i) { return i % 3 == 0   ? 7
                                  : i % 3 == 1 ? 8 + i
                                               : 9; });
}

TEST(ControlFlow, returnsEarly) {
    check("r[i] = 1u; if (i > 20u) return; r[i] = 2u; if ((i & 1u) == 0u) { return; } r[i] = 3u;",
          [](uint32_t i) { return i > 20       ? 1u
                                  : i % 2 == 0 ? 2u
                                               : 3u; });
}

TEST(ControlFlow, loopsOfDifferentLength) {
    check("uint s = 0u; for (uint k = 0u; k < i; ++k) s += k * k; r[i] = s;", [](uint32_t i) {
        uint32_t s = 0;
        for (uint32_t k = 0; k < i; ++k) {
            s += k * k;
        }
        return s;
    });
}

TEST(ControlFlow, breaksAndContinues) {
    check("uint s = 0u; for (uint k = 0u; k < 50u; ++k) { if (k % 3u == i % 3u) continue;"
          " if (k > i) break; s += k; if (s > 300u) { s += 1000u; break; } } r[i] = s;",
          [](uint32_t i) {
              uint32_t s = 0;
              for (uint32_t k = 0; k < 50; ++k) {
                  if (k % 3 == i % 3) {
                      continue;
                  }
                  if (k > i) {
                      break;
                  }
                  s += k;
                  if (s > 300) {
                      s += 1000;
                      break;
                  }
              }
              return s;
          });
}

TEST(ControlFlow, valuesSurviveTheLoopTheyWereMadeIn) {
    check("uint last = 99u; for (uint k = 0u;; ++k) { uint v = k * 10u + i; if (k == i % 7u) {"
          " last = v; break; } } r[i] = last;",
          [](uint32_t i) { return i % 7 * 10 + i; });
}

TEST(ControlFlow, nestedLoopsWithReturn) {
    check("r[i] = 5u; for (uint a = 0u; a < 10u; ++a) { for (uint b = 0u; b < 10u; ++b) {"
          " if (a * b == i) { r[i] = a * 100u + b; return; } if (b > a) break; } }"
          " r[i] = 77u;",
          [](uint32_t i) {
              for (uint32_t a = 0; a < 10; ++a) {
                  for (uint32_t b = 0; b < 10; ++b) {
                      if (a * b == i) {
                          return a * 100 + b;
                      }
                      if (b > a) {
                          break;
                      }
                  }
              }
              return 77u;
          });
}

TEST(ControlFlow, doWhile) {
    check("uint k = i; uint n = 0u; do { k = (k % 2u == 0u) ? k / 2u : 3u * k + 1u; ++n; }"
          " while (k > 1u && n < 200u); r[i] = n;",
          [](uint32_t i) {
              uint32_t k = i;
              uint32_t n = 0;
              do {
                  k = k % 2 == 0 ? k / 2 : 3 * k + 1;
                  ++n;
              } while (k > 1 && n < 200);
              return n;
          });
}

TEST(ControlFlow, switchWithFallthrough) {
    check("uint v = 0u; switch (i % 6u) { case 0u: v = 1u; break; case 1u: v = 2u;"
          " case 2u: v += 10u; break; case 4u: case 5u: v = 40u; if (i > 30u) break; v += 3u;"
          " default: v += 100u; } r[i] = v;",
          [](uint32_t i) {
              uint32_t v = 0;
              switch (i % 6) {
              case 0:
                  v = 1;
                  break;
              case 1:
                  v = 2;
                  [[fallthrough]];
              case 2:
                  v += 10;
                  break;
              case 4:
              case 5:
                  v = 40;
                  if (i > 30) {
                      break;
                  }
                  v += 3;
                  [[fallthrough]];
              default:
                  v += 100;
              }
              return v;
          });
}

TEST(ControlFlow, switchInLoopContinues) {
    check("uint s = 0u; for (uint k = 0u; k < 12u; ++k) { switch ((k + i) % 4u) {"
          " case 0u: continue; case 1u: s += 1u; break; case 2u: s += 100u; if (k > 9u) return;"
          " default: s += 10000u; } s += 3u; r[i] = s; } r[i] = s + 1u;",
          [](uint32_t i) {
              uint32_t s = 0;
              uint32_t r = 0;
              for (uint32_t k = 0; k < 12; ++k) {
                  switch ((k + i) % 4) {
                  case 0:
                      continue;
                  case 1:
                      s += 1;
                      break;
                  case 2:
                      s += 100;
                      if (k > 9) {
                          return r;
                      }
                      [[fallthrough]];
                  default:
                      s += 10000;
                  }
                  s += 3;
                  r = s;
              }
              return s + 1;
          });
}

TEST(ControlFlow, shortCircuits) {
    check("uint c = 0u; if (i > 5u && (c++ < 3u) || (i == 2u && c++ == 0u)) c += 10u; r[i] = c;",
          [](uint32_t i) { return i > 5    ? 11u
                                  : i == 2 ? 11u
                                           : 0u; });
}

TEST(ControlFlow, functionsWithParametersAndEarlyReturns) {
    check(
        "uint a = i; uint b = 5u; r[i] = f(a, b) + b * 1000u + a;",
        [](uint32_t i) {
            uint32_t a = i;
            uint32_t b = 5;
            const auto g = [](uint32_t x) {
                for (uint32_t k = 0; k < 8; ++k) {
                    if (k * k >= x) {
                        return k;
                    }
                }
                return 50u;
            };
            uint32_t result;
            if (a % 2 == 0) {
                b = a;
                result = g(a);
            } else {
                b += 1;
                result = g(a) + g(b);
            }
            return result + b * 1000 + a;
        },
        "uint g(uint x) { for (uint k = 0u; k < 8u; ++k) if (k * k >= x) return k;"
        " return 50u; }\n"
        "uint f(in uint a, inout uint b) { if (a % 2u == 0u) { b = a; return g(a); } b += 1u;"
        " a = a * 1u; return g(a) + g(b); }\n");
}

TEST(ControlFlow, callsInLoopsUnderMasks) {
    check(
        "uint s = 0u; for (uint k = 0u; k < i % 9u; ++k) { if (k % 2u == 0u) s += f(k + i);"
        " else s ^= f(k); } r[i] = s;",
        [](uint32_t i) {
            const auto f = [](uint32_t x) {
                if (x > 30) {
                    return 1u;
                }
                uint32_t p = 1;
                while (p < x) {
                    p *= 2;
                }
                return p;
            };
            uint32_t s = 0;
            for (uint32_t k = 0; k < i % 9; ++k) {
                if (k % 2 == 0) {
                    s += f(k + i);
                } else {
                    s ^= f(k);
                }
            }
            return s;
        },
        "uint f(uint x) { if (x > 30u) return 1u; uint p = 1u; while (p < x) p *= 2u;"
        " return p; }\n");
}

TEST(ControlFlow, loopAfterEarlyReturn) {
    check("r[i] = 4u; if (i >= 40u) return; uint s = 1u; while (s < i) { s = s * 2u + 1u;"
          " if (s == 31u) return; r[i] = s; } r[i] += 100u;",
          [](uint32_t i) {
              uint32_t r = 4;
              if (i >= 40) {
                  return r;
              }
              uint32_t s = 1;
              while (s < i) {
                  s = s * 2 + 1;
                  if (s == 31) {
                      return r;
                  }
                  r = s;
              }
              return r + 100;
          });
}

TEST(ControlFlow, phisSwapTheirValues) {
    check("uint a = i; uint b = 1u; for (uint k = 0u; k < i % 5u; ++k) { uint t = a; a = b;"
          " b = t; if (b > 40u) break; } r[i] = a * 100u + b;",
          [](uint32_t i) {
              uint32_t a = i;
              uint32_t b = 1;
              for (uint32_t k = 0; k < i % 5; ++k) {
                  std::swap(a, b);
                  if (b > 40) {
                      break;
                  }
              }
              return a * 100 + b;
          });
}

TEST(ControlFlow, booleansAreKept) {
    check("bool found = false; bool odd = (i & 1u) != 0u; for (uint k = 0u; k < 10u; ++k) {"
          " if (k == i) { found = true; } if (found && odd) break; odd = !odd; }"
          " r[i] = (found ? 2u : 0u) + (odd ? 1u : 0u);",
          [](uint32_t i) {
              bool found = false;
              bool odd = i & 1;
              for (uint32_t k = 0; k < 10; ++k) {
                  if (k == i) {
                      found = true;
                  }
                  if (found && odd) {
                      break;
                  }
                  odd = !odd;
              }
              return (found ? 2u : 0u) + (odd ? 1u : 0u);
          });
}

} // namespace
} // namespace cpu::shader::test
