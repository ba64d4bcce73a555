import type { EditedPart, EditedRow } from '#contract/edit-many.ts';
import type { WebhookSelection } from '#contract/plans.ts';
import { inParts } from '#domain/in-parts.ts';
import { plainProblem, type Problem } from '#domain/problem.ts';
import { changedSinceSelected } from '#domain/publishing/decide-row.ts';
import {
  applyEdit,
  type EditedWebhook,
  isPatternEdit,
  isUneditedBy,
  notEdited,
  secretsOfEdits,
  type WebhookEdit,
  withReplacedText,
} from '#domain/publishing/edit-many.ts';
import { unaddressableProblem } from '#domain/publishing/publish-problems.ts';
import { Masking } from '#domain/secrets/masking.ts';
import { findingsBeforePublishing } from '#domain/template/checks/findings-before-publishing.ts';
import { fieldDifferences } from '#domain/webhook/difference.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import { isAddressable, type SeenWebhook } from '#domain/webhook/listed.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { definitionOf, digestOf, type Webhook } from '#domain/webhook/webhook.ts';
import type { Snapshot } from '../../installations/snapshots.ts';
import type { Parts } from '../../parts.ts';
import type { Ports } from '../../ports.ts';
import { stopIfCancelled } from '../../problems.ts';
import type { Templates } from '../../templates/templates.ts';
import { refusalOfSelection } from './plan-problems.ts';

const webhooksPerTurn = 200;

type FindResult =
  | { readonly kind: 'found'; readonly base: Webhook }
  | { readonly kind: 'missing'; readonly problem: Problem };

export interface SelectedWebhook {
  readonly connectionId: string;
  readonly id: number;
  /** Of the version that was selected. */
  readonly digest: string;
  readonly found:
    | { readonly kind: 'found'; readonly base: Webhook; readonly edited: EditedWebhook }
    | Extract<FindResult, { kind: 'missing' }>;
}

/** The selected webhooks as last read, without repetitions, and after the edits. */
export async function* editedWebhooks(
  parts: Parts,
  selection: WebhookSelection,
  edits: readonly WebhookEdit[],
  signal?: AbortSignal,
): AsyncGenerator<SelectedWebhook[], void, void> {
  const { ports, connections, snapshotPersistence } = parts;
  const byConnection = Map.groupBy(selection, ({ connectionId }) => connectionId);
  for (const [connectionId, selections] of byConnection) {
    const digests = new Map(
      selections.flatMap(({ webhooks }) => webhooks.map(({ id, digest }) => [id, digest] as const)),
    );
    const snapshot = await snapshotPersistence.load(connectionId);
    for (const part of inParts(digests.keys(), webhooksPerTurn)) {
      stopIfCancelled(signal);
      const results = part.map((id) => find(snapshot, id));
      const bases = results.flatMap((result) => (result.kind === 'found' ? [result.base] : []));
      // Only a connection that exists has webhooks.
      const edited =
        bases.length === 0
          ? new Map<number, EditedWebhook>()
          : await editAll(ports, bases, edits, connections.find(connectionId).variant, signal);
      yield part.map((id, index): SelectedWebhook => {
        const result = results[index];
        const after = edited.get(id);
        const digest = digests.get(id) ?? '';
        if (result?.kind === 'found' && after !== undefined) {
          return { connectionId, id, digest, found: { ...result, edited: after } };
        }
        const found = result?.kind === 'missing' ? result : missing(id);
        return { connectionId, id, digest, found };
      });
      await ports.clock.yieldToEventLoop();
    }
  }
}

async function editAll(
  { patternReplacer }: Pick<Ports, 'patternReplacer'>,
  webhooks: readonly Webhook[],
  edits: readonly WebhookEdit[],
  variant: VariantId,
  signal?: AbortSignal,
): Promise<Map<number, EditedWebhook>> {
  let current = webhooks.map((webhook) => ({ id: webhook.id, edited: notEdited(webhook) }));
  for (const edit of edits) {
    if (!isPatternEdit(edit)) {
      current = current.map(({ id, edited }) => ({ id, edited: applyEdit(edited, edit, variant) }));
      continue;
    }
    const texts = current.map(({ edited }) => edited.definition[edit.field]);
    const replaced = await patternReplacer.replace(texts, edit, signal);
    current = current.map(({ id, edited }, index) => ({
      id,
      edited: withReplacedText(edited, edit, replaced[index] ?? null),
    }));
  }
  return new Map(current.map(({ id, edited }) => [id, edited]));
}

function find(snapshot: Readonly<Snapshot> | null, id: number): FindResult {
  const base = snapshot?.webhooks.get(id);
  if (base !== undefined && isAddressable(base)) return { kind: 'found', base };
  const defect = snapshot?.idDefects.get(id);
  return defect === undefined
    ? missing(id)
    : { kind: 'missing', problem: unaddressableProblem(defect) };
}

const missing = (id: number): Extract<FindResult, { kind: 'missing' }> => ({
  kind: 'missing',
  problem: plainProblem(
    'refused',
    `The webhook with the id ${id} is not in the list that was last read.`,
    'Refresh the list and select again.',
  ),
});

/** Tells which selected webhooks the edits change, by their places in the selection. */
export async function* countEdited(
  parts: Parts,
  selection: WebhookSelection,
  edits: readonly WebhookEdit[],
  signal?: AbortSignal,
): AsyncGenerator<EditedPart, void, void> {
  const refusal = refusalOfSelection(selection);
  if (refusal !== null) throw refusal;
  parts.ports.secretsInUse.add(secretsOfEdits(edits));
  const placeOf = placesOf(selection);
  let done = 0;
  for await (const part of editedWebhooks(parts, selection, edits, signal)) {
    done += part.length;
    const places = (rows: readonly SelectedWebhook[]): number[] =>
      rows.map(({ connectionId, id }) => placeOf(connectionId, id));
    yield {
      done,
      changed: places(
        part.filter(
          ({ found }) => found.kind === 'found' && !isUneditedBy(found.edited, found.base),
        ),
      ),
      missing: places(part.filter(({ found }) => found.kind === 'missing')),
    };
  }
}

function placesOf(selection: WebhookSelection): (connectionId: string, id: number) => number {
  const places = new Map<string, number>();
  let count = 0;
  for (const { connectionId, webhooks } of selection) {
    for (const { id } of webhooks) places.set(`${id} ${connectionId}`, count++);
  }
  return (connectionId, id) => places.get(`${id} ${connectionId}`) ?? -1;
}

/** The differences that the edits make in each webhook, with masks for secrets unless a person asked for them. */
export async function editedRows(
  parts: Parts,
  input: {
    readonly webhooks: readonly (SeenWebhook & { readonly connectionId: string })[];
    readonly edits: readonly WebhookEdit[];
    readonly secretsShown: boolean;
  },
  signal?: AbortSignal,
): Promise<EditedRow[]> {
  const { webhooks, edits, secretsShown } = input;
  parts.ports.secretsInUse.add(secretsOfEdits(edits));
  const selection = webhooks.map(({ connectionId, ...webhook }) => ({
    connectionId,
    webhooks: [webhook],
  }));
  const rows: EditedRow[] = [];
  for await (const part of editedWebhooks(parts, selection, edits, signal)) {
    rows.push(...part.map((selected) => rowOf(selected, parts.templates, secretsShown)));
  }
  return rows;
}

function rowOf(
  { connectionId, id, digest, found }: SelectedWebhook,
  templates: Pick<Templates, 'memory'>,
  secretsShown: boolean,
): EditedRow {
  const row = { connectionId, webhookId: id };
  if (found.kind === 'missing') {
    const notes = [found.problem.message];
    const headers = headerChangeSet([], []);
    return { ...row, name: '', differences: [], headers, notes, findings: [] };
  }
  const { base, edited } = found;
  const { ownTokens, rules, samples } = templates.memory(connectionId);
  const context = { ownTokens, rules, edits: samples[String(id)] ?? {} };
  const masking = new Masking([base, edited.definition], secretsShown);
  const before = masking.definition(definitionOf(base));
  const after = masking.definition(edited.definition);
  const findings = isUneditedBy(edited, base)
    ? []
    : findingsBeforePublishing(edited.definition, base, context);
  return {
    ...row,
    name: before.name,
    differences: fieldDifferences(before, after),
    headers: headerChangeSet(before.headers, after.headers),
    notes: [...(digestOf(base) === digest ? [] : [changedSinceSelected]), ...edited.notes],
    findings: findings.map((finding) => ({
      ...finding,
      message: masking.message(finding.message),
    })),
  };
}
