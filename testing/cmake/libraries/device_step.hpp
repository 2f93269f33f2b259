#pragma once
constexpr int step = 1;
