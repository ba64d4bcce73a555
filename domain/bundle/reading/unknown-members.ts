import { z } from 'zod';
import { didYouMean } from '../../text/did-you-mean.ts';
import type { LineFinder } from '../../text/line-and-column.ts';
import { memberSchemas } from '../format.ts';
import { offsetsOfNames } from './offset-of-path.ts';

const maxListed = 100;

const maxNameLength = 80;

/** A member of a file that the format does not have, with the name that it could mean. */
export const UnknownMember = z.object({
  /** Empty outside of the webhooks, or when the webhook has no name. */
  webhook: z.string(),
  /** Path within the webhook or the file, such as `severities.hihg`. */
  path: z.string(),
  nearest: z.string().nullable(),
  line: z.int(),
  column: z.int(),
});
export type UnknownMember = z.infer<typeof UnknownMember>;

export interface UnknownPath {
  readonly path: readonly string[];
  readonly nearest: string | null;
}

interface PlaceOfValue {
  /** Holds the value: the file, or a text of it that was printed again. */
  readonly text: string;
  /** Offset of the value in `text`. */
  readonly start: number;
  readonly lines: LineFinder;
  /** Maps offsets in `text` to offsets in the file; by default they are the same. */
  readonly toFile?: (offset: number) => number;
}

/** Collects the unknown members of a file. The first are listed, all are counted. */
export class UnknownMembers {
  readonly listed: UnknownMember[] = [];
  total = 0;

  add(
    webhook: string,
    paths: readonly UnknownPath[],
    { text, start, lines, toFile = (offset) => offset }: PlaceOfValue,
  ): void {
    this.total += paths.length;
    const listed = paths.slice(0, maxListed - this.listed.length);
    if (listed.length === 0) return;
    const offsets = offsetsOfNames(
      text,
      start,
      listed.map(({ path }) => path),
    );
    const placed = listed.map((member, index) => {
      return { ...member, offset: toFile(offsets[index] ?? start) };
    });
    for (const { path, nearest, offset } of placed.toSorted((a, b) => a.offset - b.offset)) {
      const { line, column } = lines.placeOf(offset);
      this.listed.push({ webhook, path: dottedPath(path), nearest, line, column });
    }
  }
}

/** Paths of the members of `value` that `schema` does not have. */
export function unknownPaths(
  schema: unknown,
  value: unknown,
  path: readonly string[] = [],
): UnknownPath[] {
  if (typeof value !== 'object' || value === null) return [];
  const { element, shape } = memberSchemas(schema, Array.isArray(value));
  if (element !== null && Array.isArray(value)) {
    return value.flatMap((item: unknown, index) =>
      unknownPaths(element, item, [...path, String(index)]),
    );
  }
  if (shape === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    Object.hasOwn(shape, name)
      ? unknownPaths(shape[name], member, [...path, name])
      : [{ path: [...path, name], nearest: nearestMember(name, Object.keys(shape)) }],
  );
}

export const nearestMember = (name: string, known: readonly string[]): string | null =>
  didYouMean(name, known)[0] ?? null;

export const dottedPath = (path: readonly PropertyKey[]): string =>
  path.map((part) => cut(String(part))).join('.');

const cut = (part: string): string =>
  part.length > maxNameLength ? `${part.slice(0, maxNameLength)}…` : part;
