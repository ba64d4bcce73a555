import { freeKeys, keyFor } from '../keys.ts';
import { unprinted } from '../pieces.ts';
import { portableOf, type PortableWebhook } from '../portable.ts';
import type { BundleRow } from '../row.ts';
import type { VariantId } from '../../webhook/variant.ts';
import type { LineCount } from './line-count.ts';
import { offsetOfPath } from './place-of-path.ts';
import type { RawReader, RawReading } from './raw-reader.ts';

/** Webhooks as an installation's answer has them, each on its own. */
export function rawRows(
  text: string,
  values: readonly unknown[],
  starts: readonly number[],
  lines: LineCount,
  raw: RawReader,
  variant: VariantId,
): BundleRow[] {
  const keys = freeKeys();
  return values.map((value, index): BundleRow => {
    const start = starts[index] ?? 0;
    const line = lines.at(start);
    const reading = raw.read(value, variant);
    if (reading.kind === 'wrong') {
      const fault = lines.fault(start, offsetOfPath(text, start, reading.path), reading.why);
      const content = { kind: 'unreadable', name: '', fault } as const;
      return { key: keys.take('webhook'), line, content, origin: null };
    }
    const webhook = withPlaceholders(reading.webhook);
    return {
      key: keys.take(keyFor(webhook.name)),
      line,
      content: { kind: 'webhook', webhook },
      origin: { installation: '', variant, connection: null, formerId: reading.webhook.id },
    };
  });
}

/** What Hookdesk wrote in the place of a secret is a place for a secret again. */
function withPlaceholders(
  webhook: Extract<RawReading, { kind: 'webhook' }>['webhook'],
): PortableWebhook {
  const portable = portableOf(webhook, webhook.unreported);
  return {
    ...portable,
    url: unprinted(webhook.url),
    headers: webhook.headers.map(({ name, value }) => ({ name, value: unprinted(value) })),
    payloadTemplate: unprinted(webhook.payloadTemplate),
  };
}
