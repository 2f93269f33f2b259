"""Everything Facet is built from, and how a workspace gets it.

    local_repository(name = "facet", path = "…")
    load("@facet//toolchains:repositories.bzl", "facet_dependencies", "facet_register_toolchains")
    facet_dependencies()
    facet_register_toolchains()

With modules: extensions.bzl.

All third-party code comes from pinned Debian packages (debian/packages.bzl) under upstream's names. A
repository that the workspace has declared before is left as it is.
"""

load("//toolchains:compat_repository.bzl", "compat_repository")
load("//toolchains/debian:packages.bzl", "build_files_repository", "debian_packages")

_C_LIBRARY = ["libc6", "libc6-dev", "linux-libc-dev", "libcrypt1", "libcrypt-dev", "libgcc-s1", "libgcc-12-dev", "libstdc++6", "libstdc++-12-dev"]
_CXX_RUNTIME = ["libgcc-s1", "libstdc++6"]

# What any libLLVM on Debian 12 asks for.
_LLVM_RUNTIME = _CXX_RUNTIME + ["libbsd0", "libedit2", "libffi8", "libicu72", "liblzma5", "libmd0", "libtinfo6", "libxml2", "libz3-4", "libzstd1", "zlib1g"]

# What Debian's CMake and pkgconf ask for.
_CMAKE_RUNTIME = _CXX_RUNTIME + ["libacl1", "libarchive13", "libbrotli1", "libbz2-1.0", "libcom-err2", "libcurl4", "libexpat1", "libffi8", "libgmp10", "libgnutls30", "libgssapi-krb5-2", "libhogweed6", "libicu72", "libidn2-0", "libjsoncpp25", "libk5crypto3", "libkeyutils1", "libkrb5-3", "libkrb5support0", "libldap-2.5-0", "liblz4-1", "liblzma5", "libnettle8", "libnghttp2-14", "libp11-kit0", "libpkgconf3", "libpsl5", "librhash0", "librtmp1", "libsasl2-2", "libssh2-1", "libssl3", "libtasn1-6", "libunistring2", "libuv1", "libxml2", "libzstd1", "zlib1g"]

def _third_party(name):
    return Label("//toolchains/third_party:" + name)

def _declare_once(rule, name, **kwargs):
    if not native.existing_rule(name):
        rule(name = name, **kwargs)

def _declare_replacing_once(rule, name, **kwargs):
    more = {"superseded": "replace"} if rule == debian_packages else {}
    _declare_once(rule, name, **dict(kwargs, **more))

_DECLARATIONS = {"replace": _declare_replacing_once, "strict": _declare_once}

def _bazel_rules(declare):
    """The rule sets Bazel 4 would otherwise download."""
    for name, package in {
        "bazel_skylib": "bazel-skylib",
        "rules_cc": "bazel-rules-cc",
        "rules_java": "bazel-rules-java",
        "rules_proto": "bazel-rules-proto",
    }.items():
        folder = "tools/skylib" if name == "bazel_skylib" else "rules/" + name[len("rules_"):]
        declare(
            debian_packages,
            name = name,
            packages = [package],
            patches = [_third_party("rules_cc_bazel4.patch")] if name == "rules_cc" else [],
            strip_prefix = "usr/share/bazel/" + folder,
        )
    declare(
        build_files_repository,
        name = "remote_coverage_tools",
        build_files = {
            _third_party("coverage_tools.BUILD"): "BUILD.bazel",
            _third_party("coverage_tools.sh"): "merge_tracefiles.sh",
        },
    )

def _llvm(declare):
    declare(
        debian_packages,
        name = "debian_clang",
        packages = _C_LIBRARY + _LLVM_RUNTIME + ["clang-22", "libclang-common-22-dev", "libclang-cpp22", "libclang-rt-22-dev", "libllvm22", "lld-22", "llvm-22", "llvm-22-linker-tools", "llvm-22-tools"],
        build_files = {
            Label("//toolchains/cc:export_coverage.sh"): "bin/export-coverage",
            _third_party("debian_clang.BUILD"): "BUILD.bazel",
        },
        excludes = [
            "./sbin",
            "./usr/bin",
            "./usr/lib/llvm-22/lib/clang/22/include/fuzzer",
            "./usr/lib/llvm-22/lib/clang/22/include/orc",
            "./usr/lib/x86_64-linux-gnu/gconv",
            "./usr/lib/x86_64-linux-gnu/perl",
            "./usr/sbin",
            "./usr/share",
        ],
        finish = _third_party("debian_clang.sh"),
    )
    declare(
        debian_packages,
        name = "llvm-project",
        packages = ["libclang-22-dev", "llvm-22-dev"],
        build_files = {
            _third_party("llvm_project.BUILD"): "BUILD.bazel",
            _third_party("llvm.BUILD"): "llvm/BUILD.bazel",
            _third_party("clang.BUILD"): "clang/BUILD.bazel",
        },
        excludes = ["*.a", "*.so", "*.so.*", "./usr/bin", "./usr/lib/llvm-22/bin", "./usr/lib/llvm-22/build", "./usr/lib/llvm-22/cmake", "./usr/lib/llvm-22/lib/cmake", "./usr/share"],
    )
    declare(
        build_files_repository,
        name = "llvm_tools",
        build_files = {_third_party("llvm_tools.BUILD"): "BUILD.bazel"},
    )
    declare(
        debian_packages,
        name = "libclc",
        packages = ["libclc-22"],
        build_files = {_third_party("libclc.BUILD"): "BUILD.bazel"},
        excludes = ["*r600*", "*mesa*", "./usr/share"],
    )

def _header_libraries(declare):
    libraries = {
        "clang_rt": ["libclang-rt-22-dev"],
        "com_github_google_benchmark": ["libbenchmark-dev", "libbenchmark1debian"] + _CXX_RUNTIME,
        "com_google_googletest": ["googletest", "libgmock-dev", "libgtest-dev"],
        "level_zero": ["libze-dev", "libze1"],
        "libomp": ["libomp5-19"],
        "opencl_headers": ["opencl-c-headers", "opencl-clhpp-headers"],
        "spirv_headers": ["spirv-headers"],
        "tomlplusplus": ["libtomlplusplus-dev"],
    }
    for name, packages in libraries.items():
        declare(
            debian_packages,
            name = name,
            packages = packages,
            build_files = {_third_party(name + ".BUILD"): "BUILD.bazel"},
            excludes = ["./usr/src"],
        )

    declare(
        debian_packages,
        name = "level_zero_null",
        sources = ["libze1"],
        build_files = {_third_party("level_zero_null.BUILD"): "BUILD.bazel"},
    )

def _programs_and_libraries(declare):
    for name, packages, excludes in [
        ("com_google_absl", ["libabsl-dev"], []),
        ("com_google_protobuf", ["libprotobuf-dev", "libprotobuf32", "libprotoc-dev", "libprotoc32", "protobuf-compiler", "zlib1g"] + _CXX_RUNTIME, []),
        ("csmith", ["csmith", "libcsmith-dev"] + _CXX_RUNTIME, ["*.a", "./usr/share"]),
        ("debian_cmake", ["cmake", "cmake-data", "make", "ninja-build", "pkgconf-bin"] + _CMAKE_RUNTIME, ["./usr/lib/tmpfiles.d", "./usr/share/[a-b]*", "./usr/share/[d-z]*", "./usr/share/cmake-*/Help"]),
        ("debian_gcc", _C_LIBRARY + ["g++-12", "libgmp10", "libisl23", "libmpc3", "libmpfr6", "libzstd1", "zlib1g"], ["*.a", "./sbin", "./usr/sbin", "./usr/share", "./usr/lib/x86_64-linux-gnu/gconv"]),
        ("debian_python", ["libexpat1", "libffi8", "libpython3.11-minimal", "libpython3.11-stdlib", "python3.11-minimal", "zlib1g"], ["./usr/share"]),
        ("llvm_spirv", ["libllvm15", "libllvmspirvlib15", "llvm-spirv-15"] + _LLVM_RUNTIME, ["./usr/share", "./usr/include"]),
        ("nginx", ["libcrypt1", "libpcre2-8-0", "libssl3", "nginx", "zlib1g"], ["./lib/systemd", "./usr/lib/x86_64-linux-gnu/engines-3", "./usr/lib/x86_64-linux-gnu/ossl-modules", "./usr/share"]),
        ("ocloc", ["intel-opencl-icd", "libclang-cpp14", "libigc1", "libigdfcl1", "libigdgmm12", "libllvm14", "libllvmspirvlib14", "libopencl-clang14"] + _LLVM_RUNTIME, ["./usr/share", "./usr/include"]),
        ("onetbb", ["libtbb-dev", "libtbb12", "libtbbmalloc2"] + _CXX_RUNTIME, []),
        ("opencl_loader", ["ocl-icd-libopencl1"], ["./usr/share"]),
        ("pocl", ["libclang-cpp15", "libhwloc15", "libllvm15", "libpocl2", "libpocl2-common", "libudev1", "lld-15", "ocl-icd-libopencl1", "pocl-opencl-icd"] + _LLVM_RUNTIME, []),
        ("spirv_tools", ["spirv-tools"] + _CXX_RUNTIME, ["./usr/share"]),
    ]:
        declare(
            debian_packages,
            name = name,
            packages = packages,
            build_files = {_third_party(name + ".BUILD"): "BUILD.bazel"},
            excludes = excludes,
            finish = _third_party(name + ".sh"),
        )

def facet_repositories(declare):
    """Declares every external repository that is not a module of its own in the registry of Bazel.

    Args:
      declare: called with a repository rule, a name and the rule's attributes.
    """
    declare(compat_repository, name = "facet_compat")
    declare(build_files_repository, name = "facet_apt_state", build_files = {})
    _llvm(declare)
    _header_libraries(declare)
    _programs_and_libraries(declare)

def facet_dependencies(superseded = "strict"):
    """Declares every external repository Facet needs, in a WORKSPACE file.

    Args:
      superseded: what becomes of a pinned Debian package that the archive no longer has: `strict`, an error, or `replace`.
    """
    if superseded not in _DECLARATIONS:
        fail("facet_dependencies: superseded = '%s': known: %s" % (superseded, ", ".join(_DECLARATIONS.keys())))
    declare = _DECLARATIONS[superseded]
    _bazel_rules(declare)
    facet_repositories(declare)

def facet_register_toolchains():
    """Registers the hermetic C++ toolchain and the SYCL toolchain."""
    native.register_toolchains(
        "@debian_clang//:toolchain",
        str(Label("//toolchains:sycl_linux_x86_64")),
    )
