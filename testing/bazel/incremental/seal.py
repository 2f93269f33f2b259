"""Takes actions out of an execution log, each into a root folder that has its inputs and nothing else.

    seal.py EXECUTION_LOG EXECUTION_ROOT FOLDER

In:  EXECUTION_LOG  what --execution_log_json_file wrote: JSON objects, one after the other.
Out: FOLDER/N/work  the inputs of the N-th action of Facet's, by their paths below the execution root
     FOLDER/N/command.sh  runs it there; FOLDER/N/outputs: paths of its outputs; FOLDER/N/name: what it is
"""

import json
import os
import shlex
import shutil
import sys


def spawns(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    decoder = json.JSONDecoder()
    position = 0
    while position < len(text):
        spawn, position = decoder.raw_decode(text, position)
        yield spawn
        while position < len(text) and text[position].isspace():
            position += 1


def is_facets(spawn):
    arguments = spawn["commandArgs"]
    return spawn["mnemonic"].startswith("Sycl") or any(a.startswith("--target-config=") for a in arguments)


def place(source, target):
    if os.path.exists(target):
        return
    source = os.path.realpath(source)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if os.path.isdir(source):
        shutil.copytree(source, target)
        return
    try:
        os.link(source, target)
    except OSError:
        shutil.copy(source, target)


def seal(spawn, execution_root, folder):
    work = os.path.join(folder, "work")
    for item in spawn["inputs"]:
        place(os.path.join(execution_root, item["path"]), os.path.join(work, item["path"]))
    outputs = [item["path"] for item in spawn["actualOutputs"]]
    lines = ["cd /work"]
    lines += [f"export {v['name']}={shlex.quote(v['value'])}" for v in spawn["environmentVariables"]]
    for output in spawn["listedOutputs"] + outputs:
        os.makedirs(os.path.join(work, os.path.dirname(output)), exist_ok=True)
    lines.append("exec " + " ".join(shlex.quote(a) for a in spawn["commandArgs"]))
    for name, content in {
        "command.sh": lines,
        "name": [spawn["mnemonic"] + " " + " ".join(outputs)],
        "outputs": outputs,
    }.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write("\n".join(content) + "\n")


def main(log, execution_root, folder):
    chosen = [spawn for spawn in spawns(log) if is_facets(spawn)]
    for number, spawn in enumerate(chosen):
        seal(spawn, execution_root, os.path.join(folder, str(number)))


if __name__ == "__main__":
    main(*sys.argv[1:])
