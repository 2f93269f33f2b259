#include "runtime/cache/disk_cache.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

namespace facet {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<unsigned char>;

std::string Hex(const Sha256::Digest& digest) {
  std::string text;
  char two[3];
  for (unsigned char byte : digest) {
    std::snprintf(two, sizeof(two), "%02x", byte);
    text += two;
  }
  return text;
}

std::span<const unsigned char> Text(std::string_view text) {
  return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

// The examples of FIPS 180-2, and one that is longer than a block.
TEST(Sha256, KnownDigests) {
  EXPECT_EQ(Hex(Sha256::Of({})),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Hex(Sha256::Of(Text("abc"))),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Hex(Sha256::Of(Text(
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  Sha256 parts;
  for (int i = 0; i < 1000; ++i) parts.Add(Text(std::string(1000, 'a')));
  EXPECT_EQ(Hex(parts.Finish()),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

CacheKey Key(const std::string& text) { return CacheKey().Add(text); }

class DiskCacheTest : public testing::Test {
 protected:
  DiskCacheTest() : folder(fs::path(testing::TempDir()) / "cache") {
    fs::remove_all(folder);
  }
  ~DiskCacheTest() override { fs::remove_all(folder); }

  std::vector<fs::path> Files() {
    std::vector<fs::path> files;
    for (const auto& file : fs::directory_iterator(folder / "facet-1"))
      if (file.path().extension() == ".bin") files.push_back(file.path());
    return files;
  }
  uint64_t Total() {
    uint64_t total = 0;
    for (const auto& file : Files()) total += fs::file_size(file);
    return total;
  }

  const fs::path folder;
};

TEST_F(DiskCacheTest, KeepsBetweenCaches) {
  const Bytes code = {1, 2, 3, 0, 255};
  {
    DiskCache cache(folder, 1 << 20);
    EXPECT_FALSE(cache.Load(Key("k")));
    cache.Store(Key("k"), code);
    cache.Store(Key("empty"), {});
  }
  DiskCache cache(folder, 1 << 20);
  EXPECT_EQ(cache.Load(Key("k")), code);
  EXPECT_EQ(cache.Load(Key("empty")), Bytes());
  EXPECT_FALSE(cache.Load(Key("other")));
  cache.Remove(Key("k"));
  EXPECT_FALSE(cache.Load(Key("k")));
}

TEST_F(DiskCacheTest, PartsOfKeysAreKeptApart) {
  EXPECT_NE(CacheKey().Add("ab").Add("c").Digest(),
            CacheKey().Add("a").Add("bc").Digest());
  EXPECT_NE(CacheKey().Add("a").Digest(), CacheKey().Add("a").Add("").Digest());
}

// Every byte of the file, and every length that is too short or too long.
TEST_F(DiskCacheTest, DamagedEntriesAreMissesAndGo) {
  const Bytes code = {10, 20, 30};
  DiskCache cache(folder, 1 << 20);
  cache.Store(Key("k"), code);
  const fs::path file = Files().at(0);
  std::string good;
  {
    std::ifstream in(file, std::ios::binary);
    good.assign(std::istreambuf_iterator<char>(in), {});
  }
  const auto damage = [&](const std::string& bytes) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
    EXPECT_FALSE(cache.Load(Key("k")));
    EXPECT_FALSE(fs::exists(file));
  };
  for (size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] ^= 1;
    damage(bad);
    damage(good.substr(0, i));
  }
  damage(good + "x");
  cache.Store(Key("k"), code);
  EXPECT_EQ(cache.Load(Key("k")), code);
}

TEST_F(DiskCacheTest, AnotherKeysFileIsNoHit) {
  DiskCache cache(folder, 1 << 20);
  cache.Store(Key("a"), Bytes{1});
  const fs::path a = Files().at(0);
  cache.Store(Key("b"), Bytes{2});
  for (const auto& file : Files())
    if (file != a) fs::copy_file(a, file, fs::copy_options::overwrite_existing);
  EXPECT_FALSE(cache.Load(Key("b")));
  EXPECT_EQ(cache.Load(Key("a")), Bytes{1});
}

TEST_F(DiskCacheTest, LongestUnusedGoFirst) {
  DiskCache cache(folder, 4000);
  const Bytes code(900, 7);  // and a header of 80 bytes
  const auto age = [&](const char* key, int hours) {
    // The newest file is that of the last Store or Load.
    fs::path newest;
    for (const auto& file : Files())
      if (newest.empty() ||
          fs::last_write_time(file) > fs::last_write_time(newest))
        newest = file;
    fs::last_write_time(newest, fs::file_time_type::clock::now() -
                                    std::chrono::hours(hours));
    (void)key;
  };
  for (auto [key, hours] : {std::pair("a", 5), {"b", 4}, {"c", 3}, {"d", 2}}) {
    cache.Store(Key(key), code);
    age(key, hours);
  }
  EXPECT_TRUE(cache.Load(Key("a")));  // used again
  cache.Store(Key("e"), code);
  EXPECT_LE(Total(), 4000u);
  EXPECT_TRUE(cache.Load(Key("a")));
  EXPECT_FALSE(cache.Load(Key("b")));
  EXPECT_TRUE(cache.Load(Key("c")));
  EXPECT_TRUE(cache.Load(Key("e")));
  cache.Store(Key("huge"), Bytes(5000));
  EXPECT_FALSE(cache.Load(Key("huge")));
  EXPECT_TRUE(cache.Load(Key("e")));
}

TEST_F(DiskCacheTest, AbandonedFilesGo) {
  DiskCache cache(folder, 4000);
  cache.Store(Key("a"), Bytes{1});
  const fs::path old = folder / "facet-1" / "new-1-1";
  const fs::path fresh = folder / "facet-1" / "new-1-2";
  std::ofstream(old) << "x";
  std::ofstream(fresh) << "x";
  fs::last_write_time(
      old, fs::file_time_type::clock::now() - std::chrono::hours(2));
  cache.Store(Key("b"), Bytes{1});
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(fresh));
}

TEST_F(DiskCacheTest, AFolderThatCannotBeIsNoError) {
  std::ofstream(folder.string() + "-file") << "x";
  DiskCache cache(folder.string() + "-file", 4000);
  cache.Store(Key("a"), Bytes{1});
  EXPECT_FALSE(cache.Load(Key("a")));
  fs::remove(folder.string() + "-file");
}

// What does not fit is not kept, and nothing of it stays.
TEST_F(DiskCacheTest, AFullDiskIsNoError) {
  DiskCache cache(folder, 1 << 20);
  cache.Store(Key("small"), Bytes(100, 1));
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {4096, 4096};  // of each file
    setrlimit(RLIMIT_FSIZE, &limit);
    cache.Store(Key("large"), Bytes(10000, 2));
    cache.Store(Key("other"), Bytes(100, 3));
    _exit(cache.Load(Key("large")) ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(cache.Load(Key("small")), Bytes(100, 1));
  EXPECT_EQ(cache.Load(Key("other")), Bytes(100, 3));
  for (const auto& file : fs::directory_iterator(folder / "facet-1"))
    EXPECT_NE(file.path().filename().string().substr(0, 4), "new-");
}

TEST_F(DiskCacheTest, KilledAtAnyTime) {
  DiskCache cache(folder, 64 << 20);
  const auto content = [](int key) {
    return Bytes(100000 + key, static_cast<unsigned char>(key));
  };
  int hits = 0;
  for (int round = 0; round < 20; ++round) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0)
      for (int key = 0;; key = (key + 1) % 50)
        cache.Store(Key(std::to_string(key)), content(key));
    while (!fs::exists(folder / "facet-1") || Files().empty())
      std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::microseconds(1313 * round));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    for (int key = 0; key < 50; ++key) {
      const auto found = cache.Load(Key(std::to_string(key)));
      hits += found.has_value();
      if (found) EXPECT_EQ(*found, content(key));
    }
  }
  EXPECT_GT(hits, 0);
}

// Processes and threads that store and read the same keys in a cache that is
// too small for them: whatever is found is right.
TEST_F(DiskCacheTest, ManyProcessesAtOnce) {
  const auto content = [](int key) {
    return Bytes(200 + 13 * key, static_cast<unsigned char>(key));
  };
  const auto work = [&](unsigned seed) {
    DiskCache cache(folder, 6000);
    int hits = 0;
    for (int round = 0; round < 150; ++round) {
      const int key = static_cast<int>((seed * 7919u + round * 31u) % 24);
      const auto found = cache.Load(Key(std::to_string(key)));
      if (found && *found != content(key)) return -1;
      hits += found.has_value();
      if (!found) cache.Store(Key(std::to_string(key)), content(key));
    }
    return hits;
  };
  std::vector<pid_t> children;
  for (unsigned p = 0; p < 4; ++p) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      int first = 0, second = 0;
      std::thread other([&] { second = work(p + 10); });
      first = work(p);
      other.join();
      _exit(first < 0 || second < 0 ? 2 : first + second == 0 ? 3 : 0);
    }
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
  }
  // One more, alone, brings it below the limit.
  DiskCache(folder, 6000).Store(Key("last"), Bytes{1});
  EXPECT_LE(Total(), 6000u);
  for (int key = 0; key < 24; ++key)
    if (const auto found = DiskCache(folder, 6000).Load(
            Key(std::to_string(key))))
      EXPECT_EQ(*found, content(key));
}

// Processes are killed wherever they are: no wrong bytes, never too many.
TEST_F(DiskCacheTest, KilledProcesses) {
  constexpr uint64_t kMax = 20000;
  const auto content = [](unsigned key) {
    return Bytes(300 + 97 * key, static_cast<unsigned char>(key));
  };
  const auto start = [&](unsigned seed) {
    const pid_t child = fork();
    if (child != 0) return child;
    DiskCache cache(folder, kMax);
    for (unsigned i = seed;; i = i * 1664525 + 1013904223) {
      const unsigned key = (i >> 16) % 40;
      const auto found = cache.Load(Key(std::to_string(key)));
      if (found && *found != content(key)) _exit(2);
      if (!found || i % 3 == 0)
        cache.Store(Key(std::to_string(key)), content(key));
    }
  };
  pid_t children[8];
  for (unsigned c = 0; c < 8; ++c) children[c] = start(c);
  const auto kill_one = [&](pid_t child) {
    int status = 0;
    kill(child, SIGKILL);
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status)) << "wrong bytes";
  };
  for (unsigned round = 0; round < 120; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    kill_one(children[round % 8]);
    children[round % 8] = start(100 + round);
  }
  for (const pid_t child : children) kill_one(child);
  DiskCache cache(folder, kMax);
  cache.Store(Key("0"), content(0));
  uint64_t total = 0;  // with what is left of those that were killed
  for (const auto& file : fs::directory_iterator(folder / "facet-1"))
    total += file.file_size();
  EXPECT_LE(total, kMax);
  unsigned hits = 0;
  for (unsigned key = 0; key < 40; ++key)
    if (const auto found = cache.Load(Key(std::to_string(key)))) {
      EXPECT_EQ(*found, content(key));
      ++hits;
    }
  EXPECT_GT(hits, 0u);
}

// When nobody is at it any more the bound holds, whoever was last.
// Somebody took the lock and never lets it go, or put something else there.
TEST_F(DiskCacheTest, NobodyWaitsForTheLock) {
  const fs::path path = folder / "facet-1" / "lock";
  fs::create_directories(path.parent_path());
  const int lock = open(path.c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_GE(lock, 0);
  ASSERT_EQ(flock(lock, LOCK_EX), 0);
  DiskCache cache(folder, 3000);
  for (int i = 0; i < 20; ++i) cache.Store(Key(std::to_string(i)), Bytes(900));
  EXPECT_LE(Total(), 3000u);
  EXPECT_TRUE(cache.Load(Key("19")));
  close(lock);
  fs::remove(path);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  cache.Store(Key("20"), Bytes(900));
  EXPECT_TRUE(cache.Load(Key("20")));
}

TEST_F(DiskCacheTest, BoundHoldsWhenAllHaveStored) {
  for (int round = 0; round < 20; ++round) {
    std::vector<std::thread> all;
    for (int t = 0; t < 8; ++t)
      all.emplace_back([&, t] {
        DiskCache(folder, 3000).Store(
            Key(std::to_string(round) + "-" + std::to_string(t)), Bytes(900));
      });
    for (std::thread& t : all) t.join();
    EXPECT_LE(Total(), 3000u);
  }
}

// Whatever is found in a file's place is a miss, at once.
TEST_F(DiskCacheTest, NoFilesAtAll) {
  DiskCache cache(folder, 1 << 20);
  const Bytes code = {1, 2, 3};
  cache.Store(Key("k"), code);
  const fs::path file = Files().at(0);
  const fs::path good = folder / "good";
  fs::copy_file(file, good);
  const auto replace = [&](auto make) {
    fs::remove_all(file);
    make();
    EXPECT_FALSE(cache.Load(Key("k")));
  };
  replace([&] { fs::create_directory(file); });
  replace([&] { ASSERT_EQ(mkfifo(file.c_str(), 0600), 0); });
  replace([&] { fs::create_symlink("/dev/zero", file); });
  replace([&] { fs::create_symlink(folder / "nothing", file); });
  replace([&] { fs::create_symlink("/", file); });
  replace([&] {  // more than there is memory for, and says so
    fs::copy_file(good, file);
    std::fstream f(file, std::ios::binary | std::ios::in | std::ios::out);
    const uint64_t size = uint64_t{1} << 40;
    f.seekp(72);
    f.write(reinterpret_cast<const char*>(&size), sizeof(size));
    f.close();
    fs::resize_file(file, size + 80);
  });
  fs::remove_all(file);
  cache.Store(Key("k"), code);
  EXPECT_EQ(cache.Load(Key("k")), code);
}

TEST(DiskCache, FoldersThatCannotBeWritten) {
  for (const char* folder : {"/proc/nowhere", "/dev/null", "/dev/null/below"}) {
    DiskCache cache(folder, 1 << 20);
    EXPECT_FALSE(cache.Load(Key("k")));
    cache.Store(Key("k"), Bytes{1});
    EXPECT_FALSE(cache.Load(Key("k")));
    cache.Remove(Key("k"));
  }
}

}  // namespace
}  // namespace facet
