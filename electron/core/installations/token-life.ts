import type { SignedIn } from '../ports.ts';

const second = 1_000;
const minute = 60 * second;

/** Milliseconds. Source: PEM's documentation (20 minutes). */
export const usualLife = 20 * minute;

/** Milliseconds. Uses the difference, because the installation's clock may be wrong. 1 s prevents loops. */
export function lifeOf({
  issuedAt,
  expiresAt,
}: Pick<SignedIn, 'issuedAt' | 'expiresAt'>): number | null {
  if (issuedAt === null || expiresAt === null) return null;
  const life = expiresAt.getTime() - issuedAt.getTime();
  return life > 0 ? Math.max(life, second) : null;
}

/** Milliseconds before expiry. It need not cover a request: a late one gets a 401 and is retried. */
export const renewalMargin = (life: number): number =>
  Math.min(2 * minute, Math.max(second / 4, life / 10));
