import { z } from 'zod';
import shapes from '../../../resources/receiver-shapes.json' with { type: 'json' };

/** Dots lead into objects. */
const Key = z.string().min(1);
const When = z.strictObject({ key: Key, values: z.array(z.string()).min(1) });
const level = z.enum(['warning', 'note']).default('warning');

const ReceiverRule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('any-of'), keys: z.array(Key).min(2), level }),
  z.strictObject({
    kind: z.literal('required'),
    keys: z.array(Key).min(1),
    /** A parameter of the URL's query counts, too. */
    orInQuery: z.boolean().default(false),
    when: When.optional(),
    level,
  }),
  /** Like `max-length`, ignores an absent key. */
  z.strictObject({
    kind: z.literal('one-of'),
    key: Key,
    values: z.array(z.string()).min(1),
    level,
  }),
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
  documentation: z.url(),
  hosts: z.array(z.string().regex(/^(\*|(\*\.)?[a-z0-9.-]+)$/)).min(1),
  path: z.string(),
  /** Also takes its JSON in the form field `payload`. */
  takesForms: z.boolean().default(false),
  rules: z.array(ReceiverRule).min(1),
});
type Receiver = z.infer<typeof Receiver>;

/** Receivers with own hosts come before those with any host. */
const receivers: readonly Receiver[] = z
  .object({ receivers: z.array(Receiver) })
  .parse(shapes)
  .receivers.toSorted((a, b) => Number(a.hosts.includes('*')) - Number(b.hosts.includes('*')));

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
