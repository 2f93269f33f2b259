#!/usr/bin/env python3
"""The AOT actions of Bazel 9, which is not here: toolchains/private/aot_actions.bzl with an imitation of its API.

Usage: map_directory_test.py AOT_ACTIONS

Starlark of that file is Python. The imitation takes the parameters that Bazel's documentation of actions.map_directory and
template_ctx has, by name alone, values of the documented types alone, and refuses all else.
"""
import re
import sys
from types import SimpleNamespace


class File:
    def __init__(self, path):
        self.path, self.basename = path, path.rpartition("/")[2]


class Depset:
    def __init__(self, files):
        self.files = files


class FilesToRun:
    pass


class Args:
    def __init__(self):
        self.words = []

    def add_all(self, words):
        self.words += [word.path if isinstance(word, File) else word for word in words]


class TemplateContext:
    """template_ctx: one for each directory that is expanded."""

    def __init__(self, outputs):
        self.outputs, self.declared, self.actions = outputs, [], []

    def args(self):
        return Args()

    def declare_file(self, filename, *, directory):
        assert directory in self.outputs
        file = File(f"{directory.path}/{filename}")
        assert file.path not in [other.path for other in self.declared], f"declared twice: {file.path}"
        self.declared.append(file)
        return file

    def run(self, *, outputs, executable, inputs=(), tools=None, arguments=(), progress_message=None):
        assert isinstance(executable, (File, FilesToRun, str)) and all(isinstance(file, File) for file in outputs)
        assert all(isinstance(file, File) for file in inputs)
        assert all(isinstance(tool, (File, FilesToRun, Depset)) for tool in tools or [])
        assert progress_message is None or isinstance(progress_message, str)
        words = [word for argument in arguments for word in (argument.words if isinstance(argument, Args) else [argument])]
        assert all(isinstance(word, str) for word in words)
        self.actions.append(SimpleNamespace(inputs=list(inputs), outputs=outputs, executable=executable, tools=tools, words=words, message=progress_message))


class Actions:
    def __init__(self):
        self.calls, self.directories = [], []

    def declare_directory(self, filename):
        self.directories.append(File("bin/package/" + filename))
        return self.directories[-1]

    def map_directory(
        self,
        *,
        input_directories,
        output_directories,
        tools,
        implementation,
        additional_inputs={},
        additional_params={},
        execution_requirements=None,
        exec_group=None,
        toolchain=None,
        use_default_shell_env=False,
        env=None,
        mnemonic=None,
    ):
        assert all(isinstance(folder, File) for folder in list(input_directories.values()) + list(output_directories.values()))
        assert all(isinstance(value, (File, FilesToRun, Depset)) for value in list(additional_inputs.values()) + list(tools.values()))
        assert all(isinstance(value, (bool, int, str)) for value in additional_params.values())
        self.calls.append(SimpleNamespace(**{name: value for name, value in locals().items() if name != "self"}))

    def expand(self, call, modules):
        """What Bazel does when the folder is there."""
        context = TemplateContext(list(call.output_directories.values()))
        call.implementation(
            context,
            input_directories={"modules": SimpleNamespace(children=modules)},
            output_directories=call.output_directories,
            additional_inputs=call.additional_inputs,
            tools=call.tools,
            additional_params=call.additional_params,
        )
        return context


def module_of(path):
    with open(path, encoding="utf-8") as file:
        source = re.sub(r"^load\(.*\)$", "", file.read(), flags=re.M)
    names = {"cc_common": None, "ForcePicInfo": None}
    exec(compile(source, path, "exec"), names)
    return names


def main():
    aot_compile = module_of(sys.argv[1])["aot_compile"]
    actions = Actions()
    ctx = SimpleNamespace(actions=actions, label=SimpleNamespace(name="app"))
    files, aot = Depset([File("ocloc")]), FilesToRun()
    tools = SimpleNamespace(aot=aot, aot_files={"ocloc": SimpleNamespace(flags=["--ocloc=bin/ocloc"], inputs=files)})
    modules = File("bin/package/modules")
    for name in ("intel_gpu_pvc", "intel_gpu_dg1"):
        target = SimpleNamespace(aot_toolchain="ocloc", name=name, slice=File(f"slices/{name}.toml"))
        images = aot_compile(ctx, tools, modules, target, ["--backend-option=a b", "-O2"])
        assert images == actions.directories[-1:]
    assert len({folder.path for folder in actions.directories}) == 2, "two targets share a folder of images"
    for call, name in zip(actions.calls, ("intel_gpu_pvc", "intel_gpu_dg1")):
        assert call.mnemonic == "SyclAot" and call.exec_group == "aot" and call.input_directories == {"modules": modules}
        context = actions.expand(call, [File("bin/package/modules/a-K-1.module.cl"), File("bin/package/modules/b-K-2.module.cl")])
        assert [file.basename for file in context.declared] == ["a-K-1.module.o", "b-K-2.module.o"]
        assert len(context.actions) == 2
        action = context.actions[0]
        folder = call.output_directories["images"].path
        assert action.words == [
            f"--target-config=slices/{name}.toml",
            "--ocloc=bin/ocloc",
            "--backend-option=a b",
            "-O2",
            "-c",
            "bin/package/modules/a-K-1.module.cl",
            "-o",
            f"{folder}/a-K-1.module.o",
        ], action.words
        assert [file.path for file in action.inputs] == ["bin/package/modules/a-K-1.module.cl", f"slices/{name}.toml"]
        assert action.executable is aot and action.tools == [files] and action.outputs == context.declared[:1]
        assert action.message == f"SYCL image of a-K-1.module.cl for {name}"
        assert not actions.expand(call, []).actions
    print("PASSED")


if __name__ == "__main__":
    main()
