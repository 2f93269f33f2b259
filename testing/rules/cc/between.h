#pragma once

int sum_and_squares(int count);
