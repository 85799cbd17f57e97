"""What is worked out once of a thing, and kept with it."""

import threading

import msgspec

from tablee.kernel.kept import cached_property, once


class Thing(msgspec.Struct, frozen=True, dict=True):
    n: int
    ready: threading.Event | None = None

    @cached_property
    def twice(self) -> int:
        """Twice as much."""
        if self.ready is not None:
            self.ready.wait(10)
        seen.append(self.n)
        return 2 * self.n


seen: list[int] = []


def test_it_is_worked_out_once_for_each_thing():
    seen.clear()
    one, other = Thing(2), Thing(3)
    assert (one.twice, one.twice, other.twice) == (4, 4, 6) and seen == [2, 3]
    assert msgspec.structs.replace(one, n=5).twice == 10  # a changed thing is another
    assert Thing.twice.__doc__ == "Twice as much."


def test_one_that_takes_long_holds_up_no_other():
    slow = Thing(1, threading.Event())
    thread = threading.Thread(target=lambda: slow.twice)
    thread.start()
    assert Thing(4).twice == 8  # while the other still works
    slow.ready.set()
    thread.join()
    assert slow.__dict__ == {"twice": 2}


def test_what_a_function_makes_of_a_thing_is_kept_for_each_of_the_values_it_is_given():
    made = []

    def times(thing: Thing, n: int) -> int:
        made.append((thing.n, n))
        return thing.n * n

    one, other = Thing(2), Thing(3)
    assert [once(one, times, 5), once(one, times, 5), once(one, times, 6), once(other, times, 5)] == [10, 10, 12, 15]
    assert made == [(2, 5), (2, 6), (3, 5)]
    assert once(msgspec.structs.replace(one, n=7), times, 5) == 35
