#!/bin/bash
# both_strategies_test.sh SPLIT CONDITIONAL MODULES_OF_SPLIT MODULES_OF_CONDITIONAL: a program, built with
# `optional_features` as "split" and as "conditional": the same kernels run on the same devices, the same are
# refused for the same reasons.
set -u
. testing/e2e/expect.sh
unset SYCL_DEVICE_EMULATION

# Otherwise it would be the same program.
split_modules=$(ls "$3" | wc -l)
conditional_modules=$(ls "$4" | wc -l)
echo "$split_modules modules, $conditional_modules with conditions"
[ "$conditional_modules" -lt "$split_modules" ] || fail 'conditions save no modules'

split=$("$1") || fail "split: the program exits with $?"
conditional=$("$2") || fail "conditional: the program exits with $?"
echo "$split"
for device in 'Facet native CPU' 'Emulated intel_gpu_dg1' 'Portable Computing Language'; do
  expect_line "$split" "(^|^[^ ].*)$device" 'the devices'
done
expect_line "$split" 'refused: ' 'something is refused'
diff <(echo "$split") <(echo "$conditional") || fail 'conditional (>) and split (<) do not do the same'
finish
