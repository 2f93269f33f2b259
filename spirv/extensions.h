// Takes the declaration of an extension away.
//
// In:  a checked module; the name of an extension that none of its instructions
//      is of.
// Out: the same module without OpExtension of the name.
// Why: LLVM's back end asks for SPV_EXT_relaxed_printf_string_address_space for
//      a format that is in constant memory, if the kernel is not the last one.
//
// SPIR-V 1.6, section 3.42.4 "Extension Instructions".

#ifndef FACET_SPIRV_EXTENSIONS_H_
#define FACET_SPIRV_EXTENSIONS_H_

#include <string_view>

#include "spirv/module.h"

namespace facet::spirv {

Module WithoutExtension(const Module& module, std::string_view name);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_EXTENSIONS_H_
