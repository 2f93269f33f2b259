// What tests of this room need of SPIRV-Tools: an assembler, a validator, a
// disassembler.
//
// In:  text of SPIR-V, or a module.
// Out: a module, or what is wrong with one, or its text.

#ifndef FACET_SPIRV_TESTING_H_
#define FACET_SPIRV_TESTING_H_

#include <gtest/gtest.h>

#include <string>

#include "spirv/module.h"

namespace facet::spirv {

// Fails the test when `text` cannot be assembled.
Module Assemble(const std::string& text);
// Empty: valid. Else what the validator says.
std::string Invalidity(const Module& module);
std::string Text(const Module& module);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_TESTING_H_
