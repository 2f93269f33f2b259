#pragma once

int plain_value();
