#!/bin/bash
# header_cache_places_test.sh: where precompiled headers are kept, and when others are made.
. testing/driver/header_cache.sh

# What is said before the headers, and where the text is wanted.
(echo '#define SYCL_SIMPLE_SWIZZLES' && cat plain.cpp) >defines.cpp
[ "$(uses defines.cpp)" = 0 ] || fail "used behind a macro"
[[ "$(compile -E plain.cpp)" == *'class queue'* ]] || fail "no text of the headers with -E"
compile -save-temps plain.cpp -o saved && ./saved || fail "-save-temps"
compile -c - -x c++ -o stdin.o <plain.cpp 2>log || compile -x c++ -c - -o stdin.o <plain.cpp || fail "standard input"
[[ "$(compile plain.cpp -### 2>&1)" != *precompiled* ]] || fail "-### shows what depends on the machine"

# A header of the user's that comes first.
mkdir mine
echo '#include_next <vector>
#define VECTOR_OF_MINE' >mine/vector
(cat plain.cpp && echo '#ifndef VECTOR_OF_MINE
#error not mine
#endif') >mine.cpp
compile -Imine -c mine.cpp -o mine.o || fail "a header in front of the system's"

# Headers that have changed since.
chmod u+w "$prefix/include/sycl" "$prefix/include/sycl/sycl.hpp"
cp "$prefix/include/sycl/sycl.hpp" copy && echo '#define CHANGED' >>copy && mv -f copy "$prefix/include/sycl/sycl.hpp"
(cat plain.cpp && echo '#ifndef CHANGED
#error not changed
#endif') >changed.cpp
compile -c changed.cpp -o changed.o || fail "headers that have changed"

# Nowhere to keep them.
for home in "" HOME=/dev/null/none; do
  env -u HOME $home sycl-clang++ -fsycl -c plain.cpp -o nowhere.o || fail "no home: '$home'"
done
[ ! -e .cache ] || fail "a folder of caches where none was named"
XDG_CACHE_HOME=$PWD/caches sycl-clang++ -fsycl -c plain.cpp -o xdg.o
[ "$(ls caches/facet/headers | grep -c 'pch$')" = 2 ] || fail "XDG_CACHE_HOME"

# Many at once, from nothing.
for i in 1 2 3; do
  compile -fsycl-header-cache=shared -c plain.cpp -o many$i.o &
done
wait
for i in 1 2 3; do
  cmp many1.o many$i.o || fail "compilation $i of many"
done
[ "$(ls shared | grep -c 'pch$')" = 2 ] && [ "$(ls shared | wc -l)" = 4 ] || fail "many at once left $(ls shared)"
finish
