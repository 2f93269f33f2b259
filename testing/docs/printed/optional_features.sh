# The example, with the name of the processor that README.md shows.
name=$(sycl-ls --short | sed -n 's/^\[[a-z_]*cpu:0\] cpu, //p')
printed=$(ONEAPI_DEVICE_SELECTOR='native_cpu:*;emulated:*' bazel-bin/examples/optional_features/optional_features)
echo "${printed//"$name"/AMD EPYC}"
