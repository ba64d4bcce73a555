import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { SearchColumn } from '#domain/search/sort-value.ts';
import { TermName } from '#domain/search/terms.ts';
import { ListedSummary, SeenWebhook, WebhookKey } from '#domain/webhook/listed.ts';
import { WebhookSelection } from './plans.ts';
import { procedure } from './procedure.ts';
import { KeyOfWebhook } from './snapshots.ts';

export const searchLimits = {
  rows: 500,
  values: 20,
  /** Of one `selection`; the host checks it, so that the error is readable. */
  selected: 100_000,
} as const;

export const SearchSort = z.object({
  by: SearchColumn,
  descending: z.boolean(),
});
export type SearchSort = z.infer<typeof SearchSort>;

/** A part of the search text that is invalid; offsets are UTF-16 units. */
const SearchMistake = z.object({
  start: z.int(),
  end: z.int(),
  message: z.string(),
});
export type SearchMistake = z.infer<typeof SearchMistake>;

/** Which installations a search contains. */
export const SearchCoverage = z.object({
  installations: z.int(),
  searched: z.int(),
  /** Connection ids. */
  neverRead: z.array(z.string()),
  /** Connection ids whose last list is on disk but cannot be read. */
  notLoaded: z.array(z.string()),
  /** Of the searched installations. */
  oldestReadAt: z.date().nullable(),
});
export type SearchCoverage = z.infer<typeof SearchCoverage>;

export const OpenedSearch = z.object({
  searchId: z.string(),
  /** 0 with a mistake, to prevent a selection of unintended webhooks. */
  total: z.int(),
  coverage: SearchCoverage,
  mistakes: z.array(SearchMistake),
  /** Results may differ once `watch` reports a higher version. */
  version: z.int(),
});
export type OpenedSearch = z.infer<typeof OpenedSearch>;

export const SearchRow = z.object({
  connectionId: z.string(),
  key: WebhookKey,
  /** As last read; `null` when it was deleted since the search was opened. */
  webhook: ListedSummary.nullable(),
  /** Whether it has a draft. */
  edited: z.boolean(),
  /** Whether it has a remote change that the user has not viewed. */
  changed: z.boolean(),
});
export type SearchRow = z.infer<typeof SearchRow>;

const SearchId = z.object({ searchId: z.string() });

/** Searches the last lists of all installations and never contacts one. */
export const searchProcedures = {
  /** Loads stored lists first. Rejects with `vault-locked` while they cannot be decrypted. */
  open: procedure.input(z.object({ text: z.string(), sort: SearchSort })).output(OpenedSearch),
  /** The order stays until `close`, also after a refresh; contents are current. */
  rows: procedure
    .input(
      SearchId.extend({
        from: z.int().nonnegative(),
        count: z.int().positive().max(searchLimits.rows),
      }),
    )
    .output(z.object({ rows: z.array(SearchRow) })),
  /** The place of a webhook among the results; -1 if it is not one. */
  indexOf: procedure
    .input(SearchId.extend(KeyOfWebhook.shape))
    .output(z.object({ index: z.int() })),
  /** Every result except `except` and deleted webhooks. */
  selection: procedure
    .input(
      SearchId.extend({
        except: z.array(KeyOfWebhook),
      }),
    )
    .output(
      z.object({
        installations: z.array(
          z.object({ connectionId: z.string(), webhooks: z.array(SeenWebhook) }),
        ),
        /** Webhooks without a unique id, which cannot be changed. */
        withoutId: z.int(),
      }),
    ),
  /** Compares selected webhooks with the last lists. `searchId`: `null` for a selection in one list. */
  checkSelection: procedure
    .input(z.object({ searchId: z.string().nullable(), selection: WebhookSelection }))
    .output(
      z.object({
        /** Deleted, or another webhook has the id: no longer what was selected. */
        gone: z.array(z.object({ connectionId: z.string(), webhookId: z.int() })),
        changed: z.int(),
        /** Not among the results, without those that are gone. */
        notShown: z.int(),
      }),
    ),
  /** Completes the value of a term; never header values. */
  values: procedure
    .input(z.object({ term: TermName, text: z.string() }))
    .output(z.array(z.string())),
  /** Releases the results. Locking the vault closes every search. */
  close: procedure.input(SearchId).output(z.void()),
  /** First the current version, then each higher one. */
  watch: procedure.output(eventIterator(z.object({ version: z.int() }))),
};
