import type { Problem } from '../problem.ts';

/** Statuses of gateways that gave up on an installation, which may still be at work. RFC 9110 §15.6. */
const gaveUp: ReadonlySet<number> = new Set([502, 504]);

/** Whether a problem of a write shows that the installation has finished the request. */
export const showsFinished = ({ code, answer }: Problem): boolean =>
  code === 'server-failed' && (answer === null || !gaveUp.has(answer.status));
