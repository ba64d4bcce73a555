import { z } from 'zod';
import type { RemoteMark } from '../merge/remote-marks.ts';
import { Masking } from '../secrets/masking.ts';
import { fieldDifferences } from '../webhook/difference.ts';
import { fields, type FieldValue } from '../webhook/fields.ts';
import { type ListedWebhook, WebhookKey } from '../webhook/listed.ts';
import type { WebhookDefinition } from '../webhook/webhook.ts';

/** Secrets are masked. `null`: the webhook does not have it. */
export const ChangedPart = z.object({
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ChangedPart = z.infer<typeof ChangedPart>;

/** What other people changed of one webhook since a person looked at it. Secrets are masked. */
export const WebhookChange = z.object({
  key: WebhookKey,
  /** `null` when the installation has no unique id for it. */
  webhookId: z.int().nullable(),
  name: z.string(),
  kind: z.enum(['changed', 'new', 'deleted']),
  noticedAt: z.date(),
  /** Of a changed webhook. */
  parts: z.array(ChangedPart),
});
export type WebhookChange = z.infer<typeof WebhookChange>;

/** @param now as last read; `null` for a deleted webhook */
export function webhookChange(
  { key, kind, before, seenAt }: RemoteMark,
  now: ListedWebhook | null,
): WebhookChange {
  const masking = new Masking([before, now]);
  return {
    key,
    webhookId: typeof key === 'number' ? key : null,
    name: masking.text((now ?? before)?.name ?? ''),
    kind,
    noticedAt: seenAt,
    parts: before === null || now === null ? [] : changedParts(before, now, masking),
  };
}

function changedParts(
  before: WebhookDefinition,
  after: WebhookDefinition,
  masking: Masking,
): ChangedPart[] {
  const names = new Set([...before.headers, ...after.headers].map(({ name }) => name));
  return [
    ...fieldDifferences(before, after).map((difference) =>
      part(
        fields[difference.field].label,
        textOf(masking.field(difference.field, difference.before)),
        textOf(masking.field(difference.field, difference.after)),
      ),
    ),
    ...[...names].flatMap((name) => {
      const [was, is] = [before, after].map(({ headers }) =>
        headers.filter((header) => header.name === name).map(({ value }) => value),
      );
      if (JSON.stringify(was?.toSorted()) === JSON.stringify(is?.toSorted())) return [];
      const shown = (values: readonly string[] = []): string | null =>
        values.length === 0
          ? null
          : values.map((value) => masking.header({ name, value })).join('\n');
      return [part(`Header ${masking.text(name)}`, shown(was), shown(is))];
    }),
  ];
}

const part = (label: string, before: string | null, after: string | null): ChangedPart => ({
  label,
  before,
  after: before !== null && before === after ? `${after} (another secret)` : after,
});

const textOf = (value: FieldValue): string | null =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : value === null ? null : String(value);
