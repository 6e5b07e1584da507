/* SPDX-License-Identifier: MIT */
#pragma once
#include <stringprep.h>
#include <idna.h>
#include <punycode.h>
#include <idn-free.h>
