import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { withoutByteOrderMark } from '#domain/text/byte-order-mark.ts';
import { parseJson } from '#domain/text/parse-json.ts';
import { readOwnFileIfThere } from '../data-folder/own-file.ts';

/** What a format reads of a file. */
export interface ReadFile<Content> {
  readonly content: Content;
  /** Names of parts that cannot be read, for people. */
  readonly unread: readonly string[];
  /** Names of parts that are preserved for a newer Hookdesk. */
  readonly unknown: readonly string[];
}

interface Format<Content> {
  readonly version: number;
  readonly read: (value: unknown) => ReadFile<Content>;
  readonly write: (content: Content) => Record<string, unknown>;
}

/** A file that can be used in part at least. `unverified`: its checksum is wrong or missing. */
export interface Readable<Content> {
  readonly kind: 'sound' | 'unverified' | 'damaged';
  readonly content: Content;
  readonly version: number;
  /** `null` for the first format, and for a wrong checksum. */
  readonly checksum: string | null;
  readonly unread: readonly string[];
  readonly isJson: boolean;
}

type Reading<Content> = Readable<Content> | { readonly kind: 'newer'; readonly version: number };

const Versioned = z.looseObject({
  version: z.int().min(1).optional(),
  checksum: z.string().optional(),
});

/** Reads and checks a JSON file; `null` for a missing one. */
export function readIfThere<Content>(
  path: string,
  format: Format<Content>,
): Reading<Content> | null {
  const bytes = readOwnFileIfThere(path);
  if (bytes === null) return null;
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
  const file = { content, version, isJson: true };
  if (hasRightChecksum(value)) {
    return { ...file, kind: unread.length === 0 ? 'sound' : 'damaged', checksum, unread };
  }
  // The first format had neither version nor checksum: missing fields are normal, unknown ones are not.
  const isFirstFormat = version === 0 && checksum === null;
  const lostFields = isFirstFormat ? unknown : fieldsWithoutPlace(rest, write(content));
  const isNamed = (part: string): boolean =>
    unread.some((name) => name === part || name.endsWith(` of ${part}`));
  const names = [...unread, ...lostFields.filter((part) => !isNamed(part))];
  const kindOfReadable = isFirstFormat ? 'sound' : 'unverified';
  const kind = names.length === 0 ? kindOfReadable : 'damaged';
  return { ...file, kind, checksum: null, unread: names };
}

/** Fields that took a default, and fields that nothing reads. */
const fieldsWithoutPlace = (stored: unknown, understood: unknown): string[] =>
  compareParts(stored, understood)
    .filter(({ kind }) => kind === 'added' || kind === 'removed')
    .map(({ name }) => name);

const Checked = z.looseObject({ checksum: z.string() });

/** SHA-256 of the content as JSON, so that spaces and line breaks do not count. */
export function withChecksum(content: Record<string, unknown>): Record<string, unknown> {
  return { ...content, checksum: checksumOf(content) };
}

export function hasRightChecksum(value: unknown): boolean {
  const checked = Checked.safeParse(value);
  if (!checked.success) return false;
  const { checksum, ...content } = checked.data;
  return checksum === checksumOf(content);
}

const checksumOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

interface Part {
  readonly name: string;
  readonly kind: 'added' | 'removed' | 'changed' | 'reordered';
}

/** The file, a list or group in it, and the fields of an item of that list. */
const maxDepth = 3;

/** Names the parts of a JSON object that differ, such as `proxy of acme-prod`. */
export const compareParts = (before: unknown, after: unknown): Part[] => compare(before, after, []);

function compare(before: unknown, after: unknown, path: readonly string[]): Part[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [partsBefore, partsAfter] = [partsOf(before), partsOf(after)];
  if (partsBefore === null || partsAfter === null || path.length === maxDepth) {
    return [{ name: nameOf(path), kind: 'changed' }];
  }
  const keys = new Set([...partsBefore.keys(), ...partsAfter.keys()]);
  const differences = [...keys].flatMap((key): Part[] => {
    const [partBefore, partAfter] = [partsBefore.get(key), partsAfter.get(key)];
    const partPath = [...path, (partAfter ?? partBefore)?.label ?? key];
    if (partBefore === undefined) return [{ name: nameOf(partPath), kind: 'added' }];
    if (partAfter === undefined) return [{ name: nameOf(partPath), kind: 'removed' }];
    return compare(partBefore.value, partAfter.value, partPath);
  });
  const isSameList = Array.isArray(before) && differences.length === 0;
  return isSameList ? [{ name: nameOf(path), kind: 'reordered' }] : differences;
}

interface Labelled {
  readonly label: string;
  readonly value: unknown;
}

/** By field, or by the identity of an item. `null` for anything but an object or a list of objects. */
function partsOf(value: unknown): Map<string, Labelled> | null {
  if (!isRecord(value)) return null;
  if (!Array.isArray(value)) {
    return new Map(Object.entries(value).map(([key, each]) => [key, { label: key, value: each }]));
  }
  const items: readonly unknown[] = value;
  const parts = new Map<string, Labelled>();
  for (const item of items) {
    if (!isRecord(item)) return null;
    const { id, connectionId, webhookId, name } = item;
    const identity = [id, connectionId, webhookId].filter(isNameOrNumber).join(' ');
    // Two items of one identity cannot be told apart.
    if (identity === '' || parts.has(identity)) return null;
    parts.set(identity, { label: typeof name === 'string' ? name : identity, value: item });
  }
  return parts;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isNameOrNumber = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** The group is named only where it is the part. */
const nameOf = (path: readonly string[]): string =>
  (path.length > 1 ? path.slice(1) : path).toReversed().join(' of ');

const mostNames = 12;

/** One line, without values. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((each) => each.replace(/\p{C}/gu, '').slice(0, 80));
  const more = names.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
