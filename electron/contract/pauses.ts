import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Pause, PausedWebhook, PauseStatus } from '#domain/pausing/pause.ts';
import { PersistenceStatus } from './persistence.ts';
import { PauseTerms, WebhookSelection } from './plans.ts';
import { procedure } from './procedure.ts';

export const PausedWebhookView = PausedWebhook.pick({
  connectionId: true,
  webhookId: true,
  name: true,
  before: true,
  left: true,
  state: true,
}).extend({
  connectionName: z.string(),
  /** The pause that keeps it disabled after the end of this one. */
  heldBy: z.string().nullable(),
});
export type PausedWebhookView = z.infer<typeof PausedWebhookView>;

export const PauseView = Pause.pick({
  id: true,
  reason: true,
  who: true,
  madeAt: true,
  from: true,
  until: true,
  zone: true,
  resumesItself: true,
  note: true,
  selection: true,
}).extend({
  status: PauseStatus,
  /** The plan that paused, then those that resumed. */
  planIds: z.array(z.string()),
  webhooks: z.array(PausedWebhookView),
});
export type PauseView = z.infer<typeof PauseView>;

const PauseId = z.object({ pauseId: z.string() });

/** A pause begins with a plan of the source `pause`, and ends with one of the source `resume`. */
export const pauseProcedures = {
  /** Overdue pauses first. Without those that are over. */
  list: procedure.output(z.array(PauseView)),
  /** `null` while they cannot be read, such as with a locked vault. */
  watch: procedure.output(
    eventIterator(z.object({ pauses: z.array(PauseView).nullable(), state: PersistenceStatus })),
  ),
  /** Begins by itself at `from`, if Hookdesk runs then. */
  schedule: procedure
    .input(PauseTerms.extend({ selection: WebhookSelection, from: z.date() }))
    .output(PauseId),
  /** Begins and resumes what is due. A host with a window does so by itself. @returns the next time */
  keep: procedure.output(z.object({ next: z.date().nullable() })),
  /** Forgets the pause, and sends nothing. @returns the webhooks that stay disabled */
  end: procedure.input(PauseId).output(z.array(PausedWebhookView)),
};
