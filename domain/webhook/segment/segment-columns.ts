import { PayloadType } from '../variant.ts';
import { severityNames, type WebhookDefinition } from '../webhook.ts';

/** Texts as UTF-8, one after the other; `ends[i]` is the offset after text `i`. */
export interface TextColumn {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

/** The webhooks of a segment as typed arrays. One entry per webhook, unless stated otherwise. */
export interface SegmentColumns {
  /** `NaN` for a webhook that cannot be addressed. */
  readonly ids: Float64Array;
  readonly flags: Uint8Array;
  /** Two texts per webhook: name and URL. */
  readonly texts: TextColumn;
  /** `refsPerWebhook` indexes into `shared` per webhook. */
  readonly refs: Uint32Array;
  /** Each text once: methods, templates, headers without ids, and the remaining fields. */
  readonly shared: TextColumn;
  /** Offset in `headerIds` after the webhook's last header. */
  readonly headerEnds: Uint32Array;
  /** `NaN` for `null`. */
  readonly headerIds: Float64Array;
}

/** Place of each index among a webhook's `refs`. */
export const refs = { method: 0, template: 1, headers: 2, rest: 3 };
export const refsPerWebhook = 4;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export const textAt = (column: TextColumn, index: number): string =>
  decoder.decode(bytesAt(column, index));

export const bytesAt = ({ bytes, ends }: TextColumn, index: number): Uint8Array =>
  bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index]);

/** First number of the bytes; another one means another format. */
const magic = 0x48_6b_53_31;
/** Bytes; typed arrays need aligned offsets. */
const alignment = 8;

const arraysOf = (columns: SegmentColumns) => [
  columns.ids,
  columns.headerIds,
  columns.refs,
  columns.headerEnds,
  columns.texts.ends,
  columns.shared.ends,
  columns.flags,
  columns.texts.bytes,
  columns.shared.bytes,
];
const arrayCount = 9;

/** Compares all columns, in bytes. */
export function areSameColumns(a: SegmentColumns, b: SegmentColumns): boolean {
  const others = arraysOf(b);
  return arraysOf(a).every((array, index) => {
    const other = others[index];
    return other !== undefined && areSameBytes(asBytes(array), asBytes(other));
  });
}

export function areSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}

const asBytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

const aligned = (length: number): number => Math.ceil(length / alignment) * alignment;

export function encodeColumns(columns: SegmentColumns): Uint8Array {
  const arrays = arraysOf(columns);
  const lengths = new Uint32Array([magic, ...arrays.map((array) => array.byteLength)]);
  const parts = [lengths, ...arrays];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + aligned(part.byteLength), 0));
  let offset = 0;
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), offset);
    offset += aligned(byteLength);
  }
  return bytes;
}

/** `slice` of a Node `Buffer` does not copy. */
export const copyOf = (bytes: Uint8Array, start: number, end: number): ArrayBuffer =>
  new Uint8Array(bytes.subarray(start, end)).buffer;

/** Returns `null` for another format. The columns are copies of the bytes. */
export function decodeColumns(bytes: Uint8Array): SegmentColumns | null {
  const headerLength = (arrayCount + 1) * Uint32Array.BYTES_PER_ELEMENT;
  if (bytes.byteLength < headerLength) return null;
  const [format, ...lengths] = new Uint32Array(copyOf(bytes, 0, headerLength));
  if (format !== magic) return null;
  let offset = aligned(headerLength);
  const buffers = lengths.map((length) => {
    const buffer = copyOf(bytes, offset, offset + length);
    offset += aligned(length);
    return buffer;
  });
  if (offset !== bytes.byteLength) return null;
  const at = (index: number): ArrayBuffer => buffers[index] ?? new ArrayBuffer(0);
  return {
    ids: new Float64Array(at(0)),
    headerIds: new Float64Array(at(1)),
    refs: new Uint32Array(at(2)),
    headerEnds: new Uint32Array(at(3)),
    texts: { ends: new Uint32Array(at(4)), bytes: new Uint8Array(at(7)) },
    shared: { ends: new Uint32Array(at(5)), bytes: new Uint8Array(at(8)) },
    flags: new Uint8Array(at(6)),
  };
}

type Flagged = Pick<WebhookDefinition, 'enabled' | 'severities' | 'payloadType'>;

const payloadTypeShift = 5;

/** One byte. Bit 0: enabled; bits 1 to 4: severities; above: payload type, where 0 is `null`. */
export function encodeFlags({ enabled, severities, payloadType }: Flagged): number {
  let flags = enabled ? 1 : 0;
  severityNames.forEach((name, index) => {
    if (severities[name]) flags |= 2 << index;
  });
  const type = payloadType === null ? 0 : PayloadType.options.indexOf(payloadType) + 1;
  return flags | (type << payloadTypeShift);
}

export function decodeFlags(flags: number): Flagged {
  const isSet = (bit: number): boolean => ((flags >>> bit) & 1) === 1;
  return {
    enabled: isSet(0),
    severities: { low: isSet(1), medium: isSet(2), high: isSet(3), cleared: isSet(4) },
    payloadType: PayloadType.options[(flags >>> payloadTypeShift) - 1] ?? null,
  };
}
