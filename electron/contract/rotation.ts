import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { ConnectionId, procedure } from './procedure.ts';

/** The host holds the value; the window has only the id of the search. */
const SearchId = z.object({ searchId: z.string() });

export const SearchedValue = z.discriminatedUnion('kind', [
  /** The host checks the length, so that the error is readable. */
  z.object({ kind: z.literal('pasted'), value: z.string().max(1_000_000) }),
  /** The value of a header as last read, without the scheme of an Authorization header. */
  ConnectionId.extend({
    kind: z.literal('header'),
    webhookId: z.int(),
    headerId: z.int().nullable(),
    name: z.string(),
  }),
  SearchId.extend({ kind: z.literal('search') }),
  z.object({ kind: z.literal('plan'), planId: z.string() }),
]);
export type SearchedValue = z.infer<typeof SearchedValue>;

/** A webhook that contains the searched value. */
export const ValueHolder = z.object({
  /** `null` for a webhook that cannot be changed, because its id is missing or not unique. */
  webhookId: z.int().nullable(),
  name: z.string(),
  /** Such as `header Authorization`. */
  places: z.array(z.string()),
});
export type ValueHolder = z.infer<typeof ValueHolder>;

export const FindEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('progress'),
    /** Installations. */
    done: z.int(),
    total: z.int(),
    webhooks: z.int(),
  }),
  z.object({
    kind: z.literal('holders'),
    connectionId: z.string(),
    readAt: z.date(),
    holders: z.array(ValueHolder),
  }),
  z.object({
    kind: z.literal('end'),
    searchId: z.string(),
    /** The source of the value; `null` for a pasted one. */
    origin: z.string().nullable(),
    webhooks: z.int(),
    searched: z.int(),
    total: z.int(),
    neverRead: z.array(z.string()),
    /** The time of the oldest list. */
    oldest: z.date().nullable(),
  }),
]);
export type FindEvent = z.infer<typeof FindEvent>;

export const rotationProcedures = {
  /** Searches header values, URLs and payload templates in the last snapshots. Sends nothing. */
  find: procedure.input(SearchedValue).output(eventIterator(FindEvent)),
  giveNewValue: procedure
    .input(SearchId.extend({ value: z.string().max(1_000_000) }))
    .output(z.void()),
  /** Releases the values. */
  forget: procedure.input(SearchId).output(z.void()),
};
