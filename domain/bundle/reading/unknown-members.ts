import { z } from 'zod';
import { nearestNames } from '../../template/checks/nearest-names.ts';
import type { LineCount } from './line-count.ts';
import { offsetsOfNames } from './place-of-path.ts';

/** Members that are listed with their places; all are counted. */
const mostListed = 100;

/** Longer parts of a path are cut: a file may name its members as it likes. */
const longestName = 80;

/** A member that the format does not have, and where it stands. */
export const UnknownMember = z.object({
  /** The name of its webhook; empty outside of the webhooks, or where it has none. */
  webhook: z.string(),
  /** The path to it within its webhook, or within the file, such as `severities.hihg`. */
  path: z.string(),
  /** The member that was probably meant; `null` where none is near. */
  nearest: z.string().nullable(),
  /** Where its name stands, from 1. */
  line: z.int(),
  column: z.int(),
});
export type UnknownMember = z.infer<typeof UnknownMember>;

/** A member that a schema does not have. */
export interface UnknownPath {
  readonly path: readonly string[];
  readonly nearest: string | null;
}

/** The unknown members of a file: the first 100, and how many there are. */
export class UnknownMembers {
  readonly listed: UnknownMember[] = [];
  total = 0;

  /**
   * Adds the unknown members of the value that begins at `start`.
   *
   * @param place `lines` goes on to the last of the members; `toFile` maps offsets in `text` to the file
   */
  add(
    webhook: string,
    paths: readonly UnknownPath[],
    { text, start, lines, toFile = (offset) => offset }: PlaceOfValue,
  ): void {
    this.total += paths.length;
    const listed = paths.slice(0, mostListed - this.listed.length);
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
      const { line, column } = lines.placeOf(offset, offset);
      this.listed.push({ webhook, path: pathInWords(path), nearest, line, column });
    }
  }
}

interface PlaceOfValue {
  readonly text: string;
  readonly start: number;
  readonly lines: LineCount;
  readonly toFile?: (offset: number) => number;
}

/** The members of a value that its schema does not have, in their order; they may be of a later version. */
export function unknownPaths(
  schema: unknown,
  value: unknown,
  path: readonly string[] = [],
): UnknownPath[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = schemaFor(schema, Array.isArray(value));
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((element: unknown, index) =>
      unknownPaths(inner.element, element, [...path, String(index)]),
    );
  }
  if (!(inner instanceof z.ZodObject)) return [];
  const shape: Readonly<Record<string, unknown>> = inner.shape;
  return Object.entries(value).flatMap(([name, held]: [string, unknown]) =>
    Object.hasOwn(shape, name)
      ? unknownPaths(shape[name], held, [...path, name])
      : [{ path: [...path, name], nearest: nearestMember(name, Object.keys(shape)) }],
  );
}

/** The known member that somebody probably meant; `null` where none is near. */
export const nearestMember = (name: string, known: readonly string[]): string | null =>
  nearestNames(name, { all: () => known })[0] ?? null;

/** A path for people; parts of it that are very long are cut. */
export const pathInWords = (path: readonly PropertyKey[]): string =>
  path.map((part) => cut(String(part))).join('.');

const cut = (part: string): string =>
  part.length > longestName ? `${part.slice(0, longestName)}…` : part;

/** What a schema wants of a list, or of an object. */
function schemaFor(schema: unknown, isList: boolean): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return schemaFor(schema.unwrap(), isList);
  }
  if (!(schema instanceof z.ZodUnion)) return schema;
  return schema.options
    .map((option) => schemaFor(option, isList))
    .find((option) => option instanceof (isList ? z.ZodArray : z.ZodObject));
}
