# The table of docs/accuracy.md as C++: name, bounds of OpenCL (float and double, half), errors of NVIDIA GPUs and of
# the native CPU (float, double, half each). -1: none.
function number(text) { return text ~ /^[0-9.]+$/ ? text : -1 }
$0 ~ /^\| [a-z0-9]+ \| ([0-9.]+ \([0-9.]+\)|none) \|/ {
  count = split($0, cells, / *\| */)
  if (count != 13) {
    print "measured_errors.awk: a row of " count - 2 " columns: " $0 > "/dev/stderr"
    exit failed = 1
  }
  parts = split(cells[3], bounds, /[ ()]+/)
  printf "{\"%s\", %s, %s", cells[2], number(bounds[1]), (parts > 1 ? number(bounds[2]) : -1)
  printf ", {%s, %s, %s}", number(cells[4]), number(cells[5]), number(cells[6])
  printf ", {%s, %s, %s}},\n", number(cells[7]), number(cells[8]), number(cells[9])
  ++rows
}
END { exit failed || !rows }
