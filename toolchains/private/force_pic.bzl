"""Whether --force_pic is given, which Bazel tells configuration settings and not rules."""

ForcePicInfo = provider(doc = "Whether all objects are position independent.", fields = {"value": "bool"})

def _force_pic_impl(ctx):
    return [ForcePicInfo(value = ctx.attr.value)]

force_pic = rule(
    implementation = _force_pic_impl,
    attrs = {"value": attr.bool(mandatory = True)},
)
