import { z } from 'zod';
import { credentialSegments } from '../../secrets/credential-segments.ts';
import { KnownValues } from '../../secrets/known-values.ts';
import type { Segment } from '../../secrets/segment.ts';
import { BundleHead, BundleWebhook } from '../format.ts';
import { filled, type Pieces, secretsIn } from '../pieces.ts';
import { portableFrom, type PortableWebhook, printedTexts } from '../portable.ts';
import type { FoundSecret } from './found-secrets.ts';
import { type KnownTemplates, secretPlaces } from './secret-places.ts';

export interface Leak {
  readonly where: string;
  /** Never contains the secret. */
  readonly message: string;
  /** Set when the text can be taken out as a whole, see `searchSources`. */
  readonly at?: {
    readonly key: string;
    readonly place: string;
  };
}

const removedElsewhere = 'It contains a secret that was removed elsewhere.';
const looksSecret = 'This looks like a secret.';

const Rest = BundleHead.extend({ webhooks: z.array(z.unknown()).max(0) });

/** Private-use character: replaces secret references during the scan. */
const stand = '\ue000';

/** Checks the written text for secrets. Reads one webhook at a time: all at once need far more memory. */
export function scanBundle(
  parts: Iterable<string>,
  secrets: readonly FoundSecret[],
  keep: ReadonlySet<string>,
): Leak[] {
  const scan = new LeakScan(secrets, keep);
  const leaks: Leak[] = [];
  const written = writtenWebhooks(parts);
  let next = written.next();
  for (; next.done !== true; next = written.next()) {
    const webhook = BundleWebhook.parse(JSON.parse(next.value));
    leaks.push(...scan.webhook(webhook.key ?? null, portableFrom(webhook)));
  }
  return [...scan.head(Rest.parse(JSON.parse(next.value))), ...leaks];
}

export class LeakScan {
  readonly #kept: ReadonlySet<string>;
  readonly #known: KnownValues;
  readonly #templates: KnownTemplates = new Map();
  readonly #judged = new WeakMap<readonly Segment[], Leak['message'] | null>();

  constructor(secrets: readonly FoundSecret[], keep: ReadonlySet<string>) {
    const kept = new Set(secrets.filter(({ name }) => keep.has(name)).map(({ value }) => value));
    this.#kept = kept;
    this.#known = new KnownValues(
      secrets.map(({ value }) => value).filter((value) => !kept.has(value)),
    );
  }

  head({ sources = [], tokens = [] }: BundleHead): Leak[] {
    return [
      ...sources.flatMap(({ installation, address = '' }) => [
        ...this.#look(`the name of the installation ${installation}`, installation),
        ...this.#look(`the address of the installation ${installation}`, address),
      ]),
      ...tokens.flatMap(({ name, meaning = '', sample = '', samples = {} }) =>
        [meaning, sample, ...Object.values(samples)].flatMap((one) =>
          this.#look(`the placeholder ${name}`, one),
        ),
      ),
    ];
  }

  webhook(key: string | null, webhook: PortableWebhook): Leak[] {
    const { name, headers } = webhook;
    const leaks = [
      ...this.#look(`the name of “${name}”`, name),
      ...headers.flatMap((header) => this.#look(`the name of a header of “${name}”`, header.name)),
    ];
    const texts = printedTexts(webhook, standing);
    for (const { place, words, segments } of secretPlaces(texts, this.#templates)) {
      const before = this.#judged.get(segments);
      const message = before === undefined ? this.#judge(segments) : before;
      this.#judged.set(segments, message);
      if (message === null) continue;
      const at = key === null ? {} : { at: { key, place } };
      leaks.push({ where: `${words} of “${name}”`, message, ...at });
    }
    return leaks;
  }

  #look(where: string, held: string): Leak[] {
    if (this.#known.in(held).length > 0) return [{ where, message: removedElsewhere }];
    const isLeft = ({ secretName, text }: Segment): boolean =>
      secretName !== null && !this.#kept.has(text);
    return credentialSegments(held).some(isLeft) ? [{ where, message: looksSecret }] : [];
  }

  #judge(segments: readonly Segment[]): string | null {
    if (this.#known.in(segments.map((one) => one.text).join('')).length > 0)
      return removedElsewhere;
    const isLeft = ({ secretName, text }: Segment): boolean =>
      secretName !== null && text.replaceAll(stand, '') !== '' && !this.#kept.has(text);
    return segments.some(isLeft) ? looksSecret : null;
  }
}

const standing = (pieces: Pieces): string =>
  filled(pieces, new Map(secretsIn(pieces).map((name) => [name, stand]))) ?? '';

/** Yields each webhook, returns the rest. Drops nothing: text in another layout fails to parse as JSON. */
export function* writtenWebhooks(parts: Iterable<string>): Generator<string, string, void> {
  let head = '';
  let rest = '';
  let state: 'head' | 'list' | 'behind' = 'head';
  for (const part of parts) {
    rest += part;
    if (state === 'head') {
      const at = rest.indexOf(listBegins);
      if (at < 0) continue;
      head = rest.slice(0, at + listBegins.length);
      rest = rest.slice(head.length);
      state = 'list';
    }
    if (state !== 'list') continue;
    let read = 0;
    for (;;) {
      const end = rest.indexOf(webhookEnds, read) + webhookEnds.length;
      // The character behind the webhook shows whether another one follows.
      if (end < webhookEnds.length || end + 1 >= rest.length) break;
      yield rest.slice(read, end);
      if (rest.charAt(end) === ',') {
        read = end + 2;
        continue;
      }
      read = end;
      state = 'behind';
      break;
    }
    rest = rest.slice(read);
  }
  return head + rest;
}

/** JSON escapes line breaks in strings, so these texts occur only at the top level. */
const listBegins = '\n  "webhooks": [\n';
const webhookEnds = '\n    }';
