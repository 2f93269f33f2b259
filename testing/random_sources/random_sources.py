"""Random C++ sources with kernels, compared with the same functions on the host.

Each kernel is made from its number. A hundred on the native CPU, those that fail made small:

    python3 random_sources.py --toolchain=DIR --seed=1 --count=100 --levels="-O1 -O2 -O3" --keep=failures --reduce

DIR is an installation of Facet. With PoCL (--pocl, --translator: what testing/csmith takes), --targets=spir64. For a GPU of
another machine, programs that check themselves:

    python3 random_sources.py … --count=600 --batch=100 --targets=nvidia_gpu_sm_90 --build-only=bundle

kernel.py says what a kernel is, programs.py how it is judged, host_items.h what a program prints.
Exit code 0 if every kernel was right on every target.
"""

import argparse
import concurrent.futures
import os
import shutil
import sys
import tempfile
import threading
import time

import source
from kernel import Kernel
from programs import HEADERS, HERE, Program, Tools
from reduction import Reducer
from scalars import HALF, DOUBLE


def parse_options():
    parser = argparse.ArgumentParser(description="random C++ sources with kernels, compared with the host")
    add = parser.add_argument
    add("--toolchain", required=True, help="folder of an installation of Facet")
    add("--pocl", default="", help="folder of PoCL's packages, for the target spir64")
    add("--translator", default="", help="llvm-spirv, for PoCL")
    add("--seed", default="1", help="number of the first kernel, or `date`")
    add("--count", type=int, default=60, help="how many kernels")
    add("--batch", type=int, default=30, help="kernels in one program")
    add("--jobs", type=int, default=1, help="programs at once")
    add("--targets", default="x86_64", help="targets, by commas: x86_64, emu_…, spir64 (runs with PoCL)")
    add("--levels", default="-O2", help="optimization levels, by spaces; programs take turns")
    add("--no-groups", action="store_true", help="no kernels with barriers and algorithms of groups")
    add("--no-half", action="store_true", help="no half precision")
    add("--no-double", action="store_true", help="no double precision")
    add("--reference-flags", default="", help="more options for the host's part, as -fsanitize=undefined -fsanitize-trap=undefined")
    add("--keep", help="folder for kernels that fail")
    add("--reduce", action="store_true", help="make failing kernels small, with --keep")
    add("--build-only", metavar="DIR", help="compile for the targets and leave the programs there, to be run elsewhere")
    add("--nice", type=int, default=0)
    options = parser.parse_args()
    options.targets, options.levels = options.targets.split(","), options.levels.split()
    options.groups = not options.no_groups
    options.without = ([HALF] if options.no_half else []) + ([DOUBLE] if options.no_double else [])
    # A day's kernels are not those of its neighbours.
    options.seed = int(time.time()) // 86400 * 100000 if options.seed == "date" else int(options.seed)
    for name in ["toolchain", "pocl", "translator", "keep", "build_only"]:
        if getattr(options, name):
            setattr(options, name, os.path.abspath(getattr(options, name)))
    return options


class Campaign:
    def __init__(self, options):
        self.options, self.tools = options, Tools(options)
        self.lock = threading.Lock()
        self.runs, self.failures = 0, 0

    def say(self, text):
        with self.lock:
            print(text, flush=True)

    def run(self):
        batches = -(-self.options.count // self.options.batch)
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for done in [pool.submit(self.run_batch, i) for i in range(batches)]:
                done.result()
        self.say("%d kernels, %d runs, %d failed" % (self.options.count, self.runs, self.failures))

    def run_batch(self, number):
        options = self.options
        first = options.seed + number * options.batch
        kernels = [Kernel(i, options) for i in range(first, min(first + options.batch, options.seed + options.count))]
        level = options.levels[number % len(options.levels)]
        folder = tempfile.mkdtemp(prefix="random_sources.")
        try:
            program = Program(self.tools, folder, options.targets, level)
            if options.build_only:
                self.leave(program, kernels)
                return
            failures = program.build_and_run(kernels)
        finally:
            shutil.rmtree(folder)
        with self.lock:
            self.runs += program.runs
            self.failures += len(failures)
        self.say("kernels %d to %d: %s, %d runs, %d failed, %.1f s to compile" % (
            kernels[0].number, kernels[-1].number, level, program.runs, len(failures), program.seconds))
        for kernel, target, reason in failures:
            self.report(kernel, target, level, reason)

    def leave(self, program, kernels):
        name = os.path.join(self.options.build_only, "kernels_%d" % kernels[0].number)
        reason = program.build(kernels, name)
        if reason:
            self.say("kernels from %d: %s" % (kernels[0].number, reason))
        with self.lock:
            self.runs += len(kernels)
            self.failures += bool(reason)

    def report(self, kernel, target, level, reason):
        self.say("FAILED %d (%s) %s %s: %s" % (kernel.number, kernel.describe(), target, level, reason[:1500]))
        if not self.options.keep:
            return
        folder = os.path.join(self.options.keep, "%d-%s" % (kernel.number, target))
        os.makedirs(folder, exist_ok=True)
        program = Program(self.tools, folder, target.split("+"), level)
        if self.options.reduce:
            kernel = Reducer(program, reason).reduce(kernel)
        for name, text in source.files([kernel]).items():
            with open(os.path.join(folder, name), "w") as out:
                out.write(text)
        for header in HEADERS:
            shutil.copy(os.path.join(HERE, header), folder)
        with open(os.path.join(folder, "README"), "w") as out:
            out.write("kernel %d: %s\n%s\n" % (kernel.number, kernel.describe(), reason))
            for command in program.commands([kernel], "program"):
                out.write(" ".join(["sycl-clang++"] + [c for c in command[1:] if c != "-I" + HERE]) + "\n")


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
