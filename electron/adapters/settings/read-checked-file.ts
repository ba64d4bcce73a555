import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { withoutByteOrderMark } from '#domain/text/byte-order-mark.ts';
import { parseJson } from '#domain/text/parse-json.ts';
import { readOwnFile } from '../data-folder/own-file.ts';
import { systemCode } from '../system-code.ts';
import { compareParts } from './compare-parts.ts';
import { hasRightChecksum } from './file-checksum.ts';

/** Names of parts, for people. */
export interface ReadFile<Content> {
  readonly content: Content;
  readonly unread: readonly string[];
  /** Preserved for a newer Hookdesk. */
  readonly unknown: readonly string[];
}

interface Format<Content> {
  readonly version: number;
  readonly read: (value: unknown) => ReadFile<Content>;
  readonly write: (content: Content) => Record<string, unknown>;
}

/** `unverified`: every part can be read, but the checksum is wrong or missing. */
export interface Readable<Content> {
  readonly kind: 'sound' | 'unverified' | 'damaged';
  readonly content: Content;
  readonly version: number;
  /** `null` for the first format, and for a wrong checksum. */
  readonly checksum: string | null;
  readonly unread: readonly string[];
  readonly isJson: boolean;
}

export type Reading<Content> =
  Readable<Content> | { readonly kind: 'newer'; readonly version: number };

const Versioned = z.looseObject({
  version: z.int().min(1).optional(),
  checksum: z.string().optional(),
});

/** `null` for a missing file. */
export function readIfThere<Content>(
  path: string,
  format: Format<Content>,
): Reading<Content> | null {
  let bytes: Buffer;
  try {
    bytes = readOwnFile(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
  const text = isUtf8(bytes) ? withoutByteOrderMark(bytes.toString('utf8')) : '';
  return readValue(parseJson(text), format);
}

function readValue<Content>(
  value: unknown,
  { version: newest, read, write }: Format<Content>,
): Reading<Content> {
  const versioned = Versioned.safeParse(value);
  if (!versioned.success) {
    const isJson = typeof value === 'object' && value !== null;
    const { content, unread: parts } = read(value);
    const fields = isJson ? versioned.error.issues.map(({ path: [field] }) => String(field)) : [];
    const unread = [...fields, ...parts];
    return { kind: 'damaged', content, version: 0, checksum: null, unread, isJson };
  }
  const { version = 0, checksum = null, ...rest } = versioned.data;
  if (version > newest) return { kind: 'newer', version };
  const { content, unread, unknown } = read(rest);
  const found = { content, version, isJson: true };
  if (hasRightChecksum(value)) {
    return { ...found, kind: unread.length === 0 ? 'sound' : 'damaged', checksum, unread };
  }
  // The first format had neither version nor checksum: missing fields are normal, unknown ones are not.
  const isFirst = version === 0 && checksum === null;
  const lost = isFirst ? unknown : fieldsWithoutPlace(rest, write(content));
  const isNamed = (part: string): boolean =>
    unread.some((name) => name === part || name.endsWith(` of ${part}`));
  const names = [...unread, ...lost.filter((part) => !isNamed(part))];
  const whole = isFirst ? 'sound' : 'unverified';
  return { ...found, kind: names.length === 0 ? whole : 'damaged', checksum: null, unread: names };
}

/** Fields that took a default, and fields that nothing reads. */
const fieldsWithoutPlace = (stored: unknown, understood: unknown): string[] =>
  compareParts(stored, understood)
    .filter(({ kind }) => kind === 'added' || kind === 'removed')
    .map(({ name }) => name);
