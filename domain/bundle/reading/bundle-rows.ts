import type { LineFinder } from '../../text/line-and-column.ts';
import type { VariantId } from '../../webhook/variant.ts';
import type { BundleRow, RowOrigin } from '../bundle-row.ts';
import { type BundleHead, BundleWebhook } from '../format.ts';
import { freeKeys, keyFor } from '../keys.ts';
import { readPieces } from '../text-with-secrets.ts';
import { portableFrom, portableOf, type PortableWebhook } from '../portable-webhook.ts';
import { type GuardedJson, rowAt } from './guard-json.ts';
import { offsetOfPath } from './offset-of-path.ts';
import type { RawReader, RawReading } from './raw-reader.ts';
import { schemaFault } from './schema-fault.ts';
import { dottedPath, type UnknownMembers, unknownPaths } from './unknown-members.ts';

/** The rows of a bundle. An unreadable webhook becomes a row with its fault. */
export function bundleRows(
  { text, rows: ranges }: GuardedJson,
  lines: LineFinder,
  head: BundleHead,
  unknownMembers: UnknownMembers,
): { rows: BundleRow[]; webhooks: BundleWebhook[] } {
  const origins = originsOf(head);
  const keys = freeKeys();
  const webhooks: BundleWebhook[] = [];
  const rows = ranges.map((range): BundleRow => {
    const { start } = range;
    const value = rowAt(text, range);
    const line = lines.at(start);
    const parsed = BundleWebhook.safeParse(value);
    const name = nameOfUncheckedRow(value);
    const paths = unknownPaths(BundleWebhook, value);
    if (!parsed.success) {
      // Before `add`, which goes on to later lines.
      const fault = schemaFault(text, { start, value }, parsed.error, lines);
      unknownMembers.add(name, paths, { text, start, lines });
      const content = { kind: 'unreadable', name, fault } as const;
      return { key: keys.take(keyFor(name)), line, content, origin: null };
    }
    unknownMembers.add(name, paths, { text, start, lines });
    const webhook = parsed.data;
    const { key = keyFor(webhook.name) } = webhook;
    webhooks.push(webhook);
    return {
      key: keys.take(key),
      line,
      content: { kind: 'webhook', webhook: portableFrom(webhook) },
      origin: origins.get(key) ?? null,
    };
  });
  return { rows, webhooks };
}

/** By key of the webhook. */
function originsOf({ sources = [] }: BundleHead): Map<string, RowOrigin> {
  return new Map(
    sources.flatMap(({ installation, variant, fingerprint = null, connection = null, webhooks }) =>
      webhooks.map(({ key, id }): [string, RowOrigin] => [
        key,
        { installation, variant, fingerprint, connection, formerId: id },
      ]),
    ),
  );
}

/** The rows of a raw response. `starts` are the offsets of the values. */
export function rawRows(
  text: string,
  values: readonly unknown[],
  starts: readonly number[],
  lines: LineFinder,
  raw: RawReader,
  variant: VariantId,
  unknownMembers: UnknownMembers,
): BundleRow[] {
  const keys = freeKeys();
  return values.map((value, index): BundleRow => {
    const start = starts[index] ?? 0;
    const line = lines.at(start);
    const reading = raw.read(value, variant);
    const name = nameOfUncheckedRow(value);
    // A response may have members that Hookdesk does not know: only likely typos are reported.
    const mistyped = unknownPaths(raw.shape, value).filter(({ nearest }) => nearest !== null);
    if (reading.kind === 'wrong') {
      const { path, why } = reading;
      const member = path.length === 0 ? why : `${dottedPath(path)}: ${why}`;
      // Before `add`, which goes on to later lines.
      const fault = { why: member, ...lines.placeOf(start, offsetOfPath(text, start, path)) };
      unknownMembers.add(name, mistyped, { text, start, lines });
      const content = { kind: 'unreadable', name, fault } as const;
      return {
        key: keys.take(keyFor(name)),
        line,
        content,
        origin: null,
      };
    }
    unknownMembers.add(name, mistyped, { text, start, lines });
    const webhook = withSecretReferences(reading.webhook);
    return {
      key: keys.take(keyFor(webhook.name)),
      line,
      content: { kind: 'webhook', webhook },
      origin: {
        installation: '',
        variant,
        fingerprint: null,
        connection: null,
        formerId: reading.webhook.id,
      },
    };
  });
}

function withSecretReferences(
  webhook: Extract<RawReading, { kind: 'webhook' }>['webhook'],
): PortableWebhook {
  const portable = portableOf(webhook, webhook.unreported);
  return {
    ...portable,
    url: readPieces(webhook.url),
    headers: webhook.headers.map(({ name, value }) => ({ name, value: readPieces(value) })),
    payloadTemplate: readPieces(webhook.payloadTemplate),
  };
}

const maxNameLength = 200;

/** For reports about rows that the schema may refuse; empty if the row has no text as its name. */
function nameOfUncheckedRow(row: unknown): string {
  if (typeof row !== 'object' || row === null || !('name' in row)) return '';
  return typeof row.name === 'string' ? row.name.slice(0, maxNameLength) : '';
}
