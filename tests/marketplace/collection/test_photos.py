"""Photos of copies: what is taken, what is refused, what is kept of it, and who sees it."""

from __future__ import annotations

import hashlib
import io
import os
import struct
import time
import zlib

import pytest
from PIL import Image
from sqlalchemy import select, update

from marketplace.accounts.models import User
from marketplace.collection import photos, pictures, stock
from marketplace.collection.models import Photo, Stack
from marketplace.collection.pictures import MOST_BYTES, TooLarge, path_of, read_picture
from marketplace.errors import NotFound, Refused
from marketplace.jobs import Job
from marketplace.jobs.worker import run_pending
from tests.factories import accounts, catalogue
from tests.factories import collection as made


def picture(colour: str = "teal", size: tuple[int, int] = (640, 480), form: str = "JPEG", **options) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, form, **options)
    return out.getvalue()


def png_header(width: int, height: int) -> bytes:
    """A PNG that says it is enormous and holds next to nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


@pytest.fixture
def user(session):
    return accounts.user(session)


@pytest.fixture
def stack(app, session, user):
    with app.test_request_context():
        found = made.stack(session, user, catalogue.printing(session, "LDD-F003"))
    session.commit()
    return found


@pytest.fixture
def folder(app):
    return app.config["SETTINGS"].photos_folder


@pytest.fixture
def signed_in(client, session, user, stack, log_in):
    log_in(client, user)
    return client


def send(client, stack, *files: tuple[str, bytes]):
    data = {"photos": [(io.BytesIO(content), name) for name, content in files]}
    return client.post(f"/collection/stacks/{stack.id}/photos", data=data, content_type="multipart/form-data")


def rows(database) -> list[Photo]:
    with database.read() as session:
        return list(session.scalars(select(Photo).order_by(Photo.position, Photo.id)))


def files(folder) -> set[str]:
    return {path.name for path in folder.glob("*/*")}


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "AVIF"])
def test_a_photo_is_kept_as_small_webp_with_a_thumbnail(form):
    found = read_picture(picture(size=(3_000, 1_500), form=form))
    full, small = Image.open(io.BytesIO(found.content)), Image.open(io.BytesIO(found.thumbnail))
    assert (full.format, full.size, small.format, small.size) == ("WEBP", (2_000, 1_000), "WEBP", (320, 160))
    assert found.digest == hashlib.sha256(found.content).hexdigest()


def test_place_camera_and_everything_else_is_gone_and_the_photo_upright():
    exif = Image.Exif()
    exif[0x0112] = 6  # Held upright: the pixels lie on their side.
    exif[0x010F] = "SecretCamera"
    exif.get_ifd(0x8825)[2] = (48.0, 51.0, 24.0)
    sent = picture(size=(800, 400), exif=exif, comment=b"who took it")
    assert b"SecretCamera" in sent
    found = read_picture(sent)
    assert (found.width, found.height) == (400, 800)
    for content in (found.content, found.thumbnail):
        kept = Image.open(io.BytesIO(content))
        assert not kept.getexif()
        assert set(kept.info) <= {"loop", "background", "timestamp", "duration"}
        assert b"SecretCamera" not in content
        assert b"who took it" not in content


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        (b"", "empty"),
        (b"%PDF-1.7\n1 0 obj\n", "not_a_picture"),
        (b"just some words that are no picture at all", "not_a_picture"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "not_a_picture"),
        (picture()[:900], "damaged"),
        (png_header(20_000, 20_000), "too_many_pixels"),
        (png_header(6_400, 6_400), "too_many_pixels"),
        (picture(size=(3, 3)), "too_small"),
    ],
    ids=["nothing", "PDF", "text", "SVG", "cut off", "400 megapixels", "41 megapixels", "dot"],
)
def test_what_is_no_photo_or_too_large_is_refused_before_it_is_decoded(content, rule):
    began = time.process_time()
    with pytest.raises(Refused) as refusal:
        read_picture(content)
    assert refusal.value.rule == f"collection.photo.{rule}"
    assert time.process_time() - began < 1


def test_more_than_25_megabytes_are_refused():
    with pytest.raises(TooLarge) as refusal:
        read_picture(b"\xff\xd8" + b"0" * MOST_BYTES)
    assert refusal.value.status == 413


def test_several_photos_are_kept_shown_and_served_privately(signed_in, database, stack, folder):
    response = send(signed_in, stack, ("front.jpg", picture("red")), ("back.png", picture("blue", form="PNG")))
    assert response.status_code == 303
    kept = rows(database)
    assert len(kept) == 2
    assert len(files(folder)) == 4
    page = signed_in.get(f"/collection/stacks/{stack.id}").get_data(as_text=True)
    assert f"/collection/photos/{kept[0].id}" in page
    full, small = signed_in.get(f"/collection/photos/{kept[0].id}"), signed_in.get(f"/collection/photos/{kept[0].id}?small=1")
    assert full.mimetype == small.mimetype == "image/webp"
    assert len(small.data) < len(full.data)
    assert full.headers["Cache-Control"].startswith("private")
    assert full.headers["X-Content-Type-Options"] == "nosniff"
    assert signed_in.get(f"/collection/photos/{kept[0].id}", headers={"If-None-Match": full.headers["ETag"]}).status_code == 304


def test_nobody_else_sees_a_photo(app, signed_in, session, database, stack, log_in):
    send(signed_in, stack, ("front.jpg", picture()))
    photo = rows(database)[0]
    assert app.test_client().get(f"/collection/photos/{photo.id}").status_code == 302
    other = accounts.user(session)
    session.commit()
    client = app.test_client()
    log_in(client, other)
    assert client.get(f"/collection/photos/{photo.id}").status_code == 404
    assert send(client, stack, ("mine.jpg", picture("red"))).status_code == 404


@pytest.mark.parametrize(
    ("name", "content", "status", "words"),
    [
        ("invoice.jpg", b"%PDF-1.7\n%....", 422, "invoice.jpg"),
        ("notes.jpg", b"only text", 422, "notes.jpg"),
        ("huge.png", png_header(20_000, 20_000), 422, "million pixels"),
        ("empty.jpg", b"", 422, "empty"),
    ],
    ids=["PDF", "text", "enormous", "nothing"],
)
def test_a_refused_file_is_named_and_nothing_is_kept(signed_in, database, stack, folder, name, content, status, words):
    response = send(signed_in, stack, ("good.jpg", picture()), (name, content))
    assert response.status_code == status
    assert words in response.get_data(as_text=True)
    assert rows(database) == []
    assert files(folder) == set()


def test_forty_megabytes_are_answered_in_words(signed_in, database, stack):
    response = send(signed_in, stack, ("film.jpg", b"\xff\xd8" + os.urandom(1024) * (40 * 1024)))
    assert response.status_code == 413
    assert "25 MB" in response.get_data(as_text=True)
    assert rows(database) == []


def test_what_is_too_large_leads_back_in_the_readers_language(signed_in, stack, database):
    with database.write() as session:
        session.execute(update(User).values(locale="fr"))
    page = f"/collection/stacks/{stack.id}"
    response = signed_in.post(
        f"{page}/photos",
        data={"photos": (io.BytesIO(b"\xff\xd8" + bytes(26 * 1024 * 1024)), "film.jpg")},
        headers={"Referer": f"http://localhost{page}"},
    )
    words = response.get_data(as_text=True)
    assert response.status_code == 413
    assert "25 Mo" in words.replace("\xa0", " ")
    assert f'href="{page}"' in words


def test_a_picture_of_an_iphone_is_kept_where_the_extra_is_installed():
    heif = pytest.importorskip("pillow_heif", reason="HEIC is an extra: pip install -e .[heic]")
    out = io.BytesIO()
    heif.from_pillow(Image.new("RGB", (640, 480), "red")).save(out, quality=90)
    kept = read_picture(out.getvalue())
    assert (kept.width, kept.height) == (640, 480)
    with Image.open(io.BytesIO(kept.content)) as image:
        red, green, blue = image.convert("RGB").getpixel((320, 240))
    assert red > 200
    assert max(green, blue) < 60
    with pytest.raises(Refused) as refusal:
        read_picture(out.getvalue()[:-10])
    assert refusal.value.rule == "collection.photo.damaged"


def test_a_picture_of_an_iphone_is_refused_with_the_way_out_elsewhere(monkeypatch):
    monkeypatch.setattr(pictures, "can_read_heic", lambda: False)
    with pytest.raises(Refused) as refusal:
        read_picture(b"\x00\x00\x00\x18ftypheic" + b"\x00" * 40)
    assert refusal.value.rule == "collection.photo.heic"
    assert "most compatible" in str(refusal.value.message)


def test_a_form_without_a_file_says_so(signed_in, stack):
    response = send(signed_in, stack)
    assert response.status_code == 422
    assert "Choose at least one picture" in response.get_data(as_text=True)


def test_the_same_photo_sent_twice_is_kept_once(signed_in, database, stack, folder):
    for _click in range(2):
        send(signed_in, stack, ("front.jpg", picture()), ("again.jpg", picture()))
    assert len(rows(database)) == 1
    assert len(files(folder)) == 2


def test_a_stack_keeps_twelve_photos(signed_in, database, stack):
    every = [(f"{number}.png", picture(size=(20 + number, 20), form="PNG")) for number in range(13)]
    assert send(signed_in, stack, *every).status_code == 422
    assert send(signed_in, stack, *every[:12]).status_code == 303
    assert send(signed_in, stack, every[12]).status_code == 422
    assert len(rows(database)) == 12


def test_captions_order_delete_and_undo(signed_in, database, stack):
    send(signed_in, stack, ("a.png", picture("red", form="PNG")), ("b.png", picture("blue", form="PNG")))
    first, second = (photo.id for photo in rows(database))
    signed_in.post(f"/collection/photos/{second}/shift", data={"to": "front"})
    assert [photo.id for photo in rows(database)] == [second, first]
    signed_in.post(f"/collection/photos/{first}/caption", data={"caption": "  the bent corner "})
    assert "the bent corner" in signed_in.get(f"/collection/stacks/{stack.id}").get_data(as_text=True)
    assert signed_in.post(f"/collection/photos/{first}/caption", data={"caption": "x" * 121}).status_code == 422
    signed_in.post(f"/collection/photos/{first}/delete")
    assert signed_in.get(f"/collection/photos/{first}").status_code == 404
    signed_in.post(f"/collection/photos/{first}/restore")
    assert signed_in.get(f"/collection/photos/{first}").status_code == 200


def test_a_deleted_photo_sent_again_comes_back(signed_in, database, stack):
    send(signed_in, stack, ("a.jpg", picture()))
    photo = rows(database)[0]
    signed_in.post(f"/collection/photos/{photo.id}/delete")
    send(signed_in, stack, ("a.jpg", picture()))
    assert [(one.id, one.deleted_at) for one in rows(database)] == [(photo.id, None)]


def test_photos_follow_copies_into_another_stack_and_back(app, session, user, stack, folder):
    with app.test_request_context():
        worn = made.stack(session, user, stack.printing, condition="PO")
        photos.add_photos(session, user.id, stack.id, photos.read_files([("a.jpg", picture())]), folder)
        operation = stock.edit(session, user.id, stack.id, None, {"condition": "PO"})
        assert [len(photos.photos_of(session, user.id, one.id)) for one in (stack, worn)] == [0, 1]
        stock.undo(session, user.id, operation.id)
        assert [len(photos.photos_of(session, user.id, one.id)) for one in (stack, worn)] == [1, 0]


def test_photos_of_somebody_elses_stack_are_not_added(app, session, stack, folder):
    other = accounts.user(session)
    with app.test_request_context(), pytest.raises(NotFound):
        photos.add_photos(session, other.id, stack.id, [read_picture(picture())], folder)


def test_the_sweep_leaves_no_file_without_row_and_no_row_without_file(signed_in, session, database, stack, folder):
    send(signed_in, stack, ("a.png", picture("red", form="PNG")), ("b.png", picture("blue", form="PNG")))
    kept, lost = rows(database)
    path_of(folder, lost.digest).unlink()
    path_of(folder, lost.digest, thumbnail=True).unlink()
    orphan, fresh, torn = (path_of(folder, digit * 64) for digit in "abc")
    torn = torn.with_name(".new-torn")
    for path in (orphan, fresh, torn):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"left over")
    for path in (orphan, torn):
        os.utime(path, (time.time() - 7_200, time.time() - 7_200))
    assert photos.sweep(database, folder) == (2, 1)
    assert not orphan.exists()
    assert not torn.exists()
    assert fresh.exists()  # An upload that is not committed yet may own it.
    assert {photo.id: photo.deleted_at is None for photo in rows(database)} == {kept.id: True, lost.id: False}


def test_a_folder_that_is_not_there_hides_no_photos(signed_in, database, stack, folder):
    send(signed_in, stack, ("a.jpg", picture()))
    folder.rename(folder.with_name("elsewhere"))
    assert photos.sweep(database, folder) == (0, 0)
    assert rows(database)[0].deleted_at is None


def test_a_sweep_is_planned_once_a_day_and_runs(app, signed_in, database, stack):
    for colour in ("red", "blue"):
        send(signed_in, stack, ("a.jpg", picture(colour)))
    with database.read() as session:
        assert len(session.scalars(select(Job).where(Job.kind == "collection.photos.sweep")).all()) == 1
    assert run_pending(app) >= 1
    with database.read() as session:
        job = session.scalars(select(Job).where(Job.kind == "collection.photos.sweep")).one()
    assert (job.state, job.result) == ("done", {"files": 0, "missing": 0})


def test_other_requests_go_on_while_a_photo_is_read(app, signed_in, session, database, stack, monkeypatch):
    """Re-encoding takes a second: the write lock must not be held meanwhile."""
    really = photos.read_files
    seen = []

    def slow(sent):
        with database.write() as other:
            other.get(Stack, stack.id).note = "written meanwhile"
        seen.append(True)
        return really(sent)

    monkeypatch.setattr(photos, "read_files", slow)
    assert send(signed_in, stack, ("a.jpg", picture())).status_code == 303
    assert seen == [True]
