import { z } from 'zod';
import shapes from '../../../resources/receiver-shapes.json' with { type: 'json' };

/** A key of a payload; dots lead into objects. */
const Key = z.string().min(1);
/** A rule that holds only while a key has one of some values. */
const When = z.strictObject({ key: Key, values: z.array(z.string()).min(1) });
const level = z.enum(['warning', 'note']).default('warning');

const ReceiverRule = z.discriminatedUnion('kind', [
  /** One of the keys has to be there, with something in it. */
  z.strictObject({ kind: z.literal('any-of'), keys: z.array(Key).min(2), level }),
  /** All keys have to be there, each with something in it. */
  z.strictObject({
    kind: z.literal('required'),
    keys: z.array(Key).min(1),
    /** Whether a parameter of the URL’s query does as well. */
    orInQuery: z.boolean().default(false),
    when: When.optional(),
    level,
  }),
  /** The key, where it is there, has one of these values. */
  z.strictObject({
    kind: z.literal('one-of'),
    key: Key,
    values: z.array(z.string()).min(1),
    level,
  }),
  /** The key, where it is text, is no longer than this. */
  z.strictObject({
    kind: z.literal('max-length'),
    key: Key,
    /** Unicode code points. */
    characters: z.int().positive(),
    level,
  }),
]);
export type ReceiverRule = z.infer<typeof ReceiverRule>;

const Receiver = z.strictObject({
  name: z.string(),
  title: z.string(),
  /** Where the receiver’s own documentation says so. */
  documentation: z.url(),
  hosts: z.array(z.string().regex(/^(\*|(\*\.)?[a-z0-9.-]+)$/)).min(1),
  path: z.string(),
  /** Whether it takes its JSON in the field `payload` of a form as well. */
  takesForms: z.boolean().default(false),
  rules: z.array(ReceiverRule).min(1),
});
export type Receiver = z.infer<typeof Receiver>;

/** Well-known receivers of webhooks, those with a host of their own first. */
const receivers: readonly Receiver[] = z
  .object({ receivers: z.array(Receiver) })
  .parse(shapes)
  .receivers.toSorted((a, b) => Number(a.hosts.includes('*')) - Number(b.hosts.includes('*')));

/** The well-known receiver behind a URL, or `null`. */
export function receiverOf(url: string): Receiver | null {
  if (!URL.canParse(url)) return null;
  const { hostname, pathname } = new URL(url);
  return (
    receivers.find(
      ({ hosts, path }) =>
        hosts.some((host) => fitsHost(host, hostname)) && new RegExp(path).test(pathname),
    ) ?? null
  );
}

const fitsHost = (pattern: string, hostname: string): boolean =>
  pattern === '*' ||
  (pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern);
