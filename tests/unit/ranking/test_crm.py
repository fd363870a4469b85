"""The relevance model: scores, ranking over a collection, its file, and the command that uses it."""

from pathlib import Path

import numpy as np
import pytest

from builders import make_quote
from epigraph.cli import main
from epigraph.errors import BundleError
from epigraph.quotes.collection import Collection, shipped
from epigraph.ranking.crm import CRM, Crm, CrmRanker, crm_bytes, read_crm
from epigraph.ranking.filters import Filter
from epigraph.text.query import Hint, Query

TIME, FLEETS, DOGS = make_quote("Time flies"), make_quote("Time is fleeting"), make_quote("Barking dogs seldom bite")
CRM_OF_THREE = Crm.build(
    [TIME.id, DOGS.id, FLEETS.id],
    [0, 0, 1],
    ["the clock struck late", "years went by the clock", "a threat from the neighbour"],
)


def test_a_quotation_is_as_good_as_its_contexts_are_alike() -> None:
    """The score is the root of the mean square of the cosines; without contexts, or without terms, it is 0."""
    same, other, none = CRM_OF_THREE.scores("a threat from the neighbour")[[1, 0, 2]]
    assert same == pytest.approx(1)
    assert 0 < other < 0.2
    assert none == 0
    assert not CRM_OF_THREE.scores("unheard-of").any()


def test_ranking_filters_excludes_and_folds() -> None:
    """One item a saying; what is excluded or filtered is not there; 0 does not fit."""
    variant = make_quote("Time is fleeting", variant_of=TIME.id)
    ranker = CrmRanker(CRM_OF_THREE, Collection([TIME, variant, DOGS]))
    found = ranker.recommend(Query("en", "the clock", ""), 5, Filter(), frozenset())
    assert [one.quote.text for one in found] == [TIME.text, DOGS.text]
    assert found[0].variants == (variant,)
    without = ranker.recommend(Query("en", "a neighbour", ""), 1, Filter(), {DOGS.id})
    assert [(one.quote.text, one.fits) for one in without] == [(TIME.text, False)]


def test_a_placeholder_that_names_an_author_has_no_other() -> None:
    """The hint of the place restricts as it does for the shipped ranker."""
    waits = make_quote("Time waits for no man", author="Geoffrey Chaucer")
    ranker = CrmRanker(CRM_OF_THREE, Collection([TIME, waits, DOGS]))
    found = ranker.recommend(Query("en", "the clock", "", Hint(author="Chaucer")), 5, Filter(), frozenset())
    assert [one.quote.text for one in found] == [waits.text]


def test_the_file_comes_back_as_it_was(tmp_path: Path) -> None:
    """Scores are the same to the last digit."""
    (tmp_path / CRM).write_bytes(crm_bytes(CRM_OF_THREE))
    found = read_crm(tmp_path / CRM)
    assert found.quote_ids == CRM_OF_THREE.quote_ids
    np.testing.assert_array_equal(found.scores("late by the clock"), CRM_OF_THREE.scores("late by the clock"))


def test_a_damaged_file_is_one_clear_error(tmp_path: Path) -> None:
    """Cut off, of another kind, or with arrays that do not agree."""
    (tmp_path / CRM).write_bytes(crm_bytes(CRM_OF_THREE)[:100])
    with pytest.raises(BundleError, match=r"crm\.npz: .*expected a relevance model"):
        read_crm(tmp_path / CRM)
    wrong = Crm(CRM_OF_THREE.quote_ids[:1], *(getattr(CRM_OF_THREE, name) for name in ("quotes", "rarity", "postings")))
    (tmp_path / CRM).write_bytes(crm_bytes(wrong))
    with pytest.raises(BundleError, match="do not belong together"):
        read_crm(tmp_path / CRM)


def test_the_command_ranks_with_a_named_ranker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--ranker crm` finds it among the person's rankers; a folder is taken as it is; another name is an error."""
    for name in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    quote = shipped("en")[7]
    folder = tmp_path / "data" / "epigraph" / "rankers" / "crm"
    (folder / "en").mkdir(parents=True)
    (folder / "en" / CRM).write_bytes(crm_bytes(Crm.build([quote.id], [0], ["a zebra crossed the savannah"])))
    for named in ("crm", str(folder)):
        assert main(["recommend", "--left", "we saw a zebra on the", "--right", "savannah", "--ranker", named]) == 0
        assert quote.text in capsys.readouterr().out.splitlines()[1]
    assert main(["recommend", "--left", "we saw a zebra", "--ranker", "nothing"]) == 2
    assert "ranker nothing: no such folder" in capsys.readouterr().err
