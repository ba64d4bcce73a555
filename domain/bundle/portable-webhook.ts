import {
  FieldName,
  isFieldValue,
  isInEveryVariant,
  isSeverityField,
  neutralValue,
  severityOf,
} from '../webhook/fields.ts';
import type { UnaddressableWebhook } from '../webhook/listed.ts';
import { variants } from '../webhook/variant.ts';
import {
  type DefinitionFields,
  definitionOf,
  fieldsFrom,
  fieldsOf,
  type WebhookDefinition,
} from '../webhook/webhook.ts';
import type { BundleWebhook } from './format.ts';
import { piecesOf, printPieces, secretsIn, type TextWithSecrets } from './text-with-secrets.ts';
import { textFrom } from './write-bundle.ts';

interface PortableHeader {
  readonly name: string;
  readonly value: TextWithSecrets;
}

/** A webhook as a file has it: without ids, and with a reference instead of each secret. */
export interface PortableWebhook extends Omit<DefinitionFields, 'url' | 'payloadTemplate'> {
  readonly url: TextWithSecrets;
  readonly headers: readonly PortableHeader[];
  readonly payloadTemplate: TextWithSecrets;
  /** Fields that the source does not report. Each has a neutral value. */
  readonly missing: readonly string[];
}

/** The texts that can hold secrets, with what `print` makes of their pieces. */
export const printedTexts = (
  { url, headers, payloadTemplate }: PortableWebhook,
  print: (pieces: TextWithSecrets) => string = printPieces,
) => ({
  url: print(url),
  headers: headers.map(({ name, value }) => ({ id: null, name, value: print(value) })),
  payloadTemplate: print(payloadTemplate),
});

/** With `<secret:name>` in place of the values of secrets. */
export const printedDefinition = (webhook: PortableWebhook): WebhookDefinition =>
  definitionOf({ ...webhook, ...printedTexts(webhook) });

/** Parts that a source may omit. Fields of a single variant are never missing. */
const optionalParts: readonly string[] = [
  ...FieldName.options.filter((field) => field !== 'name' && isInEveryVariant(field)),
  'headers',
];

/** From a webhook of an installation. The pieces contain the values of the secrets. */
export const portableOf = (
  definition: WebhookDefinition,
  unreported: readonly string[] = [],
): PortableWebhook => ({
  ...fieldsOf(definition),
  url: [definition.url],
  headers: definition.headers.map(({ name, value }) => ({ name, value: [value] })),
  payloadTemplate: [definition.payloadTemplate],
  missing: optionalParts.filter((part) => unreported.includes(part)),
});

/** From a webhook of a file. */
export function portableFrom(webhook: BundleWebhook): PortableWebhook {
  const { headers = [], url = '', payloadTemplate = '' } = webhook;
  const reported = new Map<string, unknown>(
    FieldName.options.map((field) => [field, valueIn(webhook, field)]),
  );
  return {
    ...fieldsFrom((field) => {
      const value = reported.get(field);
      return isFieldValue(value) ? value : neutralValue(field);
    }),
    url: piecesOf(url),
    headers: headers.map(({ name, value }) => ({ name, value: piecesOf(value) })),
    payloadTemplate: piecesOf(payloadTemplate),
    missing: optionalParts.filter(
      (part) => (part === 'headers' ? webhook.headers : reported.get(part)) === undefined,
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
  const isInFile = (field: string): boolean => !webhook.missing.includes(field);
  const isOnlyForA = method !== '' && variants.B.methods?.includes(method) !== true;
  const switches = Object.fromEntries(
    Object.entries(severities).filter(([name]) => isInFile(`severities.${name}`)),
  );
  return {
    key,
    name: webhook.name,
    ...(isInFile('enabled') && { enabled: webhook.enabled }),
    ...(isInFile('method') && !isOnlyForA && { method }),
    ...(isInFile('url') && { url: textFrom(webhook.url) }),
    ...(isInFile('headers') && {
      headers: webhook.headers.map(({ name, value }) => ({ name, value: textFrom(value) })),
    }),
    ...(isInFile('payloadTemplate') && {
      payloadTemplate: textFrom(webhook.payloadTemplate, true),
    }),
    ...(Object.keys(switches).length > 0 && { severities: switches }),
    ...(isInFile('method') && isOnlyForA && { onlyVariantA: { method } }),
    ...(payloadType !== null && { onlyVariantB: { payloadType } }),
  };
}

/** Names of the secrets. */
export const secretsOf = ({ url, headers, payloadTemplate }: PortableWebhook): string[] => [
  ...new Set([url, ...headers.map(({ value }) => value), payloadTemplate].flatMap(secretsIn)),
];

/** The webhook of a file's row, with `<secret:name>` for each secret that the file only names. */
export const listedOfFile = (key: string, webhook: PortableWebhook): UnaddressableWebhook => ({
  ...printedDefinition(webhook),
  id: null,
  key,
  idDefect: { kind: 'missing' },
  unreported: [...webhook.missing, ...(webhook.payloadType === null ? ['payloadType'] : [])],
  unknown: {},
});
