import type { ListedWebhook } from '../listed.ts';
import { encodeFlags, type TextColumn } from './segment-columns.ts';
import type { Rest } from './segment-texts.ts';
import { WebhookSegment } from './webhook-segment.ts';

/** Collects webhooks in columns, and gives the segment at the end. */
export class SegmentBuilder {
  readonly #ids: number[] = [];
  readonly #flags: number[] = [];
  readonly #refs: number[] = [];
  readonly #headerEnds: number[] = [];
  readonly #headerIds: number[] = [];
  readonly #texts = new TextColumnBuilder();
  readonly #shared = new TextColumnBuilder();
  /** Index in the shared texts by text. */
  readonly #refByText = new Map<string, number>();

  add(webhook: ListedWebhook): void {
    const { id, name, url, method, payloadTemplate, headers } = webhook;
    this.#ids.push(id ?? Number.NaN);
    this.#flags.push(encodeFlags(webhook));
    this.#texts.add(name);
    this.#texts.add(url);
    for (const header of headers) this.#headerIds.push(header.id ?? Number.NaN);
    this.#headerEnds.push(this.#headerIds.length);
    const headersWithoutIds = headers.map((header) => [header.name, header.value]);
    this.#refs.push(
      this.#share(method),
      this.#share(payloadTemplate),
      this.#share(JSON.stringify(headersWithoutIds)),
      this.#share(hasPlainRest(webhook) ? plainRest : JSON.stringify(restOf(webhook))),
    );
  }

  finish(): WebhookSegment {
    return new WebhookSegment({
      ids: Float64Array.from(this.#ids),
      flags: Uint8Array.from(this.#flags),
      texts: this.#texts.finish(),
      refs: Uint32Array.from(this.#refs),
      shared: this.#shared.finish(),
      headerEnds: Uint32Array.from(this.#headerEnds),
      headerIds: Float64Array.from(this.#headerIds),
    });
  }

  #share(text: string): number {
    const existing = this.#refByText.get(text);
    if (existing !== undefined) return existing;
    const ref = this.#shared.count;
    this.#shared.add(text);
    this.#refByText.set(text, ref);
    return ref;
  }
}

/** Synchronous: for long lists, add webhooks in slices instead. */
export function segmentOf(webhooks: Iterable<ListedWebhook>): WebhookSegment {
  const builder = new SegmentBuilder();
  for (const webhook of webhooks) builder.add(webhook);
  return builder.finish();
}

const plainRest = JSON.stringify({ unreported: [], unknown: {} } satisfies Rest);

/** Tested first, because it applies to nearly every webhook. */
const hasPlainRest = (webhook: ListedWebhook): boolean =>
  webhook.id !== null &&
  webhook.unreported.length === 0 &&
  Object.keys(webhook.unknown).length === 0 &&
  isWellFormed(webhook);

type Texts = Pick<ListedWebhook, 'name' | 'url' | 'method' | 'payloadTemplate'>;

const isWellFormed = ({ name, url, method, payloadTemplate }: Texts): boolean =>
  name.isWellFormed() &&
  url.isWellFormed() &&
  method.isWellFormed() &&
  payloadTemplate.isWellFormed();

function restOf(webhook: ListedWebhook): Rest {
  const { unreported, unknown, name, url, method, payloadTemplate } = webhook;
  const texts = { name, url, method, payloadTemplate };
  return {
    unreported,
    unknown,
    ...(webhook.id === null
      ? { unaddressable: { key: webhook.key, idDefect: webhook.idDefect } }
      : {}),
    ...(isWellFormed(texts) ? {} : { texts }),
  };
}

/** Maximum number of UTF-8 bytes for one UTF-16 unit. */
const bytesPerUnit = 3;

/** Grows by half, and gives the exact length at the end. */
class TextColumnBuilder {
  readonly #encoder = new TextEncoder();
  readonly #ends: number[] = [];
  #bytes = new Uint8Array(4_096);
  #length = 0;

  get count(): number {
    return this.#ends.length;
  }

  add(text: string): void {
    const maxLength = this.#length + text.length * bytesPerUnit;
    if (maxLength > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(maxLength, Math.ceil(this.#bytes.length * 1.5)));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#length += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
    this.#ends.push(this.#length);
  }

  finish(): TextColumn {
    return { bytes: this.#bytes.slice(0, this.#length), ends: Uint32Array.from(this.#ends) };
  }
}
