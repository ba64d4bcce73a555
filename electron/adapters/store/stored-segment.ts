import { copyOf } from '#domain/webhook/segment/segment-columns.ts';
import { WebhookSegment } from '#domain/webhook/segment/webhook-segment.ts';

export interface StoredSegment {
  readonly segment: WebhookSegment;
  readonly numbers: Uint32Array;
}

const countLength = Uint32Array.BYTES_PER_ELEMENT;

export function encodeSegment({ segment, numbers }: StoredSegment): Uint8Array {
  return Buffer.concat([
    new Uint8Array(Uint32Array.of(numbers.length).buffer),
    new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength),
    segment.encode(),
  ]);
}

/** Returns `null` for another format. */
export function decodeSegment(bytes: Uint8Array): StoredSegment | null {
  if (bytes.byteLength < countLength) return null;
  const [count = 0] = new Uint32Array(copyOf(bytes, 0, countLength));
  const end = countLength * (count + 1);
  const numbers = new Uint32Array(copyOf(bytes, countLength, end));
  const segment = WebhookSegment.decode(bytes.subarray(end));
  return segment?.size === count ? { segment, numbers } : null;
}
