#!/bin/bash
# A workspace that uses Facet as an external repository: rules, names and toolchains resolve from there.
set -eu
. testing/bazel/nested.sh
facet=$TEST_TMPDIR/facet
user=$TEST_TMPDIR/user
nested_workspace "$facet"
mkdir -p "$user"
cat >"$user/WORKSPACE" <<END
workspace(name = "user")
local_repository(name = "facet", path = "$facet")
load("@facet//toolchains:repositories.bzl", "facet_dependencies", "facet_register_toolchains")
facet_dependencies()
facet_register_toolchains()
END
cat >"$user/BUILD.bazel" <<'END'
load("@facet//toolchains:defs.bzl", "sycl_binary", "sycl_library")
sycl_library(name = "half", srcs = ["half.cpp"])
sycl_binary(
    name = "app",
    srcs = ["app.cpp"],
    targets = ["@facet//testing/bazel/rules:one"],
    deps = [":half"],
)
sycl_binary(name = "unnamed", srcs = ["app.cpp"])
sycl_binary(name = "misspelt", srcs = ["app.cpp"], targets = ["x86_46"])
END
echo '// kernel half' >"$user/half.cpp"
echo '// kernel app' >"$user/app.cpp"
flags=(--extra_toolchains=@facet//testing/bazel/rules:fake_toolchain --spawn_strategy=local
  --incompatible_enable_cc_toolchain_resolution --nodistinct_host_configuration)

log=$(nested_bazel "$user" build //:app --output_groups=wrapped_images "${flags[@]}" 2>&1) || fail "$log"
images=$(cat "$user/bazel-bin/_sycl/app/images.o")
grep -q 'image of // kernel app name = "one"' <<<"$images" || fail "images: $images"
grep -q 'image of // kernel half name = "one"' <<<"$images" || fail "images: $images"

# A name means a target of Facet's, not one of the user's workspace.
mkdir -p "$facet/config/targets"
echo 'exports_files(["x86_64"])' >"$facet/config/targets/BUILD.bazel"
touch "$facet/config/targets/x86_64"
log=$(nested_bazel "$user" build //:misspelt "${flags[@]}" 2>&1) && fail 'a misspelt target built'
grep -q "no such target '@facet//config/targets:x86_46'.*did you mean 'x86_64'" <<<"$log" || fail "misspelt: $log"

# The settings are Facet's too.
log=$(nested_bazel "$user" build //:unnamed "${flags[@]}" --@facet//toolchains:targets=x86_46 2>&1) && fail 'a misspelt setting built'
grep -q "unknown SYCL target 'x86_46'; did you mean 'x86_64'" <<<"$log" || fail "setting: $log"

# Tools that are built for another configuration than programs are no hindrance.
log=$(nested_bazel "$user" build //:app --output_groups=wrapped_images "${flags[@]}" --distinct_host_configuration 2>&1) || fail "host: $log"
nested_bazel "$user" shutdown >/dev/null 2>&1
echo PASSED
