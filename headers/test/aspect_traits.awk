# aspects.def -> sources that check the traits of every aspect under known macros; see BUILD.bazel.
# Variable: folder.

/^__SYCL_ASPECT(_DEPRECATED)?\(/ {
  split($0, parts, /[(,)] */)
  names[++count] = parts[2]
  values[count] = parts[3]
}

function bit(number, place) {
  return int(number / 2 ^ place) % 2
}

END {
  if (count < 20 || count > 126) {
    print "aspect_traits.awk: error: " count " aspects do not fit 7 sources" > "/dev/stderr"
    exit 1
  }
  for (place = 0; place < 7; ++place) {
    file = folder "/bit" place ".cc"
    for (i = 1; i <= count; ++i)
      print "#define __SYCL_" (bit(i, place) ? "ALL_DEVICES_HAVE_" : "ANY_DEVICE_HAS_") names[i] "__ 1" > file
    print "#include \"headers/test/aspect_traits.h\"" > file
    for (i = 1; i <= count; ++i)
      print "EXPECT_TRAITS(" names[i] ", " values[i] ", " \
        (bit(i, place) ? "true, false" : "false, true") ")" > file
    print "static_assert(complete_traits<any_device_has_number> == " count ");" > file
    print "static_assert(complete_traits<all_devices_have_number> == " count ");" > file
    close(file)
  }
  file = folder "/any_aspect.cc"
  print "#define __SYCL_ANY_DEVICE_HAS_ANY_ASPECT__ 1" > file
  print "#include \"headers/test/aspect_traits.h\"" > file
  for (i = 1; i <= count; ++i)
    print "EXPECT_TRAITS(" names[i] ", " values[i] ", false, true)" > file
  print "static_assert(sycl::any_device_has_v<static_cast<sycl::aspect>(12345)>);" > file
  print "static_assert(complete_traits<all_devices_have_number> == " count ");" > file
}
