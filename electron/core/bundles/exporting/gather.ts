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
import { changeSinceSeen } from '../../installations/remote-changes.ts';
import { fingerprintOf } from '../../installations/fingerprint.ts';
import type { Snapshot } from '../../installations/snapshots.ts';
import type { Parts } from '../../parts.ts';
import { stopIfCancelled } from '../../problems.ts';
import { withProgress } from '../../progress.ts';
import type { Templates } from '../../templates/templates.ts';

export interface GatheringNeeds extends Parts {
  readonly templates: Templates;
}

interface Gathered {
  readonly sources: readonly ExportSource[];
  readonly notices: readonly string[];
  /** Of each source, in order; `''` for drafts without a saved connection. */
  readonly connectionIds: readonly string[];
}

type Progress = Extract<PrepareExportEvent, { kind: 'progress' }>;
type Exported = ExportSource['webhooks'][number];

/** Collects the webhooks and drafts of an export. A draft replaces the webhook that it edits. */
export async function* gather(
  needs: GatheringNeeds,
  selection: ExportSelection,
  signal?: AbortSignal,
): AsyncGenerator<Progress, Gathered, void> {
  const chosen = byConnection(selection);
  const { drafts, gone } = draftsOf(needs, selection.draftIds);
  const read = yield* readAll(needs, [...chosen.keys()], signal);
  const ids = new Set([...chosen.keys(), ...drafts.keys()]);
  const notices = gone === 0 ? [] : [`${counted(gone, 'draft')} not there any more: left out.`];
  const sources = [...ids].map((connectionId): ExportSource => {
    const installation = read.get(connectionId);
    const wanted = chosen.get(connectionId);
    const its = drafts.get(connectionId) ?? [];
    const snapshot = needs.snapshots.get(connectionId);
    const found = installation === undefined ? none : pick(installation, wanted ?? null, snapshot);
    notices.push(...(installation?.notices ?? []));
    const where = nameOf(needs, connectionId) ?? 'an installation that was removed';
    notices.push(...leftOut(found.unreadable, where));
    if (found.missing > 0) {
      notices.push(`${counted(found.missing, 'webhook')} not on “${where}” any more: left out.`);
    }
    if (found.changed.length > 0) notices.push(changedNotice(found.changed, where));
    return sourceOf(needs, connectionId, [
      ...withoutDrafts(found.webhooks, its),
      ...its.map(draft),
    ]);
  });
  return { sources, notices, connectionIds: [...ids] };
}

interface Picked {
  readonly webhooks: readonly ListedWebhook[];
  readonly unreadable: readonly ListedWebhook[];
  readonly missing: number;
  /** Names of those whose current version a person has not seen. */
  readonly changed: readonly string[];
}

const leftOut = (unreadable: readonly ListedWebhook[], where: string): string[] =>
  unreadable.length === 0 ? [] : [`${unreadableInWords(unreadable)} on “${where}”: left out.`];

const none: Picked = { webhooks: [], unreadable: [], missing: 0, changed: [] };

/** Digests by id. */
type Wanted = ReadonlyMap<number, string>;

function byConnection({ webhooks }: ExportSelection): Map<string, Wanted | null> {
  const chosen = new Map<string, Wanted | null>();
  for (const { connectionId, webhooks: seen } of webhooks) {
    const before = chosen.get(connectionId);
    if (seen === null || before === null) chosen.set(connectionId, null);
    else {
      const digests = seen.map(({ id, digest }) => [id, digest] as const);
      chosen.set(connectionId, new Map([...(before ?? []), ...digests]));
    }
  }
  return chosen;
}

async function* readAll(
  needs: GatheringNeeds,
  connectionIds: readonly string[],
  signal: AbortSignal | undefined,
): AsyncGenerator<Progress, Map<string, ReadInstallation>, void> {
  const read = new Map<string, ReadInstallation>();
  const total = connectionIds.length;
  yield { kind: 'progress', done: 0, total };
  yield* withProgress<Progress>((report) =>
    eachInstallation(connectionIds, async (connectionId) => {
      stopIfCancelled(signal);
      read.set(connectionId, await readInstallation(needs, connectionId, signal));
      report({ kind: 'progress', done: read.size, total });
    }),
  );
  stopIfCancelled(signal);
  return read;
}

function pick(
  { webhooks }: ReadInstallation,
  wanted: Wanted | null,
  snapshot: Readonly<Snapshot> | null,
): Picked {
  const unreadable = webhooks.filter(isUnreadable);
  if (wanted === null) {
    const readable = webhooks.filter((each) => !isUnreadable(each));
    return { webhooks: readable, unreadable, missing: 0, changed: [] };
  }
  const byId = new Map(addressable(webhooks).map((webhook) => [webhook.id, webhook]));
  const asked = unreadable.filter((webhook) => wanted.has(givenIdOf(webhook) ?? Number.NaN));
  const found: ListedWebhook[] = [];
  const changed: string[] = [];
  for (const [id, digest] of wanted) {
    const webhook = byId.get(id);
    const change = snapshot === null ? 'none' : changeSinceSeen(snapshot, { id, digest });
    if (webhook === undefined || change === 'gone') continue;
    found.push(webhook);
    if (change === 'changed') changed.push(webhook.name);
  }
  const missing = wanted.size - found.length - asked.length;
  return { webhooks: found, unreadable: asked, missing, changed };
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
  needs: GatheringNeeds,
  draftIds: readonly string[],
): { drafts: Map<string, StoredDraft[]>; gone: number } {
  const drafts = new Map<string, StoredDraft[]>();
  let gone = 0;
  for (const draftId of new Set(draftIds)) {
    const found = needs.drafts.get(draftId);
    if (found === undefined) {
      gone += 1;
      continue;
    }
    const { connectionId } = found;
    const of = connectionId !== null && nameOf(needs, connectionId) !== null ? connectionId : '';
    drafts.set(of, [...(drafts.get(of) ?? []), found]);
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
function draft({ webhookId, base, definition }: StoredDraft): Exported {
  const differences = base === null ? [] : fieldDifferences(base, definition);
  const changed = new Set<string>(differences.map(({ field }) => field));
  if (definition.headers.length > 0) changed.add('headers');
  const unreported = (base?.unreported ?? []).filter((field) => !changed.has(field));
  return { id: webhookId, definition, unreported };
}

function sourceOf(
  { ports, connections, templates }: GatheringNeeds,
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

const nameOf = ({ connections }: GatheringNeeds, connectionId: string): string | null =>
  connections.saved().find(({ id }) => id === connectionId)?.name ?? null;

const counted = (count: number, what: string): string =>
  count === 1 ? `A ${what} is` : `${count} ${what}s are`;

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
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'less than a minute ago';
}

function mergedEdits(all: readonly SampleEdits[]): SampleEdits {
  const found = new Map<string, Map<string, string>>();
  for (const edits of all) {
    for (const [scenario, values] of Object.entries(edits)) {
      const known = found.get(scenario) ?? new Map<string, string>();
      found.set(scenario, known);
      for (const [name, value] of Object.entries(values)) {
        if (!known.has(name)) known.set(name, value);
      }
    }
  }
  return Object.fromEntries(
    [...found].map(([scenario, values]) => [scenario, Object.fromEntries(values)]),
  );
}
