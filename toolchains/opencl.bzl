"""What a test needs to find PoCL, the OpenCL driver on every machine, in @pocl and nowhere else.

    cc_test(…, data = OPENCL_DATA, env = opencl_env())
"""

OPENCL_DATA = [
    Label("@pocl//:pocl"),
    Label("@llvm_spirv//:llvm-spirv"),
]

def opencl_env():
    """Environment of a test, relative to the runfiles folder of the workspace that it starts in."""
    pocl = "../pocl"
    return {
        "LD_LIBRARY_PATH": "%s/usr/lib/x86_64-linux-gnu:%s/rt" % (pocl, pocl),
        "OCL_ICD_VENDORS": pocl + "/vendors",
        "PATH": pocl + "/bin:/usr/bin:/bin",

        # Debian's PoCL takes SPIR but no SPIR-V.
        "SYCL_SPIRV_TRANSLATOR": "../llvm_spirv/bin/llvm-spirv",
    }
