import type { WebhookSelection } from '#contract/plans.ts';
import { inParts } from '#domain/in-parts.ts';
import { plainProblem, type Problem } from '#domain/problem.ts';
import {
  applyEdit,
  type EditedWebhook,
  isPatternEdit,
  notEdited,
  type WebhookEdit,
  withReplacedText,
} from '#domain/publishing/edit-many.ts';
import { unaddressableProblem } from '#domain/publishing/publish-problems.ts';
import { isAddressable } from '#domain/webhook/listed.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { Snapshot } from '../../installations/snapshots.ts';
import type { Ports } from '../../ports.ts';
import { stopIfCancelled } from '../../problems.ts';
import type { Parts } from '../../parts.ts';

const webhooksPerTurn = 200;

type Found =
  | { readonly kind: 'found'; readonly base: Webhook }
  | { readonly kind: 'missing'; readonly problem: Problem };

export interface SelectedWebhook {
  readonly connectionId: string;
  readonly id: number;
  /** Of what was selected. */
  readonly digest: string;
  readonly found:
    | { readonly kind: 'found'; readonly base: Webhook; readonly edited: EditedWebhook }
    | Extract<Found, { kind: 'missing' }>;
}

/** The selected webhooks as last read, without repetitions, and after the edits. */
export async function* editedWebhooks(
  needs: Parts,
  selection: WebhookSelection,
  edits: readonly WebhookEdit[],
  signal?: AbortSignal,
): AsyncGenerator<SelectedWebhook[], void, void> {
  const { ports, connections, snapshotPersistence } = needs;
  const byConnection = Map.groupBy(selection, ({ connectionId }) => connectionId);
  for (const [connectionId, its] of byConnection) {
    const selected = its.flatMap(({ webhooks }) =>
      webhooks.map(({ id, digest }) => [id, digest] as const),
    );
    const digests = new Map(selected);
    const snapshot = await snapshotPersistence.load(connectionId);
    for (const part of inParts(digests.keys(), webhooksPerTurn)) {
      stopIfCancelled(signal);
      const found = part.map((id) => find(snapshot, id));
      const bases = found.flatMap((each) => (each.kind === 'found' ? [each.base] : []));
      // Only a connection that exists has webhooks.
      const edited =
        bases.length === 0
          ? new Map<number, EditedWebhook>()
          : await editAll(ports, bases, edits, connections.find(connectionId).variant, signal);
      yield part.map((id, index): SelectedWebhook => {
        const each = found[index];
        const after = edited.get(id);
        const digest = digests.get(id) ?? '';
        return each?.kind === 'found' && after !== undefined
          ? { connectionId, id, digest, found: { ...each, edited: after } }
          : { connectionId, id, digest, found: each?.kind === 'missing' ? each : missing(id) };
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
  let all = webhooks.map((webhook) => ({ id: webhook.id, edited: notEdited(webhook) }));
  for (const edit of edits) {
    if (!isPatternEdit(edit)) {
      all = all.map(({ id, edited }) => ({ id, edited: applyEdit(edited, edit, variant) }));
      continue;
    }
    const texts = all.map(({ edited }) => edited.definition[edit.field]);
    const replaced = await patternReplacer.replace(texts, edit, signal);
    all = all.map(({ id, edited }, index) => ({
      id,
      edited: withReplacedText(edited, edit, replaced[index] ?? null),
    }));
  }
  return new Map(all.map(({ id, edited }) => [id, edited]));
}

function find(snapshot: Readonly<Snapshot> | null, id: number): Found {
  const base = snapshot?.webhooks.get(id);
  if (base !== undefined && isAddressable(base)) return { kind: 'found', base };
  const defect = snapshot?.idDefects.get(id);
  return defect === undefined
    ? missing(id)
    : { kind: 'missing', problem: unaddressableProblem(defect) };
}

const missing = (id: number): Extract<Found, { kind: 'missing' }> => ({
  kind: 'missing',
  problem: plainProblem(
    'refused',
    `The webhook with the id ${id} is not in the list that was last read.`,
    'Refresh the list and select again.',
  ),
});
