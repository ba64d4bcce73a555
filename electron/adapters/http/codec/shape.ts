import type { z } from 'zod';
import type { WrongMember } from '#domain/webhook/listed.ts';

/** The answer is JSON of another shape. Never contains a value of the answer. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
  /** JSON pointer (RFC 6901); empty for the whole answer. */
  readonly pointer: string;
  readonly expected: string;
  readonly found: string;

  constructor(pointer: string, expected: string, found: string) {
    super(`${expected} was expected at ${pointer === '' ? 'the top' : pointer}, not ${found}`);
    this.pointer = pointer;
    this.expected = expected;
    this.found = found;
  }
}

const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The kind of a JSON value, in words. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  switch (typeof value) {
    case 'string':
      return 'a string';
    case 'boolean':
      return 'true or false';
    case 'number':
      return Number.isInteger(value) ? 'a whole number' : 'a number with a fraction';
    default:
      return 'an object';
  }
}

const expectedWords: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  int: 'a whole number',
  number: 'a whole number',
};

export function shapeErrorOf(
  error: z.ZodError,
  value: unknown,
  at: readonly PropertyKey[],
): ShapeError {
  const { path, expected, found } = wrongMember(error.issues[0], value, at);
  return new ShapeError(path, expected, found);
}

export const wrongMembersOf = (
  error: z.ZodError,
  value: unknown,
  at: readonly PropertyKey[],
): WrongMember[] => error.issues.map((issue) => wrongMember(issue, value, at));

function wrongMember(
  issue: z.core.$ZodIssue | undefined,
  value: unknown,
  at: readonly PropertyKey[],
): WrongMember {
  const path = issue?.path ?? [];
  const expected = expectedWords[expectedBy(issue)] ?? 'another value';
  const kind = kindOf(valueAt(value, path));
  // A rejected whole number is beyond `Number.MAX_SAFE_INTEGER`.
  const found = kind === expected ? 'one too large to be exact' : kind;
  return { path: pointerOf([...at, ...path]), expected, found };
}

function expectedBy(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case 'invalid_type':
      return issue.expected;
    case 'too_big':
    case 'too_small':
      return issue.origin;
    default:
      return '';
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const part of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Object.getOwnPropertyDescriptor(current, part)?.value;
  }
  return current;
}
