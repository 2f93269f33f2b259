# In:  messages/*.def. Out: FACET_MESSAGE(name, count of arguments) for each row.
# Why: those are all that users of a message depend on. A text that changes compiles nothing anew but messages.cpp.

function print_row() {
  if (name)
    print "FACET_MESSAGE(" name ", " count ")"
}

/^\/\// { next }

/^FACET_MESSAGE\(/ {
  print_row()
  split($0, parts, /[(,]/)
  name = parts[2]
  count = 0
}

{
  for (rest = $0; match(rest, /[{][0-9][}]/); rest = substr(rest, RSTART + 3)) {
    number = substr(rest, RSTART + 1, 1)
    if (number + 1 > count)
      count = number + 1
  }
}

END { print_row() }
