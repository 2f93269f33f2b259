# Compiles each source of a folder with the device's compilation before the
# host's and beside it, and compares all that is seen of them.
#   side-by-side.sh FOLDER OPTIONS...      `-` among them: read from the standard input
# FOLDER/NAME.out keeps what is printed, with the exit status behind it.
folder=$1
shift
# The names of temporary files, addresses and times are never the same twice.
normalize() {
  sed -E -e 's/facet-[0-9a-f]+/facet/g; s/0x[0-9a-f]+/0x/g; /^ *#[0-9]+ /d; /Time---/d; /%\)/d' \
    -e 's/"?-fsycl-max-parallel-compile-jobs=[12]"? ?//'
}
for source in "$folder"/*.cpp; do
  name=$(basename "$source" .cpp)
  input=$source
  case " $* " in *" - "*) input= ;; esac
  for jobs in 1 2; do
    rm -rf "$folder/work" "$folder/$jobs"
    mkdir "$folder/work" "$folder/work/out" "$folder/work/tmp"
    cd "$folder/work" || exit 2
    TMPDIR=$folder/work/tmp sycl-clang++ -fsycl \
      -fsycl-max-parallel-compile-jobs=$jobs "$@" $input \
      >out/printed 2>&1 <"$source"
    echo "status $?" >>out/printed
    normalize <out/printed >printed && mv printed out/printed
    # What a crash leaves: names alone, as the folder has another one each time.
    (cd tmp && find . -type f | sed -E 's/facet-[0-9a-f]+/facet/' | sort) \
      >out/left
    mv out "$folder/$jobs"
    cd "$folder" || exit 2
  done
  diff -r "$folder/1" "$folder/2" || {
    echo "$name: differs"
    exit 1
  }
  cp "$folder/2/printed" "$folder/$name.out"
  ls "$folder/2" | grep -v -e printed -e left | tr '\n' ' ' >"$folder/$name.files"
done
