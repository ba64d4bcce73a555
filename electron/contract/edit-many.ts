import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { WebhookEdit } from '#domain/publishing/edit-many.ts';
import { FindingBeforePublishing } from '#domain/template/checks/findings-before-publishing.ts';
import { SeenWebhook } from '#domain/webhook/listed.ts';
import { FieldDifference } from '#domain/webhook/difference.ts';
import { WebhookSelection } from './plans.ts';
import { procedure } from './procedure.ts';

const Edits = z.array(WebhookEdit).max(50);

/** Places in the selection, counted over all its webhooks. */
export const EditedPart = z.object({
  done: z.int(),
  changed: z.array(z.int()),
  missing: z.array(z.int()),
});
export type EditedPart = z.infer<typeof EditedPart>;

const HeaderContent = z.object({ name: z.string(), value: z.string() });
const HeaderWithId = HeaderContent.extend({ id: z.int() });

const Headers = z.object({
  added: z.array(HeaderContent).readonly(),
  changed: z.array(HeaderWithId.extend({ before: HeaderContent })).readonly(),
  deleted: z.array(HeaderWithId).readonly(),
  unaddressable: z.array(HeaderContent).readonly(),
});

export const EditedRow = z.object({
  connectionId: z.string(),
  webhookId: z.int(),
  name: z.string(),
  /** With masks and their tags for secrets, unless a person asked for them. */
  differences: z.array(FieldDifference),
  headers: Headers,
  /** Why edits did not apply, or why the webhook cannot be edited. */
  notes: z.array(z.string()),
  /** Of the template after the edits. */
  findings: z.array(FindingBeforePublishing),
});
export type EditedRow = z.infer<typeof EditedRow>;

export const editManyProcedures = {
  count: procedure
    .input(z.object({ selection: WebhookSelection, edits: Edits }))
    .output(eventIterator(EditedPart)),
  rows: procedure
    .input(
      z.object({
        webhooks: z
          .array(SeenWebhook.extend({ connectionId: z.string() }))
          .min(1)
          .max(100),
        edits: Edits,
        /** A person asked for the secrets. */
        secretsShown: z.boolean().default(false),
      }),
    )
    .output(z.array(EditedRow)),
};
