"""``flask collection parse``: JSON on stdout and nothing else there, everything told on stderr."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask import Flask

LINES = "Super Rare:\nContrôle Cérébral (TLM-FR038)\n\nPenguin Soldier (SDJ-022) -- Anglais\n"


@pytest.fixture
def list_file(tmp_path: Path) -> Path:
    path = tmp_path / "list.txt"
    path.write_text(LINES, encoding="utf-8")
    return path


def test_a_file_as_json(starter_app: Flask, list_file: Path) -> None:
    result = starter_app.test_cli_runner().invoke(args=["collection", "parse", str(list_file), "--json"])
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert [(one["kind"], one["line"], one["set_code"], one["rarity"]) for one in found] == [
        ("heading", 1, None, "Super Rare"),
        ("card", 2, "TLM-FR038", "Super Rare"),
        ("card", 4, "SDJ-022", "Super Rare"),
    ]
    promised = {
        "kind", "input", "set_code", "card", "language", "edition", "rarity", "quantity", "condition", "grade", "note", "side",
        "alternates", "candidates", "card_candidates", "rarity_candidates", "how",
    }  # fmt: skip
    assert all(promised <= one.keys() for one in found)


def test_standard_input(starter_app: Flask) -> None:
    result = starter_app.test_cli_runner().invoke(args=["collection", "parse", "-", "--json"], input=LINES)
    assert result.exit_code == 0
    assert len(json.loads(result.stdout)) == 3


def test_nothing_is_an_empty_array(starter_app: Flask) -> None:
    result = starter_app.test_cli_runner().invoke(args=["collection", "parse", "-", "--json"], input="\n")
    assert json.loads(result.stdout) == []


def test_in_words(starter_app: Flask, list_file: Path) -> None:
    result = starter_app.test_cli_runner().invoke(args=["collection", "parse", str(list_file)])
    assert "1x; Brain Control; TLM-FR038; Super Rare; fr" in result.stdout


def test_another_encoding_is_told_on_stderr(starter_app: Flask, tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_bytes("Contrôle Cérébral (TLM-FR038)".encode("cp1252"))
    result = starter_app.test_cli_runner().invoke(args=["collection", "parse", str(path), "--json"])
    assert json.loads(result.stdout)[0]["card"] == "Brain Control"
    assert "Windows-1252" in result.stderr


@pytest.mark.parametrize("arguments", [["--language", "klingon"], ["--scale", "martian"]])
def test_unknown_choices(arguments: list[str], starter_app: Flask, list_file: Path) -> None:
    result = starter_app.test_cli_runner().invoke(args=["collection", "parse", str(list_file), "--json", *arguments])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr


def test_a_file_that_is_not_there_or_too_long(starter_app: Flask, tmp_path: Path) -> None:
    runner = starter_app.test_cli_runner()
    assert runner.invoke(args=["collection", "parse", str(tmp_path / "none.txt"), "--json"]).exit_code == 2
    long = tmp_path / "long.txt"
    long.write_text("Penguin Soldier\n" * 20_000, encoding="utf-8")
    result = runner.invoke(args=["collection", "parse", str(long), "--json"])
    assert result.exit_code == 2
    assert "longer than 200 KB" in result.stderr
    assert result.stdout == ""
