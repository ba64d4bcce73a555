import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { SecretMark } from '#domain/bundle/export/found-secrets.ts';
import { SeenWebhook } from '#domain/webhook/listed.ts';
import { VariantId } from '#domain/webhook/variant.ts';
import { procedure } from './procedure.ts';

export const ExportSelection = z.object({
  webhooks: z
    .array(
      z.object({
        connectionId: z.string(),
        /** `null` for all webhooks of the installation. */
        webhooks: z.array(SeenWebhook).max(100_000).nullable(),
      }),
    )
    .max(1_000),
  draftIds: z.array(z.string()).max(10_000),
});
export type ExportSelection = z.infer<typeof ExportSelection>;

/** A place of a webhook that contains the text or the secret. */
const TextUse = z.object({
  key: z.string(),
  webhook: z.string(),
  /** Empty for a draft without an installation. */
  installation: z.string(),
  /** `url`, `headers.N.value` or `payloadTemplate`. */
  place: z.string(),
  words: z.string(),
});

/** A secret that a bundle leaves out, without its value; `name` stands for it in the file. */
export const FoundSecretView = z.object({
  name: z.string(),
  what: z.string(),
  masked: z.string(),
  uses: z.array(TextUse),
  usesTotal: z.int(),
  isMarked: z.boolean(),
});
export type FoundSecretView = z.infer<typeof FoundSecretView>;

/** Text that stays in the file, which the user may still mark as a secret. */
export const PlainTextView = z.object({
  /** `null` for a word of a URL or a payload. */
  header: z.string().nullable(),
  /** Contains `<secret:name>` in place of a removed secret. */
  text: z.string(),
  uses: z.array(TextUse),
  usesTotal: z.int(),
});
export type PlainTextView = z.infer<typeof PlainTextView>;

export const PrepareExportEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), done: z.int(), total: z.int() }),
  z.object({ kind: z.literal('secrets'), secrets: z.array(FoundSecretView) }),
  z.object({
    kind: z.literal('end'),
    exportId: z.string(),
    webhooks: z.int(),
    leftOut: z.array(z.string()),
    notices: z.array(z.string()),
    suggestedName: z.string(),
  }),
]);
export type PrepareExportEvent = z.infer<typeof PrepareExportEvent>;

export const ExportFormat = z.enum(['bundle', 'raw', 'csv']);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** Suspicious text in a written file; never contains the secret. */
export const LeakView = z.object({
  where: z.string(),
  message: z.string(),
  /** Location for `takeOut`; missing for text that must stay, such as a name. */
  at: z
    .object({
      key: z.string(),
      place: z.string(),
    })
    .exactOptional(),
});
export type LeakView = z.infer<typeof LeakView>;

export const WriteExportEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({
    kind: z.literal('end'),
    fileName: z.string(),
    mimeType: z.string(),
    bytes: z.int(),
    containsSecrets: z.boolean(),
    leaks: z.array(LeakView),
  }),
]);
export type WriteExportEvent = z.infer<typeof WriteExportEvent>;

const ExportId = z.object({ exportId: z.string() });

export const WriteExportInput = ExportId.extend({
  format: ExportFormat,
  /** Only the raw format depends on it. */
  variant: VariantId,
  keep: z.array(z.string()),
  /** `key/place` of each text to remove completely, although no secret was found in it. */
  takeOut: z.array(z.string()),
  withAddress: z.boolean(),
  /** Encrypts a bundle as armored age text; `null` for no encryption. */
  passphrase: z.string().min(1).max(1_000).nullable(),
});
export type WriteExportInput = z.infer<typeof WriteExportInput>;

export const exportProcedures = {
  /** Uses the last snapshot of an unreachable installation, or omits it; a notice reports both. */
  prepareExport: procedure.input(ExportSelection).output(eventIterator(PrepareExportEvent)),
  /** Reveals a webhook's secret at the user's request, never a connection's. */
  exportSecret: procedure
    .input(ExportId.extend({ name: z.string() }))
    .output(z.object({ value: z.string() })),
  /** Header values and long words that stay in the file and may be secret. */
  plainTexts: procedure.input(ExportId).output(eventIterator(z.array(PlainTextView))),
  /** Returns all secrets again. Installations of the export store the header name. */
  markSecret: procedure
    .input(ExportId.extend({ mark: SecretMark }))
    .output(eventIterator(z.array(FoundSecretView))),
  /** Returns all secrets again. Installations delete the header name. */
  unmarkSecret: procedure
    .input(ExportId.extend({ name: z.string() }))
    .output(eventIterator(z.array(FoundSecretView))),
  writeExport: procedure.input(WriteExportInput).output(eventIterator(WriteExportEvent)),
  /** Also happens after 30 minutes, or when several newer exports exist. */
  forgetExport: procedure.input(ExportId).output(z.void()),
};
