"""Resolves the target names that users write, and finds what a misspelt one was meant to be."""

load("//toolchains:targets.bzl", "SYCL_TARGETS", "SYCL_TARGET_ALIASES")

_EMULATED = "emu_"
_NEAREST = 3

def edit_distance(a, b):
    """Levenshtein distance."""
    previous = range(len(b) + 1)
    for i in range(len(a)):
        current = [i + 1]
        for j in range(len(b)):
            substitution = previous[j] + (0 if a[i] == b[j] else 1)
            current.append(min(substitution, previous[j + 1] + 1, current[j] + 1))
        previous = current
    return previous[len(b)]

def nearest_target_names(name):
    """The known names nearest to `name`, best first; equally near ones in alphabetical order."""
    emulated = name.startswith(_EMULATED)
    bare = name[len(_EMULATED):] if emulated else name
    ranked = sorted([
        (edit_distance(bare, known), known)
        for known in SYCL_TARGETS.keys() + SYCL_TARGET_ALIASES.keys()
    ])
    prefix = _EMULATED if emulated else ""
    return [prefix + known for _, known in ranked[:_NEAREST]]

def resolve_target_name(name):
    """The canonical name of a target or alias, None if there is none."""
    prefix = ""
    if name.startswith(_EMULATED):
        prefix = _EMULATED
        name = name[len(_EMULATED):]
    name = SYCL_TARGET_ALIASES.get(name, name)
    return prefix + name if name in SYCL_TARGETS else None

def unknown_target_message(name):
    """The one text for a name that is no target's."""
    return "unknown SYCL target '%s'; did you mean %s?" % (
        name,
        " or ".join(["'%s'" % known for known in nearest_target_names(name)]),
    )

def is_label(target):
    """Whether a target is named by its label; names have neither character."""
    return ":" in target or "/" in target

def split_devices(devices):
    """Splits devices to emulate into names, which may be selected, and labels."""
    if type(devices) != "list":
        return devices, []
    return [d for d in devices if not is_label(d)], [d for d in devices if is_label(d)]

def split_targets(targets):
    """Splits what users write into names, which may be selected, and labels.

    A misspelt name becomes a label in Facet's package of targets, where there is no such target: that is
    Bazel's own error, one line with the nearest name. What a select() yields is checked by the rule.
    """
    if type(targets) != "list":
        return targets, []
    names = []
    labels = []
    for target in targets:
        if is_label(target):
            labels.append(target)
        elif resolve_target_name(target):
            names.append(target)
        else:
            labels.append(str(Label("//config/targets:" + target)))
    return names, labels
