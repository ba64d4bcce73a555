import { z } from 'zod';
import { Masking } from '../secrets/masking.ts';
import { fields } from '../webhook/fields.ts';
import { fieldOf } from '../webhook/webhook.ts';
import { headerOfPart, headerPart } from './compared-part.ts';
import {
  comparedFields,
  isReported,
  type PartState,
  partStates,
  type Side,
} from './compare-webhooks.ts';

const State = z.enum([
  'same',
  'different',
  'unknown',
  'ignored',
  'lacks',
  'unreported',
] satisfies PartState[]);

/** The values of one part on the reference and on each installation. */
export const PartDetails = z.object({
  part: z.string(),
  label: z.string(),
  /** Masked unless asked for; `null` without a value. The first is that of the reference. */
  values: z.array(z.string().nullable()),
  /** By side that was given; `value` is an index of `values`. */
  sides: z.array(z.object({ state: State, value: z.int() })),
});
export type PartDetails = z.infer<typeof PartDetails>;

/** Fields × installations of one webhook. @param secretsShown a person asked for the secret values */
export function partDetails(
  reference: Side,
  others: readonly Side[],
  ignored: ReadonlySet<string>,
  secretsShown = false,
): PartDetails[] {
  const masking = new Masking(
    [reference, ...others].map(({ webhook }) => webhook),
    secretsShown,
  );
  const headers = [reference, ...others].flatMap(({ webhook }) => webhook.headers);
  const parts = new Set<string>([
    ...comparedFields,
    ...headers.map(({ name }) => headerPart(name)),
  ]);
  const states = others.map((other) => new Map(partStates(reference, other, ignored)));
  return [...parts].map((part): PartDetails => {
    const values = [shownValue(part, reference, masking)];
    const sides = others.map((other, index) => {
      const text = shownValue(part, other, masking);
      const existing = values.indexOf(text);
      const value = existing < 0 ? values.push(text) - 1 : existing;
      return { state: states[index]?.get(part) ?? absentState(part, ignored), value };
    });
    return { part, label: labelOf(part, reference, others), values, sides };
  });
}

/** Of a header that neither side has. */
const absentState = (part: string, ignored: ReadonlySet<string>): PartState =>
  ignored.has(part) ? 'ignored' : 'same';

function labelOf(part: string, reference: Side, others: readonly Side[]): string {
  const field = comparedFields.find((name) => name === part);
  if (field !== undefined) return fields[field].label;
  const headers = [reference, ...others].flatMap(({ webhook }) => webhook.headers);
  const header = headers.find(({ name }) => headerPart(name) === part);
  return `Header ${header?.name ?? headerOfPart(part) ?? ''}`;
}

function shownValue(part: string, side: Side, masking: Masking): string | null {
  const field = comparedFields.find((name) => name === part);
  const { webhook } = side;
  if (field === undefined) {
    if (!isReported(side, 'headers')) return null;
    const headers = webhook.headers.filter(({ name }) => headerPart(name) === part);
    if (headers.length === 0) return null;
    return headers.map((header) => masking.header(header)).join('\n');
  }
  if (!isReported(side, field)) return null;
  const value = masking.field(field, fieldOf(webhook, field));
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return value === null ? null : String(value);
}
