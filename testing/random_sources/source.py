"""The C++ text of several kernels: their bodies, the host's part and the device's part."""

import records
import scalars


def _qualified(kernel, kind):
    text = records.spelled(kind)
    return "%s::%s" % (kernel.name, text) if isinstance(kind, records.Record) else text


def _parameters(kernel):
    """Names of what the body gets: arrays, then aliases, local memory and numbers."""
    names = []
    for array in kernel.arrays():
        names.append(array.name)
        names += [alias for alias, _ in array.aliases]
    return names + [s.name for s in kernel.builder.slots]


def body_text(kernel):
    names = _parameters(kernel)
    lines = ["namespace %s {" % kernel.name]
    lines += [record.text() for record in kernel.builder.records]
    lines.append("template <typename Item, %s>" % ", ".join("typename T%d" % i for i in range(len(names))))
    parameters = ["const Item &it"] + ["T%d %s" % (i, name) for i, name in enumerate(names)]
    for name, scalar, _ in kernel.arguments:
        parameters.append("%s %s" % (scalar.name, name))
    lines.append("inline void body(%s) {" % ", ".join(parameters))
    lines.append(kernel.statements_text())
    lines += ["}", "} // namespace %s" % kernel.name]
    return "\n".join(lines) + "\n"


def declarations_text(functions):
    found = ""
    for name, where, text in functions:
        if where == "elsewhere":
            found += "EXTERNAL int %s(int a, unsigned b);\n" % name
        else:
            found += "%s int %s(int a, unsigned b) { return %s; }\n" % ("inline" if where == "inline" else "[[gnu::noinline]] inline", name, text)
    return found


def functions_text(functions):
    return "".join("EXTERNAL int %s(int a, unsigned b) { return %s; }\n" % (name, text)
                   for name, where, text in functions if where == "elsewhere")


def _numbers(kernel):
    texts = []
    for at, (name, scalar, _) in enumerate(kernel.arguments):
        texts.append("how.numbers[%d] * 0.125f" % at if scalar.is_float() else "%s(how.numbers[%d])" % (scalars.spelled_cast(scalar), at))
    return texts


def _local_size(kernel, slots):
    return "std::size_t(%d)" % slots.size if slots.size else "how.group_size() * %d + %d" % (slots.each, slots.more)


def host_text(kernel):
    """A function that runs all work-items, and the kernel's entry in the table."""
    arguments = ["it"]
    for at, array in enumerate(kernel.arrays()):
        kind = _qualified(kernel, array.kind)
        written = array.layout is not None or array.name[0] in "cg"
        if array.form == "accessor2":
            arguments.append("view<%s>{static_cast<%s *>(memory[%d]), %d}" % (kind, kind, at, array.extent[1]))
        else:
            arguments.append("static_cast<%s%s *>(memory[%d])" % ("" if written else "const ", kind, at))
        for _, shift in array.aliases:
            arguments.append("static_cast<%s *>(memory[%d]) - %d" % (kind, at, shift))
    for at, slots in enumerate(kernel.builder.slots):
        arguments.append("it.template local_memory<%s>(%d, %s)" % (_qualified(kernel, slots.scalar), at, _local_size(kernel, slots)))
    arguments += _numbers(kernel)
    name = kernel.name
    lines = ["static void item_%s(const host_item<%d> &it, void *const *memory, const launch &how) {" % (name, kernel.dimensions),
             "  %s::body(%s);" % (name, ", ".join(arguments)), "}",
             "static void host_%s(void *const *memory, const launch &how, bool backwards) {" % name,
             "  run_items<%d>(how, backwards, %s, item_%s, memory);" % (kernel.dimensions, "true" if kernel.kind == "groups" else "false", name), "}"]
    return "\n".join(lines) + "\n"


def entry_text(kernel, index):
    arrays = ", ".join("make<%s>(\"%s\", %d, %d, %d)" % (_qualified(kernel, a.kind), a.name, a.size(), -a.low, index * 16 + at)
                       for at, a in enumerate(kernel.arrays()))
    needs = " | ".join({"fp16": "needs_half", "fp64": "needs_double", "sub-groups": "needs_sub_groups", "atomic64": "needs_wide_atomics"}[n]
                       for n in sorted(kernel.needs())) or "0"
    launches = ", ".join(launch.text() for launch in kernel.launches)
    return "  table.push_back({%d, {%s}, {%s}, %s, host_%s, kernels::device_%s});\n" % (
        kernel.number, arrays, launches, needs, kernel.name, kernel.name)


def device_text(kernel):
    name, d = kernel.name, kernel.dimensions
    before, inside, arguments = [], [], ["it"]
    for at, array in enumerate(kernel.arrays()):
        kind = _qualified(kernel, array.kind)
        written = array.layout is not None or array.name[0] in "cg"
        const = "" if written else "const "
        mode = "sycl::read_write" if written else "sycl::read_only"
        if array.form == "pointer":
            before.append("  const on_device mem%d(queue, memory[%d], sizeof(%s));" % (at, at, kind))
            before.append("  %s%s *const %s = static_cast<%s *>(mem%d.pointer());" % (const, kind, array.name, kind, at))
            for alias, shift in array.aliases:
                before.append("  %s *const %s = static_cast<%s *>(mem%d.pointer()) - %d;" % (kind, alias, kind, at, shift))
            arguments += [array.name] + [alias for alias, _ in array.aliases]
        else:
            shape = "{%d}" % array.size() if array.form == "accessor" else "{%d, %d}" % tuple(array.extent)
            before.append("  sycl::buffer<%s, %d> mem%d(static_cast<%s *>(memory[%d].first), sycl::range<%d>%s);" % (
                kind, 1 if array.form == "accessor" else 2, at, kind, at, 1 if array.form == "accessor" else 2, shape))
            inside.append("    sycl::accessor %s(mem%d, handler, %s);" % (array.name, at, mode))
            arguments.append(array.name)
    for slots in kernel.builder.slots:
        inside.append("    sycl::local_accessor<%s, 1> %s(sycl::range<1>(%s), handler);" % (_qualified(kernel, slots.scalar), slots.name, _local_size(kernel, slots)))
        arguments.append(slots.name)
    for (argument, scalar, _), text in zip(kernel.arguments, _numbers(kernel)):
        before.append("  const %s %s = %s;" % (scalar.name, argument, text))
        arguments.append(argument)
    item = "sycl::%s<%d>" % ("item" if kernel.kind == "range" else "nd_item", d)
    shape = "range_of<%d>(how)" % d if kernel.kind == "range" else "nd_range_of<%d>(how)" % d
    attribute = ""
    if kernel.fixed_size:
        attribute = " [[sycl::reqd_work_group_size(%s)]]" % ", ".join(str(x) for x in kernel.fixed_size[:d])
    call = "%s::body(%s);" % (name, ", ".join(arguments))
    lines = ["class name_%s;" % name, "void device_%s(void *to, const region *memory, const launch &how) {" % name,
             "  sycl::queue &queue = *static_cast<sycl::queue *>(to);"] + before
    lines.append("  queue.submit([&](sycl::handler &handler) {")
    lines += inside
    if kernel.style == "lambda":
        lines.append("    handler.parallel_for<name_%s>(%s, [=](%s it)%s { %s });" % (name, shape, item, attribute, call))
    else:
        members = arguments[1:]
        lines.insert(0, "template <%s> struct functor_%s {\n  %s\n %s void operator()(%s it) const { %s }\n};" % (
            ", ".join("typename T%d" % i for i in range(len(members))), name,
            " ".join("T%d %s;" % (i, m) for i, m in enumerate(members)), attribute, item, call))
        types = ", ".join("std::remove_const_t<decltype(%s)>" % m for m in members)
        lines.append("    handler.parallel_for(%s, functor_%s<%s>{%s});" % (shape, name, types, ", ".join(members)))
    lines += ["  }).wait_and_throw();", "}"]
    return "\n".join(lines) + "\n"


def files(kernels):
    """Names and contents of what the headers include."""
    # Copies of a kernel call the same function.
    called = list(dict.fromkeys(f for k in kernels for f in k.functions))
    bodies = declarations_text(called) + "".join(body_text(k) for k in kernels)
    functions = functions_text(called)
    found = {
        "bodies.inc": bodies,
        "functions.inc": functions,
        "host.inc": "".join(host_text(k) for k in kernels),
        "table.inc": "".join(entry_text(k, i) for i, k in enumerate(kernels)),
        "devices.inc": "".join("namespace kernels { void device_%s(void *, const region *, const launch &); }\n" % k.name for k in kernels),
        "device.inc": "".join(device_text(k) for k in kernels),
        "reference.cpp": '#include "host_main.h"\n',
        "kernels.cpp": '#include "device_items.h"\n',
    }
    if functions:
        found["elsewhere.cpp"] = '#include "elsewhere.h"\n'
    return found
