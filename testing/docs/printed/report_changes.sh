# A kernel that needs more than it did.
cat >solve.cpp <<'SOURCE'
#include <sycl/sycl.hpp>
class Solve;
int main() {
  sycl::queue queue;
  NUMBER *data = sycl::malloc_shared<NUMBER>(1, queue);
  queue.single_task<Solve>([=] { *data = NUMBER(1) / 3; }).wait();
  sycl::free(data, queue);
}
SOURCE
mkdir -p old new
sycl-clang++ -fsycl -fsycl-targets=spir64 -DNUMBER=float solve.cpp -o old/app
sycl-clang++ -fsycl -fsycl-targets=spir64 -DNUMBER=double solve.cpp -o new/app
sycl-explain --json --no-devices --targets=intel_gpu_dg1 old/app >app.json
sycl-explain --diff --no-devices app.json new/app || true
