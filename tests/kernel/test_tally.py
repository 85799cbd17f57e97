"""Numbers that know their terms."""

from hypothesis import given
from hypothesis import strategies as st

from tablee.kernel.tally import show, total, without_zeros

EPEE = (("Agilité", 4, "T-1"), ("Épée", 2, "T-2"), ("Ombre", 0, "T-3"), ("Blessure", -1, "T-4"))
TERMS = st.lists(st.tuples(st.text("abé", min_size=1), st.integers(-99, 99), st.just("T-1"))).map(tuple)


def test_a_tally_reads_as_its_sum():
    assert show(without_zeros(EPEE)) == "4 Agilité + 2 Épée − 1 Blessure = 5"
    assert show((("Malus", -3, "T-1"), ("Don", 1, "T-2"))) == "−3 Malus + 1 Don = −2"
    assert show(()) == "0"


@given(TERMS)
def test_the_line_adds_up_to_what_it_says(terms):
    said = show(terms).rpartition("= ")[2]
    assert int(said.replace("−", "-")) == total(terms) == sum(amount for _, amount, _ in terms)


@given(TERMS)
def test_leaving_zeros_out_changes_no_total(terms):
    kept = without_zeros(terms)
    assert total(kept) == total(terms)
    assert all(amount for _, amount, _ in kept)
    assert len(kept) == sum(1 for _, amount, _ in terms if amount)
