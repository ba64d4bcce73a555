import { z } from 'zod';
import { maxQueryLength } from '#domain/search/parse-query.ts';
import { FileOpenEvent } from './bundle-import.ts';
import { ConnectionId, procedure } from './procedure.ts';

const RecentFile = z.object({
  /** Absolute. */
  path: z.string().max(4_096),
});

/** What was opened last, newest first. Webhooks are those of the last lists. */
export const Recent = z.object({
  webhooks: z.array(ConnectionId.extend({ webhookId: z.int(), name: z.string() })),
  searches: z.array(z.string()),
  files: z.array(RecentFile),
});
export type Recent = z.infer<typeof Recent>;

export const recentProcedures = {
  /** Rejects with `vault-locked` while the vault is locked. */
  read: procedure.output(Recent),
  noteWebhook: procedure.input(ConnectionId.extend({ webhookId: z.int() })).output(z.void()),
  /** Searches with a mistake or a secret are not stored. */
  noteSearch: procedure.input(z.object({ text: z.string().max(maxQueryLength) })).output(z.void()),
  /** Opens only a recent file. */
  openFile: procedure.input(RecentFile).output(FileOpenEvent),
  clear: procedure.output(z.void()),
};
