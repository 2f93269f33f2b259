# The nth whole program of a Markdown page: a block of C++ with a main function, and the block behind it, what it prints.
#
#   awk -v number=2 -v program=a.cpp -v output=a.txt -f extract.awk PAGE
function finish() {
  if (is_program && text ~ /int main\(\)/) {
    if (++programs == number) printf "%s", text > program
    expects = programs == number
  } else if (expects) {
    printf "%s", text > output
    expects = 0
  }
}
/^```/ {
  if (inside) finish()
  inside = !inside
  is_program = $0 == "```cpp"
  text = ""
  next
}
inside { text = text $0 "\n" }
