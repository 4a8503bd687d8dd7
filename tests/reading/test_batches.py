from e3.reading.batches import batches_within


def test_every_row_is_read_once_and_long_ones_alone() -> None:
    assert list(batches_within([5, 400, 7, 200, 3, 160, 160], 320)) == [[4, 0, 2], [5, 6], [3], [1]]
    assert list(batches_within([], 320)) == []
