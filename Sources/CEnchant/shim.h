/* SPDX-License-Identifier: MIT */
#pragma once
#include <enchant.h>
