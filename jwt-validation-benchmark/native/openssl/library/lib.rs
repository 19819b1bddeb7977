// SPDX-License-Identifier: Apache-2.0
//! Nothing but what the build script builds.
