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
import { type Pieces, piecesOf, secretsIn } from './pieces.ts';
import { textFrom } from './write-bundle.ts';

/** A header on its way between installations: without an id, its value with places for secrets. */
export interface PortableHeader {
  readonly name: string;
  readonly value: Pieces;
}

/** A webhook on its way between installations. */
export interface PortableWebhook extends Omit<DefinitionFields, 'url' | 'payloadTemplate'> {
  readonly url: Pieces;
  readonly headers: readonly PortableHeader[];
  readonly payloadTemplate: Pieces;
  /** Fields that were not told, in the words of a definition; a neutral value stands for them. */
  readonly missing: readonly string[];
}

/** The parts that a portable webhook can leave open: what only one variant has is not missed. */
const openParts: readonly string[] = [
  ...FieldName.options.filter((field) => field !== 'name' && isInEveryVariant(field)),
  'headers',
];

/** A definition as it is, secrets and all. */
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

/** A webhook of a file, whichever fields it says. */
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

/** What a file says of a field; `undefined` for nothing. */
function valueIn(
  { onlyVariantA, onlyVariantB, severities, ...webhook }: BundleWebhook,
  field: FieldName,
): unknown {
  if (!isInEveryVariant(field)) return onlyVariantB?.[field];
  if (field === 'method') return webhook.method ?? onlyVariantA?.method;
  return isSeverityField(field) ? severities?.[severityOf[field]] : webhook[field];
}

/** A portable webhook as it stands in a file; what was not told is left out. */
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

/** The names of all secrets that a webhook needs, each once. */
export const secretsOf = ({ url, headers, payloadTemplate }: PortableWebhook): string[] => [
  ...new Set([url, ...headers.map(({ value }) => value), payloadTemplate].flatMap(secretsIn)),
];
