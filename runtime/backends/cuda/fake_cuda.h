// What the files of the fake CUDA driver share.
#ifndef FACET_RUNTIME_BACKENDS_CUDA_FAKE_CUDA_H_
#define FACET_RUNTIME_BACKENDS_CUDA_FAKE_CUDA_H_

#include "runtime/backends/cuda/api.h"
#include "runtime/testing/call_recorder.h"

facet::CallRecorder<facet::cuda::CUresult>& fake_cuda_driver();

#endif  // FACET_RUNTIME_BACKENDS_CUDA_FAKE_CUDA_H_
