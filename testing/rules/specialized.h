#pragma once
bool knows_target();
