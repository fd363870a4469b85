"""When completion offers quotations, and which code actions a client asked for."""

import pytest
from lsprotocol.types import CodeActionKind, CompletionTriggerKind

from epigraph.lsp.code_actions import FILL_ALL, INSERT, QUICK_FIX, is_asked
from epigraph.lsp.completion import is_wanted, patience
from epigraph.lsp.gaps import Gap
from epigraph.settings import Trigger

INVOKED = CompletionTriggerKind.Invoked
TYPED = CompletionTriggerKind.TriggerCharacter
GOING_ON = CompletionTriggerKind.TriggerForIncompleteCompletions
PLACEHOLDER, PARTIAL, BARE = Gap(0, 7, "placeholder"), Gap(0, 4, "partial"), Gap(3, 3, "bare")


@pytest.mark.parametrize(
    ("trigger", "kind", "gap", "between_words", "expected"),
    [
        ("placeholder", TYPED, PLACEHOLDER, False, True),
        ("placeholder", TYPED, PARTIAL, False, True),
        ("placeholder", TYPED, BARE, True, False),
        ("placeholder", INVOKED, BARE, True, True),
        ("placeholder", INVOKED, BARE, False, False),
        ("pause", TYPED, BARE, True, True),
        ("pause", TYPED, BARE, False, False),
        ("manual", TYPED, PLACEHOLDER, False, False),
        ("manual", INVOKED, PLACEHOLDER, False, True),
        ("manual", GOING_ON, PLACEHOLDER, False, True),
        ("placeholder", GOING_ON, BARE, True, False),
        ("manual", INVOKED, BARE, True, True),
    ],
)
def test_quotations_are_offered_when_the_setting_says(
    trigger: Trigger, kind: CompletionTriggerKind, gap: Gap, between_words: bool, expected: bool
) -> None:
    """At placeholders, at pauses, or only when asked."""
    assert is_wanted(trigger, kind, gap, between_words=between_words) is expected


def test_the_last_key_of_a_placeholder_waits_for_a_model_that_loads() -> None:
    """As whoever asks does: an editor that gets nothing for it asks no more. While a name is typed it asks again."""
    assert patience(TYPED, PLACEHOLDER) == patience(INVOKED, BARE) == patience(INVOKED, PARTIAL)
    assert patience(TYPED, PARTIAL) == patience(GOING_ON, PARTIAL) < patience(TYPED, PLACEHOLDER) / 50


@pytest.mark.parametrize(
    ("kind", "only", "expected"),
    [
        (INSERT, None, True),
        (INSERT, [CodeActionKind.Refactor], True),
        (INSERT, [CodeActionKind.RefactorRewrite], True),
        (INSERT, [INSERT], True),
        (INSERT, [CodeActionKind.QuickFix], False),
        (INSERT, ["refactor.re"], False),
        (INSERT, [f"{INSERT}.more"], False),
        (INSERT, [""], True),
        (INSERT, [], False),
        (QUICK_FIX, [CodeActionKind.QuickFix], True),
        (FILL_ALL, [CodeActionKind.Source, CodeActionKind.RefactorRewrite], True),
    ],
)
def test_a_wanted_kind_stands_for_all_below_it(
    kind: str, only: list[CodeActionKind | str] | None, expected: bool
) -> None:
    """Kinds are compared by their dotted parts."""
    assert is_asked(kind, only) is expected
