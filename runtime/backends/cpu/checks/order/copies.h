// Copies and fills, which kernels may race with.
//
// In:  a copy or fill that is about to be done.
// Out: reports of races, and what of the target is defined.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_COPIES_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_COPIES_H_

#include <cstddef>

#include "runtime/backends/cpu/checks/state/command_order.h"

namespace facet {

// Before it is done, by the thread that does it. Reports accesses that other
// commands make without an order.
void ObserveCopy(const OrderNodePtr& command, const void* to, const void* from,
                 size_t bytes);
// What of the copy is undefined, where that is kept track of.
void CopyDefinednessOf(void* to, const void* from, size_t bytes);
void ObserveFill(const OrderNodePtr& command, const void* to, size_t bytes);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_COPIES_H_
