import { z } from 'zod';
import { OwnToken } from '../template/own-tokens.ts';
import { ScenarioName } from '../template/scenarios.ts';
import { PayloadType, VariantId } from '../webhook/variant.ts';
import { keyFor } from './keys.ts';
import { BundleSecretName, BundleText } from './text-with-secrets.ts';

export const bundleFormat = 'hookdesk-bundle';

/** Hookdesk writes this version. `readBundleText` refuses another major one. */
export const bundleVersion = { major: 1, minor: 1 } as const;

export const bundleSchemaName = 'hookdesk-bundle-1.schema.json';

export const bundleEnding = '.hookdesk.json';

const WebhookKey = z.string().max(200).regex(/^\S/);

const described = <Schema extends z.ZodType>(schema: Schema, description: string): Schema =>
  schema.describe(description);

const BundleHeader = z.looseObject({
  name: z.string(),
  value: described(BundleText, 'A text, or its pieces with secrets between them.'),
});
export type BundleHeader = z.infer<typeof BundleHeader>;

const BundleSeverities = z.looseObject({
  low: z.boolean().optional(),
  medium: z.boolean().optional(),
  high: z.boolean().optional(),
  cleared: z.boolean().optional(),
});

/** A webhook in a bundle. On update, the installation keeps its value for every absent field. */
export const BundleWebhook = z.looseObject({
  key: described(WebhookKey, 'Tells the webhook from the others of the file.').optional(),
  name: z.string(),
  enabled: z.boolean().optional(),
  method: described(z.string(), 'A request method that both variants take.').optional(),
  url: described(BundleText, 'A text, or its pieces with secrets between them.').optional(),
  headers: z.array(BundleHeader).optional(),
  payloadTemplate: described(
    BundleText,
    'A text, or its pieces: a line each, with secrets between them.',
  ).optional(),
  severities: BundleSeverities.optional(),
  onlyVariantA: z
    .looseObject({
      method: described(z.string(), 'A request method that variant B does not take.').optional(),
    })
    .optional(),
  onlyVariantB: z.looseObject({ payloadType: PayloadType.optional() }).optional(),
});
export type BundleWebhook = z.infer<typeof BundleWebhook>;

/** An installation from which webhooks of the bundle were exported. */
export const BundleSource = z.looseObject({
  installation: z.string(),
  variant: VariantId,
  fingerprint: described(
    z.string().max(200),
    'SHA-256 of the API root, such as https://a.example/pem/api/v6, in hexadecimal. A person who guesses the address can confirm it.',
  ).optional(),
  connection: described(
    z.string(),
    'Written by version 1.0: an id that only the Hookdesk that wrote the file knows.',
  ).optional(),
  address: described(z.string(), 'Only if the export includes it.').optional(),
  /** `id` in the source installation; `null` when the webhook had none. */
  webhooks: z.array(z.looseObject({ key: WebhookKey, id: z.int().nullable() })),
});
export type BundleSource = z.infer<typeof BundleSource>;

const BundleSecret = z.looseObject({
  name: BundleSecretName,
  what: described(z.string(), 'What it is, and where it is used first.'),
});

export const BundleToken = z.looseObject({
  name: OwnToken.shape.name,
  meaning: OwnToken.shape.meaning.optional(),
  sample: OwnToken.shape.sample.optional(),
  samples: described(
    z.partialRecord(ScenarioName, z.string().max(65_536)),
    'Values of single scenarios.',
  ).optional(),
});
export type BundleToken = z.infer<typeof BundleToken>;

/** The members of a bundle except its webhooks. */
export const BundleHead = z.looseObject({
  $schema: z.string().optional(),
  format: z.literal(bundleFormat),
  version: described(z.string().regex(/^[0-9]{1,4}\.[0-9]{1,4}$/), 'Major and minor version.'),
  containsSecrets: described(
    z.boolean(),
    'Whether the person who exported left secrets in the file.',
  ).optional(),
  exportedAt: described(z.string(), 'Written by version 1.0.').optional(),
  exportedBy: described(z.string(), 'Written by version 1.0.').optional(),
  sources: z.array(BundleSource).optional(),
  secrets: z.array(BundleSecret).optional(),
  tokens: z.array(BundleToken).optional(),
});
export type BundleHead = z.infer<typeof BundleHead>;

/** The whole JSON of a bundle. `resources/hookdesk-bundle-1.schema.json` follows it. */
export const Bundle = BundleHead.extend({ webhooks: z.array(BundleWebhook) });
export type Bundle = z.infer<typeof Bundle>;

/** Letters, digits and hyphens only, so that no name leads to another folder. */
export const bundleFileName = (what: string, at: Date): string =>
  `${keyFor(what)}-${at.toISOString().slice(0, 10)}${bundleEnding}`;

/** Schemas of the members of a list or an object. */
interface MemberSchemas {
  /** `null` unless the schema describes a list. */
  readonly element: unknown;
  /** `null` unless the schema describes an object. */
  readonly shape: Readonly<Record<string, unknown>> | null;
}

const noMembers: MemberSchemas = { element: null, shape: null };

/** Zod's `instanceof` is slow, and a bundle has thousands of values of each schema. */
const cachedForLists = new WeakMap<object, MemberSchemas>();
const cachedForObjects = new WeakMap<object, MemberSchemas>();

/** Unwraps optional, nullable and alternative schemas. */
export function memberSchemas(schema: unknown, isList: boolean): MemberSchemas {
  if (typeof schema !== 'object' || schema === null) return noMembers;
  const cache = isList ? cachedForLists : cachedForObjects;
  const members = cache.get(schema) ?? membersOf(schemaFor(schema, isList));
  cache.set(schema, members);
  return members;
}

function membersOf(schema: unknown): MemberSchemas {
  if (schema instanceof z.ZodArray) return { element: schema.element, shape: null };
  return schema instanceof z.ZodObject ? { element: null, shape: schema.shape } : noMembers;
}

function schemaFor(schema: unknown, isList: boolean): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return schemaFor(schema.unwrap(), isList);
  }
  if (!(schema instanceof z.ZodUnion)) return schema;
  return schema.options
    .map((option) => schemaFor(option, isList))
    .find((option) => option instanceof (isList ? z.ZodArray : z.ZodObject));
}
