import { z } from 'zod';
import { credentialSpans } from '../../secrets/credential-spans.ts';
import { KnownValues } from '../../secrets/known-values.ts';
import { type Span, textOf } from '../../secrets/span.ts';
import { BundleHead, BundleWebhook } from '../format.ts';
import { fillPieces, secretsIn, type TextWithSecrets } from '../text-with-secrets.ts';
import { portableFrom, type PortableWebhook, printedTexts } from '../portable-webhook.ts';
import type { RawReader } from '../reading/raw-reader.ts';
import { readBundleText } from '../reading/read-bundle-text.ts';
import type { FoundSecret } from './found-secrets.ts';
import { type KnownTemplates, secretPlaces } from './secret-places.ts';

/** A secret in a file that should have none. */
export interface Leak {
  readonly where: string;
  /** Never contains the secret. */
  readonly message: string;
  /** Set when the text can be taken out as a whole, see `findExportSecrets`. */
  readonly at?: {
    readonly key: string;
    readonly place: string;
  };
}

const removedElsewhere = 'It contains a secret that was removed elsewhere.';
const looksSecret = 'This looks like a secret.';

const FileWithoutWebhooks = BundleHead.extend({ webhooks: z.array(z.unknown()).max(0) });

/** Private-use character: replaces secret references during the scan. */
const referenceSign = '\ue000';

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
  return [...scan.head(FileWithoutWebhooks.parse(JSON.parse(next.value))), ...leaks];
}

class LeakScan {
  /** Values that the user chose to leave in the file. */
  readonly #allowed: ReadonlySet<string>;
  readonly #removed: KnownValues;
  readonly #knownTemplates: KnownTemplates = new Map();
  readonly #messageBySpans = new WeakMap<readonly Span[], Leak['message'] | null>();

  constructor(secrets: readonly FoundSecret[], keep: ReadonlySet<string>) {
    const { allowed, removed } = splitSecrets(secrets, keep);
    this.#allowed = allowed;
    this.#removed = new KnownValues(removed);
  }

  head({ sources = [], tokens = [] }: BundleHead): Leak[] {
    return [
      ...sources.flatMap(({ installation, address = '' }) => [
        ...this.#leaksIn(`the name of the installation ${installation}`, installation),
        ...this.#leaksIn(`the address of the installation ${installation}`, address),
      ]),
      ...tokens.flatMap(({ name, meaning = '', sample = '', samples = {} }) =>
        [meaning, sample, ...Object.values(samples)].flatMap((text) =>
          this.#leaksIn(`the placeholder ${name}`, text),
        ),
      ),
    ];
  }

  webhook(key: string | null, webhook: PortableWebhook): Leak[] {
    const { name, headers } = webhook;
    const leaks = [
      ...this.#leaksIn(`the name of “${name}”`, name),
      ...headers.flatMap((header) =>
        this.#leaksIn(`the name of a header of “${name}”`, header.name),
      ),
    ];
    const texts = printedTexts(webhook, withReferenceSigns);
    for (const { place, words, spans } of secretPlaces(texts, this.#knownTemplates)) {
      const cached = this.#messageBySpans.get(spans);
      const message = cached === undefined ? this.#messageFor(spans) : cached;
      this.#messageBySpans.set(spans, message);
      if (message === null) continue;
      const at = key === null ? {} : { at: { key, place } };
      leaks.push({ where: `${words} of “${name}”`, message, ...at });
    }
    return leaks;
  }

  #leaksIn(where: string, text: string): Leak[] {
    if (this.#removed.in(text).length > 0) return [{ where, message: removedElsewhere }];
    const isLeak = (span: Span): boolean =>
      span.secretName !== null && !this.#allowed.has(span.text);
    return credentialSpans(text).some(isLeak) ? [{ where, message: looksSecret }] : [];
  }

  #messageFor(spans: readonly Span[]): string | null {
    if (this.#removed.in(textOf(spans)).length > 0) return removedElsewhere;
    const isLeak = ({ secretName, text }: Span): boolean =>
      secretName !== null && text.replaceAll(referenceSign, '') !== '' && !this.#allowed.has(text);
    return spans.some(isLeak) ? looksSecret : null;
  }
}

/** The values that may be in the file, and those that must not. */
function splitSecrets(secrets: readonly FoundSecret[], keep: ReadonlySet<string>) {
  const allowed = new Set(secrets.filter(({ name }) => keep.has(name)).map(({ value }) => value));
  const removed = secrets.map(({ value }) => value).filter((value) => !allowed.has(value));
  return { allowed, removed };
}

const withReferenceSigns = (pieces: TextWithSecrets): string =>
  fillPieces(pieces, new Map(secretsIn(pieces).map((name) => [name, referenceSign]))) ?? '';

/** Yields each webhook, returns the rest. Drops nothing: text in another layout fails to parse as JSON. */
export function* writtenWebhooks(parts: Iterable<string>): Generator<string, string, void> {
  let head = '';
  let rest = '';
  let state: 'head' | 'list' | 'end' = 'head';
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
    let start = 0;
    for (;;) {
      const end = rest.indexOf(webhookEnds, start) + webhookEnds.length;
      // The character behind the webhook shows whether another one follows.
      if (end < webhookEnds.length || end + 1 >= rest.length) break;
      yield rest.slice(start, end);
      if (rest.charAt(end) === ',') {
        start = end + 2;
        continue;
      }
      start = end;
      state = 'end';
      break;
    }
    rest = rest.slice(start);
  }
  return head + rest;
}

/** JSON escapes line breaks in strings, so these texts occur only at the top level. */
const listBegins = '\n  "webhooks": [\n';
const webhookEnds = '\n    }';

/** @param keys the keys of the rows, in their order: a raw list has none */
export function scanRaw(
  text: string,
  keys: readonly string[],
  secrets: readonly FoundSecret[],
  keep: ReadonlySet<string>,
  raw: RawReader,
): Leak[] {
  if (keys.length === 0) return [];
  const reading = readBundleText(text, raw);
  // Reading also fails for a list above the size limit. An unread list is not known to be safe.
  if (reading.kind !== 'raw') return [{ where: 'the list', message: unchecked }];
  const scan = new LeakScan(secrets, keep);
  const unread = reading.rows.filter(({ content }) => content.kind === 'unreadable');
  return [
    ...reading.rows.flatMap(({ content }, index) =>
      content.kind === 'webhook' ? scan.webhook(keys[index] ?? null, content.webhook) : [],
    ),
    ...unread.map(({ line }) => ({
      where: `the webhook in line ${line}`,
      message: unchecked,
    })),
  ];
}

const unchecked = 'It could not be checked for secrets.';

/** @param parts none ends within a row */
export function scanCsv(
  parts: Iterable<string>,
  secrets: readonly FoundSecret[],
  keep: ReadonlySet<string>,
): Leak[] {
  const { removed } = splitSecrets(secrets, keep);
  // CSV doubles quotation marks.
  const values = new KnownValues(removed.flatMap((value) => [value, value.replaceAll('"', '""')]));
  for (const part of parts) {
    if (values.in(part).length > 0) return [{ where: 'the table', message: removedElsewhere }];
  }
  return [];
}
