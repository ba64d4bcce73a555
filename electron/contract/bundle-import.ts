import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { FolderPart } from '#domain/bundle/folder/folder-parts.ts';
import { maxFolderFiles } from '#domain/bundle/bundle-limits.ts';
import { FileFault } from '#domain/bundle/reading/file-fault.ts';
import { UnknownMember } from '#domain/bundle/reading/unknown-members.ts';
import { Problem } from '#domain/problem.ts';
import { VariantId } from '#domain/webhook/variant.ts';
import { ConnectionId, procedure } from './procedure.ts';

const FileId = z.object({ fileId: z.string() });

export const FaultyRow = z.object({ key: z.string(), name: z.string(), fault: FileFault });
export type FaultyRow = z.infer<typeof FaultyRow>;

/** The file's own data, unverified. */
export const BundleView = z.object({
  name: z.string(),
  /** `raw`: an installation's JSON response, as `curl` prints it. */
  kind: z.enum(['bundle', 'folder', 'raw']),
  /** Format version such as `1.0`; `null` for a raw list. */
  version: z.string().nullable(),
  newer: z.boolean(),
  exportedAt: z.string().nullable(),
  exportedBy: z.string().nullable(),
  containsSecrets: z.boolean(),
  sources: z.array(
    z.object({
      installation: z.string(),
      variant: VariantId,
      webhooks: z.int(),
      /** The installation here that has the source's API root. */
      connectionId: z.string().nullable(),
    }),
  ),
  rows: z.int(),
  faults: z.array(FaultyRow),
  faultsTotal: z.int(),
  unknown: z.array(UnknownMember),
  unknownTotal: z.int(),
  /** The first 1,000 secrets that the file only names. */
  secrets: z.array(z.object({ name: z.string(), what: z.string() })),
  tokens: z.int(),
});
export type BundleView = z.infer<typeof BundleView>;

/** `locked`: an age file that needs a passphrase. */
export const OpenedFile = z.discriminatedUnion('status', [
  FileId.extend({ status: z.literal('locked'), name: z.string() }),
  FileId.extend({ status: z.literal('read'), view: BundleView }),
]);
export type OpenedFile = z.infer<typeof OpenedFile>;

export const FileRowView = z.object({
  key: z.string(),
  name: z.string(),
  /** Secrets masked; `<secret:name>` for a secret that the file only names. */
  url: z.string(),
  line: z.int(),
  installation: z.string(),
  needs: z.array(z.string()),
  fault: FileFault.nullable(),
});
export type FileRowView = z.infer<typeof FileRowView>;

export const FileOpenEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), file: OpenedFile }),
  z.object({ kind: z.literal('refused'), name: z.string(), problem: Problem }),
]);
export type FileOpenEvent = z.infer<typeof FileOpenEvent>;

export const DraftNote = z.object({
  rowKey: z.string(),
  name: z.string(),
  notes: z.array(z.string()),
});
export type DraftNote = z.infer<typeof DraftNote>;

export const BoundSecret = z.object({
  name: z.string().max(120),
  destination: z.string(),
});
export type BoundSecret = z.infer<typeof BoundSecret>;

export const maxFilePartLength = 1_048_576;

export const importProcedures = {
  /**
   * The content arrives in order, of a folder one file behind the other. Rejects too many `bytes`.
   * Stores a few files and drops the oldest.
   */
  beginFile: procedure
    .input(
      z.object({
        name: z.string().max(1_000),
        bytes: z.int().min(0),
        parts: z.array(FolderPart).max(maxFolderFiles).nullable().default(null),
      }),
    )
    .output(FileId),
  addToFile: procedure
    .input(FileId.extend({ part: z.base64().max(maxFilePartLength) }))
    .output(z.void()),
  /** A rejected file is dropped. */
  openFile: procedure.input(FileId).output(OpenedFile),
  /** Rejects with `invalid` for a wrong passphrase; the caller may retry. */
  unlockFile: procedure
    .input(FileId.extend({ passphrase: z.string().max(1_000) }))
    .output(OpenedFile),
  fileRows: procedure.input(FileId).output(eventIterator(z.array(FileRowView))),
  forgetFile: procedure.input(FileId).output(z.void()),
  filesToOpen: procedure.output(eventIterator(FileOpenEvent)),

  /** Adapts the drafts to the installation's variant. Missing secrets become `<secret:name>`. */
  toDrafts: procedure
    .input(
      FileId.extend({
        connectionId: z.string(),
        /** `null` for all readable webhooks. */
        keys: z.array(z.string()).max(100_000).nullable(),
      }),
    )
    .output(z.object({ draftIds: z.array(z.string()), notes: z.array(DraftNote) })),

  /** Never returns the values. */
  remembered: procedure.input(ConnectionId).output(z.array(BoundSecret)),
  forgetRemembered: procedure.input(ConnectionId.extend(BoundSecret.shape)).output(z.void()),
};
