import type { z } from 'zod';
import { type BundleHead, BundleWebhook } from '../format.ts';
import { freeKeys, keyFor } from '../keys.ts';
import { portableFrom } from '../portable.ts';
import type { BundleRow, RowOrigin } from '../row.ts';
import type { FileFault } from './file-fault.ts';
import { type GuardedJson, rowAt } from './guard-json.ts';
import type { LineCount } from './line-count.ts';
import { offsetOfPath } from './place-of-path.ts';

/** The webhooks of a bundle, each on its own: what one does wrong does not touch the others. */
export function bundleRows(
  { text, rows: spans }: GuardedJson,
  lines: LineCount,
  head: BundleHead,
): { rows: BundleRow[]; webhooks: BundleWebhook[] } {
  const origins = originsOf(head);
  const keys = freeKeys();
  const webhooks: BundleWebhook[] = [];
  const rows = spans.map((span): BundleRow => {
    const { start } = span;
    const value = rowAt(text, span);
    const line = lines.at(start);
    const read = BundleWebhook.safeParse(value);
    if (!read.success) {
      const name = nameIn(value);
      const fault = firstFault(text, start, read.error, lines);
      const content = { kind: 'unreadable', name, fault } as const;
      return { key: keys.take(keyFor(name)), line, content, origin: null };
    }
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

/** The first complaint of a schema about a value that begins at an offset, by its place. */
export function firstFault(
  text: string,
  start: number,
  error: z.ZodError,
  lines: LineCount,
): FileFault {
  const path = error.issues[0]?.path ?? [];
  const what = path.length === 0 ? 'This' : path.map(String).join('.').slice(0, 80);
  const at = offsetOfPath(text, start, path);
  return lines.fault(start, at, `${what} is missing or cannot be read.`);
}

function originsOf({ sources = [] }: BundleHead): Map<string, RowOrigin> {
  return new Map(
    sources.flatMap(({ installation, variant, connection = null, webhooks }) =>
      webhooks.map(({ key, id }): [string, RowOrigin] => [
        key,
        { installation, variant, connection, formerId: id },
      ]),
    ),
  );
}

function nameIn(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('name' in value)) return '';
  return typeof value.name === 'string' ? value.name.slice(0, 200) : '';
}
