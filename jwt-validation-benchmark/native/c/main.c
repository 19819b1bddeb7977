// SPDX-License-Identifier: Apache-2.0
#include "native.h"

int main(int count, char **arguments) {
  return native_main(count, arguments);
}
