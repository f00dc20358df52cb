// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/frontend_use.h"

#include "base/log.h"
#include "base/memory_room.h"

#include <glslang/Public/ShaderLang.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <set>

namespace glsl {
namespace {

/// The heap grows by up to 22 MB for the newest languages, 13 of which stay.
constexpr size_t kRoom_B = size_t(48) << 20;
/// Sources may have as many #version lines as they like. To meet one again takes little.
constexpr size_t kMostLanguages = 256;

struct Frontend {
    /// Shared by those inside, alone for one that meets a language.
    std::shared_mutex mutex;
    bool initialized = false;
    /// The library may have been left with its lock taken, or with half of its symbols.
    bool lost = false;
    std::set<std::string, std::less<>> met;
    LearnedFunctions functions;
};

Frontend& frontend() {
    static auto& only = *new Frontend; // Threads may be inside when the process ends.
    return only;
}

/// The lines that name #version: all of the text that the library's choice of symbols depends on.
/// One in a comment does no harm.
std::string versionLines(std::string_view source) {
    constexpr std::string_view kVersion = "version";
    std::string lines;
    for (size_t at = source.find(kVersion); at != source.npos;) {
        const size_t begin = source.find_last_of("\r\n", at) + 1; // npos + 1 is 0
        const size_t end = std::min(source.find_first_of("\r\n", at), source.size());
        const std::string_view line = source.substr(begin, end - begin);
        if (line.find('#') != line.npos) {
            lines.append(line).append("\n");
        }
        at = source.find(kVersion, end);
    }
    return lines;
}

void meet(Frontend& library,
          const std::string& language,
          const std::string& text,
          const FrontendUse::Read& read) {
    const std::unique_lock alone(library.mutex);
    if (library.lost || library.met.contains(language)) {
        return;
    }
    if (!base::hasRoom(kRoom_B)) {
        throw std::bad_alloc();
    }
    if (library.met.size() == kMostLanguages) {
        library.met.clear();
    }
    const auto known = library.met.insert(language).first;
    try {
        if (!library.initialized) {
            library.initialized = glslang::InitializeProcess();
        }
        const FrontendBuiltins::Learning learning(library.functions);
        read(text);
    } catch (...) {
        library.met.erase(known);
        library.lost = true;
        base::logWarn(base::Log::Shaders,
                      "memory ran out while the GLSL compiler was set up: no shader is compiled "
                      "by this process any more");
        throw;
    }
}

/// What was learned lacks what has these words.
void forget(Frontend& library, const SourceWords& words) {
    const std::unique_lock alone(library.mutex);
    if (library.lost || !library.functions.lack(words)) {
        return;
    }
    base::logDebug(base::Log::Shaders,
                   "GLSL's built-in functions are read anew, with more of them");
    if (library.initialized) {
        glslang::FinalizeProcess();
        library.initialized = false;
    }
    library.met.clear();
    library.functions.startAnew(words);
}

SourceWords wordsOf(std::span<const std::string> sources, std::string_view more) {
    std::vector<std::string_view> texts(sources.begin(), sources.end());
    texts.push_back(more);
    return SourceWords(texts);
}

} // namespace

FrontendUse::FrontendUse(std::string_view call,
                         std::span<const std::string> sources,
                         std::string_view more,
                         const Read& read)
    : m_words(m_use ? wordsOf(sources, more) : SourceWords()), m_builtins(m_words) {
    if (!m_use) {
        return;
    }
    Frontend& library = frontend();
    m_inside = std::shared_lock(library.mutex);
    // Others may have it forget what was met for this, while nobody was inside.
    for (size_t i = 0; i < sources.size() && !library.lost;) {
        const std::string text = versionLines(sources[i]);
        const std::string language = std::string(call) + "\n" + text;
        const bool lacks = library.functions.lack(m_words);
        if (!lacks && library.met.contains(language)) {
            ++i;
            continue;
        }
        m_inside.unlock();
        if (lacks) {
            forget(library, m_words);
        } else {
            meet(library, language, text, read);
        }
        m_inside.lock();
        i = 0;
    }
    if (library.lost) {
        throw std::bad_alloc();
    }
}

} // namespace glsl
