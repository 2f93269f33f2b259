// $ sycl-clang++ -fsycl -fsycl-max-parallel-link-jobs=none -c no_jobs.cpp
int main() {}
