import { type PayloadType, variants } from '../webhook/variant.ts';
import type { Severities, WebhookDefinition } from '../webhook/webhook.ts';
import type { BundleWebhook } from './format.ts';
import { type Pieces, piecesOf, secretsIn } from './pieces.ts';
import { textFrom } from './write-bundle.ts';

/** A header on its way between installations: without an id, its value with places for secrets. */
export interface PortableHeader {
  readonly name: string;
  readonly value: Pieces;
}

/** A webhook on its way between installations. */
export interface PortableWebhook {
  readonly name: string;
  readonly url: Pieces;
  readonly method: string;
  readonly enabled: boolean;
  readonly headers: readonly PortableHeader[];
  readonly payloadTemplate: Pieces;
  readonly severities: Severities;
  /** `null` where it was not told: only variant B tells. */
  readonly payloadType: PayloadType | null;
  /** Fields that were not told, in the words of a definition; a neutral value stands for them. */
  readonly missing: readonly string[];
}

/** The fields that a portable webhook can leave open, in the order in which people read them. */
const openFields = [
  'url',
  'method',
  'enabled',
  'headers',
  'payloadTemplate',
  'severities.low',
  'severities.medium',
  'severities.high',
  'severities.cleared',
];

/** A definition as it is, secrets and all. */
export function portableOf(
  definition: WebhookDefinition,
  unreported: readonly string[] = [],
): PortableWebhook {
  return {
    name: definition.name,
    url: [definition.url],
    method: definition.method,
    enabled: definition.enabled,
    headers: definition.headers.map(({ name, value }) => ({ name, value: [value] })),
    payloadTemplate: [definition.payloadTemplate],
    severities: { ...definition.severities },
    payloadType: definition.payloadType,
    missing: openFields.filter((field) => unreported.includes(field)),
  };
}

/** A webhook of a file, whichever fields it says. */
export function portableFrom(webhook: BundleWebhook): PortableWebhook {
  const { severities = {}, onlyVariantA, onlyVariantB } = webhook;
  const method = webhook.method ?? onlyVariantA?.method;
  const told: Readonly<Record<string, unknown>> = {
    url: webhook.url,
    method,
    enabled: webhook.enabled,
    headers: webhook.headers,
    payloadTemplate: webhook.payloadTemplate,
    'severities.low': severities.low,
    'severities.medium': severities.medium,
    'severities.high': severities.high,
    'severities.cleared': severities.cleared,
  };
  return {
    name: webhook.name,
    url: piecesOf(webhook.url ?? ''),
    method: method ?? '',
    enabled: webhook.enabled ?? false,
    headers: (webhook.headers ?? []).map(({ name, value }) => ({ name, value: piecesOf(value) })),
    payloadTemplate: piecesOf(webhook.payloadTemplate ?? ''),
    severities: {
      low: severities.low ?? false,
      medium: severities.medium ?? false,
      high: severities.high ?? false,
      cleared: severities.cleared ?? false,
    },
    payloadType: onlyVariantB?.payloadType ?? null,
    missing: openFields.filter((field) => told[field] === undefined),
  };
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
