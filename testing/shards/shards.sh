# Sourced by tests that Bazel runs in parts (shard_count): `mine` is true if the next thing to do, of all in their order, is
# this part's.
shards=${TEST_TOTAL_SHARDS:-1} shard=${TEST_SHARD_INDEX:-0} turns=0
[ -z "${TEST_SHARD_STATUS_FILE:-}" ] || touch "$TEST_SHARD_STATUS_FILE"
mine() {
  turns=$((turns + 1))
  [ $((turns % shards)) = "$shard" ]
}
