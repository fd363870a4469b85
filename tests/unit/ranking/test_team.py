"""A team's collection, against Qdrant's own local mode: what is sent, what comes back, how it is scored."""

import logging
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from qdrant_client import QdrantClient
from qdrant_client.http.exceptions import ResponseHandlingException

from builders import LetterEncoder, make_query, make_quote, make_ranker
from epigraph.errors import TeamError
from epigraph.quotes.quote import Quote
from epigraph.ranking.filters import Filter
from epigraph.ranking.joining import recommend_with_team
from epigraph.ranking.ranker import Ranker
from epigraph.ranking.suggestion import Suggestion
from epigraph.ranking.team import Team
from epigraph.text.query import Hint, Query

OWN = [make_quote("abc"), make_quote("abd"), make_quote("xyz")]
THEIRS = [make_quote("aab", author="Twain"), make_quote("zzz", gloss="Of gardens.", topics=("war",)), make_quote("abc")]


class Recorder:
    """A client that remembers all it was asked."""

    def __init__(self) -> None:
        self.client = QdrantClient(":memory:")
        self.sent: list[object] = []

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.client, name)

        def recorded(*args: object, **kwargs: object) -> object:
            self.sent.append((name, args, kwargs))
            return method(*args, **kwargs)

        return recorded


def vectors(quotes: list[Quote]) -> NDArray[np.float32]:
    """Return the vectors of quotations."""
    return LetterEncoder().encode_quotes([quote.text for quote in quotes])


def shared(*quotes: Quote, client: Any = None) -> Team:
    """Make a team with these quotations."""
    team = Team(client or QdrantClient(":memory:"), "epigraph-en-test")
    team.share(quotes, vectors(list(quotes)))
    return team


def recommended(
    team: Team,
    ranker: Ranker,
    query: Query,
    *,
    k: int = 9,
    wanted: Filter = Filter(),
    exclude: frozenset[str] = frozenset(),
) -> list[Suggestion]:
    """Return what is suggested of both."""
    reading = ranker.read(query)
    return recommend_with_team(ranker, reading, team.near(reading.vector), k=k, wanted=wanted, exclude=exclude)


def test_both_collections_are_ranked_as_one() -> None:
    """An answer is what one collection with all the quotations gives, in order and in scores."""
    team, ranker, query = shared(*THEIRS), make_ranker(*OWN, semantic=6.0, nothing=2.0), make_query("aab")
    together = make_ranker(*OWN, *THEIRS[:2], semantic=6.0, nothing=2.0).recommend(query, 9, Filter(), frozenset())
    found = recommended(team, ranker, query)
    assert [one.quote.text for one in found] == [one.quote.text for one in together]
    assert [one.score for one in found] == pytest.approx([one.score for one in together], rel=1e-4)


def test_a_quotation_comes_back_as_it_was_shared() -> None:
    """All its fields, and that it is the team's."""
    best = recommended(shared(*THEIRS), make_ranker(*OWN), make_query("zzz"), k=1)[0].quote
    assert (best.text, best.gloss, best.topics, best.collection) == ("zzz", "Of gardens.", ("war",), "team")
    assert best.id == THEIRS[1].id


def test_an_own_quotation_is_not_told_twice() -> None:
    """What the team has too is a person's own."""
    texts = [one.quote.text for one in recommended(shared(*THEIRS), make_ranker(*OWN), make_query("abc"))]
    assert texts.count("abc") == 1
    assert len(texts) == 5


def test_filters_hints_and_exclusions_hold_for_the_team_too() -> None:
    """They are applied here, after the answer."""
    team, ranker = shared(*THEIRS), make_ranker(*OWN, hint=50.0)
    assert [one.quote.text for one in recommended(team, ranker, make_query("a"), wanted=Filter(author="twain"))] == [
        "aab"
    ]
    assert recommended(team, ranker, make_query("a", hint=Hint(words="war")))[0].quote.text == "zzz"
    excluded = frozenset({THEIRS[0].id})
    assert "aab" not in [one.quote.text for one in recommended(team, ranker, make_query("aab"), exclude=excluded)]


def test_a_hint_inside_of_a_name_lifts_nobody_of_the_team() -> None:
    """A hint is read as for a person's own quotations."""
    team, ranker = shared(make_quote("zzz", author="Edward Gibbon")), make_ranker(*OWN, hint=50.0)
    assert recommended(team, ranker, make_query("abc", hint=Hint(words="war")))[0].quote.text == "abc"


def test_words_count_for_the_team_too() -> None:
    """A shared word lifts a quotation and is told as a reason."""
    ranker = make_ranker(*OWN, make_quote("gardens"), semantic=0.1, lexical=5.0)
    found = {one.quote.text: one for one in recommended(shared(*THEIRS), ranker, make_query("in my garden"))}
    assert found["zzz"].score > found["aab"].score
    assert [reason.words for reason in found["zzz"].reasons if reason.channel == "lexical"] == [("garden",)]


def test_what_is_far_counts_in_the_score_by_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    """With many of the team's, a score is about what it is where all are compared."""
    monkeypatch.setattr("epigraph.ranking.team._NEAREST", 20)
    monkeypatch.setattr("epigraph.ranking.team._SAMPLE", 100)
    np.random.seed(2)  # the client draws its sample by this one
    draw = np.random.default_rng(2)
    theirs = list(
        {(one := make_quote("".join(draw.choice(list("abcdefghij"), 12)))).id: one for _ in range(400)}.values()
    )
    query = make_query("cabbage")
    together = make_ranker(*OWN, *theirs, semantic=8.0).recommend(query, 3, Filter(), frozenset())
    found = recommended(shared(*theirs), make_ranker(*OWN, semantic=8.0), query, k=3)
    assert [one.quote.text for one in found] == [one.quote.text for one in together]
    assert found[0].score == pytest.approx(together[0].score, rel=0.15)


def test_only_vectors_are_sent() -> None:
    """Of a query neither its words nor its hint nor a filter reach the client, only numbers."""
    client = Recorder()
    team = shared(*THEIRS, client=client)
    client.sent.clear()
    query = make_query("my secret diary", "of sorrows", Hint(words="misery", author="Nobody"))
    recommended(team, make_ranker(*OWN), query, wanted=Filter(topic="shame"))
    sent = repr(client.sent)
    assert "query_points" in sent
    assert not [word for word in ("secret", "diary", "sorrows", "misery", "Nobody", "shame") if word in sent]


def test_a_server_that_does_not_answer_costs_its_quotations_only(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The own ones are suggested as ever, with one warning, and for a minute nobody asks again."""
    team, ranker = shared(*THEIRS), make_ranker(*OWN)
    asked = []

    def refuse(*_: object, **__: object) -> None:
        asked.append(1)
        raise ResponseHandlingException(ConnectionRefusedError("refused"))

    monkeypatch.setattr(team._client, "query_points", refuse)
    alone = ranker.recommend(make_query("abc"), 9, Filter(), frozenset())
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            found = recommended(team, ranker, make_query("abc"))
            assert [one.quote for one in found] == [one.quote for one in alone]
    assert len(asked) == 1
    assert caplog.text.count("does not answer") == 1


def test_an_empty_or_missing_collection_is_no_error() -> None:
    """Before anybody shared anything the own quotations are suggested."""
    team = Team(QdrantClient(":memory:"), "epigraph-en-none")
    assert len(recommended(team, make_ranker(*OWN), make_query("abc"))) == 3
    assert len(recommended(shared(), make_ranker(*OWN), make_query("abc"))) == 3


def test_a_missing_collection_is_told_once_and_found_when_it_comes(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A team may share in one language only; what it shares later is suggested without a restart."""
    monkeypatch.setattr("epigraph.ranking.team._PAUSE", 0.0)
    team = Team(QdrantClient(":memory:"), "epigraph-en-test")
    for _ in range(3):
        recommended(team, make_ranker(*OWN), make_query("abc"))
    assert [one.getMessage() for one in caplog.records] == [
        "the team's server has no collection epigraph-en-test; run: epigraph share FILE"
    ]
    team.share(THEIRS, vectors(THEIRS))
    assert recommended(team, make_ranker(*OWN), make_query("aab"))[0].quote.text == "aab"


@pytest.mark.parametrize("record", [{"text": 5}, {}, {"text": "fine", "script": "<b>"}])
def test_what_is_no_quotation_is_left_out(record: dict[str, object]) -> None:
    """A server may hold anything; only records that a quotation file may have are shown."""
    client = QdrantClient(":memory:")
    team = shared(*THEIRS, client=client)
    client.set_payload("epigraph-en-test", payload=record, points=[int(THEIRS[1].id, 16)])
    client.delete_payload(
        "epigraph-en-test", keys=["text"] if "text" not in record else [], points=[int(THEIRS[1].id, 16)]
    )
    assert "zzz" not in [one.quote.text for one in recommended(team, make_ranker(*OWN), make_query("zzz"))]


@pytest.mark.parametrize("url", ["quotes.example", "file:///etc/passwd", "/srv/quotes"])
def test_a_team_has_a_url_of_http(url: str) -> None:
    """Anything else is refused in one line."""
    with pytest.raises(TeamError, match="expected the URL of a Qdrant server"):
        Team.at(url, "en", "0" * 64)


def test_a_server_that_is_not_there_does_not_take_quotations() -> None:
    """Who shares is told."""
    with pytest.raises(TeamError, match="does not take quotations"):
        Team.at("http://127.0.0.1:9", "en", "0" * 64).share(OWN, vectors(OWN))
