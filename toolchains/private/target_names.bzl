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

def target_labels(names):
    """Splits names as users write them into labels of sycl_target rules and names that are unknown."""
    labels = []
    unknown = []
    for name in names:
        if ":" in name or "/" in name:
            labels.append(name)
            continue
        resolved = resolve_target_name(name)
        if not resolved:
            unknown.append(name)
            continue
        label = str(Label("//config/targets:" + resolved))
        if label not in labels:
            labels.append(label)
    return labels, unknown
