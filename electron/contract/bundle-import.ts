import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { BundlePlanRow, Decision } from '#domain/bundle/plan/bundle-plan.ts';
import { FileFault } from '#domain/bundle/reading/file-fault.ts';
import { UnknownMember } from '#domain/bundle/reading/unknown-members.ts';
import { Problem } from '#domain/problem.ts';
import { VariantId } from '#domain/webhook/variant.ts';
import { OutboundRequest } from './outbound-request.ts';
import { ConnectionId, procedure } from './procedure.ts';

const FileId = z.object({ fileId: z.string() });

export const FaultyRow = z.object({ key: z.string(), name: z.string(), fault: FileFault });
export type FaultyRow = z.infer<typeof FaultyRow>;

/** The file's own claims, unverified. */
export const BundleView = z.object({
  name: z.string(),
  /** `raw`: an installation's JSON answer, as `curl` prints it. */
  kind: z.enum(['bundle', 'raw']),
  /** Format version such as `1.0`; `null` for a raw list. */
  version: z.string().nullable(),
  newer: z.boolean(),
  exportedAt: z.string().nullable(),
  exportedBy: z.string().nullable(),
  containsSecrets: z.boolean(),
  sources: z.array(z.object({ installation: z.string(), variant: VariantId, webhooks: z.int() })),
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

export const BundlePlanRowView = BundlePlanRow.pick({
  key: true,
  rowKey: true,
  connectionId: true,
  name: true,
  kind: true,
  ticked: true,
  reasons: true,
  losses: true,
  questions: true,
  alternatives: true,
  issues: true,
  fault: true,
}).extend({
  webhookId: z.int().nullable(),
  changes: z.string(),
  /** URL that receives the row's secrets; empty when the row needs none. */
  destination: z.string(),
  filled: z.array(z.object({ name: z.string(), remembered: z.boolean() })),
});
export type BundlePlanRowView = z.infer<typeof BundlePlanRowView>;

export const PreparePlanEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('progress'),
    connectionId: z.string(),
    step: z.enum(['reading', 'planning', 'done', 'failed']),
    webhooks: z.int(),
    /** Webhooks without a unique id: no row is compared with them. */
    unaddressable: z.int(),
    problem: Problem.nullable(),
  }),
  z.object({
    kind: z.literal('rows'),
    connectionId: z.string(),
    rows: z.array(BundlePlanRowView),
  }),
  z.object({ kind: z.literal('end'), bundlePlanId: z.string() }),
]);
export type PreparePlanEvent = z.infer<typeof PreparePlanEvent>;

export const ReplanEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rows'), rows: z.array(BundlePlanRowView) }),
  z.object({ kind: z.literal('end'), gone: z.array(z.string()) }),
]);
export type ReplanEvent = z.infer<typeof ReplanEvent>;

const OnInstallation = ConnectionId.extend({ bundlePlanId: z.string() });

export const BoundSecret = z.object({
  name: z.string().max(120),
  destination: z.string(),
});
export type BoundSecret = z.infer<typeof BoundSecret>;

export const maxFilePartLength = 1_048_576;

export const importProcedures = {
  /** Parts follow in order. Rejects too many `bytes`. Keeps only a few files and drops the oldest. */
  beginFile: procedure
    .input(z.object({ name: z.string().max(1_000), bytes: z.int().min(0) }))
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

  /** Adapts the drafts to the installation's variant. Secrets that the file lacks become `<secret:name>`. */
  toDrafts: procedure
    .input(
      FileId.extend({
        connectionId: z.string(),
        /** `null` for all readable webhooks. */
        keys: z.array(z.string()).max(100_000).nullable(),
      }),
    )
    .output(z.object({ draftIds: z.array(z.string()), notes: z.array(DraftNote) })),

  preparePlan: procedure
    .input(
      FileId.extend({
        connectionIds: z.array(z.string()).min(1).max(1_000),
        /** `null` for all rows. */
        keys: z.array(z.string()).max(100_000).nullable(),
        alsoRemove: z.boolean(),
      }),
    )
    .output(eventIterator(PreparePlanEvent)),
  /** Replaces earlier decisions on these rows; an empty decision removes them. */
  decide: procedure
    .input(
      OnInstallation.extend({
        decisions: z
          .array(z.object({ key: z.string(), decision: Decision }))
          .min(1)
          .max(100_000),
      }),
    )
    .output(eventIterator(ReplanEvent)),
  /** `remember` stores the value in the vault, for this installation, name and destination only. */
  giveSecret: procedure
    .input(
      OnInstallation.extend({
        ...BoundSecret.shape,
        value: z.string().min(1).max(65_536),
        remember: z.boolean(),
      }),
    )
    .output(eventIterator(ReplanEvent)),
  /** For this plan only, also for a remembered value. */
  withdrawSecret: procedure
    .input(OnInstallation.extend(BoundSecret.shape))
    .output(eventIterator(ReplanEvent)),
  /** `request` is `null` when nothing would be sent. Secrets appear as `<secret:name>`. */
  planRow: procedure
    .input(OnInstallation.extend({ key: z.string() }))
    .output(z.object({ row: BundlePlanRow, request: OutboundRequest.nullable() })),
  forgetPlan: procedure.input(z.object({ bundlePlanId: z.string() })).output(z.void()),

  /** Never returns the values. */
  remembered: procedure.input(ConnectionId).output(z.array(BoundSecret)),
  forgetRemembered: procedure.input(ConnectionId.extend(BoundSecret.shape)).output(z.void()),
};
