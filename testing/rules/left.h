#pragma once
#include <base/base.h>

SYCL_EXTERNAL int left(int i);
