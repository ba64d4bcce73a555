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

/** A webhook of a file that cannot be read, and why. */
export const FaultyRow = z.object({ key: z.string(), name: z.string(), fault: FileFault });
export type FaultyRow = z.infer<typeof FaultyRow>;

/** What a file that was read says of itself. All of it may be anybody's word. */
export const BundleView = z.object({
  name: z.string(),
  /** `raw`: what an installation answered, as `curl` prints it. */
  kind: z.enum(['bundle', 'raw']),
  /** Of the format, such as `1.0`; `null` for a raw list. */
  version: z.string().nullable(),
  /** Written by a newer Hookdesk: what only that one knows is kept, and not used. */
  newer: z.boolean(),
  exportedAt: z.string().nullable(),
  exportedBy: z.string().nullable(),
  /** Whether whoever wrote it chose to leave secrets in it. */
  containsSecrets: z.boolean(),
  sources: z.array(z.object({ installation: z.string(), variant: VariantId, webhooks: z.int() })),
  /** Webhooks in it, those that cannot be read among them. */
  rows: z.int(),
  /** The first 100 of those that cannot be read. */
  faults: z.array(FaultyRow),
  faultsTotal: z.int(),
  /** The first 100 of the members that the format does not have. They are kept, and not used. */
  unknown: z.array(UnknownMember),
  unknownTotal: z.int(),
  /** Values that are not in the file, by their names: the first 1,000. */
  secrets: z.array(z.object({ name: z.string(), what: z.string() })),
  /** Tokens of templates that it explains. */
  tokens: z.int(),
});
export type BundleView = z.infer<typeof BundleView>;

/** A file that Hookdesk has taken in. `locked`: it is in the format of age, and takes a passphrase. */
export const OpenedFile = z.discriminatedUnion('status', [
  FileId.extend({ status: z.literal('locked'), name: z.string() }),
  FileId.extend({ status: z.literal('read'), view: BundleView }),
]);
export type OpenedFile = z.infer<typeof OpenedFile>;

/** A webhook of a file as a list shows it. */
export const FileRowView = z.object({
  key: z.string(),
  name: z.string(),
  /** The URL with its secrets masked, and `<secret:name>` where one is not in the file. */
  url: z.string(),
  /** Where it begins in the file, from 1. */
  line: z.int(),
  /** Where it came from; empty where the file does not say. */
  installation: z.string(),
  /** Names of the secrets that it needs. */
  needs: z.array(z.string()),
  fault: FileFault.nullable(),
});
export type FileRowView = z.infer<typeof FileRowView>;

/** A file that the machine was asked to open with Hookdesk, or why it was not opened. */
export const OfferedEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), file: OpenedFile }),
  z.object({ kind: z.literal('refused'), name: z.string(), problem: Problem }),
]);
export type OfferedEvent = z.infer<typeof OfferedEvent>;

/** What a person should know of a webhook that became a draft. */
export const DraftNote = z.object({
  rowKey: z.string(),
  name: z.string(),
  /** A sentence each: what is lost, what was assumed, which secrets are still to be put in. */
  notes: z.array(z.string()),
});
export type DraftNote = z.infer<typeof DraftNote>;

/** A row of a plan as a list shows it; the rest of it is asked for one by one. */
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
  /** The webhook that would be changed or removed; `null` where there is none. */
  webhookId: z.int().nullable(),
  /** What would change, in a few words. */
  changes: z.string(),
  /** Where the webhook sends to: what a secret is given for. Empty for a row that needs none. */
  destination: z.string(),
  /** Secrets whose values are known here: given for this plan, or remembered from an earlier day. */
  filled: z.array(z.object({ name: z.string(), remembered: z.boolean() })),
});
export type BundlePlanRowView = z.infer<typeof BundlePlanRowView>;

export const PreparePlanEvent = z.discriminatedUnion('kind', [
  /** How far it is with an installation; one with a problem has no rows, and the others go on. */
  z.object({
    kind: z.literal('progress'),
    connectionId: z.string(),
    step: z.enum(['reading', 'planning', 'done', 'failed']),
    /** Webhooks that the installation has told of by now. */
    webhooks: z.int(),
    /** Webhooks that their ids do not identify, once it is known: no row is compared with them. */
    unaddressable: z.int(),
    problem: Problem.nullable(),
  }),
  /** Rows of one installation, in the order of the file, removals last. */
  z.object({
    kind: z.literal('rows'),
    connectionId: z.string(),
    rows: z.array(BundlePlanRowView),
  }),
  z.object({ kind: z.literal('end'), bundlePlanId: z.string() }),
]);
export type PreparePlanEvent = z.infer<typeof PreparePlanEvent>;

/** What became of a plan's rows by what a person said: rows that are new or another, then the end. */
export const ReplanEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rows'), rows: z.array(BundlePlanRowView) }),
  /** Keys of rows that are no more: removals of webhooks that belong to a row now. */
  z.object({ kind: z.literal('end'), gone: z.array(z.string()) }),
]);
export type ReplanEvent = z.infer<typeof ReplanEvent>;

const OnInstallation = ConnectionId.extend({ bundlePlanId: z.string() });

/** A secret by what it is called in a file, and the destination that it may be sent to. */
export const BoundSecret = z.object({
  name: z.string().max(120),
  /** The URL of the webhooks that it is for, as the file has it, with the names of secrets in it. */
  destination: z.string(),
});
export type BoundSecret = z.infer<typeof BoundSecret>;

/** Characters of a part of a file in base64, at most. */
export const filePartAtMost = 1_048_576;

/** Imports: files are opened and looked at, become drafts, or are held against installations. */
export const importProcedures = {
  /**
   * Begins to take a file in, of so many bytes; its parts follow in their order. Refused where it is
   * too large. A few files are kept at a time, and the oldest is forgotten.
   */
  beginFile: procedure
    .input(z.object({ name: z.string().max(1_000), bytes: z.int().min(0) }))
    .output(FileId),
  /** The next part, in base64. */
  addToFile: procedure
    .input(FileId.extend({ part: z.base64().max(filePartAtMost) }))
    .output(z.void()),
  /** Reads what was taken in. A file that is refused is forgotten, and the problem says where and why. */
  openFile: procedure.input(FileId).output(OpenedFile),
  /** Rejects with `invalid` for another passphrase; the file can be tried again then. */
  unlockFile: procedure
    .input(FileId.extend({ passphrase: z.string().max(1_000) }))
    .output(OpenedFile),
  /** The file's webhooks in its order, in parts. */
  fileRows: procedure.input(FileId).output(eventIterator(z.array(FileRowView))),
  forgetFile: procedure.input(FileId).output(z.void()),
  /** Files that the machine was asked to open, one after the other, for as long as the window is there. */
  offeredFiles: procedure.output(eventIterator(OfferedEvent)),

  /**
   * Makes new drafts of a file's webhooks on an installation, fitted to its variant. What is not in the
   * file stands in them as `<secret:name>`. Windows that watch drafts are told of them.
   */
  toDrafts: procedure
    .input(
      FileId.extend({
        connectionId: z.string(),
        /** `null` for all that can be read. */
        keys: z.array(z.string()).max(100_000).nullable(),
      }),
    )
    .output(z.object({ draftIds: z.array(z.string()), notes: z.array(DraftNote) })),

  /** Reads the installations and says what each row would do there. Sends nothing. */
  preparePlan: procedure
    .input(
      FileId.extend({
        connectionIds: z.array(z.string()).min(1).max(1_000),
        /** `null` for all rows of the file. */
        keys: z.array(z.string()).max(100_000).nullable(),
        /** Whether webhooks that the file does not have are listed for removal, none of them ticked. */
        alsoRemove: z.boolean(),
      }),
    )
    .output(eventIterator(PreparePlanEvent)),
  /**
   * Takes the place of what was decided for these rows of an installation before; an empty decision takes
   * it back. The rows are planned anew once for all of them.
   */
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
  /**
   * Gives the value of a secret, for the rows of the installation that go to this destination. With
   * `remember` it is kept in the vault, for this installation, name and destination alone.
   */
  giveSecret: procedure
    .input(
      OnInstallation.extend({
        ...BoundSecret.shape,
        value: z.string().min(1).max(65_536),
        remember: z.boolean(),
      }),
    )
    .output(eventIterator(ReplanEvent)),
  /** Takes a value back that was given, or one that is remembered: for this plan alone. */
  withdrawSecret: procedure
    .input(OnInstallation.extend(BoundSecret.shape))
    .output(eventIterator(ReplanEvent)),
  /**
   * A whole row, with the exact request that it would send; `null` where it would send none. Secrets that
   * were put in stand in both as `<secret:name>`. `rowDifferences` of the domain says what would change.
   */
  planRow: procedure
    .input(OnInstallation.extend({ key: z.string() }))
    .output(z.object({ row: BundlePlanRow, request: OutboundRequest.nullable() })),
  forgetPlan: procedure.input(z.object({ bundlePlanId: z.string() })).output(z.void()),

  /** Which secrets are remembered for an installation. Their values are shown to nobody. */
  remembered: procedure.input(ConnectionId).output(z.array(BoundSecret)),
  forgetRemembered: procedure.input(ConnectionId.extend(BoundSecret.shape)).output(z.void()),
};
