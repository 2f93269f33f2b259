#pragma once
#include <base/base.h>

SYCL_EXTERNAL int right(int i);
