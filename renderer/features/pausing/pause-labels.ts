import type { PausedWebhookView, PauseView } from '#contract/pauses.ts';
import type { PausedState } from '#domain/pausing/pause.ts';
import { disabledBy } from '../../shared/pauses/pauses.svelte.ts';
import { listedInstallations } from '../../shared/installations/listed-installations.ts';
import { counted } from '#domain/text/wording.ts';
import { momentInZones } from '../../ui/date-formats.ts';

const minute = 60_000;

/** Such as `1 h 20 min` or `2 days 3 h`. */
export function durationText(from: Date, to: Date): string {
  const minutes = Math.floor((to.getTime() - from.getTime()) / minute);
  if (minutes < 1) return 'less than a minute';
  const [days, hours] = [Math.floor(minutes / (24 * 60)), Math.floor(minutes / 60) % 24];
  const parts =
    days > 0
      ? [counted(days, 'day'), hours > 0 && `${hours} h`]
      : [hours > 0 && `${hours} h`, minutes % 60 > 0 && `${minutes % 60} min`];
  return parts.filter((part) => part !== false).join(' ');
}

/** What a pause does next, such as `ends in 1 h 20 min`. */
export function countdownText({ status, from, until }: PauseView, now: Date): string {
  switch (status) {
    case 'scheduled':
      return `begins in ${durationText(now, from)}`;
    case 'missed':
      return 'did not begin';
    case 'overdue':
      return until === null ? 'overdue' : `overdue for ${durationText(until, now)}`;
    case 'not-resumed':
      return 'not all resumed';
    case 'resuming':
      return 'resuming now';
    case 'running':
      return until === null ? 'until resumed' : `ends in ${durationText(now, until)}`;
    case 'over':
      return 'over';
  }
}

const inZones = (zone: string, at: Date): string => momentInZones(zone, at).join(' ');

export function timesText({ status, from, until, zone }: PauseView): string {
  const end = until === null ? 'Until a person resumes it' : `Until ${inZones(zone, until)}`;
  return status === 'scheduled' || status === 'missed'
    ? `From ${inZones(zone, from)}. ${end}`
    : end;
}

/** Webhooks that the pause should disable and did not; `null` for none. */
export function notDisabledText({ status, webhooks }: PauseView): string | null {
  if (status !== 'running') return null;
  const textOf = (wanted: PausedState, one: string, more: string, why: string): string | null => {
    const its = webhooks.filter(({ state }) => state === wanted);
    if (its.length === 0) return null;
    const where = listedInstallations([
      ...new Set(its.map(({ connectionName }) => connectionName)),
    ]);
    return `${counted(its.length, 'webhook')} on ${where} ${its.length === 1 ? one : more} disabled: ${why}.`;
  };
  const texts = [
    textOf('not-paused', 'was not', 'were not', 'the request failed or was not sent'),
    textOf('planned', 'is not yet', 'are not yet', 'the request was not sent'),
  ].filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join(' ');
}

/** Such as `2 pauses are overdue.` or `1 pause is not fully resumed.` */
export function toResumeInWords(pauses: readonly PauseView[]): string {
  const overdue = pauses.filter(({ status }) => status === 'overdue').length;
  const others = pauses.length - overdue;
  const said = [
    ...(overdue > 0 ? [stateInWords(overdue, 'pause', 'overdue')] : []),
    ...(others > 0 ? [stateInWords(others, 'pause', 'not fully resumed')] : []),
  ];
  return said.join(' ');
}

export const stateInWords = (count: number, noun: string, state: string): string =>
  `${counted(count, noun)} ${count === 1 ? 'is' : 'are'} ${state}.`;

/** How many webhooks are disabled by these pauses alone. */
export function webhooksToResume(pauses: readonly PauseView[]): number {
  const disabled = pauses.flatMap(disabledBy).filter(({ state }) => state !== 'deleted');
  const keys = disabled.flatMap(({ connectionId, webhookId, heldBy }) =>
    heldBy === null ? [`${connectionId} ${webhookId}`] : [],
  );
  return new Set(keys).size;
}

/** Why the pause did not do what it should, if that is known. */
export function noteText({ status, note }: PauseView): string | null {
  if (status !== 'missed') return note;
  return note ?? 'Its time passed while Hookdesk did not run or the vault was locked.';
}

export interface WebhookOfPause extends Pick<
  PausedWebhookView,
  'connectionId' | 'connectionName' | 'webhookId' | 'name'
> {
  /** `null` before the pause began. */
  readonly state: string | null;
}

/** @param nameOf returns the name of an installation */
export function webhooksOf(
  { webhooks, selection }: PauseView,
  nameOf: (connectionId: string) => string,
): WebhookOfPause[] {
  if (webhooks.length > 0) return pausedWebhooks(webhooks);
  return selection.flatMap(({ connectionId, webhooks: selected }) =>
    selected.map(({ id, name }) => ({
      connectionId,
      connectionName: nameOf(connectionId),
      webhookId: id,
      name,
      state: null,
    })),
  );
}

export interface InstallationOfPause {
  readonly connectionId: string;
  readonly connectionName: string;
}

/** Each installation once. With disabled webhooks, those that resuming sends to. */
export function installationsOf(
  pause: PauseView,
  nameOf: (connectionId: string) => string,
): InstallationOfPause[] {
  const disabled = disabledBy(pause);
  const webhooks = disabled.length > 0 ? disabled : webhooksOf(pause, nameOf);
  const names = new Map(
    webhooks.map(({ connectionId, connectionName }) => [connectionId, connectionName]),
  );
  return [...names].map(([connectionId, connectionName]) => ({ connectionId, connectionName }));
}

export const pausedWebhooks = (webhooks: readonly PausedWebhookView[]): WebhookOfPause[] =>
  webhooks.map((webhook) => ({ ...webhook, state: stateText(webhook) }));

function stateText({ state, heldBy }: PausedWebhookView): string {
  switch (state) {
    case 'planned':
      return 'not yet disabled';
    case 'not-paused':
      return 'not disabled';
    case 'unsure':
      return 'result unknown';
    case 'paused':
      return heldBy === null ? 'disabled' : 'disabled, also by another pause';
    case 'resumed':
      return 'resumed';
    case 'released':
      return 'enabled by another change';
    case 'deleted':
      return 'deleted';
  }
}
