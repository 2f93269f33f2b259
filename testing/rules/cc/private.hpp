#pragma once

constexpr int first = 1;
