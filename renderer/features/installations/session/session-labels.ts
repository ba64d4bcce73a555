import type { SessionState } from '#contract/sessions.ts';

export interface SessionWords {
  readonly text: string;
  readonly more: string | null;
  /** Whether the user must act. */
  readonly pressing: boolean;
  /** Milliseconds until the text changes; `null` if only a new state changes it. */
  readonly changesIn: number | null;
}

const second = 1_000;
const minute = 60 * second;

/** `null` without a session. */
export function sessionInWords(state: SessionState, now: Date): SessionWords | null {
  switch (state.kind) {
    case 'none':
      return null;
    case 'token':
      return plain('auth token kept', 'Only the installation knows how long it is good for.');
    case 'expired':
      return pressing(
        state.waiting === 0
          ? 'auth token rejected'
          : `auth token rejected, ${countOfReads(state.waiting)} waiting`,
        state.problem.advice,
      );
    case 'signed-out':
      return plain('not signed in', 'The next request signs in.');
    case 'signing-in':
      return plain('signing in…');
    case 'signed-in':
      return signedInWords(state.until, now);
    case 'renewing':
      return plain('signed in, renewing…');
    case 'refused':
      return pressing('not let in', `${state.problem.message} ${state.problem.advice}`);
  }
}

function signedInWords(until: Date | null, now: Date): SessionWords {
  if (until === null) return plain('signed in', 'Renewed by itself while it is used.');
  const left = timeLeft(until, now);
  if (left === null) return plain('signed in', 'The next request signs in anew.');
  return {
    ...plain(`signed in, ${left.text} left`, 'Renewed by itself while it is used.'),
    changesIn: left.changesIn,
  };
}

/** Minutes, rounded down; seconds in the last minute. `null` after the end. */
function timeLeft(end: Date, now: Date): { text: string; changesIn: number } | null {
  const left = end.getTime() - now.getTime();
  if (left < second) return null;
  const step = left < minute ? second : minute;
  const text = step === second ? `${Math.floor(left / second)} s` : inMinutes(left);
  return { text, changesIn: (left % step) + 1 };
}

function inMinutes(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / minute);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0
    ? `${minutes / 60} h`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const countOfReads = (count: number): string => (count === 1 ? '1 read' : `${count} reads`);

const plain = (text: string, more: string | null = null): SessionWords => ({
  text,
  more,
  pressing: false,
  changesIn: null,
});

const pressing = (text: string, more: string): SessionWords => ({
  ...plain(text, more),
  pressing: true,
});
