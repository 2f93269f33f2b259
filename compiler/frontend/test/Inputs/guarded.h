#pragma once
#include "sycl.h"
