// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
/// For programs that load and unload drivers. Leaks are counted at the end, and what only the
/// static variables of unloaded drivers and layers knew would be among them; and the thread
/// sanitizer ends where a library is unloaded that its suppressions name. Here libraries stay.
extern "C" [[gnu::visibility("default")]] int dlclose(void*) {
    return 0;
}
#endif
