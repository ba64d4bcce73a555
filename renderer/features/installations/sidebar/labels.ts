import type { ReadManyEvent } from '#contract/read-many.ts';
import type { SessionState } from '#contract/sessions.ts';
import type { Problem } from '#domain/problem.ts';
import { counted } from '../../../ui/counted.ts';

export interface SessionMark {
  readonly kind: 'in' | 'signing-in' | 'expired' | 'refused';
  readonly text: string;
}

const time = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

export function sessionMark(state: SessionState | null): SessionMark | null {
  switch (state?.kind) {
    case 'signed-in':
    case 'renewing':
      return {
        kind: 'in',
        text: state.until === null ? 'signed in' : `signed in until ${time.format(state.until)}`,
      };
    case 'signing-in':
      return { kind: 'signing-in', text: 'signing in' };
    case 'expired':
      return { kind: 'expired', text: 'the auth token was rejected' };
    case 'refused':
      return { kind: 'refused', text: 'not let in' };
    default:
      return null;
  }
}

export function readingLabel(state: ReadManyEvent): string {
  switch (state.state) {
    case 'waiting':
      return 'waiting';
    case 'reading':
      return state.webhooks === 0 ? 'reading…' : `reading… ${counted(state.webhooks, 'webhook')}`;
    case 'done':
      return counted(state.total, 'webhook');
    case 'failed':
      return failures[state.problem.code] ?? 'failed';
  }
}

const failures: Readonly<Partial<Record<Problem['code'], string>>> = {
  unreachable: 'not reached',
  'timed-out': 'no answer in time',
  'proxy-failed': 'not reached through the proxy',
  'client-certificate': 'client certificate not accepted',
  'certificate-untrusted': 'certificate not trusted',
  'certificate-invalid': 'certificate not valid',
  'certificate-changed': 'certificate changed',
  unauthorized: 'not let in',
  forbidden: 'not allowed',
  'not-found': 'nothing at this address',
  'not-the-interface': 'not the interface',
  'server-failed': 'it failed',
  'vault-locked': 'the vault is locked',
  aborted: 'cancelled',
};
