# Upstream has about one target per header, in a package per folder: write aliases of the same names.
for folder in $(cd usr/include && find absl -mindepth 1 -maxdepth 2 -type d ! -path '*/internal*' | sort); do
  mkdir -p "$folder"
  {
    echo 'package(default_visibility = ["//visibility:public"])'
    echo '[alias(name = name, actual = "//:absl") for name in ['
    { basename "$folder"; find "usr/include/$folder" -maxdepth 1 -name '*.h' -exec basename {} .h ';'; } | sort -u |
      sed 's/.*/    "&",/'
    echo ']]'
  } >"$folder/BUILD.bazel"
done
