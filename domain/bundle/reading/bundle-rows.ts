import { type BundleHead, BundleWebhook } from '../format.ts';
import { freeKeys, keyFor } from '../keys.ts';
import { portableFrom } from '../portable.ts';
import type { BundleRow, RowOrigin } from '../bundle-row.ts';
import { type GuardedJson, rowAt } from './guard-json.ts';
import type { LineCount } from './line-count.ts';
import { nameOfUncheckedRow } from './name-of-unchecked-row.ts';
import { firstFault } from './schema-fault.ts';
import { type UnknownMembers, unknownPaths } from './unknown-members.ts';

export function bundleRows(
  { text, rows: spans }: GuardedJson,
  lines: LineCount,
  head: BundleHead,
  unknown: UnknownMembers,
): { rows: BundleRow[]; webhooks: BundleWebhook[] } {
  const origins = originsOf(head);
  const keys = freeKeys();
  const webhooks: BundleWebhook[] = [];
  const rows = spans.map((span): BundleRow => {
    const { start } = span;
    const value = rowAt(text, span);
    const line = lines.at(start);
    const read = BundleWebhook.safeParse(value);
    const name = nameOfUncheckedRow(value);
    const paths = unknownPaths(BundleWebhook, value);
    if (!read.success) {
      const fault = firstFault(text, { start, value }, read.error, lines);
      unknown.add(name, paths, { text, start, lines });
      const content = { kind: 'unreadable', name, fault } as const;
      return { key: keys.take(keyFor(name)), line, content, origin: null };
    }
    unknown.add(name, paths, { text, start, lines });
    const { key = keyFor(read.data.name) } = read.data;
    webhooks.push(read.data);
    return {
      key: keys.take(key),
      line,
      content: { kind: 'webhook', webhook: portableFrom(read.data) },
      origin: origins.get(key) ?? null,
    };
  });
  return { rows, webhooks };
}

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
