// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Linked into a library, this leaves the library's static objects as they are when the process
// ends. Programs end without destroying what they made, and then threads of the library may be at
// work, with static objects of its own and of what is linked into it. Waiting for them would let
// exit() take as long as they do.

/// What compilers register destructors of static objects with (Itanium C++ ABI, 3.3.6.3).
extern "C" int __cxa_atexit(void (*)(void*), void*, void*) noexcept {
    return 0;
}
