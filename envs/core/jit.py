# pyright: reportPossiblyUnboundVariable=false, reportAttributeAccessIssue=false
# pyright: reportFunctionMemberAccess=false, reportAssignmentType=false, reportArgumentType=false
# Numba makes its types at run time, and all of this module stands in two branches: with it and without.
"""The only module that imports Numba: one decorator for rules, one for kernels, one address table.

Compiled mode gives every function one eager signature, read from its parameter names, and keeps the
machine code in a user cache folder named by a hash of all sources it may depend on (Numba's own cache
does not notice a change in an imported module). Plain mode (``ELDERZOO_JIT=0``, or no Numba) runs the
same functions as Python over :class:`Rows`, views whose reads are Python ints and whose stores are
range-checked.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import os
import sys
import textwrap
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .header import HEADER

_WANTED = os.environ.get("ELDERZOO_JIT", "1") != "0"
try:
    if _WANTED:
        import numba
        from llvmlite import ir
        from numba import types
        from numba.core import cgutils
        from numba.core.errors import NumbaExperimentalFeatureWarning
        from numba.extending import intrinsic, lower_cast
        from numba.np.numpy_support import from_dtype
    JIT = _WANTED
except ImportError:  # pragma: no cover - exercised in a subprocess by the tests
    JIT = False
    print("elderzoo: Numba is not installed, rules run as plain Python (slow)", file=sys.stderr)

_CORE = Path(__file__).parent


# ---------------------------------------------------------------------------------------- cache folder


def _digest(folders: tuple[Path, ...]) -> str:
    h = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.glob("*.py")):
            h.update(path.name.encode())
            h.update(path.read_bytes())
    h.update(f"{sys.version_info[:2]} {np.__version__}".encode())
    if JIT:
        import llvmlite

        h.update(f"{numba.__version__} {llvmlite.__version__}".encode())
    return h.hexdigest()[:20]


def cache_root() -> Path:
    """Folder that holds the compiled kernels; ``ELDERZOO_CACHE`` overrides the user cache folder."""
    if "ELDERZOO_CACHE" in os.environ:
        return Path(os.environ["ELDERZOO_CACHE"])
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "elderzoo"


_folders: dict[tuple[Path, ...], Path | None] = {}


def _cache_folder(sources: tuple[Path, ...]) -> Path | None:
    """The cache folder for functions whose sources lie in ``sources``; says so when it is new.

    None where it cannot be written: Numba would otherwise look for another place, beside the sources, which
    does not notice when they change.
    """
    if sources not in _folders:
        name = sources[-1].name
        folder = cache_root() / "-".join((name, _digest(sources)))
        new = not os.access(folder, os.F_OK)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            usable = os.access(folder, os.W_OK)
        except OSError:
            usable = False
        if not usable:
            print(f"elderzoo: compiling {name} (each time: {folder} cannot be written)", file=sys.stderr)
        elif new:
            print(f"elderzoo: compiling {name} (once, cached in {folder})", file=sys.stderr)
            _prune(folder)
        _folders[sources] = folder if usable else None
    return _folders[sources]


def _prune(new: Path, keep: int = 4) -> None:
    """Remove all but the ``keep`` most recent cache folders of the same name."""
    import shutil

    prefix = new.name.rsplit("-", 1)[0] + "-"
    others = [p for p in new.parent.glob(prefix + "*") if p != new]
    old = sorted(others, key=lambda p: p.stat().st_mtime, reverse=True)
    for folder in old[keep:]:
        shutil.rmtree(folder, ignore_errors=True)


# ------------------------------------------------------------------------------------------ plain rows


def _scalar(name: str, offset: int, code: str, size: int):
    def get(self):
        return self._mv[offset : offset + size].cast(code)[0]

    def put(self, value):
        self._mv[offset : offset + size].cast(code)[0] = value

    return property(get, put)


_CODES = {"i2": "h", "u8": "Q", "f8": "d"}
_classes: dict[np.dtype, type] = {}


def _row_class(dtype: np.dtype) -> type:
    """A class of plain-mode rows: scalars are properties, arrays are memoryviews made at first use."""
    if dtype in _classes:
        return _classes[dtype]
    arrays, body = {}, {}
    fields: Any = dtype.fields
    for name in dtype.names or ():
        sub, offset = fields[name][:2]
        code = _CODES[sub.base.str[1:]]
        if sub.shape:
            arrays[name] = (offset, offset + sub.itemsize, code, sub.shape)
        else:
            body[name] = _scalar(name, offset, code, sub.itemsize)

    def make(self, memory):
        object.__setattr__(self, "_mv", memory)

    def missing(self, name):
        try:
            start, end, code, shape = arrays[name]
        except KeyError:
            raise AttributeError(f"no field {name!r}") from None
        view = self._mv[start:end].cast(code, shape)
        self.__dict__[name] = view
        return view

    def guard(self, name, value):
        if name not in body:
            raise AttributeError(f"field {name!r} cannot be assigned as a whole")
        body[name].fset(self, value)

    body |= {"__init__": make, "__getattr__": missing, "__setattr__": guard}
    # ``guard`` looks properties up in ``body``; the class needs them too, for reading.
    _classes[dtype] = type("Row", (), dict(body))
    return _classes[dtype]


class Rows:
    """Plain-mode view of an int16 array (rows, width) as records of ``dtype``: ``rows[i].field[p, k]``."""

    def __init__(self, dtype: np.dtype, array: np.ndarray):
        array = array.reshape(-1, dtype.itemsize // 2)
        self._cls, self._size, self._n = _row_class(dtype), dtype.itemsize, len(array)
        self._mv = memoryview(array).cast("B") if array.size else memoryview(b"")

    def __len__(self):
        return self._n

    def __getitem__(self, i):
        if not 0 <= i < self._n:
            raise IndexError(i)
        return self._cls(self._mv[i * self._size : (i + 1) * self._size])


# ------------------------------------------------------------------------------------------ decorators


def _returns_value(func: Callable) -> bool:
    tree = ast.parse(textwrap.dedent(inspect.getsource(func)))
    return any(isinstance(n, ast.Return) and n.value is not None for n in ast.walk(tree))


def _compile(func: Callable, named: dict, result, sources: tuple[Path, ...], wrappers: bool):
    """Compile ``func`` with one eager signature; parameters not in ``named`` are int64."""
    args = [named.get(p, types.int64) for p in inspect.signature(func).parameters]
    if result is None:
        result = types.int64 if _returns_value(func) else types.none
    folder = _cache_folder(sources)
    options = {"cache": folder is not None, "nogil": True, "error_model": "numpy"}
    if not wrappers:
        options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder or "")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
            return numba.njit(result(*args), **options)(func)
    finally:
        numba.config.CACHE_DIR = before


def _home(func: Callable) -> Path:
    return Path(inspect.getfile(func)).resolve().parent


def rules(tables: np.dtype, state: np.dtype) -> Callable:
    """Decorator for the rule functions of one game.

    Parameter names decide the types: ``t``, ``s`` rows of ``tables`` and ``state``; ``T``, ``S`` arrays of
    rows; ``mask`` int8; ``weights`` an int64 array; every other one int64. The result is int64 where the
    function returns a value.
    """
    game_home = Path(sys._getframe(1).f_code.co_filename).resolve().parent
    if JIT:
        t, s = from_dtype(tables), from_dtype(state)
        named = {
            "t": t,
            "s": s,
            "T": types.Array(t, 1, "C"),
            "S": types.Array(s, 1, "C"),
            "mask": types.Array(types.int8, 1, "C"),
            "weights": types.Array(types.int64, 1, "C"),
        }

    def rule(func: Callable) -> Callable:
        func.elderzoo_dtypes = (tables, state)
        if not JIT:
            return func
        sources = tuple(dict.fromkeys((_CORE, game_home, _home(func))))
        entry = "S" in inspect.signature(func).parameters
        compiled = _compile(func, named, None, sources, wrappers=entry)
        compiled.elderzoo_dtypes = (tables, state)
        return compiled

    return rule


if JIT:
    _HEAD = from_dtype(HEADER)
    _I16, _I32, _I64, _F32, _F64, _U64 = (
        types.int16,
        types.int32,
        types.int64,
        types.float32,
        types.float64,
        types.uint64,
    )
    _KERNEL_TYPES = {
        "s": _HEAD,
        "A": types.Array(_I64, 2, "C"),
        "F": types.Array(_I64, 1, "C"),
        "T": types.Array(_I16, 1, "C"),
        "S": types.Array(_I16, 2, "C"),
        "W": types.Array(_I16, 2, "C"),
        "X": types.Array(types.uint32, 2, "C"),
        "K": types.Array(types.uint32, 2, "C"),
        "Y": types.Array(types.uint32, 1, "C"),
        "scale": types.Array(_F32, 2, "C"),
        "mask": types.Array(types.int8, 1, "C"),
        "masks": types.Array(types.int8, 2, "C"),
        "row": types.Array(_I16, 1, "C"),
        "origin": types.Array(_I16, 1, "C"),
        "obs": types.Array(_I16, 1, "C"),
        "observations": types.Array(_I16, 2, "C"),
        "final_observations": types.Array(_I16, 3, "C"),
        "flat": types.Array(_F32, 1, "C"),
        "flats": types.Array(_F32, 2, "C"),
        "actions": types.Array(_I64, 1, "C"),
        "seats": types.Array(_I16, 1, "C"),
        "rewards": types.Array(_F64, 2, "C"),
        "returns": types.Array(_F64, 2, "C"),
        "gains": types.Array(_F64, 1, "C"),
        "values": types.Array(_F64, 1, "C"),
        "visits": types.Array(_I64, 1, "C"),
        "ints": types.Array(_I64, 1, "C"),
        "c": _F64,
        "tree": types.Array(_I32, 2, "C"),
        "totals": types.Array(_F64, 2, "C"),
        "seed": _U64,
        "rng": types.Array(_U64, 1, "C"),
        "u": _U64,
        "v": _U64,
        "terminated": types.Array(types.uint8, 1, "C"),
        "truncated": types.Array(types.uint8, 1, "C"),
        "episodes": types.Array(_I64, 1, "C"),
        "rows": types.Array(_I64, 1, "C"),
        "pool": types.Array(_I64, 2, "C"),
        "final_return": types.Array(_F64, 1, "C"),
        "final_length": types.Array(_I64, 1, "C"),
        "book": types.Array(_I64, 2, "C"),
        "rngs": types.Array(_U64, 2, "C"),
        "paid": types.Array(_F64, 1, "C"),
        "endings": types.Array(_I16, 2, "C"),
    }


def kernel(func: Callable | None = None, *, result: str | None = None, inner: bool = False) -> Callable:
    """Decorator for game-free kernels: compiled once for all games, over int16 rows and addresses.

    Types by parameter name as listed in this module; ``result`` "u64" where it is not int64;
    ``inner`` marks kernels that only other kernels call.
    """
    if func is None:
        return lambda f: kernel(f, result=result, inner=inner)
    if not JIT:
        return func
    kinds = {"u64": types.uint64, None: None}
    sources = tuple(dict.fromkeys((_CORE, _home(func))))
    return _compile(func, _KERNEL_TYPES, kinds[result], sources, wrappers=not inner)


# --------------------------------------------------------------------------- calling a game by address

if JIT:

    @lower_cast(types.Record, types.Record)
    def _widen(context, builder, fromty, toty, val):
        """A STATE row passed where a HEADER row is wanted: the header is its prefix."""
        return builder.bitcast(val, context.get_value_type(toty))

    def _records(context, builder, arrty, value):
        """View an int16 array (rows, width) or (width,) as the array of records a game's entry takes."""
        given = context.make_array(arrty)(context, builder, value)
        target = types.Array(types.int8, 1, "C")
        out = context.make_array(target)(context, builder)
        shape = cgutils.unpack_tuple(builder, given.shape, arrty.ndim)
        rows = shape[0] if arrty.ndim == 2 else context.get_constant(types.intp, 1)
        width = builder.shl(shape[-1], context.get_constant(types.intp, 1))
        out.meminfo = cgutils.get_null_value(out.meminfo.type)
        out.parent = cgutils.get_null_value(out.parent.type)
        out.nitems, out.itemsize = rows, width
        out.data = builder.bitcast(given.data, out.data.type)
        out.shape = cgutils.pack_array(builder, [rows])
        out.strides = cgutils.pack_array(builder, [width])
        return out._getvalue()

    def _address_call(with_result: bool):
        """An intrinsic ``f(address, T, S, i[, mask][, a, b])`` that calls a game's entry function."""

        def build(context, builder, sig, args):
            values = [_records(context, builder, sig.args[k], args[k]) for k in (1, 2)] + list(args[3:])
            result = context.get_value_type(types.int64 if with_result else types.none)
            fnty = ir.FunctionType(result, [v.type for v in values])
            function = builder.inttoptr(args[0], fnty.as_pointer())
            out = builder.call(function, values)
            return out if with_result else context.get_dummy_value()

        return build

    def _entry(extra: tuple, with_result: bool = False):
        ret = types.int64 if with_result else types.none
        build = _address_call(with_result)
        arrays = (types.Array(types.int16, 1, "C"), types.Array(types.int16, 2, "C"))
        if extra == ():

            @intrinsic
            def call(typingctx, address, T, S, i):
                return ret(types.int64, *arrays, types.int64), build

        elif len(extra) == 1:

            @intrinsic
            def call(typingctx, address, T, S, i, a):
                return ret(types.int64, *arrays, types.int64, *extra), build

        else:

            @intrinsic
            def call(typingctx, address, T, S, i, a, b):
                return ret(types.int64, *arrays, types.int64, *extra), build

        return call

    _MASK = types.Array(types.int8, 1, "C")
    call_setup = _entry(())
    call_legal = _entry((_MASK,))
    call_apply = _entry((types.int64,))
    call_resample = call_apply
    call_enter = _entry((types.int64, types.int64))
    call_agent = _entry((_MASK, types.Array(types.int64, 1, "C")), with_result=True)

    @intrinsic
    def head(typingctx, S, i):
        """Row ``i`` of the int16 array ``S`` as a HEADER record."""

        def build(context, builder, sig, args):
            array = context.make_array(sig.args[0])(context, builder, args[0])
            width = cgutils.unpack_tuple(builder, array.shape, 2)[1]
            place = builder.gep(array.data, [builder.mul(args[1], width)])
            return builder.bitcast(place, context.get_value_type(_HEAD))

        return _HEAD(types.Array(types.int16, 2, "C"), types.int64), build

    @numba.njit(inline="always")
    def u64(x):
        """An unsigned index: compiled code then tests for no negative one, and copies with SIMD."""
        return np.uint64(x)

    @numba.njit(inline="always")
    def f32(x):
        """A 32-bit float constant: a plain one would make the whole sum 64 bits wide."""
        return np.float32(x)

    @numba.njit(inline="always")
    def s64(x):
        """A signed 64-bit number, whatever the width read."""
        return np.int64(x)

else:

    def _call(function, T, S, i, *rest):
        return function(T, S, i, *rest)

    call_setup = call_legal = call_apply = call_resample = call_enter = call_agent = _call

    def head(S, i):
        """Row ``i`` of the int16 array ``S`` as a HEADER row."""
        return _row_class(HEADER)(memoryview(S[i]).cast("B"))

    def u64(x):
        return int(x)

    s64 = u64
    f32 = np.float32


def address(function: Callable):
    """What a kernel needs to call ``function(T, S, i, ...)``: its address, or in plain mode a callable."""
    if JIT:
        (compiled,) = function.overloads.values()
        return compiled.library.get_pointer_to_function(compiled.fndesc.llvm_cfunc_wrapper_name)
    tables, state = function.elderzoo_dtypes

    def call(T, S, i, *rest):
        return function(Rows(tables, T), Rows(state, S), i, *rest)

    return call


def address_table(functions: Sequence[Callable]):
    """The table through which kernels reach a game: int64 addresses, or in plain mode callables."""
    addresses = [address(f) for f in functions]
    return np.array(addresses, np.int64) if JIT else addresses


def agent_table(agents: Sequence[tuple[Callable | None, Sequence[int]]]):
    """One line per scripted agent ``(act, weights)``: its address (0 for None: uniformly random), then its weights.

    Int64, or in plain mode tuples whose first item is a callable. ``act`` receives its line as ``weights``.
    """
    lines = [(0 if act is None else address(act), *map(int, weights)) for act, weights in agents]
    width = max(map(len, lines))
    lines = [line + (0,) * (width - len(line)) for line in lines]
    return np.array(lines, np.int64) if JIT else lines


def index_table(array: np.ndarray):
    """An index array as kernels read it: as it is, or in plain mode a view that reads Python ints."""
    return array if JIT else memoryview(np.ascontiguousarray(array))
