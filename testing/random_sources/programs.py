"""Several kernels in one executable: how they are compiled, run, and what went wrong.

A source that includes sycl.hpp is parsed twice, which takes seconds whatever it contains; so kernels are compiled in
batches. If a batch cannot be compiled, the kernel that is at fault is found by halving it.
"""

import os
import re
import resource
import subprocess

import source

HERE = os.path.dirname(os.path.abspath(__file__))
HEADERS = sorted(name for name in os.listdir(HERE) if name.endswith(".h"))
_SECONDS = 120, 30

# The host's part is the reference: nothing is vectorized. A contracted multiplication would be another number.
_FLAGS = ["-std=c++17", "-w", "-ffp-contract=off", "-ferror-limit=0", "-I."]
_REFERENCE_FLAGS = ["-O1", "-fno-vectorize", "-fno-slp-vectorize"]


class Tools:
    """Where the tools are, and how a device of each target is chosen."""

    def __init__(self, options):
        self.compiler = os.path.join(options.toolchain, "bin", "sycl-clang++")
        self.pocl, self.translator, self.nice = options.pocl, options.translator, options.nice
        self.reference_flags = list(options.reference_flags.split()) if options.reference_flags else []

    def run(self, command, folder, seconds, environment=None):
        """Returns exit code (None if it took too much processor time, negative for signals) and output."""
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5))
            os.nice(self.nice)
        try:
            # The wall clock only catches programs that block forever.
            done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=limit,
                                  env=dict(os.environ, **(environment or {})), timeout=60 + 30 * seconds)
        except subprocess.TimeoutExpired as error:
            return None, (error.stdout or b"").decode(errors="replace")
        text = done.stdout.decode(errors="replace")
        # The driver dies of the limit, or says that one of its steps did.
        if done.returncode == -24 or "CPU time limit exceeded" in text or "signal 24" in text:
            return None, text
        return done.returncode, text

    def environment(self, target):
        if target == "spir64":
            library = self.pocl + "/usr/lib/x86_64-linux-gnu:" + self.pocl + "/rt"
            return {"ONEAPI_DEVICE_SELECTOR": "opencl:*", "LD_LIBRARY_PATH": library,
                    "OCL_ICD_VENDORS": self.pocl + "/vendors", "PATH": self.pocl + "/bin:" + os.environ["PATH"],
                    "SYCL_SPIRV_TRANSLATOR": self.translator}
        if target.startswith("emu_"):
            return {"ONEAPI_DEVICE_SELECTOR": "emulated:*", "SYCL_DEVICE_EMULATION": "only," + target[len("emu_"):]}
        if target.startswith("nvidia_"):
            return {"ONEAPI_DEVICE_SELECTOR": "cuda:*"}
        return {"ONEAPI_DEVICE_SELECTOR": "native_cpu:*"}


class Program:
    """Kernels in a folder of their own, at one optimization level for some targets."""

    def __init__(self, tools, folder, targets, level):
        self.tools, self.folder, self.targets, self.level = tools, folder, targets, level
        self.seconds = 0.0
        self.runs = 0

    def commands(self, kernels, output):
        sources = ["kernels.cpp"] + (["elsewhere.cpp"] if any(f[1] == "elsewhere" for k in kernels for f in k.functions) else [])
        flags = _FLAGS + ["-I" + HERE]
        return [[self.tools.compiler] + flags + _REFERENCE_FLAGS + self.tools.reference_flags + ["-c", "reference.cpp", "-o", "reference.o"],
                [self.tools.compiler] + flags + [self.level, "-fsycl", "-fsycl-targets=" + ",".join(self.targets)] +
                sources + ["reference.o", "-o", output]]

    def build(self, kernels, output="program"):
        """Returns "", or why it could not be compiled."""
        for name, text in source.files(kernels).items():
            with open(os.path.join(self.folder, name), "w") as out:
                out.write(text)
        seconds = _SECONDS[0] + _SECONDS[1] * len(kernels) * len(self.targets)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        for command in self.commands(kernels, output):
            code, log = self.tools.run(command, self.folder, seconds)
            if code is None:
                return "takes too long to compile"
            if code:
                return "does not compile: " + log
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.seconds = after.ru_utime - before.ru_utime
        return ""

    def build_and_run(self, kernels):
        """Returns a list of (kernel, target, what went wrong); what cannot be compiled is found by halving."""
        reason = self.build(kernels)
        if not reason:
            return [failure for target in self.targets for failure in self.run(kernels, target)]
        if len(kernels) == 1:
            return [(kernels[0], "+".join(self.targets), reason)]
        middle = len(kernels) // 2
        return self.build_and_run(kernels[:middle]) + self.build_and_run(kernels[middle:])

    def finds_planted(self, number, target):
        """Whether a changed bit of a result is noticed."""
        _, log = self.tools.run(["./program", "-wrong", "-only", str(number)], self.folder, 60, self.tools.environment(target))
        return re.search(r"^(wrong|invalid|error) %d " % number, log, re.M) is not None

    def run(self, kernels, target):
        """Runs each kernel; one that crashes or never ends does not keep others from running."""
        failures, skipped = [], []
        numbered = {k.number: k for k in kernels}
        while len(skipped) < len(kernels):
            code, log = self.tools.run(["./program"] + [str(i) for i in skipped], self.folder, 60 + 5 * len(kernels),
                                       self.tools.environment(target))
            started = [int(m) for m in re.findall(r"^run (\d+) ", log, re.M)]
            for kernel in kernels:
                found = re.search(r"^(wrong|error|invalid) %d .*" % kernel.number, log, re.M)
                if found:
                    failures.append((kernel, target, found.group(0)))
            if code is not None and not skipped and started and not self.finds_planted(started[0], target):
                failures.append((numbered[started[0]], target, "the comparison finds no planted error"))
            total = re.search(r"^total: (\d+) runs .*?(\d+) skipped", log, re.M)
            if total:
                self.runs += int(total.group(1))
                if not started and not skipped and int(total.group(2)) == 0:
                    failures.append((kernels[0], target, "no device"))
                return failures
            if not started:
                return failures + [(kernels[0], target, "nothing ran, exit code %s: %s" % (code, log[-2000:]))]
            failures.append((numbered[started[-1]], target,
                             "crashed, exit code %s: %s" % (code, log[-500:]) if code is not None else "does not end"))
            skipped += started
        return failures
