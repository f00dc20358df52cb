// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#ifdef __SANITIZE_ADDRESS__
/// Leaks are counted when the Vulkan loader has unloaded drivers and layers, and what only their
/// static variables know would be among them: here libraries stay.
extern "C" [[gnu::visibility("default")]] int dlclose(void*) {
    return 0;
}
#endif
