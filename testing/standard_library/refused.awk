# awk -f refused.awk refused.cpp MESSAGES : the rows of refused.cpp, each with the first error in its kernel that MESSAGES, which
# a compilation of refused.cpp printed, has. Kernels are named by their lines.
FNR == NR {
  if (match($0, /^  REFUSED\("[^"]*", "[^"]*"/)) {
    split(substr($0, RSTART, RLENGTH), part, "\"")
    header[FNR] = part[2]
    what[FNR] = part[4]
    lines[++count] = FNR
  }
  next
}
/ error: / { error = $0; sub(/.* error: /, "", error) }
match($0, /in kernel 'row<[0-9]+>'/) {
  line = substr($0, RSTART + 15, RLENGTH - 17)
  if (!(line in message)) message[line] = error
}
END {
  for (i = 1; i <= count; ++i) {
    line = lines[i]
    text = (line in message) ? message[line] : "NOT REFUSED"
    gsub(/\|/, "\\|", text)
    printf "| `%s` | %s | `%s` |\n", header[line], what[line], text
  }
}
