import type { Problem } from '../problem.ts';

/** Gateways that gave up, although the installation may still be at work. RFC 9110 §15.6. */
const gaveUp: ReadonlySet<number> = new Set([502, 504]);

export const showsFinished = ({ code, answer }: Problem): boolean =>
  code === 'server-failed' && (answer === null || !gaveUp.has(answer.status));
