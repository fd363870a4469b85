"""From a file to its pairs: windows, provenance, and each filter on a passage made for it."""

import os
from pathlib import Path

import pytest

from builders import make_quote
from epigraph.quotes.quote import Quote
from epigraph.text.context import Page
from epigraph_training.corpus.miner import Harvest, Miner
from epigraph_training.corpus.pair import Pair
from unit.training.corpora import AFTER, BEFORE, CLOUD, around, make_job, mine_files

STAGE = make_quote("All the world's a stage", author="William Shakespeare", work="As You Like It")
GUTENBERG = "\n*** {} OF THIS PROJECT GUTENBERG EBOOK ***\n"
KNOW = make_quote("What do I know?", author="Michel de Montaigne", work="Essays")
SPRING = Quote("人间四月芳菲尽，山寺桃花始盛开", "zh", author="白居易", work="《大林寺桃花》")


def mined(folder: Path, text: str, *quotes: Quote, name: str = "a.txt", everyday: float = 0.0) -> Harvest:
    """Return what is made of one document."""
    return mine_files(folder, {name: text}, make_job(*(quotes or (CLOUD, STAGE)), everyday=everyday))


def test_a_pair_tells_where_it_comes_from(tmp_path: Path) -> None:
    """Source, document, offset and wording are those of the text."""
    text = "\r\n" + around("EVERY cloud\r\nhas a silver lining")
    (pair,) = mined(tmp_path, text, name="books/a.txt").pairs
    assert (pair.source, pair.document, pair.quote_id, pair.quote) == ("small", "books/a.txt", CLOUD.id, CLOUD.text)
    assert text[pair.offset :].startswith("EVERY cloud\r\nhas")
    assert pair.matched == "EVERY cloud has a silver lining"


@pytest.mark.parametrize("marks", ["{}", "“{}”", "“{}.”", '"{}!"', "*{}*"])
@pytest.mark.parametrize("name", ["a.txt", "a.md"])
def test_windows_are_the_servers(tmp_path: Path, marks: str, name: str) -> None:
    """The windows are what the server would read, had the writer left a gap."""
    (pair,) = mined(tmp_path, around(marks.format(CLOUD.text)), name=name).pairs
    gap = around(marks.format("[Quote]").replace(".”", "”").replace('!"', '"'))
    page = Page.read(gap, "markdown" if name.endswith("md") else "plaintext")
    place = page.placeholders[0]
    query = page.query(place.start, place.end)
    assert (pair.left, pair.right) == (query.left, query.right)


def test_traditional_script_is_turned_to_simplified(tmp_path: Path) -> None:
    """A Chinese context is in the script that the model reads."""
    left, right = "那年春天我們到廬山去，老師望著滿樹的花，輕輕地念道：", "。大家都笑了，說古人誠不欺我。"
    text = f"{left}人間四月芳菲盡，山寺桃花始盛開{right}"
    (pair,) = mined(tmp_path, text, SPRING).pairs
    assert pair.left.endswith("轻轻地念道：")
    assert pair.matched == "人間四月芳菲盡，山寺桃花始盛開"


@pytest.mark.parametrize(
    "line", [SPRING.text, "人间<b>四月</b>芳菲尽，<br/>山寺桃花始盛开", "&#20154;间四月芳菲尽，山寺桃花始盛开"]
)
def test_markup_hides_no_chinese_quotation(tmp_path: Path, line: str) -> None:
    """Tags and character references in a quotation are no obstacle."""
    text = f"<p>那年春天我们到庐山去，老师望着满树的花，轻轻地念道：{line}。大家都笑了，说古人诚不欺我。</p>"
    assert len(mined(tmp_path, text, SPRING, name="a.html").pairs) == 1


def test_markup_is_no_context(tmp_path: Path) -> None:
    """Tags, scripts and entities of HTML are not in the windows."""
    text = f"<script>var a;</script><p>{BEFORE} Every <b>cloud</b> has a silver&nbsp;lining. {AFTER}</p>"
    (pair,) = mined(tmp_path, text, name="a.html").pairs
    assert (pair.left, pair.right.removeprefix(". ")) == (BEFORE, AFTER)


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("run-on", around("He saw every cloud. Has a silver lining any worth?")),
        ("list of quotations", around(f"{CLOUD.text}. {STAGE.text}")),
        ("list of quotations", around(f"{CLOUD.text}, and again: {CLOUD.text}")),
        ("list of quotations", around(f"{CLOUD.text}{1_000 * ' '}{STAGE.text}")),
        ("list of quotations", f"{AFTER}\n  -- Anna Harbour\n{CLOUD.text}.\n  -- Old Saying, 1870\n{BEFORE}"),
        ("list of quotations", f"{AFTER}\n12. {CLOUD.text}.\n13. {BEFORE}"),
        ("list of quotations", f"{AFTER}\n%%\n{CLOUD.text}.\n%%\n{BEFORE}"),
        ("title", around("They sang Every Cloud has a Silver Lining all night")),
        ("heading", f"{BEFORE}\n\nChapter IX\n\n“Every cloud has a silver lining”\n\n{AFTER}"),
        ("heading", f"{BEFORE}\n\nEVERY CLOUD HAS A SILVER LINING\n\n{AFTER}"),
        ("heading", f"{BEFORE}\n\nCHAPTER IV.\nEvery cloud has a silver lining.\n\n{AFTER}"),
        ("boilerplate", around(CLOUD.text, after=f"All rights reserved. {AFTER}")),
        (
            "boilerplate",
            around(CLOUD.text, before="ship | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 |", after=""),
        ),
        ("boilerplate", around(CLOUD.text) + GUTENBERG.format("START")),
        ("boilerplate", GUTENBERG.format("END") + around(CLOUD.text)),
        ("little context", f"He said: {CLOUD.text}. She left."),
    ],
)
def test_what_is_no_use_of_a_quotation_is_counted(tmp_path: Path, reason: str, text: str) -> None:
    """Each rule drops the passage made for it, and says why."""
    harvest = mined(tmp_path, text)
    assert harvest.pairs == []
    assert set(harvest.dropped) == {reason}


@pytest.mark.parametrize(
    "text",
    [
        around(CLOUD.text),
        around(f"{CLOUD.text}. {AFTER} {AFTER} {AFTER} {STAGE.text}"),
        f"{BEFORE} And then he said:\n\n  Every cloud has a silver lining\n\n{AFTER}",
        f"{BEFORE}\n\n“Every cloud has a silver lining.”\n\n{AFTER}",
        f"{GUTENBERG.format('START')}\n{4 * BEFORE}\n{around(CLOUD.text)}{4 * AFTER}\n{GUTENBERG.format('END')}",
        around(CLOUD.text, before=f"----------------------------------------------------- {BEFORE}"),
        f"{BEFORE}\n{CLOUD.text}.\n  -- Old Saying\n{AFTER}",
        f"{AFTER}\n12. {CLOUD.text}, and he knew it.\n13. {BEFORE}",
        around("He shouted EVERY CLOUD HAS A SILVER LINING"),
        around("Every cloud has a silver Lining"),
    ],
)
def test_what_looks_alike_is_kept(tmp_path: Path, text: str) -> None:
    """A quotation far from another, a block that a colon leads to, speech, a motto and a book's body are uses."""
    harvest = mined(tmp_path, text)
    assert harvest.pairs
    assert not harvest.dropped


def test_a_stop_for_a_comma_is_no_new_sentence(tmp_path: Path) -> None:
    """Printings differ in their marks: only where the quotation has none does a sentence end part two."""
    quote = make_quote("Out of sight, out of mind", author="Proverb")
    assert len(mined(tmp_path, around("Far away... out of sight! Out of mind"), quote).pairs) == 1


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("Shakespeare, William__Sonnets.txt", ""),
        ("1.txt", "Title: Poems\nAuthor: William Shakespeare\n\n"),
        ("as-you-like-it.txt", ""),
        ("2.txt", "Title: As You Like It, and other plays\n\n"),
    ],
)
def test_the_authors_own_book_is_no_use(tmp_path: Path, name: str, head: str) -> None:
    """A document that names the author or the work in its name or head is left out for his quotations only."""
    text = head + around(STAGE.text) + 20 * BEFORE + around(CLOUD.text)
    harvest = mined(tmp_path, text, name=name)
    assert [pair.quote for pair in harvest.pairs] == [CLOUD.text]
    assert [pair.quote for pair in harvest.own] == [STAGE.text]
    assert harvest.dropped == {"own book": 1}


def test_many_sayings_of_one_author_make_it_his_book(tmp_path: Path) -> None:
    """Where half of at least six sayings are one author's, the document is his, whatever its name."""
    lines = [
        make_quote(f"The {word} fox jumps over a lazy dog", author="A. Fox")
        for word in ("red", "old", "big", "fat", "sly", "shy")
    ]
    text = (20 * AFTER).join(around(quote.text) for quote in lines)
    assert mined(tmp_path, text, *lines).dropped == {"own book": 6}
    assert len(mined(tmp_path, text, *lines[:5]).pairs) == 5


@pytest.mark.parametrize(
    ("name", "own"), [("books/白居易集.txt", 1), ("books/大林寺桃花.txt", 1), ("books/红楼梦.txt", 0)]
)
def test_own_books_are_known_by_chinese_names(tmp_path: Path, name: str, own: int) -> None:
    """A Chinese author or work stands in the name as it is."""
    text = (
        f"那年春天我们到庐山去，老师站在寺门前，望着满树的花，轻轻地念道：{SPRING.text}。大家都笑了，说古人诚不欺我。"
    )
    assert mined(tmp_path, text, SPRING, name=name).dropped["own book"] == own


@pytest.mark.parametrize(
    ("before", "after", "whole"),
    [
        ("江南春色早，桃李满园开。", "燕子归来日，风吹柳絮回。", 1),
        ("江南春色早，老师念道：", "燕子归来日，风吹柳絮回。", 0),
        ("江南的春色来得很早，老师念道：", "大家听了都笑了，说古人诚不欺我。", 0),
    ],
)
def test_a_poem_in_full_is_no_use_of_a_line(tmp_path: Path, before: str, after: str, whole: int) -> None:
    """Lines of the same length on both sides are the poem itself; one couplet more is a quotation."""
    line = Quote("人闲桂花落，夜静春山空", "zh", author="王维", work="《鸟鸣涧》")
    text = f"那年春天我们到山里去，走了很久才到寺门前。{before}{line.text}。{after}后来我们就下山了，天已经黑了。"
    assert mined(tmp_path, text, line).dropped["whole poem"] == whole


@pytest.mark.parametrize(
    ("text", "speech"),
    [
        (around("He shrugged. “What do I know?”"), True),
        (around("But what do I know about ships"), True),
        (around("As Montaigne said, “What do I know?”"), False),
        (around("His motto was: What do I know?"), False),
        (around("The doubter's “what do I know?” is a better guide"), False),
    ],
)
def test_everyday_speech_is_no_quotation(tmp_path: Path, text: str, speech: bool) -> None:
    """Common words count only where the text treats them as somebody's."""
    harvest = mined(tmp_path, text, KNOW, everyday=36.0)
    assert harvest.dropped == ({"everyday speech": 1} if speech else {})
    assert len(harvest.pairs) == (0 if speech else 1)


def test_a_part_must_be_rarer_than_a_whole(tmp_path: Path) -> None:
    """Words that suffice as a whole quotation do not as one of its sentences."""
    whole = make_quote("What are you laughing at then?", author="Nikolai Gogol")
    longer = make_quote("What are you laughing at then? You are laughing at yourselves!", author="Nikolai Gogol")
    text = around("“What are you laughing at then?”")
    assert len(mined(tmp_path / "whole", text, whole, everyday=36.0).pairs) == 1
    assert mined(tmp_path / "part", text, longer, everyday=36.0).dropped == {"everyday speech": 1}


def test_a_proverb_is_never_mere_speech(tmp_path: Path) -> None:
    """Who says a proverb uses it, however common its words."""
    proverb = make_quote("We live and learn", author="Proverb")
    assert len(mined(tmp_path, around("Well, we live and learn, she said"), proverb, everyday=36.0).pairs) == 1


def test_rare_words_need_no_announcement(tmp_path: Path) -> None:
    """What nobody would write by chance is a quotation wherever it stands."""
    assert len(mined(tmp_path, around(CLOUD.text), everyday=36.0).pairs) == 1


def test_broken_files_are_told_and_nothing_else_is_lost(tmp_path: Path) -> None:
    """Binary, truncated and malformed files are problems; the others, and one with wrong bytes, give their pairs."""
    good = around(CLOUD.text)
    files: dict[str, str | bytes] = {
        "a.txt": good,
        "b.bin": b"\x7fELF\0\0" + good.encode(),
        "c.txt": good.encode() + b"\x81\xff",
        "d.txt.gz": b"\x1f\x8b\x08\0\0\0\0\0",
        "e.jsonl": '{"text": "' + good.strip() + '"}\n{"text"\n',
        "f.parquet": b"PAR1",
        "g.md": good,
    }
    harvest = mine_files(tmp_path, files, make_job(CLOUD))
    assert [pair.document for pair in harvest.pairs] == ["a.txt", "c.txt", "e.jsonl#1", "g.md"]
    problems = [problem.split(": ")[1] for problem in harvest.problems]
    assert problems == ["b.bin", "d.txt.gz", "e.jsonl#2", "f.parquet"]


def test_a_name_that_is_no_text_is_no_obstacle(tmp_path: Path) -> None:
    """Old archives have names in old encodings."""
    (tmp_path / os.fsdecode(b"caf\xe9.txt")).write_text(around(CLOUD.text), encoding="utf-8")
    assert [pair.document for pair in mine_files(tmp_path, {}, make_job(CLOUD)).pairs] == ["caf?.txt"]


def test_a_quotation_over_the_border_of_sections_is_found_once(tmp_path: Path) -> None:
    """In a large document offsets hold, and no quotation is lost or found twice."""
    filler = (BEFORE + "\n") * 9_600
    text = "".join(filler[: 1_048_576 - cut] + "\n" + around(CLOUD.text) for cut in (5, 60, 2_000, 200))
    harvest = mined(tmp_path, text)
    assert len(harvest.pairs) == 4
    assert all(text.startswith(CLOUD.text, pair.offset) for pair in harvest.pairs)
    assert harvest.characters == len(text)


def test_a_harvest_survives_json(tmp_path: Path) -> None:
    """What a shard gave is read back as it was."""
    harvest = mined(tmp_path, around(CLOUD.text) + around(f"{CLOUD.text}, {CLOUD.text}"))
    assert Harvest.from_json(harvest.to_json()) == harvest


@pytest.fixture(scope="module")
def miner() -> Miner:
    """A miner for pairs that were found before."""
    return Miner(make_job(CLOUD, STAGE))


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (BEFORE, ". " + AFTER, "kept"),
        (BEFORE + " “", "”, he said. " + AFTER, "kept"),
        (BEFORE, AFTER, "kept"),
        (BEFORE, ". " + STAGE.text + " " + AFTER, "list of quotations"),
        ("Oh", ".", "little context"),
    ],
)
def test_pairs_found_before_pass_the_same_filters(miner: Miner, left: str, right: str, expected: str) -> None:
    """A pair of an earlier search is judged as if it had been found now."""
    found = miner.again(
        Pair("elsewhere", "a.txt", -1, CLOUD.id, CLOUD.text, "every Cloud has a silver lining", left, right)
    )
    assert ("kept" if isinstance(found, Pair) else found) == expected


def test_a_pair_without_its_quotation_is_not_found_again(miner: Miner) -> None:
    """What the text does not have is no pair."""
    assert miner.again(Pair("elsewhere", "a.txt", -1, CLOUD.id, CLOUD.text, "every cloud", BEFORE, AFTER)) is None
