#pragma once

constexpr int first =
#include "first.def"
    ;
