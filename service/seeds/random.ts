/** Pseudo-random values, the same for the same seed. */
export interface Random {
  /** An integer from 0 to `below` - 1. */
  integer(below: number): number;
  pick<T>(from: readonly T[]): T;
  /** Returns `true` with the probability `share` (0 to 1). */
  chance(share: number): boolean;
  hex(digits: number): string;
}

/** The generator mulberry32: small and fast, but not secure enough for secrets. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (below: number): number => Math.floor(next() * below);
  return {
    integer,
    pick(from) {
      const picked = from[integer(from.length)];
      if (picked === undefined) throw new RangeError('Nothing to pick from');
      return picked;
    },
    chance: (share) => next() < share,
    hex: (digits) => Array.from({ length: digits }, () => integer(16).toString(16)).join(''),
  };
}
