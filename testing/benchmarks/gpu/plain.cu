// The kernels that gpu_benchmark.cpp compares with, as one writes them in CUDA.
extern "C" __global__ void plain_empty(int *value) { *value = 1; }

extern "C" __global__ void plain_copy(const double *a, double *c, size_t n) {
  const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i < n) c[i] = a[i];
}

extern "C" __global__ void plain_triad(double *a, const double *b,
                                       const double *c, double factor,
                                       size_t n) {
  const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i < n) a[i] = b[i] + factor * c[i];
}

// As BabelStream: one sum for each block.
extern "C" __global__ void plain_dot(const double *a, const double *b,
                                     double *sums, size_t n) {
  __shared__ double part[256];
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  double sum = 0;
  for (; i < n; i += size_t(blockDim.x) * gridDim.x) sum += a[i] * b[i];
  part[threadIdx.x] = sum;
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

extern "C" __global__ void plain_nbody(const float4 *bodies, float4 *forces,
                                       int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 own = bodies[i];
  float x = 0, y = 0, z = 0;
  for (int j = 0; j < n; ++j) {
    const float4 other = bodies[j];
    const float dx = other.x - own.x, dy = other.y - own.y,
                dz = other.z - own.z;
    const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
    const float factor = other.w * inverse * inverse * inverse;
    x += factor * dx;
    y += factor * dy;
    z += factor * dz;
  }
  forces[i] = make_float4(x, y, z, 0);
}
