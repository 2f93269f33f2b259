// Access of one device to another's memory, over fake devices.
#include "runtime/devices/peer_access.h"

#include <gtest/gtest.h>

#include <sycl/exception.hpp>

#include "runtime/testing/fake_device.h"

namespace facet {
namespace {

struct Peer : FakeDevice {
  explicit Peer(const char* name) { fake_info.name = name; }
  bool CanAccessPeer(const Device&, PeerAccess what) override {
    return what == PeerAccess::kAnyAccess;
  }
  Status SetPeerAccess(Device&, bool on) override {
    if (fails) return {StatusCode::kInternal, "the link is down"};
    is_on = on;
    return {};
  }
  bool is_on = false, fails = false;
};

sycl::errc ErrorOf(void (*function)(Device&, Device&), Device& a, Device& b,
                   std::string* text = nullptr) {
  try {
    function(a, b);
  } catch (const sycl::exception& e) {
    if (text) *text = e.what();
    return sycl::errc(e.code().value());
  }
  return sycl::errc::success;
}

TEST(PeerAccess, IsTurnedOnAndOffOnceEachInOneDirection) {
  Peer a("a"), b("b");
  std::string text;
  EXPECT_TRUE(CanAccessPeer(a, b, PeerAccess::kAnyAccess));
  EXPECT_FALSE(CanAccessPeer(a, b, PeerAccess::kAtomics));
  EXPECT_EQ(ErrorOf(DisablePeerAccess, a, b, &text), sycl::errc::invalid);
  EXPECT_NE(text.find("device 'a' has no access to memory of device 'b'"),
            std::string::npos)
      << text;
  EXPECT_EQ(ErrorOf(EnablePeerAccess, a, b), sycl::errc::success);
  EXPECT_TRUE(a.is_on);
  EXPECT_FALSE(b.is_on);
  EXPECT_EQ(ErrorOf(EnablePeerAccess, a, b), sycl::errc::invalid);
  EXPECT_EQ(ErrorOf(DisablePeerAccess, b, a), sycl::errc::invalid);
  EXPECT_EQ(ErrorOf(DisablePeerAccess, a, b), sycl::errc::success);
  EXPECT_FALSE(a.is_on);
  EXPECT_EQ(ErrorOf(DisablePeerAccess, a, b), sycl::errc::invalid);
}

TEST(PeerAccess, WhatTheDriverRefusesIsOff) {
  Peer a("a"), b("b");
  a.fails = true;
  std::string text;
  EXPECT_EQ(ErrorOf(EnablePeerAccess, a, b, &text), sycl::errc::runtime);
  EXPECT_NE(text.find("the link is down"), std::string::npos) << text;
  EXPECT_EQ(ErrorOf(DisablePeerAccess, a, b), sycl::errc::invalid);
}

TEST(PeerAccess, NotOfItselfAnotherBackEndOrEmulated) {
  Peer a("a"), other("other"), emulated("emulated");
  other.fake_info.backend = BackendKind::kCuda;
  emulated.fake_info.emulated = true;
  for (Device* peer : std::initializer_list<Device*>{&a, &other, &emulated}) {
    EXPECT_FALSE(CanAccessPeer(a, *peer, PeerAccess::kAnyAccess));
    EXPECT_FALSE(CanAccessPeer(*peer, a, PeerAccess::kAnyAccess));
    EXPECT_EQ(ErrorOf(EnablePeerAccess, a, *peer),
              sycl::errc::feature_not_supported);
  }
}

}  // namespace
}  // namespace facet
