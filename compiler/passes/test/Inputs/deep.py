"""Prints IR with a call chain and a nested type of the depths given."""
import sys

calls, levels = int(sys.argv[1]), int(sys.argv[2])
declared = "!sycl_declared_aspects !1 " if "--declare" in sys.argv else ""
print("%T0 = type { double }")
for i in range(1, levels):
    print(f"%T{i} = type {{ %T{i - 1} }}")
for i in range(calls - 1):
    print(f"define void @f{i}() {declared}{{ call void @f{i + 1}() ret void }}".replace(") ret", ")\n ret"))
print(f"define void @f{calls - 1}() {declared}{{ %a = alloca double\n ret void }}")
print(f"define void @t(ptr %p) {{ %a = getelementptr %T{levels - 1}, ptr %p, i32 1\n ret void }}")
print('!sycl_aspects = !{!0}\n!0 = !{!"fp64", i32 6}\n!1 = !{}')
