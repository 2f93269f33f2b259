# The table of docs/accuracy.md from outputs of ulp_report, one file for each device, in the order of its columns:
#   awk -f testing/math/accuracy_table.awk H200.txt CPU.txt POCL.txt
# A file may hold tables of several devices; the first counts.
FNR == 1 { ++file; rows = 0; done = 0 }
/^function / { if (rows) done = 1; next }
!done && NF == 6 && $6 ~ /^\(.*\)$/ && $2 ~ /^-?[0-9.]+$/ {
  ++rows
  if (!($1 in bound)) {
    order[++count] = $1
    bound[$1] = $2 < 0 ? "none" : $2 " " $6
  }
  cells[$1] = cells[$1] " | " $3 " | " $4 " | " $5
}
END {
  for (i = 1; i <= count; ++i)
    print "| " order[i] " | " bound[order[i]] cells[order[i]] " |"
}
