import type { SessionState } from '#contract/sessions.ts';

/** Whether requests wait until the user enters a new auth token. */
export const waitsForToken = (session: SessionState | null): boolean =>
  session?.kind === 'expired' && session.waiting > 0;
