import { z } from 'zod';
import { LineFinder } from '../../text/line-and-column.ts';
import type { VariantId } from '../../webhook/variant.ts';
import { type Bundle, BundleHead, bundleFormat, bundleVersion } from '../format.ts';
import { maxFileBytes } from '../bundle-limits.ts';
import type { BundleRow } from '../bundle-row.ts';
import { bundleRows, rawRows } from './bundle-rows.ts';
import { isArmored, jsonPart } from './decode-file.ts';
import { faultAt, type FileFault, faultWithoutPlace } from './file-fault.ts';
import { type GuardedJson, guardJson, withoutRows } from './guard-json.ts';
import { offsetOfPath } from './offset-of-path.ts';
import type { RawReader } from './raw-reader.ts';
import { schemaFault } from './schema-fault.ts';
import { UnknownMembers, unknownPaths } from './unknown-members.ts';

/** The content of a file, by its format. */
export type FileReading =
  | {
      readonly kind: 'bundle';
      readonly rows: readonly BundleRow[];
      /** For writing back: with unknown fields, without unreadable webhooks. */
      readonly bundle: Bundle;
      /** Hookdesk keeps the fields of newer versions but does not use them. */
      readonly newer: boolean;
      readonly unknown: UnknownMembers;
    }
  /** A response, as `curl` prints it. */
  | {
      readonly kind: 'raw';
      readonly rows: readonly BundleRow[];
      readonly variant: VariantId;
      readonly unknown: UnknownMembers;
    }
  /** Pasted text in the age format. `decodeFile` detects encrypted bytes. */
  | { readonly kind: 'encrypted' }
  | { readonly kind: 'unreadable'; readonly fault: FileFault };

/** Reads untrusted text. An error in one webhook does not affect the others: `bundle-rows.ts`. */
export function readBundleText(fileText: string, raw: RawReader): FileReading {
  if (isArmored(fileText)) return { kind: 'encrypted' };
  const text = fileText.length > maxFileBytes ? fileText : jsonPart(fileText);
  const guarded = guardJson(text);
  if ('why' in guarded) return unreadable(guarded);
  const head = withoutRows(guarded);
  if (typeof head !== 'object' || head === null) return unreadable(faultWithoutPlace(noBundle));
  return !Array.isArray(head) && 'format' in head
    ? readBundle(guarded, head)
    : readRaw(guarded, raw);
}

const noBundle = 'This is neither a bundle nor what an installation answers about its webhooks.';
const unreadable = (fault: FileFault): FileReading => ({ kind: 'unreadable', fault });

const Rows = z.object({ webhooks: z.array(z.unknown()) });
const HeadShape = BundleHead.extend(Rows.shape);
const Version = z.object({ format: z.literal(bundleFormat), version: BundleHead.shape.version });

function readBundle(guarded: GuardedJson, value: object): FileReading {
  const { text, inexact } = guarded;
  const lines = new LineFinder(text);
  const refuse = (error: z.ZodError): FileReading =>
    unreadable(schemaFault(text, { start: rootOf(text), value }, error, lines));
  const version = Version.safeParse(value);
  if (!version.success) {
    const isOther = version.error.issues.some(({ path }) => path[0] === 'format');
    return isOther ? unreadable(faultWithoutPlace(noBundle)) : refuse(version.error);
  }
  const [major = 0, minor = 0] = version.data.version.split('.').map(Number);
  if (major !== bundleVersion.major) return unreadable(otherMajor(text, version.data.version));
  if (inexact >= 0) {
    return unreadable(faultAt(text, inexact, 'This number is too large to be kept exactly.'));
  }
  const head = BundleHead.safeParse(value);
  if (!head.success) return refuse(head.error);
  const webhookList = Rows.safeParse(value);
  if (!webhookList.success) return refuse(webhookList.error);
  const unknown = new UnknownMembers();
  addUnknownOfHead(unknown, guarded, value);
  const { rows, webhooks } = bundleRows(guarded, lines, head.data, unknown);
  return {
    kind: 'bundle',
    rows,
    bundle: { ...head.data, webhooks },
    newer: minor > bundleVersion.minor,
    unknown,
  };
}

function addUnknownOfHead(unknown: UnknownMembers, guarded: GuardedJson, head: object): void {
  const { text, rows } = guarded;
  const rowsStart = rows[0]?.start ?? 0;
  const rowsEnd = rows.at(-1)?.end ?? 0;
  unknown.add('', unknownPaths(HeadShape, head), {
    text: text.slice(0, rowsStart) + text.slice(rowsEnd),
    start: rootOf(text),
    lines: new LineFinder(text),
    toFile: (offset) => (offset < rowsStart ? offset : offset + rowsEnd - rowsStart),
  });
}

/** Offset of the outermost value. */
const rootOf = (text: string): number => Math.max(0, text.search(/\S/));

function otherMajor(text: string, version: string): FileFault {
  const at = offsetOfPath(text, rootOf(text), ['version']);
  const why = version.startsWith('0.')
    ? `There is no version ${version} of the format.`
    : `It is of version ${version} of the format, and this Hookdesk reads version ${bundleVersion.major}. Update Hookdesk, or export it again as version ${bundleVersion.major}.`;
  return faultAt(text, at, why);
}

function readRaw({ text, rows }: GuardedJson, raw: RawReader): FileReading {
  const value: unknown = JSON.parse(text);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const starts = Array.isArray(value) ? rows.map(({ start }) => start) : [rootOf(text)];
  if (values.length === 0) return unreadable(faultWithoutPlace('The list is empty.'));
  const variant = raw.variantOf(values);
  if (variant === null) return unreadable(faultWithoutPlace(noBundle));
  const lines = new LineFinder(text);
  const unknown = new UnknownMembers();
  const rawBundleRows = rawRows(text, values, starts, lines, raw, variant, unknown);
  return { kind: 'raw', variant, rows: rawBundleRows, unknown };
}
