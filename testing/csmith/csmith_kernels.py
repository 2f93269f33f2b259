"""Programs of csmith as kernels, compared with the host.

DIR is an installation of Facet, csmith Debian's package. A thousand programs, those that fail made small:

    python3 csmith_kernels.py --toolchain=DIR --csmith=/usr/bin/csmith --include=/usr/include/csmith --seed=5000 \\
      --count=1000 --targets=x86_64,emu_intel_gpu_pvc --levels="-O0 -O2 -O3" --keep=failures --shrink

Five hundred for another machine's GPU, a hundred in each executable; each prints what was wrong and a line with the sums:

    python3 csmith_kernels.py … --count=500 --batch=100 --maximum-size=200 --targets=nvidia_gpu_sm_80 --build-only=bundle

Exit code 0 if every program was right on every target. program.py says what a program is, batch.py how it is judged.
"""

import argparse
import concurrent.futures
import os
import re
import shutil
import sys
import tempfile
import threading
import time

from batch import Kernels, Reference, Tools
from program import BARRIERS, MEMORY, Program
from shrink import Shrinker

_HERE = os.path.dirname(os.path.abspath(__file__))


def parse_options():
    parser = argparse.ArgumentParser(description="programs of csmith as kernels, compared with the host")
    add = parser.add_argument
    add("--toolchain", required=True, help="folder of an installation of Facet")
    add("--csmith", required=True, help="csmith's executable")
    add("--include", required=True, help="folder of csmith's headers")
    add("--pocl", default="", help="folder of PoCL's packages, for the target spir64")
    add("--translator", default="", help="llvm-spirv, for PoCL")
    add("--seed", default="1", help="number of the first program, or `date`")
    add("--count", type=int, default=50, help="how many programs")
    add("--batch", type=int, default=25, help="programs in one executable")
    add("--jobs", type=int, default=1, help="batches at once")
    add("--targets", default="x86_64", help="targets, by commas: x86_64, emu_…, spir64 (runs with PoCL)")
    add("--levels", default="-O2", help="optimization levels, by spaces; batches take turns")
    add("--maximum-size", type=int, default=400, help="statements and globals of the largest program")
    add("--barriers", choices=BARRIERS, help="the same for all programs")
    add("--memory", choices=MEMORY, help="where work-items have their globals, the same for all programs")
    add("--work-items", choices=["alike", "differ"], help="the same for all programs")
    add("--coroutines", action="store_true", help="on CPUs, kernels with barriers become coroutines")
    add("--keep", help="folder for programs that fail")
    add("--shrink", action="store_true", help="make failing programs small, with --keep")
    add("--build-only", metavar="DIR", help="compile for the targets and leave the executables there, to be run elsewhere")
    add("--nice", type=int, default=0)
    options = parser.parse_args()
    options.targets, options.levels = options.targets.split(","), options.levels.split()
    # A day's programs are not those of its neighbours.
    options.seed = int(time.time()) // 86400 * 100000 if options.seed == "date" else int(options.seed)
    for name in ["toolchain", "csmith", "include", "pocl", "translator", "keep", "build_only"]:
        if getattr(options, name):
            setattr(options, name, os.path.abspath(getattr(options, name)))
    return options


class Campaign:
    def __init__(self, options):
        self.options, self.tools = options, Tools(options)
        self.lock = threading.Lock()
        self.next, self.left = options.seed, options.count
        self.runs, self.failures, self.seconds = 0, 0, 0.0

    def say(self, text):
        with self.lock:
            print(text, flush=True)

    def take(self, folder):
        """Returns the next programs: as many as a batch has, or are left."""
        programs = []
        with self.lock:
            wanted = min(self.options.batch, self.left)
            self.left -= wanted
            while len(programs) < wanted:
                program = Program(self.next, self.options)
                self.next += 1
                if program.generate(self.tools.csmith, folder) and 10 <= program.size() <= self.options.maximum_size:
                    programs.append(program)
        return programs

    def run(self):
        batches = -(-self.options.count // self.options.batch)
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for done in [pool.submit(self.run_batch, i) for i in range(batches)]:
                done.result()
        self.say("%d programs, %d runs, %d failed" % (self.options.count, self.runs, self.failures))

    def run_batch(self, number):
        folder = tempfile.mkdtemp(prefix="csmith_kernels.")
        try:
            programs = valid = self.take(folder)
            if programs:
                valid = Reference(self.tools, folder).run(programs)
            if not valid:
                return
            level = self.options.levels[number % len(self.options.levels)]
            kernels = Kernels(self.tools, folder, self.options.targets, level, self.options.coroutines)
            if self.options.build_only:
                self.leave(kernels, valid, number)
                return
            failures = kernels.build_and_run(valid)
            with self.lock:
                self.runs += len(valid) * len(self.options.targets)
                self.failures += len(failures)
            self.say("programs %d to %d: %d valid, %s, %d failed, %.1f s to compile" % (
                programs[0].number, programs[-1].number, len(valid), level, len(failures), kernels.seconds))
            for program, target, reason in failures:
                self.report(program, target, level, reason)
        finally:
            shutil.rmtree(folder)

    def leave(self, kernels, programs, number):
        name = os.path.join(self.options.build_only, "kernels_%d" % number)
        kernels.extra = ["-fsycl-compress-images"]
        reason = kernels.build(programs, name)
        if reason:
            self.say("programs from %d: %s" % (programs[0].number, reason))
        with self.lock:
            self.runs += len(programs)
            self.failures += bool(reason)

    def report(self, program, target, level, reason):
        self.say("FAILED %d (%s) %s %s: %s" % (program.number, program.describe(), target, level, reason))
        if not self.options.keep:
            return
        named = re.search(r"for target '(\w+)'", reason)
        targets = [named.group(1)] if named else target.split("+")
        if self.options.shrink:
            scratch = tempfile.mkdtemp(prefix="csmith_shrink.")
            try:
                program = Shrinker(self.tools, scratch, targets[0], level, self.options.coroutines, reason).shrink(program)
            finally:
                shutil.rmtree(scratch)
        folder = os.path.join(self.options.keep, "%d-%s" % (program.number, target))
        os.makedirs(folder, exist_ok=True)
        Reference(self.tools, folder).run_unchanged([program])
        Kernels(self.tools, folder, targets, level, self.options.coroutines).build([program])
        for header in ["kernels.h", "arithmetic.h", "reference.h"]:
            shutil.copy(os.path.join(_HERE, header), folder)
        shutil.copy(os.path.join(self.options.include, "safe_math.h"), folder)
        with open(os.path.join(folder, "README"), "w") as out:
            out.write("program %d: %s\nsycl-clang++ -std=c++17 -Wno-everything -I. %s -fsycl -fsycl-targets=%s kernels.cpp "
                      "-o kernels\n%s\n" % (program.number, program.describe(), level, ",".join(targets), reason))


def main():
    options = parse_options()
    for folder in [options.keep, options.build_only]:
        if folder:
            os.makedirs(folder, exist_ok=True)
    campaign = Campaign(options)
    campaign.run()
    return 1 if campaign.failures or campaign.runs == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
