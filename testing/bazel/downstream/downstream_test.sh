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
sycl_binary(name = "named", srcs = ["app.cpp"], targets = ["x86_64"])
sycl_binary(name = "misspelt", srcs = ["app.cpp"], targets = ["x86_46"])
END
echo '// kernel half' >"$user/half.cpp"
echo '// kernel app' >"$user/app.cpp"
flags=(--extra_toolchains=@facet//testing/bazel/rules:fake_toolchain --spawn_strategy=local
  --incompatible_enable_cc_toolchain_resolution)

log=$(nested_bazel "$user" build //:app --output_groups=wrapped_images "${flags[@]}" 2>&1) || fail "$log"
images=$(cat "$user/bazel-bin/_sycl/app/images.o")
grep -q 'image of // kernel app name = "one"' <<<"$images" || fail "images: $images"
grep -q 'image of // kernel half name = "one"' <<<"$images" || fail "images: $images"

# A name means a target of Facet's, not one of the user's workspace.
rule=$(nested_bazel "$user" query --output=build //:named 2>/dev/null)
grep -q 'targets = \["@facet//config/targets:x86_64"\]' <<<"$rule" || fail "labels of names: $rule"

log=$(nested_bazel "$user" build //:misspelt "${flags[@]}" 2>&1) && fail 'a misspelt target built'
grep -q "unknown SYCL target 'x86_46'; did you mean 'x86_64'" <<<"$log" || fail "misspelt: $log"
nested_bazel "$user" shutdown >/dev/null 2>&1
echo PASSED
