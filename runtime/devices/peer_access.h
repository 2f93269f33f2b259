// Memory of one device in kernels of another (sycl_ext_oneapi_peer_access).
//
// In:  two devices, of whatever back ends.
// Out: whether the driver lets kernels of the first use memory of the second;
//      access turned on and off.
// Why: that it is on is known here and not in drivers, some of which have no
//      such state, and others share it with the program's other libraries.
//
// All functions may be called from any thread.

#ifndef FACET_RUNTIME_DEVICES_PEER_ACCESS_H_
#define FACET_RUNTIME_DEVICES_PEER_ACCESS_H_

#include "runtime/backends/backend.h"

namespace facet {

// Returns false for devices of different back ends, for emulated ones and for a
// device and itself.
bool CanAccessPeer(Device& device, Device& peer, PeerAccess what);

// Throws errc::feature_not_supported unless CanAccessPeer, and errc::invalid if
// access is on.
void EnablePeerAccess(Device& device, Device& peer);

// Throws errc::invalid if access is off.
void DisablePeerAccess(Device& device, Device& peer);

}  // namespace facet

#endif  // FACET_RUNTIME_DEVICES_PEER_ACCESS_H_
