// See peer_access.h.

#include "runtime/devices/peer_access.h"

#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "runtime/devices/errors.h"

namespace facet {
namespace {

struct Links {
  std::mutex mutex;
  std::set<std::pair<const Device*, const Device*>> on;
};

// Never destroyed: the program may ask at its end.
Links& AllLinks() {
  static auto& links = *new Links;
  return links;
}

std::string Names(const Device& device, const char* verb, const Device& peer) {
  return "device '" + device.info().name + "' " + verb + " memory of device '" +
         peer.info().name + "'";
}

}  // namespace

bool CanAccessPeer(Device& device, Device& peer, PeerAccess what) {
  return &device != &peer && device.info().backend == peer.info().backend &&
         !device.info().emulated && !peer.info().emulated &&
         device.CanAccessPeer(peer, what);
}

void EnablePeerAccess(Device& device, Device& peer) {
  if (!CanAccessPeer(device, peer, PeerAccess::kAnyAccess))
    Throw(sycl::errc::feature_not_supported,
          Names(device, "cannot use", peer));
  Links& links = AllLinks();
  std::lock_guard lock(links.mutex);
  if (links.on.count({&device, &peer}))
    Throw(sycl::errc::invalid, Names(device, "already has access to", peer));
  ThrowIfFailed(device.SetPeerAccess(peer, true));
  links.on.insert({&device, &peer});
}

void DisablePeerAccess(Device& device, Device& peer) {
  Links& links = AllLinks();
  std::lock_guard lock(links.mutex);
  if (!links.on.count({&device, &peer}))
    Throw(sycl::errc::invalid, Names(device, "has no access to", peer));
  ThrowIfFailed(device.SetPeerAccess(peer, false));
  links.on.erase({&device, &peer});
}

}  // namespace facet
