import { z } from 'zod';
import { ScenarioName } from '../template/scenarios.ts';
import { OwnToken } from '../template/own-tokens.ts';
import { PayloadType, VariantId } from '../webhook/variant.ts';
import { BundleText, SecretName } from './pieces.ts';

export const bundleFormat = 'hookdesk-bundle';

/** Hookdesk writes this version and reads every minor version of this major one. */
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

/** On update, the installation keeps its value for every absent field. */
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
  name: SecretName,
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

export const Bundle = BundleHead.extend({ webhooks: z.array(BundleWebhook) });
export type Bundle = z.infer<typeof Bundle>;
