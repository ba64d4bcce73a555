import { z } from 'zod';
import { CellKind } from '#domain/comparison/matrix.ts';
import { EntryOutcome, WriteAction } from '#domain/journal/entry.ts';
import { Environment } from '#domain/installation/connection.ts';
import { PausedState, PauseStatus } from '#domain/pausing/pause.ts';
import { RowOutcome } from '#domain/publishing/plan.ts';
import { RowState } from '#domain/publishing/row-state.ts';
import { WatchEvent } from '#domain/watching/watch-event.ts';
import { PayloadType, VariantId } from '#domain/webhook/variant.ts';
import { Severities } from '#domain/webhook/webhook.ts';
import { TestStep } from '#contract/connections.ts';
import { RowFindings } from '#contract/plans.ts';
import { VaultKind, VaultStatus } from '#contract/vault.ts';

const InstallationResult = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** With the API root. */
  address: z.string(),
  variant: VariantId,
  environment: Environment.nullable(),
  group: z.string(),
  readOnly: z.boolean(),
  practice: z.boolean(),
});

const webhookFields = {
  /** `null` when the installation has no unique id for it. */
  id: z.int().nullable(),
  name: z.string(),
  enabled: z.boolean(),
  method: z.string(),
  url: z.string(),
  payloadType: PayloadType.nullable(),
  severities: Severities,
};

const changeFields = {
  installation: z.string(),
  action: WriteAction,
  webhookId: z.int().nullable(),
  webhook: z.string(),
};

const ListedResult = z.strictObject({ ...webhookFields, headerCount: z.int() });

const PausedResult = z.strictObject({
  installation: z.string(),
  webhookId: z.int(),
  webhook: z.string(),
  state: PausedState,
  /** Id of the pause that keeps it disabled after the end of this one. */
  heldBy: z.string().nullable(),
});

/** Times are UTC, as ISO 8601 text. Secrets are masked. `--json` prints one of these results. */
export const results = {
  installations: z.array(InstallationResult),
  installation: InstallationResult,
  'installation-test': z.array(TestStep.pick({ step: true, state: true, message: true }).strict()),
  webhooks: z.strictObject({
    installation: z.string(),
    readAt: z.string().nullable(),
    webhooks: z.array(ListedResult),
  }),
  webhook: z.strictObject({
    ...webhookFields,
    headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
    payloadTemplate: z.string(),
  }),
  search: z.strictObject({
    total: z.int(),
    /** Names of installations whose list was never read, and is not searched. */
    neverRead: z.array(z.string()),
    webhooks: z.array(z.strictObject({ installation: z.string(), ...ListedResult.shape })),
  }),
  check: z.array(
    z.strictObject({
      file: z.string(),
      line: z.int().nullable(),
      column: z.int().nullable(),
      level: z.enum(['error', 'warning']),
      /** Name of the webhook; `null` for the file as a whole. */
      webhook: z.string().nullable(),
      message: z.string(),
    }),
  ),
  export: z.strictObject({
    file: z.string(),
    bytes: z.int(),
    webhooks: z.int(),
    leftOut: z.array(z.string()),
    notices: z.array(z.string()),
    /** Names of secrets that the file only refers to. */
    secrets: z.array(z.string()),
  }),
  plan: z.strictObject({
    unchanged: z.int(),
    rows: z.array(
      z.strictObject({
        ...changeFields,
        environment: Environment.nullable(),
        state: RowState,
        changes: z.string(),
        needs: z.array(z.string()),
        reasons: z.array(z.string()),
        /** Of the payload template that the row would send; `null` without any. */
        findings: RowFindings.omit({ key: true }).strict().nullable(),
      }),
    ),
  }),
  apply: z.array(
    z.strictObject({ ...changeFields, outcome: RowOutcome, notes: z.array(z.string()) }),
  ),
  /** Only what differs. */
  diff: z.array(
    z.strictObject({
      webhook: z.string(),
      installation: z.string(),
      kind: CellKind,
      /** Fields and headers. */
      different: z.int(),
    }),
  ),
  history: z.array(
    z.strictObject({
      id: z.string(),
      at: z.string(),
      who: z.string(),
      installation: z.string(),
      action: WriteAction,
      webhookId: z.int().nullable(),
      webhook: z.string(),
      changes: z.string(),
      outcome: EntryOutcome,
    }),
  ),
  /** Overdue pauses first. */
  pauses: z.array(
    z.strictObject({
      id: z.string(),
      status: PauseStatus,
      reason: z.string(),
      who: z.string(),
      madeAt: z.string(),
      from: z.string(),
      /** `null`: until a person resumes. */
      until: z.string().nullable(),
      zone: z.string(),
      resumesItself: z.boolean(),
      /** Why it did not begin or resume by itself. */
      note: z.string().nullable(),
      /** Before the pause begins, the selected webhooks: each is `planned`. */
      webhooks: z.array(PausedResult),
    }),
  ),
  /** One line each. */
  watch: WatchEvent,
  /** Webhooks that stay disabled after their pause was dismissed. */
  dismissed: z.array(PausedResult),
  vault: z.strictObject({
    status: VaultStatus,
    kind: VaultKind,
    label: z.string(),
    reason: z.string().nullable(),
  }),
};

export type ResultName = keyof typeof results;
export type Results = { [Name in ResultName]: z.infer<(typeof results)[Name]> };
