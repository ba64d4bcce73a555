import type { Problem } from '#domain/problem.ts';

/** A webhook in the editor is as it was last read, and may be something else by now. */
export interface LastRead {
  /** `null` where that is not known. */
  readonly readAt: Date | null;
  /** Why it could not be read anew; `null` while that is tried. */
  readonly problem: Problem | null;
}

/** Whether what was last read stands in for what could not be read because of the problem. */
export const standsIn = ({ code }: Problem): boolean =>
  // One that is not found is gone; and a locked vault is opened first.
  code !== 'not-found' && code !== 'vault-locked' && code !== 'no-such-connection';
