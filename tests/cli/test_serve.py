"""`serve`, `backup` and `restore`: what they refuse, each in one sentence."""

from __future__ import annotations

import asyncio
import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from support.command import Run, sentence
from tianxia.cli.serve import tell_where
from tianxia.server.run.addresses import FewFiles, ServerAddresses
from tianxia.server.run.serving import ServeOptions, hosts_of
from tianxia.server.storage.database import sqlite_url
from tianxia.server.storage.location import open_database
from tianxia.server.work.programs import usual_processes


def test_playing_does_not_load_the_server() -> None:
    check = "import sys, tianxia.cli; sys.exit(bool({'litestar', 'sqlalchemy', 'uvicorn'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", check]).returncode == 0


def test_several_workers_need_a_postgresql(run: Run, tmp_path: Path) -> None:
    assert sentence(run("serve", "--workers", 2, "--data", tmp_path)) == (
        "Several workers need a PostgreSQL database: see --database."
    )


def test_programs_have_to_think_somewhere(run: Run, tmp_path: Path) -> None:
    assert sentence(run("serve", "--programs", 0, "--data", tmp_path)).startswith("--programs 0 needs a PostgreSQL")
    assert sentence(run("serve", "--programs", -1, "--data", tmp_path)).startswith("--programs")


def test_workers_share_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    assert [usual_processes(workers) for workers in (1, 3, 7, 20)] == [7, 2, 1, 1]


@pytest.mark.parametrize("address", ["localhost:25", "smtp://host:port", "smtp://[", "https://example.org"])
def test_a_wrong_address_of_a_mail_server_is_told(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("TIANXIA_SMTP", address)
    said = sentence(run("serve", "--data", tmp_path))
    assert said.startswith("TIANXIA_SMTP takes the address of a mail server: smtp://")


@pytest.mark.parametrize("option", [("--allowed-hosts", "tables,a b"), ("--address", "https://a b/")])
def test_a_name_that_no_host_has_is_told(run: Run, tmp_path: Path, option: tuple[str, str]) -> None:
    assert sentence(run("serve", *option, "--data", tmp_path)) == (
        '--address and --allowed-hosts take names of hosts, such as tables.example.org; "a b" is none.'
    )


def test_names_of_the_server_are_those_that_were_given() -> None:
    def names(address: str | None, *hosts: str) -> list[str]:
        return sorted(hosts_of(ServeOptions("", "", 0, address=address, hosts=hosts)) or ["any"])

    assert names(None) == ["any"]
    assert names("https://Tables.example.org:8443/") == ["tables.example.org"]
    assert names("https://tables.example.org", "hall", "hall.local") == ["hall", "hall.local", "tables.example.org"]
    assert names(None, "hall") == ["hall"]
    assert names("https://tables.example.org", "*") == ["any"]


def test_a_port_in_use_is_told(run: Run, tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert sentence(run("serve", "--port", port, "--data", data)) == (
            f"Port {port} is in use already: choose another with --port."
        )
    assert not data.parent.exists()
    assert sentence(run("serve", "--port", 70000)) == "--port takes 0 to 65535, not 70000."


def test_a_folder_that_cannot_be_written_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    assert sentence(run("serve", "--port", 0, "--data", folder)) == f"{folder} cannot be written: Not a directory."
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    if os.geteuid() == 0:  # whom nothing is closed to but what the kernel itself keeps
        closed = Path("/sys")
    assert sentence(run("serve", "--port", 0, "--data", closed)) == f"{closed} cannot be written: Permission denied."


@pytest.mark.parametrize("command", [("serve", "--port", 0), ("restore", "backup.zip")])
def test_a_file_where_a_folder_should_be_is_told(run: Run, tmp_path: Path, command: tuple[object, ...]) -> None:
    file = tmp_path / "file"
    file.touch()
    said = sentence(run(*command, "--data", file))
    assert said == f"The database needs a folder, and {file} is a file: choose another with --data."


def test_a_restore_that_fails_leaves_nothing_behind(run: Run, tmp_path: Path) -> None:
    nonsense = tmp_path / "nonsense.zip"
    nonsense.write_text("no backup")
    new, old = tmp_path / "new" / "data", tmp_path / "old"
    old.mkdir()
    (old / "note.txt").touch()
    for folder in (new, old):
        assert "not a backup of Tianxia" in sentence(run("restore", nonsense, "--data", folder))
    assert not new.parent.exists()
    assert [file.name for file in old.iterdir()] == ["note.txt"]


def test_only_the_owner_can_read_what_a_server_keeps(run: Run, tmp_path: Path) -> None:
    backup, other = tmp_path / "backup.zip", tmp_path / "other"
    make_database(tmp_path)
    before = os.umask(0)
    try:
        assert run("backup", backup, "--data", tmp_path).code == 0
        assert run("restore", backup, "--data", other).code == 0
    finally:
        os.umask(before)
    kept = {file.name: stat.S_IMODE(file.stat().st_mode) for file in (backup, other, *other.iterdir())}
    assert kept == {"backup.zip": 0o600, "other": 0o700, "tianxia.db": 0o600, "tianxia.db.lock": 0o600}


def test_a_file_that_is_no_database_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "tianxia.db").write_text("no database, but long enough to look like one " * 20)
    said = sentence(run("serve", "--port", 0, "--data", tmp_path))
    assert said == f"The database {tmp_path / 'tianxia.db'} cannot be used: file is not a database."


def test_a_database_that_does_not_answer_is_told_without_its_password(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIANXIA_DATABASE", "postgresql://ada:bamboo-flute@127.0.0.1:1/games")
    for command in (("backup", "out.zip"), ("restore", "in.zip")):
        said = sentence(run(*command))
        assert said.startswith("The database 127.0.0.1/games cannot be used: ")
        assert "refused" in said
        assert "bamboo" not in said


@pytest.mark.parametrize("address", ["mysql://localhost/games", "sqlite:///x.db", "nonsense"])
def test_only_addresses_of_postgresql_are_taken(run: Run, address: str) -> None:
    said = sentence(run("serve", "--database", address))
    assert said.startswith("--database and TIANXIA_DATABASE take the address of a PostgreSQL")


def test_one_database_at_a_time(run: Run, tmp_path: Path) -> None:
    ran = run("serve", "--data", tmp_path, "--database", "postgresql://localhost/x")
    assert sentence(ran) == "Give --data or --database, not both."


def make_database(folder: Path) -> None:
    """An empty database, as a server would make it."""

    async def make() -> None:
        async with open_database(sqlite_url(folder / "tianxia.db")):
            pass

    folder.mkdir(exist_ok=True)
    asyncio.run(make())


def test_a_backup_goes_there_and_back(run: Run, tmp_path: Path) -> None:
    file, other = tmp_path / "backup.zip", tmp_path / "other"
    assert sentence(run("backup", file)) == f"There is no database at {tmp_path / 'data' / 'tianxia.db'}."
    assert sentence(run("restore", file)) == f"{file} cannot be read: No such file or directory."
    make_database(tmp_path / "data")
    assert run("backup", file).out == f"Wrote {file}: 0 rows.\n"
    assert "backup.zip" in sentence(run("backup", file))
    assert run("backup", file, "--force").code == 0
    assert run("restore", file, "--data", other).out == f"Restored {file}: 0 rows.\n"


def test_a_backup_leaves_an_older_database_as_it_is(run: Run, tmp_path: Path) -> None:
    (tmp_path / "tianxia.db").touch()
    said = sentence(run("backup", tmp_path / "backup.zip", "--data", tmp_path))
    assert said == "The database is older than this Tianxia: start tianxia serve first, which upgrades it."
    assert not (tmp_path / "backup.zip").exists()


def test_all_that_is_known_is_told() -> None:
    kept = "Games are kept in games.db"
    assert list(
        tell_where(ServerAddresses("http://127.0.0.1:8321/", True, ["http://192.168.1.5:8321/"], "games.db"))
    ) == [
        "Serving at http://127.0.0.1:8321/ (stop with Ctrl-C)",
        "Others in your network open http://192.168.1.5:8321/",
        kept,
    ]
    assert list(tell_where(ServerAddresses("http://127.0.0.1:8321/", True, [], "games.db")))[1:] == [
        "Others open http://ADDRESS:8321/ with the address of this machine (ip addr).",
        kept,
    ]
    assert list(tell_where(ServerAddresses("http://192.168.1.5:8321/", True, [], "games.db")))[1:] == [kept]


def test_few_open_files_are_told() -> None:
    where = ServerAddresses("http://127.0.0.1:8321/", False, [], "games.db", FewFiles(1024, 832))
    assert list(tell_where(where))[-1] == (
        "The system allows the server 1024 open files, enough for about 832 screens: "
        "raise the limit (ulimit -n) for more."
    )
