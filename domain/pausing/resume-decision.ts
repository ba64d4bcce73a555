import type { Webhook } from '../webhook/webhook.ts';
import {
  holderOf,
  type Pause,
  type PausedWebhook,
  sameSwitches,
  type Switches,
  switchesOf,
} from './pause.ts';

/** `resume` is the only decision that enables a webhook. */
export type ResumeDecision =
  | { readonly kind: 'resume'; readonly current: Webhook }
  /** Another pause keeps it disabled. */
  | { readonly kind: 'held'; readonly by: Pause }
  | { readonly kind: 'already-on'; readonly current: Webhook }
  | { readonly kind: 'gone' }
  | { readonly kind: 'changed'; readonly left: Named; readonly current: Named }
  /** The outcome of a request is unknown. */
  | { readonly kind: 'unsure' }
  /** The installation has another address than at the pause. */
  | { readonly kind: 'other-address' }
  /** The pause does not keep it disabled. */
  | { readonly kind: 'not-paused' };

interface Named {
  readonly name: string;
  readonly switches: Switches;
}

interface Situation {
  /** Pauses that do not end with this one. */
  readonly others: readonly Pause[];
  /** Fingerprint of the installation. */
  readonly address: string;
  readonly current: Webhook | null;
  readonly now: Date;
}

export function resumeDecision(
  webhook: PausedWebhook,
  { others, address, current, now }: Situation,
): ResumeDecision {
  const { state, name, left } = webhook;
  if (state === 'unsure') return { kind: 'unsure' };
  if (state !== 'paused' && state !== 'deleted') return { kind: 'not-paused' };
  if (address !== webhook.address) return { kind: 'other-address' };
  if (current === null || state === 'deleted') return { kind: 'gone' };
  const by = holderOf(webhook, others, now);
  if (by !== null) return { kind: 'held', by };
  const found = { name: current.name, switches: switchesOf(current) };
  if (current.enabled) return { kind: 'already-on', current };
  // By another name it can be another webhook: an installation may use the id again.
  const isSame = name === found.name && sameSwitches(left, found.switches);
  if (isSame) return { kind: 'resume', current };
  return { kind: 'changed', left: { name, switches: left }, current: found };
}
