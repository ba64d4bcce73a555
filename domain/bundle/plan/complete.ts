import { pairHeaders } from '../../merge/pair-headers.ts';
import type { Need, RowAnswers } from '../../publishing/plan.ts';
import { standingReasons } from '../../publishing/standing-reasons.ts';
import { sameContent } from '../../webhook/difference.ts';
import { fieldInWords } from '../../webhook/fields.ts';
import { fitToVariant, type Loss } from '../../webhook/fit-variant.ts';
import { newHeader } from '../../webhook/header-change-set.ts';
import { type VariantId, variants } from '../../webhook/variant.ts';
import {
  definitionOf,
  emptyDefinition,
  fieldOf,
  fieldsFrom,
  type Header,
  type Webhook,
  type WebhookDefinition,
} from '../../webhook/webhook.ts';
import { couldBe, filled, type Pieces, printed, secretsIn } from '../pieces.ts';
import type { PortableWebhook } from '../portable.ts';

export interface Completed {
  /** Contains proposals and `<secret:name>` while questions are open. */
  readonly definition: WebhookDefinition;
  readonly reasons: readonly string[];
  readonly losses: readonly Loss[];
  readonly questions: readonly Need[];
}

/**
 * Fields that the file omits keep the installation's values. A secret without a given value keeps the
 * installation's value only if the text around it is equal. In headers and payload the URL must be equal
 * too: no file can send a key elsewhere, not even to another path on the same host.
 */
export function completed(
  webhook: PortableWebhook,
  live: Webhook | null,
  variant: VariantId,
  secrets: ReadonlyMap<string, string>,
  answers: RowAnswers,
): Completed {
  const put = withSecrets(webhook, live, secrets);
  const untold =
    webhook.missing.length === 0 ? null : withMissing(webhook, put.definition, live, variant);
  const translated = translate(untold?.definition ?? put.definition, live, variant, answers);
  return {
    definition: {
      ...translated.definition,
      headers: withIds(translated.definition.headers, live?.headers ?? []),
    },
    reasons: [...put.reasons, ...(untold?.reasons ?? [])],
    losses: translated.losses,
    questions: [...put.questions, ...translated.questions],
  };
}

function withSecrets(
  webhook: PortableWebhook,
  live: Webhook | null,
  secrets: ReadonlyMap<string, string>,
): { definition: WebhookDefinition; reasons: string[]; questions: Need[] } {
  const wanted = new Set<string>();
  const reasons = new Set<string>();
  const put = (pieces: Pieces, held: string | undefined): string => {
    const text = filled(pieces, secrets);
    // Reuses the string that is already in memory.
    if (text !== null) return text === held ? held : text;
    if (held !== undefined && couldBe(pieces, held)) {
      reasons.add(standingReasons.keepsSecrets);
      return held;
    }
    for (const name of secretsIn(pieces)) if (!secrets.has(name)) wanted.add(name);
    return printed(pieces);
  };
  const url = webhook.missing.includes('url') ? (live?.url ?? '') : put(webhook.url, live?.url);
  const sameUrl = live !== null && url === live.url;
  const values = heldValues(sameUrl ? live.headers : []);
  const headers = webhook.headers.map(({ name, value }) => ({
    id: null,
    name,
    value: put(value, values.take(name, value)),
  }));
  const payloadTemplate = put(webhook.payloadTemplate, sameUrl ? live.payloadTemplate : undefined);
  return {
    definition: definitionOf({ ...webhook, url, headers, payloadTemplate }),
    reasons: [...reasons],
    questions: [...wanted].map((secret) => ({ kind: 'secret', name: secret })),
  };
}

function heldValues(headers: readonly Header[]): {
  take: (name: string, value: Pieces) => string | undefined;
} {
  const left = [...headers];
  return {
    take(name, value) {
      const index = left.findIndex(
        (one) => one.name.toLowerCase() === name.toLowerCase() && couldBe(value, one.value),
      );
      return index < 0 ? undefined : left.splice(index, 1)[0]?.value;
    },
  };
}

function withMissing(
  { missing }: PortableWebhook,
  told: WebhookDefinition,
  live: Webhook | null,
  variant: VariantId,
): { definition: WebhookDefinition; reasons: string[] } {
  const from: WebhookDefinition = live ?? emptyDefinition(variant);
  const headers = missing.includes('headers') ? from.headers : told.headers;
  const words = missing.map(fieldInWords).join(', ');
  return {
    definition: {
      ...fieldsFrom((field) => fieldOf(missing.includes(field) ? from : told, field)),
      headers: headers.map((header) => ({ ...header })),
    },
    reasons: [
      live === null
        ? `Not all fields are given. These begin as in a new webhook: ${words}.`
        : `Not all fields are given. These stay as they are: ${words}.`,
    ],
  };
}

function translate(
  given: WebhookDefinition,
  live: Webhook | null,
  variant: VariantId,
  answers: RowAnswers,
): Pick<Completed, 'definition' | 'losses' | 'questions'> {
  const { hasPayloadType, methods } = variants[variant];
  const payloadType = hasPayloadType
    ? (given.payloadType ?? answers.payloadType ?? live?.payloadType ?? null)
    : given.payloadType;
  const { definition, losses } = fitToVariant({ ...given, payloadType }, variant);
  const questions: Need[] = [];
  const isOther = definition.method !== given.method;
  const chosen = methods?.find((one) => one === answers.method);
  const held = isOther && chosen === undefined ? heldMethod(given, live, variant) : null;
  // If the installation has an equal webhook already, the question was answered before.
  const decided = (isOther ? chosen : undefined) ?? definition.method;
  const isApplied = live !== null && sameContent(live, { ...definition, method: held ?? decided });
  const method = isApplied ? live.method : decided;
  if (isOther && chosen === undefined && !isApplied) {
    const proposed = method;
    const choices = [...(methods ?? [])];
    questions.push({ kind: 'method', given: given.method, choices, proposed });
  }
  const forJobs = !hasPayloadType && given.payloadType === 'JOB';
  if (forJobs && answers.payloadType !== 'ALERT' && !isApplied) {
    questions.push({ kind: 'payloadType' });
  }
  return {
    definition: { ...definition, method },
    losses: losses.flatMap((loss): Loss[] => {
      if (loss.field !== 'method' || method === definition.method) return [loss];
      if (method === given.method) return [];
      return [{ ...loss, message: `Method ${given.method} becomes ${method}, as selected.` }];
    }),
    questions,
  };
}

/** The installation's method, unless neither the variant takes it nor the file has it. */
function heldMethod(
  given: WebhookDefinition,
  live: Webhook | null,
  variant: VariantId,
): string | null {
  if (live === null) return null;
  const isTaken = variants[variant].methods?.includes(live.method) !== false;
  return isTaken || live.method === given.method ? live.method : null;
}

function withIds(headers: readonly Header[], live: readonly Header[]): Header[] {
  if (headers.length === 0) return [];
  const bare = headers.map(newHeader);
  const { partners } = pairHeaders(live, bare);
  const ids = new Map<Header, number | null>();
  for (const [index, partner] of partners.entries()) {
    if (partner !== null) ids.set(partner, live[index]?.id ?? null);
  }
  return bare.map((header) => ({ ...header, id: ids.get(header) ?? null }));
}
