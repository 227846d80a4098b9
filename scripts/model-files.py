"""
Writes the files of test/learn/files/fixtures, which the tests read as files that Python wrote. Needs Python 3 with numpy, and for
python.safetensors the package safetensors, without which that file is left as it is:

    python3 scripts/model-files.py [FOLDER]
"""

import io
import os
import sys
import zipfile

import numpy as np

FOLDER = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "../test/learn/files/fixtures")


def at(name):
    return os.path.join(FOLDER, name)


arrays = {
    "matrix": np.arange(6).reshape(2, 3) / 4,
    "columns": np.asfortranarray(np.arange(24, dtype=np.float32).reshape(2, 3, 4)),
    "scalar": np.array(-0.0),
    "empty": np.zeros((0, 3)),
    "half": np.array([1.5, -(2.0**-24), 65504, np.inf], dtype=np.float16),
    "big": np.array([1, 2.5], dtype=">f8"),
    "i8": np.array([-(2**63), 2**63 - 1]),
    "i4": np.array([[-1], [7]], dtype=np.int32),
    "u1": np.array([0, 255], dtype=np.uint8),
    "flags": np.array([True, False]),
    "layers/0": np.array([np.pi]),
    "größe": np.array([1.0]),
}
np.savez(at("numpy.npz"), **arrays)
np.savez_compressed(at("numpy-compressed.npz"), **arrays)
np.savez(at("records.npz"), r=np.array([(1, 2.0)], dtype=[("a", "<i4"), ("b", "<f8")]))
np.savez(at("objects.npz"), o=np.array([{}], dtype=object))

# One array in each version of the format.
with zipfile.ZipFile(at("versions.npz"), "w") as archive:
    for major in (1, 2, 3):
        file = io.BytesIO()
        np.lib.format.write_array(file, np.array([1.0, 2.0]), version=(major, 0))
        archive.writestr(f"v{major}.npy", file.getvalue())

try:
    from safetensors.numpy import save_file
except ImportError:
    print("safetensors is not installed: python.safetensors stays as it is")
else:
    little = {name: np.ascontiguousarray(array) for name, array in arrays.items() if name != "big"}
    save_file(little, at("python.safetensors"), metadata={"format": "np", "note": "größe"})
