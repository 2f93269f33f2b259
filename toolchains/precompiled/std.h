//===- std.h - What most code includes of the standard library ------------===//
//
// Parsed once for all units of //toolchains:facet_cc.bzl. A source includes what
// it uses, and not this header.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TOOLCHAINS_PRECOMPILED_STD_H
#define FACET_TOOLCHAINS_PRECOMPILED_STD_H

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#endif // FACET_TOOLCHAINS_PRECOMPILED_STD_H
