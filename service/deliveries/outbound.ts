import type { HeaderBody } from '../webhooks/bodies.ts';

/** The request of one attempt. */
export interface Outbound {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderBody[];
  readonly body: Uint8Array;
}

/** The result of one attempt: an answer of the target, or none. */
export type Outcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: readonly { readonly name: string; readonly value: string }[];
      /** The first bytes of the response body. */
      readonly body: Uint8Array;
      readonly truncated: boolean;
    }
  | {
      readonly kind: 'none';
      readonly code: 'refused-target' | 'not-sendable' | 'timed-out' | 'failed';
      readonly message: string;
    };

/** Returns whether a retry may help: timeout, failed connection, or status 408, 429 or 5xx. */
export function worthRetrying(outcome: Outcome): boolean {
  if (outcome.kind === 'none') return outcome.code === 'timed-out' || outcome.code === 'failed';
  return outcome.status === 408 || outcome.status === 429 || outcome.status >= 500;
}

export const isDelivered = (outcome: Outcome): boolean =>
  outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300;
