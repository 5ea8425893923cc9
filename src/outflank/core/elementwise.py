"""Runs a loop kernel over arrays of any shape, with the manners of a NumPy ufunc.

Arguments are checked by type, broadcast, laid out flat, and cut into slices for
all cores; the results get the broadcast shape, or become scalars if it is ``()``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outflank.core.workers import over_slices

#: Elements that a thread takes at a time: long enough (0.1 ms and more) to pay for the call.
GRAIN = 1 << 16

#: The same for work of microseconds an element.
FINE_GRAIN = 1 << 11

#: Kinds of dtypes, as NumPy's ``dtype.kind`` names them.
UNSIGNED = "u"
ANY_INTEGERS = "iu"

#: A loop kernel: flat arrays, inputs first; it may return the index of a fault, or -1.
Loop = Callable[..., Any]

#: Makes the error for a fault from where it is (``" at index 3"``) and the inputs there.
Refusal = Callable[..., Exception]

Shape = tuple[int, ...]
Scalar = TypeVar("Scalar", bound=np.generic)


def as_masks(value: ArrayLike, name: str) -> NDArray[np.uint64]:
    """An argument that must be bitboards: unsigned arrays or Python integers.

    Raises:
        TypeError: it is signed, bool, float or no number.
        OverflowError: a Python integer is negative or 2**64 or more.
    """
    if _is_special_integer(value):
        raise TypeError(f"{name} must be a plain integer, not {type(value).__name__}")
    array = _as_array(value, name, np.uint64, UNSIGNED)
    if array.dtype.kind not in UNSIGNED:
        hint = "; outflank.arrays.pack makes masks of boards" if array.dtype.kind == "b" else ""
        raise TypeError(f"{name} must be of unsigned integers (uint64), not {array.dtype}{hint}")
    return array.astype(np.uint64, copy=False)


def _is_special_integer(value: object) -> bool:
    """True for a square, a move or the like: a number, but not one that is a mask."""
    return isinstance(value, int) and type(value) not in {int, bool}


def as_numbers(value: ArrayLike, name: str) -> NDArray[np.int64]:
    """An argument that must be integers of any width, such as squares.

    Raises:
        TypeError: it is bool, float or no number.
        OverflowError: a number does not fit 64 bits with sign.
    """
    array = _as_array(value, name, np.int64, ANY_INTEGERS)
    if array.dtype.kind not in ANY_INTEGERS:
        raise TypeError(f"{name} must be of integers, not {array.dtype}")
    if array.dtype == np.uint64 and array.size and array.max() > np.iinfo(np.int64).max:
        raise OverflowError(f"{name}: {array.max()} is out of bounds for int64")
    return array.astype(np.int64, copy=False)


def _as_array(value: ArrayLike, name: str, dtype: type[np.generic], kinds: str) -> NDArray[Any]:
    """`value` as an array; Python integers, alone or in lists, become `dtype`.

    An array among the parts of a list that is not of those kinds is returned in its place,
    to be refused: NumPy would make Python integers of its elements.

    NumPy alone would make a float of a list that holds both 1 and 2**63, and an
    int64, which is refused for masks, of one that holds small integers only.
    """
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{name} must not be a masked array: fill it first")
    if isinstance(value, np.ndarray | np.generic) or hasattr(value, "__array__"):
        return np.asarray(value)
    for part in _arrays_in(value):
        if part.dtype.kind not in kinds:
            return part
    objects = np.asarray(value, dtype=object)
    whole = all(isinstance(item, int | np.unsignedinteger) for item in objects.flat)
    if whole and not any(isinstance(item, bool) for item in objects.flat):
        return objects.astype(dtype)
    array = np.asarray(value)
    if array.dtype == object:
        raise TypeError(f"{name} must be of integers, not {type(value).__name__}")
    return array


def _arrays_in(value: ArrayLike) -> Iterator[NDArray[Any]]:
    """The arrays in a list, or in lists in it."""
    if isinstance(value, list | tuple):
        for part in value:
            if isinstance(part, np.ndarray):
                yield part
            else:
                yield from _arrays_in(part)


def evaluate(
    loop: Loop,
    inputs: Sequence[NDArray[Any]],
    dtype: type[Scalar],
    *,
    out: NDArray[Scalar] | None = None,
    threads: int | None = None,
    refuse: Refusal | None = None,
) -> NDArray[Scalar]:
    """The one result of `loop` for each element of the broadcast inputs.

    Args:
        loop: the kernel.
        inputs: arrays as `as_masks` and `as_numbers` return them.
        dtype: scalar type of the result.
        out: where to put it; it may be one of the inputs.
        threads: how many work, at most; None for all cores.
        refuse: makes the error if the kernel returns a fault.

    Returns:
        `out`, or a new array of the broadcast shape, or a NumPy scalar if that is ``()``.

    Raises:
        TypeError: `out` is of another dtype.
        ValueError: shapes do not match (NumPy's own message), `out` cannot be written.
    """
    shape = np.broadcast_shapes(*(array.shape for array in inputs))
    if out is not None:
        shape = _checked_output(out, np.dtype(dtype), shape)
    # The plain array of a subclass: a matrix, for one, cannot be laid out flat.
    target = None if out is None else np.asarray(out)
    detour = target is None or _needs_detour(target, inputs)
    result = np.empty(shape, dtype) if target is None or detour else target
    _run(loop, inputs, [result], threads=threads, refuse=refuse)
    if out is None or target is None:
        return _scalar_if_0d(result)
    if detour:
        target[...] = result
    return out


def evaluate_pair(
    loop: Loop,
    inputs: Sequence[NDArray[Any]],
    *,
    threads: int | None = None,
    refuse: Refusal | None = None,
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """As `evaluate`, for a kernel that fills two arrays of masks: a position."""
    shape = np.broadcast_shapes(*(array.shape for array in inputs))
    player, opponent = np.empty(shape, np.uint64), np.empty(shape, np.uint64)
    _run(loop, inputs, [player, opponent], threads=threads, refuse=refuse)
    return _scalar_if_0d(player), _scalar_if_0d(opponent)


def first_fault(
    loop: Loop, arrays: Sequence[NDArray[Any]], grain: int, threads: int | None
) -> int | None:
    """Run `loop` over slices of arrays of one length; the first index it found fault with."""
    faults: list[int] = []

    def work(start: int, stop: int) -> None:
        fault = loop(*(array[start:stop] for array in arrays))
        if fault is not None and fault >= 0:
            faults.append(start + int(fault))

    over_slices(len(arrays[-1]), grain, work, threads)
    return min(faults, default=None)


def flat(array: NDArray[Any], shape: Shape) -> NDArray[Any]:
    """The array broadcast to `shape`, in one dimension, as kernels want it; copied if it must."""
    if array.shape != shape:
        array = np.broadcast_to(array, shape)
    array = np.require(array, requirements=["C", "ALIGNED"])
    # Asked of the flags, NumPy warns about arrays that `broadcast_arrays` made.
    read_only = array.__array_interface__["data"][1]
    return (array.copy() if read_only else array).reshape(-1)


def _run(
    loop: Loop,
    inputs: Sequence[NDArray[Any]],
    results: Sequence[NDArray[Any]],
    *,
    threads: int | None,
    refuse: Refusal | None,
) -> None:
    """Fill `results`, which are C-contiguous and of one shape; raise what `refuse` makes."""
    shape = results[0].shape
    flat_inputs = [flat(array, shape) for array in inputs]
    flat_results = [result.reshape(-1) for result in results]
    fault = first_fault(loop, [*flat_inputs, *flat_results], GRAIN, threads)
    if fault is not None and refuse is not None:
        raise refuse(_place(fault, shape), *(int(array[fault]) for array in flat_inputs))


def _place(fault: int, shape: Shape) -> str:
    """Where the element number `fault` of an array stands, for a message."""
    if not shape:
        return ""
    index = tuple(int(part) for part in np.unravel_index(fault, shape))
    return f" at index {index[0] if len(index) == 1 else index}"


def _checked_output(out: NDArray[Any], dtype: np.dtype[Any], shape: Shape) -> Shape:
    """The shape of the result, which is that of `out`; an error if `out` cannot take it."""
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out must be an array, not {type(out).__name__}")
    if out.dtype != dtype:
        raise TypeError(f"out must be of {dtype}, not {out.dtype}")
    if not out.flags.writeable:
        raise ValueError("out is read-only")
    if np.broadcast_shapes(shape, out.shape) != out.shape:
        raise ValueError(f"out has the shape {out.shape}, the result {shape}")
    return out.shape


def _needs_detour(out: NDArray[Any], inputs: Sequence[NDArray[Any]]) -> bool:
    """True if a kernel cannot write into `out`: not flat, or inputs would change under it."""
    flags = out.flags
    if not (flags.c_contiguous and flags.aligned):
        return True
    return any(np.may_share_memory(out, array) for array in inputs)


def _scalar_if_0d(result: NDArray[Scalar]) -> NDArray[Scalar]:
    """The result as it is, or its scalar, which has an array's methods and is typed as one."""
    return result[()] if result.ndim == 0 else result
