# A man page made of what a tool prints for --help:
#   TOOL --help | awk -v tool=TOOL -v version=VERSION -f man_page.awk
# The usage, a paragraph that says what the tool does, then groups of options with a heading each.
function plain(text) {
  gsub(/\\/, "\\e", text)
  gsub(/-/, "\\-", text)
  if (text ~ /^[.']/) text = "\\&" text
  return text
}
function flush_usage() {
  if (usage == "") return
  print ".SH SYNOPSIS\n.nf"
  printf "%s", usage
  print ".fi"
  usage = ""
  print ".SH DESCRIPTION"
}
NR == 1 {
  printf ".TH \"%s\" 1 \"\" \"Facet %s\" \"Facet\"\n", toupper(tool), version
  sub(/^usage: /, "")
  in_usage = 1
}
{ lines[NR] = $0 }
in_usage && /^$/ { in_usage = 0; body = NR + 1 }
in_usage { sub(/^ +/, ""); usage = usage plain($0) "\n" }
END {
  # The first sentence of the first paragraph is the name's line.
  for (i = body; i <= NR && lines[i] != ""; ++i) summary = summary (summary == "" ? "" : " ") lines[i]
  sub(/\. .*/, "", summary)
  sub(/\.$/, "", summary)
  print ".SH NAME\n" plain(tool) " \\- " plain(summary)
  flush_usage()
  for (i = body; i <= NR; ++i) {
    line = lines[i]
    if (line ~ /^[A-Z][^:]*:$/) {
      sub(/:$/, "", line)
      print ".SH " toupper(plain(line))
    } else if (line ~ /^ +-/) {
      sub(/^ +/, "", line)
      split_at = match(line, /  +/)
      print ".TP\n\\fB" plain(split_at ? substr(line, 1, split_at - 1) : line) "\\fR"
      if (split_at) print plain(substr(line, split_at + RLENGTH))
    } else if (line == "") {
      if (i < NR && lines[i + 1] !~ /^[A-Z][^:]*:$|^$/) print ".PP"
    } else {
      sub(/^ +/, "", line)
      print plain(line)
    }
  }
}
