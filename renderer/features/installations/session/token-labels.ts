import type { ConnectionView } from '#contract/connections.ts';
import type { SessionState } from '#contract/sessions.ts';

export interface TokenNeed {
  readonly title: string;
  readonly text: string;
  /** `null` if no input would help. */
  readonly field: 'New auth token' | 'Password' | null;
}

/** @param rowsWaiting plan rows that wait for the sign-in */
export function tokenNeed(
  connection: ConnectionView,
  state: SessionState | null,
  rowsWaiting = 0,
): TokenNeed | null {
  const { name, authentication } = connection;
  const rows = rowsWaiting === 0 ? '' : ` ${rowsWaitingWords(rowsWaiting)}`;
  if (state?.kind === 'expired') {
    return {
      title: `${name} rejected the auth token`,
      text:
        rowsWaiting === 0
          ? `${waitingWords(state.waiting)} Nothing that you have edited is lost.`
          : `Enter a new one.${rows}`,
      field: 'New auth token',
    };
  }
  if (state?.kind !== 'refused') return null;
  const { problem } = state;
  const missing = problem.code === 'unauthorized';
  // The field beside it already asks for a missing secret.
  const text = `${missing ? problem.message : `${problem.message} ${problem.advice}`}${rows}`;
  if (authentication.kind !== 'sign-in') {
    return { title: `${name} rejected the auth token`, text, field: 'New auth token' };
  }
  return {
    title: `${authentication.username} could not be signed in at ${name}`,
    text,
    field: missing ? 'Password' : null,
  };
}

function waitingWords(waiting: number): string {
  if (waiting === 0) return 'Enter a new one to go on.';
  return waiting === 1
    ? 'One read waits for a new one and goes on with it.'
    : `${waiting} reads wait for a new one and go on with it.`;
}

const rowsWaitingWords = (count: number): string =>
  count === 1
    ? 'One row of the plan waits for sign-in.'
    : `${count.toLocaleString()} rows of the plan wait for sign-in.`;
