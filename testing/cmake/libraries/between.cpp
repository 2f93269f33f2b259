extern "C" int sum_in_archive(int count);
int sum_between(int count) { return 10 * sum_in_archive(count); }
