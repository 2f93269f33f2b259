# The table of docs/conformance.md: chapters by devices.
#
# In:  what conformance programs printed.
# Out: Markdown: for each chapter and kind of device, sections that passed,
#      failed and were skipped.
#
#   awk -f testing/conformance/table.awk OUTPUT...
/^device: / {
  kind = $0
  sub(/^device: /, "", kind)
  sub(/: .*/, "", kind)
  if (!(kind in known)) {
    known[kind] = 1
    kinds[++kind_count] = kind
  }
  next
}
/^[a-z0-9_]+\.[a-z0-9_]+: (pass|fail|skipped)/ {
  chapter = $1
  sub(/\..*/, "", chapter)
  if (!(chapter in seen)) {
    seen[chapter] = 1
    chapters[++chapter_count] = chapter
  }
  ++count[chapter, kind, $2]
  ++count["all", kind, $2]
}
function row(chapter, name,    line, k) {
  line = "| " name
  for (k = 1; k <= kind_count; ++k)
    line = line " | " (count[chapter, kinds[k], "pass"] + 0) " / " \
      (count[chapter, kinds[k], "fail"] + 0) " / " \
      (count[chapter, kinds[k], "skipped"] + 0)
  print line " |"
}
END {
  for (i = 2; i <= chapter_count; ++i)
    for (j = i; j > 1 && chapters[j] < chapters[j - 1]; --j) {
      swap = chapters[j]
      chapters[j] = chapters[j - 1]
      chapters[j - 1] = swap
    }
  line = "| chapter"
  rule = "|---"
  for (k = 1; k <= kind_count; ++k) {
    line = line " | " kinds[k]
    rule = rule "|---"
  }
  print line " |"
  print rule "|"
  for (i = 1; i <= chapter_count; ++i)
    row(chapters[i], "`" chapters[i] "`")
  row("all", "all")
}
