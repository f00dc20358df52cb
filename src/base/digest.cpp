// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/digest.h"

// The functions that need no other part of the library: 21 KB, without anything that is set up.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include <new>
#include <type_traits>

namespace base {

namespace {

SHA256_CTX* contextIn(std::byte* state) {
    return std::launder(reinterpret_cast<SHA256_CTX*>(state));
}

} // namespace

Digester::Digester() {
    static_assert(sizeof(SHA256_CTX) <= sizeof m_state && alignof(SHA256_CTX) <= 8 &&
                  std::is_trivially_copyable_v<SHA256_CTX>);
    ::SHA256_Init(new (m_state) SHA256_CTX);
}

Digester& Digester::add(std::span<const std::byte> bytes) {
    ::SHA256_Update(contextIn(m_state), bytes.data(), bytes.size());
    return *this;
}

Digest Digester::finish() {
    Digest digest;
    ::SHA256_Final(digest.bytes.data(), contextIn(m_state));
    return digest;
}

Digest digestOf(std::span<const std::byte> bytes) {
    return Digester().add(bytes).finish();
}

} // namespace base
