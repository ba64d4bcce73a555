import type { SignedIn } from '../ports.ts';

const second = 1_000;
const minute = 60 * second;

/** How long an auth token lives where nobody says so, in milliseconds: 20 minutes, as PEM documents it. */
export const usualLife = 20 * minute;

/**
 * How long the auth token of a sign-in lives, in milliseconds; `null` where the installation does not
 * say. Its clock may be wrong; the time between the two moments that it names is not. Counted from when
 * the answer was there. Shorter than a second is taken for a second, so that signing in never runs in
 * circles.
 */
export function lifeOf({
  issuedAt,
  expiresAt,
}: Pick<SignedIn, 'issuedAt' | 'expiresAt'>): number | null {
  if (issuedAt === null || expiresAt === null) return null;
  const life = expiresAt.getTime() - issuedAt.getTime();
  return life > 0 ? Math.max(life, second) : null;
}

/**
 * How long before its end an auth token is renewed, in milliseconds: a tenth of its life, between a
 * quarter of a second and 2 minutes. It need not cover the way of a request: one that comes too late is
 * refused, and sent again with the new auth token.
 */
export const renewalMargin = (life: number): number =>
  Math.min(2 * minute, Math.max(second / 4, life / 10));
