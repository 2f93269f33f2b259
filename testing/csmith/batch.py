"""Several programs in one executable: what the host says they compute, and what devices do.

A source that includes sycl.hpp is parsed twice, which takes seconds whatever it contains; so programs are compiled in
batches. If a batch cannot be compiled, the program that is at fault is found by halving it.
"""

import os
import re
import resource
import subprocess


class Tools:
    """Where the tools are, and how a device of each target is chosen."""

    def __init__(self, options):
        self.compiler = os.path.join(options.toolchain, "bin", "sycl-clang++")
        self.csmith, self.include, self.pocl = options.csmith, options.include, options.pocl
        self.translator = options.translator
        self.nice = options.nice

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

    def flags(self):
        here = os.path.dirname(os.path.abspath(__file__))
        return ["-std=c++17", "-Wno-everything", "-I" + here, "-I" + self.include]

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


def _programs_text(programs):
    return "".join('#line 1 "%s"\n%s' % (p.name, p.text()) for p in programs)


def _write(folder, name, text):
    with open(os.path.join(folder, name), "w") as out:
        out.write(text)


def _named_in_errors(programs, log):
    names = {line.split(":")[0] for line in log.split("\n") if ": error: " in line or ": fatal error: " in line}
    return [p for p in programs if p.name in names]


class Reference:
    """Runs programs on the host, compiled with traps for undefined behavior."""

    def __init__(self, tools, folder, extra=()):
        self.tools, self.folder, self.extra = tools, folder, list(extra)

    def run(self, programs):
        """Sets `expected`; removes barriers that may not be there. Returns the programs that are valid."""
        programs = self._once(programs)
        again = []
        for program in programs:
            if program.different or not program.same_sequence:
                # Places that remain are reached in the same order, or all of them go.
                program.remove_barriers(set(program.different) if program.different else None)
                again.append(program)
        if not again:
            return programs
        invalid = set(again) - set(self.run(again))
        return [p for p in programs if p not in invalid]

    def run_unchanged(self, programs):
        """Sets `expected`. Returns the programs that are valid as they are."""
        return [p for p in self._once(programs) if not p.different and p.same_sequence]

    def _once(self, programs):
        code = 1
        while programs and code:
            _write(self.folder, "programs.inc", _programs_text(programs))
            _write(self.folder, "reference.cpp", self._main(programs))
            command = [self.tools.compiler] + self.tools.flags() + [
                "-O0", "-ferror-limit=0", "-fsanitize=undefined", "-fsanitize-trap=undefined", *self.extra,
                "reference.cpp", "-o", "reference"]
            code, log = self.tools.run(command, self.folder, 60 + 10 * len(programs))
            if code:
                # Not every program of csmith is C++.
                bad = _named_in_errors(programs, log)
                if not bad:
                    raise RuntimeError("the reference does not compile: " + log[-3000:])
                programs = [p for p in programs if p not in bad]
        if not programs:
            return []
        _, log = self.tools.run(["./reference"], self.folder, 60 + 20 * len(programs))
        return self._read(programs, log)

    @staticmethod
    def _main(programs):
        calls = "".join("  csmith::reference<%s>(%d, {%d, %d, %s}, %d);\n" % (
            p.name, i, p.group_size, p.groups, "true" if p.divergent else "false", p.argument)
            for i, p in enumerate(programs))
        return '#include "reference.h"\n#include "programs.inc"\nint main() {\n%s}\n' % calls

    @staticmethod
    def _read(programs, log):
        valid = set()
        for program in programs:
            program.expected, program.different = [], []
        for line in log.split("\n"):
            words = line.split()
            if len(words) < 2:
                continue
            program = programs[int(words[1])]
            if words[0] == "result":
                program.expected.append(int(words[3]))
            elif words[0] == "different":
                program.different = [int(w) for w in words[2:]]
            elif words[0] == "sequence":
                program.same_sequence = words[2] == "same"
                valid.add(program)
        return [p for p in programs if p in valid]


class Kernels:
    """Compiles programs as kernels and runs them."""

    def __init__(self, tools, folder, targets, level, coroutines=False):
        self.tools, self.folder, self.targets, self.level = tools, folder, targets, level
        self.coroutines, self.extra = coroutines, []
        self.log, self.seconds = "", 0.0

    def build(self, programs, output="kernels"):
        """Returns "", or why it could not be compiled."""
        _write(self.folder, "programs.inc", _programs_text(programs))
        _write(self.folder, "kernels.cpp", self._main(programs))
        command = [self.tools.compiler] + self.tools.flags() + [
            self.level, "-fsycl", "-fsycl-targets=" + ",".join(self.targets), *self.extra, "kernels.cpp", "-o", output]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        code, self.log = self.tools.run(command, self.folder, 40 + 12 * len(programs) * len(self.targets))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.seconds = after.ru_utime - before.ru_utime
        if code is None:
            return "takes too long to compile"
        return "does not compile: " + self.log if code else ""

    def build_and_run(self, programs):
        """Returns a list of (program, target, what went wrong); what cannot be compiled is found by halving."""
        reason = self.build(programs)
        if not reason:
            return [failure for target in self.targets for failure in self.run(programs, target)]
        if len(programs) == 1:
            return [(programs[0], "+".join(self.targets), reason)]
        middle = len(programs) // 2
        return self.build_and_run(programs[:middle]) + self.build_and_run(programs[middle:])

    def run(self, programs, target):
        """Runs each program; one that crashes or never ends does not keep others from running."""
        failures, skipped = [], []
        while len(skipped) < len(programs):
            code, log = self.tools.run(["./kernels"] + [str(i) for i in skipped], self.folder,
                                       60 + 20 * len(programs), self.tools.environment(target))
            started = [int(m) for m in re.findall(r"^run (\d+) ", log, re.M)]
            failures += [(programs[int(m.group(2))], target, m.group(0))
                         for m in re.finditer(r"^(wrong|error) (\d+) .*", log, re.M)]
            if "\ntotal: " in log:
                if not started:
                    failures += [(programs[0], target, "no device")]
                return failures
            if not started:
                return failures + [(programs[0], target, "nothing ran, exit code %s: %s" % (code, log[-2000:]))]
            failures.append((programs[started[-1]], target,
                             "crashed, exit code %s: %s" % (code, log[-500:]) if code is not None else "does not end"))
            skipped += started
        return failures

    def _main(self, programs):
        entries = "".join(
            "  [](const csmith::one_run &run) {\n"
            "    csmith::check<%s>(run, csmith::shape<%d, %s, %s>{%d, %d, %s}, %d, {%s});\n  },\n" % (
                p.name, p.dimensions, "true" if p.memory == "global" else "false", "true" if self.coroutines else "false",
                p.group_size, p.groups, "true" if p.divergent else "false", p.argument,
                ", ".join("%du" % x for x in p.expected)) for i, p in enumerate(programs))
        return ('#include "kernels.h"\n#include "programs.inc"\nint main(int argc, char **argv) {\n'
                "  return csmith::run_table({\n%s  }, argc, argv);\n}\n") % entries
