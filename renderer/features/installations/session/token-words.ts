import type { ConnectionView } from '#contract/connections.ts';
import type { SessionState } from '#contract/sessions.ts';

/** What a person is asked for where an installation no longer lets requests in. */
export interface TokenNeed {
  readonly title: string;
  readonly text: string;
  /** The field to fill in; `null` where nothing that could be entered would help. */
  readonly field: 'New auth token' | 'Password' | null;
}

/**
 * What is missing at an installation; `null` where nothing is.
 *
 * @param rowsWaiting rows of a plan that wait for sign-in
 */
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
  // What to do about a missing secret is what the field beside it is for.
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
