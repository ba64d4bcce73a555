import type { HookdeskClient } from '#contract/index.ts';
import type { PausedWebhookView, PauseView } from '#contract/pauses.ts';
import { mayBeDisabledByPause, needsResume } from '#domain/pausing/pause.ts';
import { localText, parseTime, textInBoth } from '#domain/pausing/times.ts';
import { plainError } from '#domain/problem.ts';
import type { NameOfInstallation } from './find-installation.ts';
import type { Results } from './output/results.ts';
import { type Table, tableOf } from './output/table.ts';

/** The end of a pause; `null` for the word `resumed`. */
export const endOf = (text: string, zone: string): Date | null =>
  text === 'resumed' ? null : parseTime(text, zone, new Date());

export const personsZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function endInWords(until: Date | null, zone: string, resumesItself: boolean): string {
  if (until === null) return 'The pause has no end. “hookdesk resume” ends it.';
  const end = `The pause ends at ${textInBoth(until, zone)}.`;
  return resumesItself
    ? `${end} Hookdesk resumes only while its window, its web host or “hookdesk watch” runs. Otherwise the pause is overdue, and “hookdesk pauses” says so.`
    : `${end} Nothing resumes by itself: “hookdesk resume” does, and “hookdesk pauses” says when the pause is overdue.`;
}

/** @throws ProblemError('refused') when the pause would be forgotten with the secrets in memory */
export async function refuseInMemory(client: HookdeskClient): Promise<void> {
  if ((await client.vault.state()).status !== 'memory') return;
  throw plainError(
    'refused',
    'Secrets and pauses are in memory only, so the pause would be forgotten when Hookdesk ends. Nothing was sent.',
    'Select a vault with “hookdesk vault use passphrase”.',
  );
}

/** Overdue pauses, or the one that the beginning of an id names. */
export async function findPauses(
  client: HookdeskClient,
  given: string | undefined,
): Promise<PauseView[]> {
  const all = await client.pauses.list();
  if (given === undefined) return all.filter(needsResume);
  const found = all.filter(({ id }) => given !== '' && id.startsWith(given));
  if (found.length === 1) return found;
  throw plainError(
    'not-found',
    found.length === 0 ? `There is no pause “${given}”.` : `Several pauses begin with “${given}”.`,
    '“hookdesk pauses” lists the pauses and their ids.',
  );
}

/** @throws ProblemError('refused') for a pause that has not begun, and so has nothing to resume */
export function refuseNotBegun(pauses: readonly PauseView[]): void {
  if (!pauses.some(({ status }) => status === 'scheduled' || status === 'missed')) return;
  throw plainError(
    'refused',
    'The pause has not begun, so there is nothing to resume.',
    'Add --dismiss to forget it.',
  );
}

/** Ends pauses whose webhooks other pauses keep disabled. @returns whether none of the pauses is left */
export async function endHeld(
  client: HookdeskClient,
  pauses: readonly PauseView[],
): Promise<boolean> {
  const ids = new Set(pauses.map(({ id }) => id));
  const left = (await client.pauses.list()).filter(({ id }) => ids.has(id));
  const held = left.filter(({ webhooks }) =>
    webhooks.every((webhook) => !mayBeDisabledByPause(webhook) || webhook.heldBy !== null),
  );
  for (const { id } of held) await client.pauses.end({ pauseId: id });
  return held.length === left.length;
}

export const pausedResult = (
  webhooks: readonly PausedWebhookView[],
): Results['pauses'][number]['webhooks'] =>
  webhooks.map(({ connectionName, webhookId, name, state, heldBy }) => ({
    installation: connectionName,
    webhookId,
    webhook: name,
    state,
    heldBy,
  }));

/** Before the pause begins, the selected webhooks. */
function webhooksOf({ webhooks, selection }: PauseView, nameOf: NameOfInstallation) {
  const selected = selection.flatMap(({ connectionId, webhooks: chosen }) =>
    chosen.map(({ id, name }) => ({
      installation: nameOf(connectionId),
      webhookId: id,
      webhook: name,
      state: 'planned' as const,
      heldBy: null,
    })),
  );
  return [...pausedResult(webhooks), ...selected];
}

export const pausesResult = (
  pauses: readonly PauseView[],
  nameOf: NameOfInstallation,
): Results['pauses'] =>
  pauses.map((pause) => {
    const { id, status, reason, who, madeAt, from, until, zone, resumesItself, note } = pause;
    return {
      id,
      status,
      reason,
      who,
      zone,
      resumesItself,
      note,
      madeAt: madeAt.toISOString(),
      from: from.toISOString(),
      until: until?.toISOString() ?? null,
      webhooks: webhooksOf(pause, nameOf),
    };
  });

const idLength = 8;

export const pausesTable = (pauses: readonly PauseView[]): Table =>
  tableOf(pauses, {
    ID: ({ id }) => id.slice(0, idLength),
    STATUS: 'status',
    UNTIL: ({ until, zone }) => (until === null ? 'resumed' : localText(until, zone)),
    ZONE: 'zone',
    DISABLED: ({ webhooks }) => webhooks.filter(mayBeDisabledByPause).length,
    REASON: 'reason',
    PERSON: 'who',
    NOTE: 'note',
    WEBHOOKS: ({ webhooks, selection }) =>
      webhooks.length + selection.flatMap(({ webhooks: selected }) => selected).length,
  });

export const pausedTable = (webhooks: Results['dismissed']): Table =>
  tableOf(webhooks, {
    INSTALLATION: 'installation',
    ID: 'webhookId',
    WEBHOOK: 'webhook',
    STATE: 'state',
  });
