# The code blocks of Markdown pages.
#
# In:  pages. The first word behind ``` is a block's language, the others say how it is tested: see BUILD.bazel.
# Out: a line for each block: its file, PAGE:LINE, the language, how it is tested, with tabs between them.
#      With -v out=DIR the blocks, as files of that folder.
#      Exit status 1 for code without a fence, and for a fence that does not end.
#
#   awk -v out=DIR -f blocks.awk PAGE...
function wrong(place, what) {
  print place ": error: " what | "cat 1>&2"
  failed = 1
}
function page_ends() {
  if (inside) wrong(begin, "the block does not end")
  inside = 0
}
FNR == 1 {
  page_ends()
  empty = 1
}
/^ *```/ {
  if (inside) {
    inside = 0
    close(file)
    next
  }
  inside = 1
  begin = FILENAME ":" FNR
  indent = index($0, "`") - 1
  language = $0
  sub(/^ *```/, "", language)
  how = language
  sub(/ .*/, "", language)
  sub(/^[^ ]* ?/, "", how)
  file = sprintf("%03d", ++count)
  print file "\t" begin "\t" language "\t" how
  file = out "/" file
  if (out) printf "" >file
  next
}
inside {
  if (out) print substr($0, indent + 1) >file
  next
}
/^    / && empty { wrong(FILENAME ":" FNR, "code without a fence: how would it be tested?") }
{ empty = /^ *$/ }
END {
  page_ends()
  exit failed
}
