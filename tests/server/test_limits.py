"""Token buckets."""

from sidings.server.limits import Bucket, Buckets


def test_a_bucket_fills_with_time() -> None:
    bucket = Bucket(2.0, 2.0, now=0.0)
    assert [bucket.take(0.0) for _ in range(3)] == [0.0, 0.0, 0.5]
    assert bucket.take(0.5) == 0.0
    many = Buckets(1.0, 1.0, kept=2)
    assert [many.take(key, 0.0) for key in "abca"] == [0.0] * 4  # a was forgotten
