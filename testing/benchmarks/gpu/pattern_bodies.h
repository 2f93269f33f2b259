// Kernels of kinds that people write, each text once: nvcc compiles it for the
// plain side (patterns.cu), Facet for the other (patterns.cpp).
//
// In:  BODY, what functions of a device begin with; Item, where a work-item is;
//      functions of the mathematics in namespace math.
// Why: so that a ratio compares compilers, not programmers.
#ifndef FACET_TESTING_BENCHMARKS_GPU_PATTERN_BODIES_H_
#define FACET_TESTING_BENCHMARKS_GPU_PATTERN_BODIES_H_

namespace patterns {

// ------------------------------------------------------------- Sizes of both

constexpr int kConvRadius = 8, kConvSteps = 8, kConvX = 16, kConvY = 4;
constexpr int kFftThreads = 64, kFftPoints = 512;
constexpr int kPathBlock = 256, kPathSteps = 20;

// ------------------------------------------------ FFT of 512 complex doubles

struct alignas(16) Complex {
  double x, y;
};
BODY Complex operator+(Complex a, Complex b) { return {a.x + b.x, a.y + b.y}; }
BODY Complex operator-(Complex a, Complex b) { return {a.x - b.x, a.y - b.y}; }
BODY Complex operator*(Complex a, Complex b) {
  return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
BODY void Butterfly(Complex &a, Complex &b) {
  const Complex sum = a + b;
  b = a - b;
  a = sum;
}
BODY Complex MinusI(Complex a) { return {a.y, -a.x}; }

// Results in bit-reversed order.
BODY void Fft8(Complex *v) {
  constexpr double kRoot = 0.70710678118654752440;
  for (int i = 0; i < 4; ++i)
    Butterfly(v[i], v[i + 4]);
  v[5] = v[5] * Complex{kRoot, -kRoot};
  v[6] = MinusI(v[6]);
  v[7] = v[7] * Complex{-kRoot, -kRoot};
  for (int h = 0; h < 8; h += 4) {
    Butterfly(v[h], v[h + 2]);
    Butterfly(v[h + 1], v[h + 3]);
    v[h + 3] = MinusI(v[h + 3]);
    Butterfly(v[h], v[h + 1]);
    Butterfly(v[h + 2], v[h + 3]);
  }
}
BODY int Reversed(int i) { return ((i & 1) << 2) | (i & 2) | ((i & 4) >> 2); }
BODY void Twiddle(Complex *v, int at, int n) {
  for (int i = 1; i < 8; ++i) {
    const double angle = -6.283185307179586477 * Reversed(i) / n * at;
    v[i] = v[i] * Complex{math::cos(angle), math::sin(angle)};
  }
}
BODY void Exchange(Item item, Complex *v, double *local, int store,
                   int store_step, int load, int load_step) {
  for (int i = 0; i < 8; ++i)
    local[store + Reversed(i) * store_step] = v[i].x;
  item.barrier();
  for (int i = 0; i < 8; ++i)
    v[i].x = local[load + i * load_step];
  item.barrier();
  for (int i = 0; i < 8; ++i)
    local[store + Reversed(i) * store_step] = v[i].y;
  item.barrier();
  for (int i = 0; i < 8; ++i)
    v[i].y = local[load + i * load_step];
  item.barrier();
}
BODY void Fft512(Item item, const Complex *in, Complex *out, double *local) {
  const int lane = item.lane(), low = lane & 7, high = lane >> 3;
  in += item.group() * kFftPoints + lane;
  out += item.group() * kFftPoints + lane;
  Complex v[8];
  for (int i = 0; i < 8; ++i)
    v[i] = in[i * kFftThreads];
  Fft8(v);
  Twiddle(v, lane, 512);
  Exchange(item, v, local, high * 8 + low, 66, low * 66 + high, 8);
  Fft8(v);
  Twiddle(v, high, 64);
  Exchange(item, v, local, high * 8 + low, 72, high * 72 + low, 8);
  Fft8(v);
  for (int i = 0; i < 8; ++i)
    out[Reversed(i) * kFftThreads] = v[i];
}

// ----------------------------------------------------------------- Attention

// One column of scores * values.
BODY void Attention(Item item, const float *scores, const float *values,
                    float *out, int rows, int columns) {
  const int j = item.global();
  if (j >= columns)
    return;
  float sum = 0;
  for (int i = 0; i < rows; ++i)
    sum += scores[i] * values[i * columns + j];
  out[j] = sum;
}

// ---------------------------------------------------------------- Bit counts

BODY void BitCounts(Item item, const unsigned *in, int *out, int n, int each) {
  const int i = item.global();
  if (i >= n)
    return;
  int total = 0;
  for (int k = 0; k < each; ++k) {
    unsigned bits = in[i] * (2u * k + 1);
    int count = 0;
    while (bits) {
      bits &= bits - 1;
      ++count;
    }
    total += count;
  }
  out[i] = total;
}

// ------------------------------------------------------------- Black-Scholes

BODY float NormalDistribution(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * math::fabs(d));
  const float tail =
      0.39894228f * math::exp(-0.5f * d * d) *
      (k * (0.31938153f +
            k * (-0.356563782f +
                 k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - tail : tail;
}
BODY void BlackScholes(Item item, const float *price, const float *strike,
                       const float *years, float *call, float *put, float rate,
                       float volatility, int n) {
  const int i = item.global();
  if (i >= n)
    return;
  const float s = price[i], x = strike[i], t = years[i];
  const float root = math::sqrt(t);
  const float d1 =
      (math::log(s / x) + (rate + 0.5f * volatility * volatility) * t) /
      (volatility * root);
  const float d2 = d1 - volatility * root;
  const float n1 = NormalDistribution(d1), n2 = NormalDistribution(d2);
  const float discounted = x * math::exp(-rate * t);
  call[i] = s * n1 - discounted * n2;
  put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}

// --------------------------------------------------- Separable convolution

// Rows: each work-item makes kConvSteps pixels, kConvX apart.
BODY void ConvolveRows(Item item, float *tile, const float *taps,
                       const float *in, float *out, int width, int pitch) {
  constexpr int kHalo = 1, kRow = (kConvSteps + 2 * kHalo) * kConvX;
  const int x = item.lane(), y = item.lane1();
  const int column = (item.group() * kConvSteps - kHalo) * kConvX + x;
  const int row = item.group1() * kConvY + y;
  in += row * pitch + column;
  out += row * pitch + column;
  float *line = tile + y * kRow;
  for (int i = 0; i < kConvSteps + 2 * kHalo; ++i) {
    const int at = column + i * kConvX;
    line[x + i * kConvX] = at >= 0 && at < width ? in[i * kConvX] : 0;
  }
  item.barrier();
  for (int i = kHalo; i < kHalo + kConvSteps; ++i) {
    float sum = 0;
    for (int j = -kConvRadius; j <= kConvRadius; ++j)
      sum += taps[kConvRadius - j] * line[x + i * kConvX + j];
    out[i * kConvX] = sum;
  }
}

// ------------------------------------- Sums of exponentials, distances, double

BODY void ExpOfDistances(Item item, const double *x, const double *y,
                         const double *z, double *out, int n, int sources) {
  const int i = item.global();
  if (i >= n)
    return;
  const double a = x[i], b = y[i], c = z[i];
  double sum = 0;
  for (int j = 0; j < sources; ++j) {
    const double dx = a - x[j], dy = b - y[j], dz = c - z[j];
    sum += math::exp(-math::sqrt(dx * dx + dy * dy + dz * dz));
  }
  out[i] = sum;
}

// ------------------------------------------------------------------- Softmax

BODY void Softmax(Item item, const float *in, float *out, int rows,
                  int columns) {
  const int i = item.global();
  if (i >= rows)
    return;
  const float *from = in + i * columns;
  float largest = from[0], total = 0;
  for (int j = 1; j < columns; ++j)
    largest = from[j] > largest ? from[j] : largest;
  for (int j = 0; j < columns; ++j)
    total += math::exp(from[j] - largest);
  for (int j = 0; j < columns; ++j)
    out[i * columns + j] = math::exp(from[j] - largest) / total;
}

// -------------------------------------------------------------- SU(3) products

struct Su3 {
  Complex e[3][3];
};
struct Site {
  Su3 link[4];
  int x, y, z, t;
};
// As lattice programs do: one work-item for each element of 4 products.
BODY void Su3Products(Item item, const Site *a, const Su3 *b, Site *c,
                      int sites) {
  const int index = item.global(), site = index / 36;
  if (site >= sites)
    return;
  const int j = (index % 36) / 9, k = (index % 9) / 3, l = index % 3;
  Complex sum{0, 0};
  for (int m = 0; m < 3; ++m)
    sum = sum + a[site].link[j].e[k][m] * b[j].e[m][l];
  c[site].link[j].e[k][l] = sum;
}

// ------------------------------------------------------------------- Stencil

BODY void Stencil(Item item, const float *in, float *out, int n) {
  const int x = item.global(), y = item.group1();
  if (x < 1 || x >= n - 1 || y < 1 || y >= n - 1)
    return;
  for (int z = 1; z < n - 1; ++z) {
    const int at = (z * n + y) * n + x;
    out[at] =
        0.4f * in[at] + 0.1f * (in[at - 1] + in[at + 1] + in[at - n] +
                                in[at + n] + in[at - n * n] + in[at + n * n]);
  }
}

// -------------------------------------------------------------- Path finding

BODY int Least(int a, int b) { return a <= b ? a : b; }
BODY void FindPaths(Item item, int *above, int *row, const int *wall,
                    const int *from, int *to, int steps, int columns) {
  const int useful = kPathBlock - 2 * steps;
  const int first = useful * item.group() - steps,
            last = first + kPathBlock - 1;
  const int lane = item.lane(), x = first + lane;
  const int low = first < 0 ? -first : 0;
  const int high = last > columns - 1 ? kPathBlock - 1 - (last - columns + 1)
                                      : kPathBlock - 1;
  const int west = lane - 1 < low ? low : lane - 1;
  const int east = lane + 1 > high ? high : lane + 1;
  const bool valid = lane >= low && lane <= high;
  if (x >= 0 && x < columns)
    above[lane] = from[x];
  item.barrier();
  bool computed = false;
  for (int i = 0; i < steps; ++i) {
    computed = false;
    if (lane >= i + 1 && lane <= kPathBlock - i - 2 && valid) {
      computed = true;
      const int shortest = Least(Least(above[west], above[lane]), above[east]);
      row[lane] = shortest + wall[columns * i + x];
    }
    item.barrier();
    if (i == steps - 1)
      break;
    if (computed)
      above[lane] = row[lane];
    item.barrier();
  }
  if (computed)
    to[x] = row[lane];
}

// ------------------------------------------------- Variational Monte Carlo

BODY float Uniform(unsigned &state) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) * (1.0f / 16777216.0f);
}
BODY void MonteCarlo(Item item, float *out, int n, int steps, float alpha) {
  const int i = item.global();
  if (i >= n)
    return;
  unsigned state = i * 2654435761u + 12345u;
  float x[6], energy = 0;
  for (int d = 0; d < 6; ++d)
    x[d] = Uniform(state) - 0.5f;
  float size1 = 1, size2 = 1, psi = 0;
  for (int step = 0; step < steps; ++step) {
    float moved[6];
    for (int d = 0; d < 6; ++d)
      moved[d] = x[d] + Uniform(state) - 0.5f;
    const float r1 = math::sqrt(moved[0] * moved[0] + moved[1] * moved[1] +
                                moved[2] * moved[2]);
    const float r2 = math::sqrt(moved[3] * moved[3] + moved[4] * moved[4] +
                                moved[5] * moved[5]);
    const float wave =
        (1 + 0.5f * math::fabs(r1 - r2)) * math::exp(-alpha * (r1 + r2));
    if (wave * wave > psi * psi * Uniform(state)) {
      for (int d = 0; d < 6; ++d)
        x[d] = moved[d];
      size1 = r1, size2 = r2, psi = wave;
    }
    energy += -4 / (size1 + 0.01f) + math::exp(-size2) + math::log(size1 + 1);
  }
  out[i] = energy / steps;
}

// ------------------------------------ Hydrodynamics: volumes of hexahedra

BODY double Triple(const double *a, const double *b, const double *c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) +
         b[0] * (c[1] * a[2] - c[2] * a[1]) +
         c[0] * (a[1] * b[2] - a[2] * b[1]);
}
BODY void Volumes(Item item, const double *x, const double *y, const double *z,
                  const int *nodes, double *out, int elements) {
  const int i = item.global();
  if (i >= elements)
    return;
  double p[8][3];
  for (int k = 0; k < 8; ++k) {
    const int node = nodes[i * 8 + k];
    p[k][0] = x[node], p[k][1] = y[node], p[k][2] = z[node];
  }
  const auto difference = [&](int a, int b, double *d) {
    for (int k = 0; k < 3; ++k)
      d[k] = p[a][k] - p[b][k];
  };
  double d61[3], d70[3], d63[3], d20[3], d50[3], d64[3], d31[3], d72[3], d43[3],
      d57[3], d14[3], d25[3];
  difference(6, 1, d61), difference(7, 0, d70), difference(6, 3, d63);
  difference(2, 0, d20), difference(5, 0, d50), difference(6, 4, d64);
  difference(3, 1, d31), difference(7, 2, d72), difference(4, 3, d43);
  difference(5, 7, d57), difference(1, 4, d14), difference(2, 5, d25);
  for (int k = 0; k < 3; ++k) {
    d31[k] += d72[k], d43[k] += d57[k], d14[k] += d25[k];
  }
  const double volume =
      (Triple(d31, d63, d20) + Triple(d43, d64, d70) + Triple(d14, d61, d50)) /
      12;
  out[i] = math::cbrt(math::fabs(volume)) / math::sqrt(1 + volume * volume);
}

// ------------------------------------------------------------ Particle filter

BODY void FindIndices(Item item, const float *cumulative, const float *wanted,
                      int *out, int n) {
  const int i = item.global();
  if (i >= n)
    return;
  int index = -1;
  for (int k = 0; k < n; ++k)
    if (cumulative[k] >= wanted[i]) {
      index = k;
      break;
    }
  out[i] = index == -1 ? n - 1 : index;
}

} // namespace patterns

#endif // FACET_TESTING_BENCHMARKS_GPU_PATTERN_BODIES_H_
