import { eventIterator, type ContractRouterClient } from '@orpc/contract';
import { z } from 'zod';
import { VariantId } from '#domain/webhook/variant.ts';
import { ListedSummary, WebhookKey } from '#domain/webhook/listed.ts';
import { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';
import { exportProcedures } from './bundle-export.ts';
import { importProcedures } from './bundle-import.ts';
import { connectionProcedures, ConnectionView } from './connections.ts';
import { draftProcedures } from './drafts.ts';
import { FleetEvent } from './fleet.ts';
import { detectionProcedures } from './detection.ts';
import { journalProcedures } from './journal.ts';
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
import { sessionProcedures } from './sessions.ts';
import { Settings, SettingsChange } from './settings.ts';
import { reportSaved, watchShutdown } from './shutdown.ts';
import { snapshotProcedures } from './snapshots.ts';
import { templateProcedures } from './templates.ts';
import { trialProcedures } from './trials.ts';
import { vaultProcedures } from './vault.ts';

const WebhookAddress = ConnectionId.extend({ webhookId: z.int() });

/** What Hookdesk says of itself and of this machine. */
export const About = z.object({
  version: z.string(),
  host: z.enum(['desktop', 'web']),
  /** The folder that holds everything that is kept, the keychain's secrets apart. */
  dataFolder: z.string(),
  /** What a person should know of the data that was found: what was damaged and set aside, say. */
  notices: z.array(z.string()),
  /** Absolute path of the log. */
  log: z.string(),
  /** Whether `showLog` shows it. */
  showsLog: z.boolean(),
});
export type About = z.infer<typeof About>;

/** What reading a list reports: progress while it arrives, then the rows in parts, then the end. */
export const ListEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), bytes: z.number(), webhooks: z.int() }),
  z.object({ kind: z.literal('rows'), rows: z.array(ListedSummary) }),
  z.object({
    kind: z.literal('end'),
    readAt: z.date(),
    total: z.int(),
  }),
]);
export type ListEvent = z.infer<typeof ListEvent>;

/** A new webhook, or a change of one as the draft last saw it. */
export const PreviewInput = ConnectionId.extend({
  /** The webhook as it was when the draft began; `null` for a new one. */
  base: Webhook.nullable(),
  definition: WebhookDefinition,
});
export type PreviewInput = z.infer<typeof PreviewInput>;

/** A draft that a person means to publish, as they saw it. */
export const PublishInput = z.object({
  draftId: z.string(),
  revision: z.int(),
  /** A person decided to send it though an earlier request of it has no outcome yet. */
  despiteOpen: z.boolean().default(false),
});
export type PublishInput = z.infer<typeof PublishInput>;

/**
 * What the window may ask of the main process: everything, and nothing else.
 * No output can hold a secret; `electron/contract/no-secrets.test.ts` keeps it so.
 */
export const contract = {
  app: {
    about: procedure.output(About),
    /** What a ticket needs to know, as text: no secret in it, and nothing that people or services wrote. */
    diagnostics: procedure.output(z.string()),
    /** Shows the log in the system's file manager. */
    showLog: procedure.output(z.void()),
    openExternal: procedure.input(z.object({ url: z.string() })).output(z.void()),
    watchShutdown,
    reportSaved,
  },
  settings: {
    read: procedure.output(Settings),
    change: procedure.input(SettingsChange).output(Settings),
  },
  connections: connectionProcedures,
  sessions: sessionProcedures,
  detection: detectionProcedures,
  vault: vaultProcedures,
  practice: {
    /** Starts the service for practice in each variant and saves a connection for it. */
    start: procedure
      .input(z.object({ variants: z.array(VariantId).min(1) }))
      .output(z.array(ConnectionView)),
    overview: procedure.input(ConnectionId).output(PracticeOverview),
    /** Raises an alert or a job on a practice installation; given values replace the samples. */
    raise: procedure
      .input(ConnectionId.extend({ event: PracticeEvent, values: TokenValues }))
      .output(PracticeRaised),
    deliveries: procedure.input(ConnectionId).output(z.array(DeliverySummary)),
    delivery: procedure.input(ConnectionId.extend({ deliveryId: z.int() })).output(Delivery),
    clearDeliveries: procedure.input(ConnectionId).output(z.void()),
  },
  webhooks: {
    list: procedure.input(ConnectionId).output(eventIterator(ListEvent)),
    /**
     * Reads several installations at once, each with its own state; their rows are then those of the
     * last list. Ends when each of them is done or failed.
     */
    listAll: procedure
      .input(z.object({ connectionIds: z.array(z.string()).max(1_000) }))
      .output(eventIterator(FleetEvent)),
    /** Keys of the last list's webhooks whose name, URL, header names or template hold the text. */
    search: procedure.input(ConnectionId.extend({ text: z.string() })).output(z.array(WebhookKey)),
    read: procedure.input(WebhookAddress).output(z.object({ webhook: Webhook, readAt: z.date() })),
  },
  snapshots: snapshotProcedures,
  publishing: {
    /** The exact request that publishing would send, the auth token masked. */
    preview: procedure.input(PreviewInput).output(OutboundRequest),
    /** Publishes a draft that has the revision still; fails with `unfinished` while a request of it is open. */
    publish: procedure.input(PublishInput).output(eventIterator(PublishEvent)),
    previewRemoval: procedure.input(WebhookAddress).output(OutboundRequest),
    /** Deletes a webhook that is still as `base` says. */
    remove: procedure.input(ConnectionId.extend({ base: Webhook })).output(z.void()),
  },
  drafts: draftProcedures,
  bundles: { ...exportProcedures, ...importProcedures },
  plans: planProcedures,
  journal: journalProcedures,
  templates: templateProcedures,
  trials: trialProcedures,
  receiver: receiverProcedures,
};

export type { ConnectionView, TestStep } from './connections.ts';

export type HookdeskClient = ContractRouterClient<typeof contract>;
