import type { ExportSelection, PrepareExportEvent } from '#contract/bundle-export.ts';
import type { ExportSource } from '#domain/bundle/export/export-source.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { ProblemError } from '#domain/problem.ts';
import type { SampleEdits } from '#domain/template/samples.ts';
import { fieldDifferences } from '#domain/webhook/difference.ts';
import {
  addressable,
  givenIdOf,
  isUnreadable,
  type ListedWebhook,
  unreadableInWords,
} from '#domain/webhook/listed.ts';
import { eachInstallation } from '../../each-installation.ts';
import { changeSinceSeen } from '../../installations/change-since-seen.ts';
import { fingerprintOf } from '../../installations/fingerprint.ts';
import type { Snapshot } from '../../installations/snapshots.ts';
import type { Parts } from '../../parts.ts';
import { stopIfCancelled } from '../../problems.ts';
import { withProgress } from '../../progress.ts';
import { counted } from '#domain/text/wording.ts';

interface Gathered {
  readonly sources: readonly ExportSource[];
  readonly notices: readonly string[];
  /** Of each source, in order; `''` for drafts without a saved connection. */
  readonly connectionIds: readonly string[];
}

type Progress = Extract<PrepareExportEvent, { kind: 'progress' }>;
type Exported = ExportSource['webhooks'][number];

/** Collects the webhooks and drafts of an export. A draft replaces the webhook that it edits. */
export async function* gatherWebhooks(
  parts: Parts,
  selection: ExportSelection,
  signal?: AbortSignal,
): AsyncGenerator<Progress, Gathered, void> {
  const selected = byConnection(selection);
  const { drafts, gone } = draftsOf(parts, selection.draftIds);
  const installations = yield* readAll(parts, [...selected.keys()], signal);
  const ids = new Set([...selected.keys(), ...drafts.keys()]);
  // The bundle thread begins an export with its first source.
  if (ids.size === 0) ids.add('');
  const notices = gone === 0 ? [] : [leftOut(gone, 'draft', 'there')];
  const sources = [...ids].map((connectionId): ExportSource => {
    const installation = installations.get(connectionId);
    const digests = selected.get(connectionId) ?? null;
    const itsDrafts = drafts.get(connectionId) ?? [];
    const snapshot = parts.snapshots.get(connectionId);
    const picked = installation === undefined ? none : pick(installation, digests, snapshot);
    notices.push(...(installation?.notices ?? []));
    const where = nameOf(parts, connectionId) ?? 'an installation that was removed';
    notices.push(...unreadableNotices(picked.unreadable, where));
    if (picked.missing > 0) {
      notices.push(leftOut(picked.missing, 'webhook', `on “${where}”`));
    }
    if (picked.changed.length > 0) notices.push(changedNotice(picked.changed, where));
    return sourceOf(parts, connectionId, [
      ...withoutDrafts(picked.webhooks, itsDrafts),
      ...itsDrafts.map(exportedDraft),
    ]);
  });
  return { sources, notices, connectionIds: [...ids] };
}

interface PickedWebhooks {
  readonly webhooks: readonly ListedWebhook[];
  readonly unreadable: readonly ListedWebhook[];
  readonly missing: number;
  /** Names of those whose current version a person has not seen. */
  readonly changed: readonly string[];
}

const unreadableNotices = (unreadable: readonly ListedWebhook[], where: string): string[] =>
  unreadable.length === 0 ? [] : [`${unreadableInWords(unreadable)} on “${where}”: left out.`];

const none: PickedWebhooks = { webhooks: [], unreadable: [], missing: 0, changed: [] };

/** Digests of the selected versions, by id. */
type SelectedDigests = ReadonlyMap<number, string>;

/** `null`: all webhooks of the installation are selected. */
function byConnection({ webhooks }: ExportSelection): Map<string, SelectedDigests | null> {
  const selected = new Map<string, SelectedDigests | null>();
  for (const { connectionId, webhooks: seen } of webhooks) {
    const before = selected.get(connectionId);
    if (seen === null || before === null) selected.set(connectionId, null);
    else {
      const digests = seen.map(({ id, digest }) => [id, digest] as const);
      selected.set(connectionId, new Map([...(before ?? []), ...digests]));
    }
  }
  return selected;
}

async function* readAll(
  parts: Parts,
  connectionIds: readonly string[],
  signal: AbortSignal | undefined,
): AsyncGenerator<Progress, Map<string, ReadInstallation>, void> {
  const installations = new Map<string, ReadInstallation>();
  const total = connectionIds.length;
  yield { kind: 'progress', done: 0, total };
  yield* withProgress<Progress>((report) =>
    eachInstallation(connectionIds, async (connectionId) => {
      stopIfCancelled(signal);
      installations.set(connectionId, await readInstallation(parts, connectionId, signal));
      report({ kind: 'progress', done: installations.size, total });
    }),
  );
  stopIfCancelled(signal);
  return installations;
}

/** @param selected `null` for all webhooks */
function pick(
  { webhooks }: ReadInstallation,
  selected: SelectedDigests | null,
  snapshot: Readonly<Snapshot> | null,
): PickedWebhooks {
  const unreadable = webhooks.filter(isUnreadable);
  if (selected === null) {
    const readable = webhooks.filter((webhook) => !isUnreadable(webhook));
    return { webhooks: readable, unreadable, missing: 0, changed: [] };
  }
  const byId = new Map(addressable(webhooks).map((webhook) => [webhook.id, webhook]));
  const selectedUnreadable = unreadable.filter((webhook) =>
    selected.has(givenIdOf(webhook) ?? Number.NaN),
  );
  const picked: ListedWebhook[] = [];
  const changed: string[] = [];
  for (const [id, digest] of selected) {
    const webhook = byId.get(id);
    const change = snapshot === null ? 'none' : changeSinceSeen(snapshot, { id, digest });
    if (webhook === undefined || change === 'gone') continue;
    picked.push(webhook);
    if (change === 'changed') changed.push(webhook.name);
  }
  const missing = selected.size - picked.length - selectedUnreadable.length;
  return { webhooks: picked, unreadable: selectedUnreadable, missing, changed };
}

const mostNamed = 5;

function changedNotice(names: readonly string[], where: string): string {
  const named = names.slice(0, mostNamed).map((name) => `“${name}”`);
  const more = names.length - named.length;
  const which = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return `Changed on “${where}” since you selected ${names.length === 1 ? 'it' : 'them'}: ${which}. The file has the current version.`;
}

/** Drafts by connection id. The key is `''` for drafts without a saved connection. */
function draftsOf(
  parts: Parts,
  draftIds: readonly string[],
): { drafts: Map<string, StoredDraft[]>; gone: number } {
  const drafts = new Map<string, StoredDraft[]>();
  let gone = 0;
  for (const draftId of new Set(draftIds)) {
    const draft = parts.drafts.get(draftId);
    if (draft === undefined) {
      gone += 1;
      continue;
    }
    const { connectionId } = draft;
    const isSaved = connectionId !== null && nameOf(parts, connectionId) !== null;
    const key = isSaved ? connectionId : '';
    drafts.set(key, [...(drafts.get(key) ?? []), draft]);
  }
  return { drafts, gone };
}

function withoutDrafts(
  webhooks: readonly ListedWebhook[],
  drafts: readonly StoredDraft[],
): Exported[] {
  const edited = new Set(drafts.map(({ webhookId }) => webhookId));
  return webhooks
    .filter(({ id }) => id === null || !edited.has(id))
    .map((webhook) => ({
      id: webhook.id,
      definition: webhook,
      unreported: webhook.unreported,
    }));
}

/** A field that the installation did not report stays unreported until the draft changes it. */
function exportedDraft({ webhookId, base, definition }: StoredDraft): Exported {
  const differences = base === null ? [] : fieldDifferences(base, definition);
  const changed = new Set<string>(differences.map(({ field }) => field));
  if (definition.headers.length > 0) changed.add('headers');
  const unreported = (base?.unreported ?? []).filter((field) => !changed.has(field));
  return { id: webhookId, definition, unreported };
}

function sourceOf(
  { ports, connections, templates }: Parts,
  connectionId: string,
  webhooks: readonly Exported[],
): ExportSource {
  const connection = connections.saved().find(({ id }) => id === connectionId);
  if (connection === undefined) {
    return { installation: null, webhooks, secretHeaders: [], ownTokens: [], sampleEdits: {} };
  }
  const { ownTokens, samples } = templates.memory(connectionId);
  const ids = webhooks.flatMap(({ id }) => id ?? []).toSorted((a, b) => a - b);
  const edits = ids.flatMap((id) => samples[String(id)] ?? []);
  const { name, variant, baseUrl } = connection;
  const fingerprint = fingerprintOf(ports, connection);
  return {
    installation: { name, variant, fingerprint, address: baseUrl },
    webhooks,
    secretHeaders: templates.secretHeaders(connectionId),
    ownTokens,
    sampleEdits: mergedEdits(edits),
  };
}

const nameOf = ({ connections }: Parts, connectionId: string): string | null =>
  connections.saved().find(({ id }) => id === connectionId)?.name ?? null;

const leftOut = (count: number, what: string, where: string): string =>
  `${counted(count, what)} ${count === 1 ? 'is' : 'are'} not ${where} any more: left out.`;

interface ReadInstallation {
  readonly webhooks: readonly ListedWebhook[];
  readonly notices: readonly string[];
}

/** Falls back to the last snapshot, except when cancelled. */
async function readInstallation(
  { ports, connections, installations, snapshotPersistence }: Parts,
  connectionId: string,
  signal: AbortSignal | undefined,
): Promise<ReadInstallation> {
  const { name } = connections.find(connectionId);
  try {
    const client = await installations.open(connectionId, { signal, waitForSignIn: false });
    const { webhooks } = await client.list({ signal });
    return { webhooks, notices: [] };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    stopIfCancelled(signal);
    const snapshot = await snapshotPersistence.load(connectionId);
    if (snapshot === null) {
      const none = `“${name}” could not be read and was never read before. It is not in the file.`;
      return { webhooks: [], notices: [`${none} ${error.problem.message}`] };
    }
    const { readAt, webhooks } = snapshot;
    const old = `“${name}” could not be read now. The file has its last known version: ${ago(readAt, ports.clock.now())}.`;
    return { webhooks: [...webhooks.values()], notices: [`${old} ${error.problem.message}`] };
  }
}

const units: readonly [string, number][] = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
];

function ago(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime();
  for (const [unit, length] of units) {
    const count = Math.floor(age / length);
    if (count >= 1) return `${counted(count, unit)} ago`;
  }
  return 'less than a minute ago';
}

/** The sample values of several webhooks; for the same name, the first value. */
function mergedEdits(editsOfWebhooks: readonly SampleEdits[]): SampleEdits {
  const merged = new Map<string, Map<string, string>>();
  for (const edits of editsOfWebhooks) {
    for (const [scenario, values] of Object.entries(edits)) {
      const mergedValues = merged.get(scenario) ?? new Map<string, string>();
      merged.set(scenario, mergedValues);
      for (const [name, value] of Object.entries(values)) {
        if (!mergedValues.has(name)) mergedValues.set(name, value);
      }
    }
  }
  return Object.fromEntries(
    [...merged].map(([scenario, values]) => [scenario, Object.fromEntries(values)]),
  );
}
