import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { VariantId } from '#domain/webhook/variant.ts';
import { procedure } from './procedure.ts';

/** What goes into an export: webhooks as their installations have them now, and drafts as they are. */
export const ExportSelection = z.object({
  webhooks: z
    .array(
      z.object({
        connectionId: z.string(),
        /** `null` for all of the installation. */
        webhookIds: z.array(z.int()).max(100_000).nullable(),
      }),
    )
    .max(1_000),
  draftIds: z.array(z.string()).max(10_000),
});
export type ExportSelection = z.infer<typeof ExportSelection>;

/** A secret that an export found, and where it is used. Its value is asked for by itself. */
export const FoundSecretView = z.object({
  /** What its placeholder in the file is called. */
  name: z.string(),
  /** What it is and where it was found first, as a sentence without any part of it. */
  what: z.string(),
  /** Stands for the value: dots, and how many characters it has. */
  masked: z.string(),
  /** The first 20. */
  uses: z.array(
    z.object({
      /** The webhook's key in the file. */
      key: z.string(),
      /** The webhook's name. */
      webhook: z.string(),
      /** `url`, `headers.N.value` or `payloadTemplate`; with the key before it, for `takeOut`. */
      place: z.string(),
      /** The place for people: `the header Authorization`. */
      words: z.string(),
    }),
  ),
  usesTotal: z.int(),
});
export type FoundSecretView = z.infer<typeof FoundSecretView>;

export const PrepareExportEvent = z.discriminatedUnion('kind', [
  /** Installations read, of how many. */
  z.object({ kind: z.literal('progress'), done: z.int(), total: z.int() }),
  z.object({ kind: z.literal('secrets'), secrets: z.array(FoundSecretView) }),
  z.object({
    kind: z.literal('end'),
    exportId: z.string(),
    /** Webhooks that the file would hold, drafts among them. */
    webhooks: z.int(),
    /** Names of webhooks that no file can hold, shortened. */
    leftOut: z.array(z.string()),
    /** What a person should know: of installations that were not read now, of drafts that are gone. */
    notices: z.array(z.string()),
    /** What the file of a bundle is proposed to be called. */
    suggestedName: z.string(),
  }),
]);
export type PrepareExportEvent = z.infer<typeof PrepareExportEvent>;

export const ExportFormat = z.enum(['bundle', 'raw', 'csv']);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** Something in a written file that should not be there, without the secret itself. */
export const LeakView = z.object({
  /** Where, for people: `the URL of “Pager night”`. */
  where: z.string(),
  /** As a sentence. */
  message: z.string(),
  /**
   * The text that it stands in: `key/place` in `takeOut` takes it out as a whole. Not there for what cannot
   * be taken out, such as a name.
   */
  at: z
    .object({
      /** The webhook's key in the file. */
      key: z.string(),
      /** `url`, `headers.N.value` or `payloadTemplate`. */
      place: z.string(),
    })
    .exactOptional(),
});
export type LeakView = z.infer<typeof LeakView>;

export const WriteExportEvent = z.discriminatedUnion('kind', [
  /** The next part of the file's text. */
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({
    kind: z.literal('end'),
    fileName: z.string(),
    mimeType: z.string(),
    /** Length of the file in UTF-8. */
    bytes: z.int(),
    /** Whether somebody chose to leave secrets in it. */
    containsSecrets: z.boolean(),
    /** What a look at the written text found; a person sees it before the file is saved. */
    leaks: z.array(LeakView),
  }),
]);
export type WriteExportEvent = z.infer<typeof WriteExportEvent>;

const ExportId = z.object({ exportId: z.string() });

export const WriteExportInput = ExportId.extend({
  format: ExportFormat,
  /** Whose list the raw format is; the other formats are the same for both. */
  variant: VariantId,
  /** Names of the secrets that somebody chose to leave in the file. */
  keep: z.array(z.string()),
  /**
   * Texts that somebody takes out as a whole, though no secret was found in them, as a leak or the use of a
   * secret says where they are: `key/place`.
   */
  takeOut: z.array(z.string()),
  /** Whether a bundle says the addresses of its installations. */
  withAddress: z.boolean(),
  /** Seals a bundle in the age format, as text between dashes; `null` for an open file. */
  passphrase: z.string().min(1).max(1_000).nullable(),
});
export type WriteExportInput = z.infer<typeof WriteExportInput>;

/** Exports: prepared, looked at, and written. Nothing here writes to a disk or to an installation. */
export const exportProcedures = {
  /**
   * Reads the installations and looks for secrets. Where one cannot be read, its last snapshot is
   * taken, and a notice says how old that is; where there is none, it is left out with a notice.
   */
  prepareExport: procedure.input(ExportSelection).output(eventIterator(PrepareExportEvent)),
  /** What a found secret is, because somebody asked to see it. It is a webhook's, not a connection's. */
  exportSecret: procedure
    .input(ExportId.extend({ name: z.string() }))
    .output(z.object({ value: z.string() })),
  /** The file as text, looked at once more after it was written. */
  writeExport: procedure.input(WriteExportInput).output(eventIterator(WriteExportEvent)),
  /** A prepared export is forgotten: then, after 30 minutes, or when several newer ones are there. */
  forgetExport: procedure.input(ExportId).output(z.void()),
};
