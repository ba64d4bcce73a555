import type { EditedPart, EditedRow } from '#contract/edit-many.ts';
import type { WebhookSelection } from '#contract/plans.ts';
import { isUneditedBy, secretsOfEdits, type WebhookEdit } from '#domain/publishing/edit-many.ts';
import { changedSinceSelected } from '#domain/publishing/decide-row.ts';
import { Masking } from '#domain/secrets/masked.ts';
import { decisionFindings } from '#domain/template/checks/decision-findings.ts';
import { fieldDifferences } from '#domain/webhook/difference.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import type { SeenWebhook } from '#domain/webhook/listed.ts';
import { definitionOf, digestOf } from '#domain/webhook/webhook.ts';
import { editedWebhooks, type SelectedWebhook } from './edited-webhooks.ts';
import { tooManySelected } from './plan-problems.ts';
import type { Parts } from '../../parts.ts';
import type { Templates } from '../../templates/templates.ts';

export async function* countEdited(
  needs: Parts,
  selection: WebhookSelection,
  edits: readonly WebhookEdit[],
  signal?: AbortSignal,
): AsyncGenerator<EditedPart, void, void> {
  const refusal = tooManySelected(selection);
  if (refusal !== null) throw refusal;
  needs.ports.secretsInUse.add(secretsOfEdits(edits));
  const placeOf = placesOf(selection);
  let done = 0;
  for await (const part of editedWebhooks(needs, selection, edits, signal)) {
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

export async function editedRows(
  needs: Parts & { readonly templates: Pick<Templates, 'memory'> },
  input: {
    readonly webhooks: readonly (SeenWebhook & { readonly connectionId: string })[];
    readonly edits: readonly WebhookEdit[];
    readonly secretsShown: boolean;
  },
  signal?: AbortSignal,
): Promise<EditedRow[]> {
  const { webhooks, edits, secretsShown } = input;
  needs.ports.secretsInUse.add(secretsOfEdits(edits));
  const selection = webhooks.map(({ connectionId, ...webhook }) => ({
    connectionId,
    webhooks: [webhook],
  }));
  const rows: EditedRow[] = [];
  for await (const part of editedWebhooks(needs, selection, edits, signal)) {
    rows.push(...part.map((selected) => rowOf(selected, needs.templates, secretsShown)));
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
    : decisionFindings(edited.definition, base, context);
  return {
    ...row,
    name: before.name,
    differences: fieldDifferences(before, after),
    headers: headerChangeSet(before.headers, after.headers),
    notes: [...(digestOf(base) === digest ? [] : [changedSinceSelected]), ...edited.notes],
    findings: findings.map((each) => ({ ...each, message: masking.message(each.message) })),
  };
}
