import { freeKeys, keyFor } from '../keys.ts';
import { unprinted } from '../pieces.ts';
import { portableOf, type PortableWebhook } from '../portable.ts';
import type { BundleRow } from '../bundle-row.ts';
import type { VariantId } from '../../webhook/variant.ts';
import type { LineCount } from './line-count.ts';
import { nameOfUncheckedRow } from './name-of-unchecked-row.ts';
import { offsetOfPath } from './place-of-path.ts';
import type { RawReader, RawReading } from './raw-reader.ts';
import { pathInWords, type UnknownMembers, unknownPaths } from './unknown-members.ts';

export function rawRows(
  text: string,
  values: readonly unknown[],
  starts: readonly number[],
  lines: LineCount,
  raw: RawReader,
  variant: VariantId,
  unknown: UnknownMembers,
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
      const member = path.length === 0 ? why : `${pathInWords(path)}: ${why}`;
      const fault = lines.fault(start, offsetOfPath(text, start, path), member);
      unknown.add(name, mistyped, { text, start, lines });
      const content = { kind: 'unreadable', name, fault } as const;
      return {
        key: keys.take(name === '' ? 'webhook' : keyFor(name)),
        line,
        content,
        origin: null,
      };
    }
    unknown.add(name, mistyped, { text, start, lines });
    const webhook = withPlaceholders(reading.webhook);
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
