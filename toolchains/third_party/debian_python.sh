. "$FACET_DEBIAN/runtime_libs.sh"
launcher python3 usr/bin/python3.11 'export PYTHONHOME=$root/usr PYTHONDONTWRITEBYTECODE=1 PYTHONNOUSERSITE=1'

# Packs the standard library. Names are sorted and dates constant: the archive is an input of actions.
cat >pack.py <<'PACK'
import os, py_compile, sys, zipfile
root, archive = sys.argv[1:]
unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
skipped = {"test", "tests", "idlelib", "tkinter", "turtledemo", "ensurepip", "lib2to3", "pydoc_data", "__pycache__", "lib-dynload"}
with zipfile.ZipFile(archive, "w") as out:
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(set(folders) - skipped)
        for name in sorted(files):
            if not name.endswith(".py"):
                continue
            path = os.path.join(folder, name)
            relative = os.path.relpath(path, root)
            compiled = path + "c"
            py_compile.compile(path, compiled, relative, doraise=True, invalidation_mode=unchecked)
            with open(compiled, "rb") as code:
                out.writestr(zipfile.ZipInfo(relative + "c", (1980, 1, 1, 0, 0, 0)), code.read())
PACK
bin/python3 pack.py usr/lib/python3.11 usr/lib/python311.zip
mv usr/lib/python3.11/lib-dynload .
rm -rf pack.py usr/lib/python3.11
mkdir usr/lib/python3.11
for module in _contextvars _ctypes _json _multiprocessing _posixshmem _queue _uuid mmap resource termios; do
  install -D -t usr/lib/python3.11/lib-dynload lib-dynload/$module.cpython-*.so
done
rm -rf lib-dynload
