// A module of Python's. With Python's headers it would include <Python.h>; what it needs of the stable ABI is little.
#include "sum.h"

#include <cstddef>

extern "C" {
struct PyObject;
long PyLong_AsLong(PyObject *);
PyObject *PyLong_FromLong(long);
PyObject *PyErr_Occurred();
PyObject *PyModule_Create2(void *, int);

struct PyMethodDef {
  const char *name;
  PyObject *(*function)(PyObject *, PyObject *);
  int flags;
  const char *documentation;
};
struct PyModuleDef {
  std::ptrdiff_t references;
  void *type, *initialize;
  std::ptrdiff_t index;
  void *copy;
  const char *name, *documentation;
  std::ptrdiff_t size;
  PyMethodDef *methods;
  void *slots, *traverse, *clear, *free;
};
}

static PyObject *sum_of(PyObject *, PyObject *count) {
  const long value = PyLong_AsLong(count);
  return PyErr_Occurred() ? nullptr : PyLong_FromLong(sum_of_scaled(int(value)));
}

static PyMethodDef methods[] = {{"of_scaled", sum_of, /*METH_O*/ 8, "The sum of scale(i) for i below the argument, computed on a device."}, {}};
static PyModuleDef definition = {1, nullptr, nullptr, 0, nullptr, "sum_module", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr};

extern "C" PyObject *PyInit_sum_module() { return PyModule_Create2(&definition, /*PYTHON_ABI_VERSION*/ 3); }
