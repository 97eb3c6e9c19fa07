"""The list of packages; everything else is in pyproject.toml.

The folders `envs`, `agents`, … are installed as `elderzoo.envs`, `elderzoo.agents`, … . setuptools can map a
folder to such a name, but cannot look for packages below a mapped folder, so that is done here.
"""

import tomllib
from pathlib import Path

from setuptools import find_packages, setup

settings = tomllib.loads(Path(__file__).with_name("pyproject.toml").read_text(encoding="utf-8"))
folders = settings["tool"]["setuptools"]["package-dir"]
packages = list(folders)
for name, folder in folders.items():
    packages += [f"{name}.{package}" for package in find_packages(folder)]

setup(packages=packages)
