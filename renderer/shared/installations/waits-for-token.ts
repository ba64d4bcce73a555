import type { SessionState } from '#contract/sessions.ts';

export const waitsForToken = (session: SessionState | null): boolean =>
  session?.kind === 'expired' && session.waiting > 0;
