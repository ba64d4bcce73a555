import { pairHeaders } from '../../merge/pair-headers.ts';
import { type Need, type RowAnswers, sharedReasons } from '../../publishing/plan.ts';
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
import {
  fillPieces,
  mayResultIn,
  printPieces,
  secretsIn,
  type TextWithSecrets,
} from '../text-with-secrets.ts';
import type { PortableWebhook } from '../portable-webhook.ts';

/** A webhook of a file with all that an installation needs. */
export interface CompletedWebhook {
  /** Contains proposals and `<secret:name>` while there are questions. */
  readonly definition: WebhookDefinition;
  readonly reasons: readonly string[];
  readonly losses: readonly Loss[];
  readonly questions: readonly Need[];
}

/**
 * Adds the values that a file does not have. Fields that the file omits keep the installation's values. A secret
 * without a given value keeps the installation's value only if the text around it is equal. In headers and payload
 * the URL must be equal too: no file can send a key elsewhere, not even to another path on the same host.
 */
export function completeWebhook(
  webhook: PortableWebhook,
  live: Webhook | null,
  variant: VariantId,
  secrets: ReadonlyMap<string, string>,
  answers: RowAnswers,
): CompletedWebhook {
  const filled = withSecrets(webhook, live, secrets);
  const whole =
    webhook.missing.length === 0 ? null : withMissing(webhook, filled.definition, live, variant);
  const translated = translate(whole?.definition ?? filled.definition, live, variant, answers);
  return {
    definition: {
      ...translated.definition,
      headers: withIds(translated.definition.headers, live?.headers ?? []),
    },
    reasons: [...filled.reasons, ...(whole?.reasons ?? [])],
    losses: translated.losses,
    questions: [...filled.questions, ...translated.questions],
  };
}

function withSecrets(
  webhook: PortableWebhook,
  live: Webhook | null,
  secrets: ReadonlyMap<string, string>,
): { definition: WebhookDefinition; reasons: string[]; questions: Need[] } {
  const missingSecrets = new Set<string>();
  const reasons = new Set<string>();
  const textFor = (pieces: TextWithSecrets, liveText: string | undefined): string => {
    const text = fillPieces(pieces, secrets);
    // Reuses the string that is already in memory.
    if (text !== null) return text === liveText ? liveText : text;
    if (liveText !== undefined && mayResultIn(pieces, liveText)) {
      reasons.add(sharedReasons.keepsSecrets);
      return liveText;
    }
    for (const name of secretsIn(pieces)) if (!secrets.has(name)) missingSecrets.add(name);
    return printPieces(pieces);
  };
  const url = webhook.missing.includes('url') ? (live?.url ?? '') : textFor(webhook.url, live?.url);
  const hasSameUrl = live !== null && url === live.url;
  const takeLiveValue = liveHeaderValues(hasSameUrl ? live.headers : []);
  const headers = webhook.headers.map(({ name, value }) => ({
    id: null,
    name,
    value: textFor(value, takeLiveValue(name, value)),
  }));
  const payloadTemplate = textFor(
    webhook.payloadTemplate,
    hasSameUrl ? live.payloadTemplate : undefined,
  );
  return {
    definition: definitionOf({ ...webhook, url, headers, payloadTemplate }),
    reasons: [...reasons],
    questions: [...missingSecrets].map((name) => ({ kind: 'secret', name })),
  };
}

/** Gives the value of the first header that the pieces could be; each header once. */
function liveHeaderValues(
  headers: readonly Header[],
): (name: string, value: TextWithSecrets) => string | undefined {
  const remaining = [...headers];
  return (name, value) => {
    const index = remaining.findIndex(
      (header) =>
        header.name.toLowerCase() === name.toLowerCase() && mayResultIn(value, header.value),
    );
    return index < 0 ? undefined : remaining.splice(index, 1)[0]?.value;
  };
}

function withMissing(
  { missing }: PortableWebhook,
  definition: WebhookDefinition,
  live: Webhook | null,
  variant: VariantId,
): { definition: WebhookDefinition; reasons: string[] } {
  const source: WebhookDefinition = live ?? emptyDefinition(variant);
  const headers = missing.includes('headers') ? source.headers : definition.headers;
  const words = missing.map(fieldInWords).join(', ');
  return {
    definition: {
      ...fieldsFrom((field) => fieldOf(missing.includes(field) ? source : definition, field)),
      headers: headers.map((header) => ({ ...header })),
    },
    reasons: [
      live === null
        ? `Not all fields are given. These begin as in a new webhook: ${words}.`
        : `Not all fields are given. These stay as they are: ${words}.`,
    ],
  };
}

/** Fits the webhook to the variant, with the questions that only a person can answer. */
function translate(
  original: WebhookDefinition,
  live: Webhook | null,
  variant: VariantId,
  answers: RowAnswers,
): Pick<CompletedWebhook, 'definition' | 'losses' | 'questions'> {
  const { hasPayloadType, methods } = variants[variant];
  const payloadType = hasPayloadType
    ? (original.payloadType ?? answers.payloadType ?? live?.payloadType ?? null)
    : original.payloadType;
  const { definition, losses } = fitToVariant({ ...original, payloadType }, variant);
  const questions: Need[] = [];
  const needsOtherMethod = definition.method !== original.method;
  const answer = methods?.find((accepted) => accepted === answers.method);
  const isUnanswered = needsOtherMethod && answer === undefined;
  const liveMethod = isUnanswered ? acceptableLiveMethod(original, live, variant) : null;
  const decided = (needsOtherMethod ? answer : undefined) ?? definition.method;
  // If the installation has an equal webhook already, the question was answered before.
  const isApplied =
    live !== null && sameContent(live, { ...definition, method: liveMethod ?? decided });
  const method = isApplied ? live.method : decided;
  if (isUnanswered && !isApplied) {
    const choices = [...(methods ?? [])];
    questions.push({ kind: 'method', given: original.method, choices, proposed: method });
  }
  const isForJobs = !hasPayloadType && original.payloadType === 'JOB';
  if (isForJobs && answers.payloadType !== 'ALERT' && !isApplied) {
    questions.push({ kind: 'payloadType' });
  }
  return {
    definition: { ...definition, method },
    losses: losses.flatMap((loss): Loss[] => {
      if (loss.field !== 'method' || method === definition.method) return [loss];
      if (method === original.method) return [];
      const message = `Method ${original.method} is not supported here and becomes ${method}.`;
      return [{ ...loss, message }];
    }),
    questions,
  };
}

/** The installation's method; `null` when neither the variant accepts it nor the file has it. */
function acceptableLiveMethod(
  original: WebhookDefinition,
  live: Webhook | null,
  variant: VariantId,
): string | null {
  if (live === null) return null;
  const isAccepted = variants[variant].methods?.includes(live.method) !== false;
  return isAccepted || live.method === original.method ? live.method : null;
}

function withIds(headers: readonly Header[], live: readonly Header[]): Header[] {
  if (headers.length === 0) return [];
  const withoutIds = headers.map(newHeader);
  const { partners } = pairHeaders(live, withoutIds);
  const ids = new Map<Header, number | null>();
  for (const [index, partner] of partners.entries()) {
    if (partner !== null) ids.set(partner, live[index]?.id ?? null);
  }
  return withoutIds.map((header) => ({ ...header, id: ids.get(header) ?? null }));
}
