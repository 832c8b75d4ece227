// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fribidi.h>

// Macros in C; the last says that the first strong character decides, else left to right.
static const FriBidiParType passc_FRIBIDI_LTR = FRIBIDI_PAR_LTR;
static const FriBidiParType passc_FRIBIDI_RTL = FRIBIDI_PAR_RTL;
static const FriBidiParType passc_FRIBIDI_NATURAL = FRIBIDI_PAR_ON;
