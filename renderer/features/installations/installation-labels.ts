import type { ConnectionView } from '#contract/connections.ts';
import type { ReadManyEvent } from '#contract/webhooks.ts';
import type { SessionState } from '#contract/sessions.ts';
import type { ConnectionSettings, WatchMinutes } from '#domain/installation/connection.ts';
import { defaultLimits, Limits } from '#domain/installation/limits.ts';
import type { CertificateFacts } from '#domain/installation/trust.ts';
import type { Problem } from '#domain/problem.ts';
import { counted } from '#domain/text/wording.ts';
import { clock } from '../../ui/date-formats.ts';
import { waitsForToken } from '../../shared/installations/sessions.svelte.ts';
import type { SectionName } from './dialog/mistakes.ts';
import type { AwaitedPlan } from './plans-to-wait-for.svelte.ts';

export interface SessionMark {
  readonly kind: 'in' | 'signing-in' | 'expired' | 'refused';
  readonly text: string;
}

export function sessionMark(state: SessionState | null): SessionMark | null {
  switch (state?.kind) {
    case 'signed-in':
    case 'renewing':
      return {
        kind: 'in',
        text: state.until === null ? 'signed in' : `signed in until ${clock(state.until)}`,
      };
    case 'signing-in':
      return { kind: 'signing-in', text: 'signing in' };
    case 'expired':
      return { kind: 'expired', text: 'auth token rejected' };
    case 'refused':
      return { kind: 'refused', text: 'unauthorized' };
    default:
      return null;
  }
}

export function readingLabel(state: ReadManyEvent, session: SessionState | null): string {
  switch (state.state) {
    case 'waiting':
      return 'waiting';
    case 'reading':
      if (waitsForToken(session)) return 'waiting for a new auth token';
      return state.webhooks === 0 ? 'reading…' : `reading… ${counted(state.webhooks, 'webhook')}`;
    case 'done':
      return counted(state.total, 'webhook');
    case 'failed':
      return failures[state.problem.code] ?? 'failed';
  }
}

const failures: Readonly<Partial<Record<Problem['code'], string>>> = {
  unreachable: 'unreachable',
  'timed-out': 'timed out',
  'proxy-failed': 'proxy failed',
  'client-certificate': 'client certificate not accepted',
  'certificate-untrusted': 'certificate not trusted',
  'certificate-invalid': 'certificate not valid',
  'certificate-changed': 'certificate changed',
  unauthorized: 'unauthorized',
  forbidden: 'not allowed',
  'not-found': 'not found',
  'not-the-interface': 'not the webhook interface',
  'server-failed': 'server error',
  'vault-locked': 'vault locked',
  'host-not-allowed': 'not allowed by your organisation',
  aborted: 'cancelled',
};

export interface SessionWords {
  readonly text: string;
  readonly more?: string;
  /** Whether the user must act. */
  readonly pressing?: boolean;
  /** Milliseconds until the text changes; absent if only a new state changes it. */
  readonly changesIn?: number;
}

const second = 1_000;
const minute = 60 * second;

/** `null` without a session. */
export function sessionInWords(state: SessionState, now: Date): SessionWords | null {
  switch (state.kind) {
    case 'none':
      return null;
    case 'token':
      return {
        text: 'Auth token saved',
        more: 'The installation does not report when it expires.',
      };
    case 'expired': {
      const waiting = state.waiting === 0 ? '' : `, ${counted(state.waiting, 'request')} waiting`;
      const { advice } = state.problem;
      return { text: `Auth token rejected${waiting}`, more: advice, pressing: true };
    }
    case 'signed-out':
      return { text: 'Not signed in', more: 'The next request signs in.' };
    case 'signing-in':
      return { text: 'Signing in…' };
    case 'signed-in':
      return signedInWords(state.until, now);
    case 'renewing':
      return { text: 'Signed in, renewing…' };
    case 'refused': {
      const { message, advice } = state.problem;
      return { text: 'Unauthorized', more: `${message} ${advice}`, pressing: true };
    }
  }
}

function signedInWords(until: Date | null, now: Date): SessionWords {
  const more = 'Renewed automatically while in use.';
  if (until === null) return { text: 'Signed in', more };
  const left = until.getTime() - now.getTime();
  if (left < second) return { text: 'Signed in', more: 'The next request signs in again.' };
  const step = left < minute ? second : minute;
  const time = step === second ? `${Math.floor(left / second)} s` : inMinutes(left);
  return { text: `Signed in, ${time} left`, more, changesIn: (left % step) + 1 };
}

function inMinutes(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / minute);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0
    ? `${minutes / 60} h`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

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
  const rows =
    rowsWaiting === 0
      ? ''
      : ` ${counted(rowsWaiting, 'plan row waits', 'plan rows wait')} for sign-in.`;
  if (state?.kind === 'expired') {
    return {
      title: `${name} rejected the auth token`,
      text:
        rowsWaiting === 0
          ? `${waitingWords(state.waiting)} Your edits are saved.`
          : `Enter a new token.${rows}`,
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
  if (waiting === 0) return 'Enter a new token to continue.';
  return waiting === 1
    ? 'Enter a new token to continue loading.'
    : `Enter a new token to continue loading (${waiting} requests waiting).`;
}

/** Such as `Every 5 minutes`. */
export const watchLabel = (minutes: WatchMinutes | null): string =>
  minutes === null ? 'Off' : `Every ${minutes} minutes`;

export function sectionSummary(section: SectionName, settings: ConnectionSettings): string {
  const { payloadTypePlace, trust, clientCertificate, proxy, limits, notes } = settings;
  switch (section) {
    case 'watch':
      return watchLabel(settings.watchMinutes).toLowerCase();
    case 'payloadType':
      return payloadTypePlace === 'top-level' ? 'at the top level' : 'inside http_headers';
    case 'trust':
      if (trust.kind === 'pinned') return `only ${trust.certificate.subject}`;
      return trust.kind === 'ca-file'
        ? `system certificates and ${trust.fileName}`
        : 'system certificates';
    case 'clientCertificate':
      return clientCertificate?.fileName ?? 'none';
    case 'proxy':
      if (proxy.kind === 'own') return proxy.url;
      return proxy.kind === 'none' ? 'none' : 'system proxy';
    case 'limits':
      return areDefault(limits) ? 'defaults' : 'custom';
    case 'notes':
      return notes.trim() === '' ? 'none' : (notes.trim().split('\n')[0] ?? '');
  }
}

const areDefault = (limits: Limits): boolean =>
  Limits.keyof().options.every((name) => limits[name] === defaultLimits[name]);

/** A problem of the test in the dialog: the fields to correct are in sight. */
export function problemOfTest(
  problem: Problem,
  { authentication }: Pick<ConnectionSettings, 'authentication'>,
): Problem {
  if (problem.code !== 'unauthorized') return problem;
  const what = authentication.kind === 'sign-in' ? 'user name and password' : 'the auth token';
  return { ...problem, advice: `Check ${what} above.` };
}

export const isSelfSigned = ({ subject, issuer }: CertificateFacts): boolean => subject === issuer;

/** Short lines, so that a person can compare them by eye. */
export function fingerprintLines(fingerprint: string, bytesInLine: 8 | 16): string[] {
  const bytes = fingerprint.split(':');
  return Array.from({ length: Math.ceil(bytes.length / bytesInLine) }, (_, line) =>
    bytes.slice(line * bytesInLine, (line + 1) * bytesInLine).join(':'),
  );
}

const day = 86_400_000;

export function endInWords(validTo: string, now: Date): string {
  const days = Math.round((new Date(validTo).getTime() - now.getTime()) / day);
  if (days === 0) return new Date(validTo) < now ? 'just expired' : 'expires today';
  const count = counted(Math.abs(days), 'day');
  return days < 0 ? `expired ${count} ago` : `in ${count}`;
}

export function awaitedPlanLabel({ stopping, isSlow }: AwaitedPlan): string {
  if (isSlow) return 'A request has no response yet. Close this dialog and try again later.';
  if (stopping) return 'Stopping: waiting for the results of sent requests.';
  return 'Wait until the plan ends, or stop it.';
}
