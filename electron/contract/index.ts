import { eventIterator, type ContractRouterClient } from '@orpc/contract';
import { z } from 'zod';
import { PracticeId } from '#domain/installation/connection.ts';
import { ListedSummary, WebhookKey } from '#domain/webhook/listed.ts';
import { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';
import { editManyProcedures } from './edit-many.ts';
import { exportProcedures } from './bundle-export.ts';
import { importProcedures } from './bundle-import.ts';
import { comparisonProcedures } from './comparisons.ts';
import { connectionProcedures, ConnectionView } from './connections.ts';
import { coverageProcedures } from './coverage.ts';
import { draftProcedures } from './drafts.ts';
import { ReadManyEvent } from './read-many.ts';
import { detectionProcedures } from './detection.ts';
import { journalProcedures } from './journal.ts';
import { watchLinks } from './links.ts';
import { OutboundRequest } from './outbound-request.ts';
import {
  Delivery,
  DeliverySummary,
  PracticeEvent,
  PracticeOverview,
  PracticeRaised,
  TokenValues,
} from './practice.ts';
import { planProcedures } from './plans.ts';
import { ConnectionId, procedure } from './procedure.ts';
import { PublishEvent } from './publishing.ts';
import { receiverProcedures } from './receiver.ts';
import { rotationProcedures } from './rotation.ts';
import { searchProcedures } from './search.ts';
import { sessionProcedures } from './sessions.ts';
import { Settings, SettingsChange } from './settings.ts';
import { reportSaved, watchShutdown } from './shutdown.ts';
import { snapshotProcedures } from './snapshots.ts';
import { templateProcedures } from './templates.ts';
import { testSendProcedures } from './test-sends.ts';
import { updateProcedures } from './updates.ts';
import { vaultProcedures } from './vault.ts';
import { reportCommands, watchCommands } from './window-commands.ts';

const WebhookAddress = ConnectionId.extend({ webhookId: z.int() });

export const About = z.object({
  version: z.string(),
  host: z.enum(['desktop', 'web']),
  /** Holds all data except the keychain's secrets. */
  dataFolder: z.string(),
  notices: z.array(z.string()),
  log: z.string(),
  showsLog: z.boolean(),
});
export type About = z.infer<typeof About>;

export const ListEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), bytes: z.number(), webhooks: z.int() }),
  /** First rows of a long list that is still being read; `rows` has them again. */
  z.object({ kind: z.literal('first'), rows: z.array(ListedSummary) }),
  z.object({ kind: z.literal('rows'), rows: z.array(ListedSummary) }),
  z.object({
    kind: z.literal('end'),
    readAt: z.date(),
    total: z.int(),
  }),
]);
export type ListEvent = z.infer<typeof ListEvent>;

export const PreviewInput = ConnectionId.extend({
  /** The webhook when the draft began; `null` for a new webhook. */
  base: Webhook.nullable(),
  definition: WebhookDefinition,
});
export type PreviewInput = z.infer<typeof PreviewInput>;

export const PublishInput = z.object({
  draftId: z.string(),
  revision: z.int(),
  /** Publish although the outcome of an earlier request is unknown. */
  despiteOpen: z.boolean().default(false),
});
export type PublishInput = z.infer<typeof PublishInput>;

const appProcedures = {
  about: procedure.output(About),
  /** Text for a ticket, without secrets and without texts of people or services. */
  diagnostics: procedure.output(z.string()),
  showLog: procedure.output(z.void()),
  openExternal: procedure.input(z.object({ url: z.string() })).output(z.void()),
  watchShutdown,
  reportSaved,
  reportCommands,
  watchCommands,
  watchLinks,
};

const settingsProcedures = {
  read: procedure.output(Settings),
  change: procedure.input(SettingsChange).output(Settings),
};

const practiceProcedures = {
  start: procedure
    .input(z.object({ ids: z.array(PracticeId).min(1) }))
    .output(z.array(ConnectionView)),
  overview: procedure.input(ConnectionId).output(PracticeOverview),
  raise: procedure
    .input(ConnectionId.extend({ event: PracticeEvent, values: TokenValues }))
    .output(PracticeRaised),
  deliveries: procedure.input(ConnectionId).output(z.array(DeliverySummary)),
  delivery: procedure.input(ConnectionId.extend({ deliveryId: z.int() })).output(Delivery),
  clearDeliveries: procedure.input(ConnectionId).output(z.void()),
};

const webhookProcedures = {
  list: procedure.input(ConnectionId).output(eventIterator(ListEvent)),
  /** The rows become part of each installation's last list. */
  listAll: procedure
    .input(z.object({ connectionIds: z.array(z.string()).max(1_000) }))
    .output(eventIterator(ReadManyEvent)),
  /** Searches name, URL, header names and template in the last list. */
  search: procedure.input(ConnectionId.extend({ text: z.string() })).output(z.array(WebhookKey)),
  read: procedure.input(WebhookAddress).output(z.object({ webhook: Webhook, readAt: z.date() })),
};

const publishingProcedures = {
  preview: procedure.input(PreviewInput).output(OutboundRequest),
  /** Rejects with `unfinished` while an earlier request of the draft is open. */
  publish: procedure.input(PublishInput).output(eventIterator(PublishEvent)),
  previewRemoval: procedure.input(WebhookAddress).output(OutboundRequest),
  /** Deletes only if the webhook still equals `base`. */
  remove: procedure.input(ConnectionId.extend({ base: Webhook })).output(z.void()),
};

const bundleProcedures = { ...exportProcedures, ...importProcedures };

/** Named, because the compiler does not write a type of this length to its declarations. */
type Contract = Readonly<{
  app: typeof appProcedures;
  settings: typeof settingsProcedures;
  connections: typeof connectionProcedures;
  sessions: typeof sessionProcedures;
  detection: typeof detectionProcedures;
  vault: typeof vaultProcedures;
  practice: typeof practiceProcedures;
  webhooks: typeof webhookProcedures;
  snapshots: typeof snapshotProcedures;
  search: typeof searchProcedures;
  publishing: typeof publishingProcedures;
  drafts: typeof draftProcedures;
  bundles: typeof bundleProcedures;
  plans: typeof planProcedures;
  editMany: typeof editManyProcedures;
  comparisons: typeof comparisonProcedures;
  rotation: typeof rotationProcedures;
  coverage: typeof coverageProcedures;
  journal: typeof journalProcedures;
  templates: typeof templateProcedures;
  testSends: typeof testSendProcedures;
  receiver: typeof receiverProcedures;
  updates: typeof updateProcedures;
}>;

/** No output may contain a secret; `electron/contract/no-secrets.test.ts` checks this. */
export const contract: Contract = {
  app: appProcedures,
  settings: settingsProcedures,
  connections: connectionProcedures,
  sessions: sessionProcedures,
  detection: detectionProcedures,
  vault: vaultProcedures,
  practice: practiceProcedures,
  webhooks: webhookProcedures,
  snapshots: snapshotProcedures,
  search: searchProcedures,
  publishing: publishingProcedures,
  drafts: draftProcedures,
  bundles: bundleProcedures,
  plans: planProcedures,
  editMany: editManyProcedures,
  comparisons: comparisonProcedures,
  rotation: rotationProcedures,
  coverage: coverageProcedures,
  journal: journalProcedures,
  templates: templateProcedures,
  testSends: testSendProcedures,
  receiver: receiverProcedures,
  updates: updateProcedures,
};

export type { ConnectionView, TestStep } from './connections.ts';

export type HookdeskClient = ContractRouterClient<typeof contract>;
