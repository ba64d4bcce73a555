import {
  FieldName,
  isFieldValue,
  isInEveryVariant,
  isSeverityField,
  neutralValue,
  severityOf,
} from '../webhook/fields.ts';
import { variants } from '../webhook/variant.ts';
import {
  type DefinitionFields,
  fieldsFrom,
  fieldsOf,
  type WebhookDefinition,
} from '../webhook/webhook.ts';
import type { BundleWebhook } from './format.ts';
import { type Pieces, piecesOf, printed, secretsIn } from './pieces.ts';
import { textFrom } from './write-bundle.ts';

export interface PortableHeader {
  readonly name: string;
  readonly value: Pieces;
}

export interface PortableWebhook extends Omit<DefinitionFields, 'url' | 'payloadTemplate'> {
  readonly url: Pieces;
  readonly headers: readonly PortableHeader[];
  readonly payloadTemplate: Pieces;
  /** Fields that the source does not report. Each has a neutral value. */
  readonly missing: readonly string[];
}

/** The texts that can hold secrets, with what `print` makes of their pieces. */
export const printedTexts = (
  { url, headers, payloadTemplate }: PortableWebhook,
  print: (pieces: Pieces) => string = printed,
) => ({
  url: print(url),
  headers: headers.map(({ name, value }) => ({ id: null, name, value: print(value) })),
  payloadTemplate: print(payloadTemplate),
});

/** Fields of a single variant are never missing. */
const openParts: readonly string[] = [
  ...FieldName.options.filter((field) => field !== 'name' && isInEveryVariant(field)),
  'headers',
];

/** The pieces contain the values of the secrets. */
export const portableOf = (
  definition: WebhookDefinition,
  unreported: readonly string[] = [],
): PortableWebhook => ({
  ...fieldsOf(definition),
  url: [definition.url],
  headers: definition.headers.map(({ name, value }) => ({ name, value: [value] })),
  payloadTemplate: [definition.payloadTemplate],
  missing: openParts.filter((part) => unreported.includes(part)),
});

export function portableFrom(webhook: BundleWebhook): PortableWebhook {
  const { headers = [], url = '', payloadTemplate = '' } = webhook;
  const told = new Map<string, unknown>(
    FieldName.options.map((field) => [field, valueIn(webhook, field)]),
  );
  return {
    ...fieldsFrom((field) => {
      const value = told.get(field);
      return isFieldValue(value) ? value : neutralValue(field);
    }),
    url: piecesOf(url),
    headers: headers.map(({ name, value }) => ({ name, value: piecesOf(value) })),
    payloadTemplate: piecesOf(payloadTemplate),
    missing: openParts.filter(
      (part) => (part === 'headers' ? webhook.headers : told.get(part)) === undefined,
    ),
  };
}

function valueIn(
  { onlyVariantA, onlyVariantB, severities, ...webhook }: BundleWebhook,
  field: FieldName,
): unknown {
  if (!isInEveryVariant(field)) return onlyVariantB?.[field];
  if (field === 'method') return webhook.method ?? onlyVariantA?.method;
  return isSeverityField(field) ? severities?.[severityOf[field]] : webhook[field];
}

export function bundleWebhookOf(key: string, webhook: PortableWebhook): BundleWebhook {
  const { method, severities, payloadType } = webhook;
  const told = (field: string): boolean => !webhook.missing.includes(field);
  const ofA = method !== '' && variants.B.methods?.includes(method) !== true;
  const switches = Object.fromEntries(
    Object.entries(severities).filter(([name]) => told(`severities.${name}`)),
  );
  return {
    key,
    name: webhook.name,
    ...(told('enabled') && { enabled: webhook.enabled }),
    ...(told('method') && !ofA && { method }),
    ...(told('url') && { url: textFrom(webhook.url) }),
    ...(told('headers') && {
      headers: webhook.headers.map(({ name, value }) => ({ name, value: textFrom(value) })),
    }),
    ...(told('payloadTemplate') && { payloadTemplate: textFrom(webhook.payloadTemplate, true) }),
    ...(Object.keys(switches).length > 0 && { severities: switches }),
    ...(told('method') && ofA && { onlyVariantA: { method } }),
    ...(payloadType !== null && { onlyVariantB: { payloadType } }),
  };
}

export const secretsOf = ({ url, headers, payloadTemplate }: PortableWebhook): string[] => [
  ...new Set([url, ...headers.map(({ value }) => value), payloadTemplate].flatMap(secretsIn)),
];
