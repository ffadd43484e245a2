"""xoshiro128** 1.1 seeded by splitmix32, written out again in Python's unbounded integers."""

MASK = 0xFFFFFFFF


def splitmix32(seed: int):
    state = seed & MASK
    while True:
        state = (state + 0x9E3779B9) & MASK
        word = state
        word = ((word ^ (word >> 16)) * 0x85EBCA6B) & MASK
        word = ((word ^ (word >> 13)) * 0xC2B2AE35) & MASK
        yield word ^ (word >> 16)


def rotate(word: int, bits: int) -> int:
    return ((word << bits) | (word >> (32 - bits))) & MASK


def xoshiro128(seed: int):
    words = splitmix32(seed)
    s = [next(words) for _ in range(4)]
    while True:
        yield (rotate((s[1] * 5) & MASK, 7) * 9) & MASK
        shifted = (s[1] << 9) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = rotate(s[3], 11)


def vectors() -> dict:
    cases = []
    for seed in [0, 1, 2, 20261121, 0xFFFFFFFF]:
        numbers = xoshiro128(seed)
        cases.append({"seed": seed, "words": [next(numbers) for _ in range(12)]})
    return {"xoshiro128": cases}
