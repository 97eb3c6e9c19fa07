"""Where compiled code is kept."""

from pathlib import Path

import pytest

from elderzoo.envs.core import jit

SOURCES = (Path(jit.__file__).parent,)


def test_a_cache_that_cannot_be_written_is_not_used(tmp_path: Path, monkeypatch, capsys: pytest.CaptureFixture[str]):
    """Numba would put the code beside the sources instead, where changes in imported modules go unnoticed."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ELDERZOO_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(jit, "_folders", {})
    assert jit._cache_folder(SOURCES) is None
    assert jit._cache_folder(SOURCES) is None
    assert capsys.readouterr().err.count("compiling core (each time") == 1


def test_a_new_cache_folder_is_named_once_and_the_oldest_go(tmp_path: Path, monkeypatch, capsys):
    monkeypatch.setenv("ELDERZOO_CACHE", str(tmp_path))
    monkeypatch.setattr(jit, "_folders", {})
    for k in range(6):
        (tmp_path / f"core-{k}").mkdir()
    (tmp_path / "another-0").mkdir()
    folder = jit._cache_folder(SOURCES)
    assert folder is not None
    assert folder.is_dir()
    assert len(list(tmp_path.glob("core-*"))) == 5
    assert (tmp_path / "another-0").is_dir()
    monkeypatch.setattr(jit, "_folders", {})
    assert jit._cache_folder(SOURCES) == folder
    assert capsys.readouterr().err.count("compiling core (once") == 1
