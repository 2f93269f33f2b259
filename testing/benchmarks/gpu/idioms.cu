// The plain side of idioms.cpp: the same work as CUDA programs write it.
#include <cstdint>

#define KERNEL extern "C" __global__ void

static __device__ int Global() { return blockIdx.x * blockDim.x + threadIdx.x; }

KERNEL plain_naive_product(const float *a, const float *b, float *c, int n) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || col >= n)
    return;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}
KERNEL plain_tiled_product(const float *a, const float *b, float *c, int n) {
  __shared__ float x[16][16], y[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int col = blockIdx.x * 16 + tx, row = blockIdx.y * 16 + ty;
  float sum = 0;
  for (int t = 0; t < n / 16; ++t) {
    x[ty][tx] = a[row * n + t * 16 + tx];
    y[ty][tx] = b[(t * 16 + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += x[ty][k] * y[k][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
KERNEL plain_transpose(const float *in, float *out, int n) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
KERNEL plain_histogram(const uint32_t *in, int *bins, int n) {
  __shared__ int local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = Global(); i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&local[in[i] & 255], 1);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
KERNEL plain_scatter(const float *in, const uint32_t *to, float *out, int n) {
  const int i = Global();
  if (i < n)
    atomicAdd(&out[to[i] & 0xffff], in[i]);
}
KERNEL plain_block_sums(const float *in, float *out, int n) {
  __shared__ float local[256];
  const int lane = threadIdx.x;
  float sum = 0;
  for (int i = Global(); i < n; i += blockDim.x * gridDim.x)
    sum += in[i];
  local[lane] = sum;
  __syncthreads();
  for (int step = 128; step > 0; step >>= 1) {
    if (lane < step)
      local[lane] += local[lane + step];
    __syncthreads();
  }
  if (lane == 0)
    out[blockIdx.x] = local[0];
}
KERNEL plain_warp_scan(const int *in, int *out, int n) {
  const int i = Global(), lane = threadIdx.x & 31;
  int value = i < n ? in[i] : 0;
  for (int step = 1; step < 32; step <<= 1) {
    const int other = __shfl_up_sync(0xffffffff, value, step);
    if (lane >= step)
      value += other;
  }
  if (i < n)
    out[i] = value;
}
KERNEL plain_vectors(const float4 *x, float4 *y, float a, int n) {
  const int i = Global();
  if (i >= n)
    return;
  const float4 v = x[i];
  float4 w = y[i];
  w.x = a * v.x + w.x, w.y = a * v.y + w.y;
  w.z = a * v.z + w.z, w.w = a * v.w + w.w;
  y[i] = w;
}
KERNEL plain_gravity(const float4 *bodies, float4 *forces, int n) {
  const int i = Global();
  const float4 own = bodies[i];
  float fx = 0, fy = 0, fz = 0;
  for (int j = 0; j < n; ++j) {
    const float4 other = bodies[j];
    const float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
    const float square = x * x + y * y + z * z + 1e-3f;
    const float inverse = rsqrtf(square);
    const float force = other.w * inverse * inverse * inverse;
    fx += x * force, fy += y * force, fz += z * force;
  }
  forces[i] = make_float4(fx, fy, fz, 0);
}
KERNEL plain_stencil_3d(const float *in, float *out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1)
    return;
  const int i = (z * n + y) * n + x;
  out[i] = 0.4f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - n] +
                                  in[i + n] + in[i - n * n] + in[i + n * n]);
}
KERNEL plain_decode(const float *in, float *out, int nx, int ny, int nz) {
  const int i = Global();
  if (i >= nx * ny * nz)
    return;
  const int z = i / (nx * ny), y = i / nx % ny, x = i % nx;
  out[(x * ny + y) * nz + z] = in[i] + x - y;
}
KERNEL plain_sparse(const int *starts, const int *columns, const float *values,
                    const float *x, float *y, int rows) {
  const int row = Global();
  if (row >= rows)
    return;
  float sum = 0;
  for (int k = starts[row]; k < starts[row + 1]; ++k)
    sum += values[k] * x[columns[k]];
  y[row] = sum;
}
KERNEL plain_random_walk(uint32_t *out, int steps, int n) {
  const int i = Global();
  if (i >= n)
    return;
  uint64_t state = 12345 + i;
  int inside = 0;
  for (int k = 0; k < steps; ++k) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    const float x = (state >> 40) * 0x1p-24f;
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    const float y = (state >> 40) * 0x1p-24f;
    inside += x * x + y * y < 1.0f;
  }
  out[i] = inside;
}
KERNEL plain_bitonic(int *values, int j, int k) {
  const unsigned i = Global(), other = i ^ j;
  if (other <= i)
    return;
  const int a = values[i], b = values[other];
  if (((i & k) == 0) == (a > b))
    values[i] = b, values[other] = a;
}
KERNEL plain_mandelbrot(int *out, int width, int limit) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x;
  const int py = blockIdx.y * blockDim.y + threadIdx.y;
  const float cx = -2.0f + 3.0f * px / width, cy = -1.5f + 3.0f * py / width;
  float x = 0, y = 0;
  int count = 0;
  while (fmaf(x, x, y * y) < 4.0f && count < limit) {
    const float t = fmaf(x, x, -(y * y)) + cx;
    y = fmaf(2.0f * x, y, cy);
    x = t;
    ++count;
  }
  out[py * width + px] = count;
}
KERNEL plain_fast_functions(const float *in, float *out, int n) {
  const int i = Global();
  if (i >= n)
    return;
  float x = in[i], sum = 0;
  for (int k = 0; k < 32; ++k, x += 0.01f)
    sum += __fdividef(__sinf(x) * __expf(x), __logf(x + 2.0f));
  out[i] = sum;
}
KERNEL plain_quotients(const float *in, float *out, int n) {
  const int i = Global();
  if (i >= n)
    return;
  float x = in[i], sum = 0;
  for (int k = 0; k < 32; ++k, x += 0.5f)
    sum += sqrtf(x) / (x + 1.0f);
  out[i] = sum;
}
