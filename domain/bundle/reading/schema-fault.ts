import type { z } from 'zod';
import type { LineFinder } from '../../text/line-and-column.ts';
import type { FileFault } from './file-fault.ts';
import { offsetOfPath } from './offset-of-path.ts';
import { nearestMember, dottedPath } from './unknown-members.ts';

/** The first mistake that a schema finds, in words and at its place. */
export function schemaFault(
  text: string,
  { start, value }: { start: number; value: unknown },
  error: z.ZodError,
  lines: LineFinder,
): FileFault {
  const [issue] = error.issues;
  const path = issue?.path ?? [];
  const why = issue === undefined ? 'It cannot be read.' : inWords(issue, value);
  return { why, ...lines.placeOf(start, offsetOfPath(text, start, path)) };
}

function inWords(issue: z.core.$ZodIssue, value: unknown): string {
  const { path } = issue;
  const name = path.at(-1);
  const parent = valueAt(value, path.slice(0, -1));
  const subject = path.length === 0 ? 'This' : dottedPath(path);
  if (name === undefined || !isObject(parent) || Object.hasOwn(parent, name)) {
    return `${subject} ${demandInWords(issue)}.`;
  }
  const nearest = nearestMember(String(name), Object.keys(parent));
  const missing = `${subject} is missing.`;
  return nearest === null ? missing : `${missing} Is “${dottedPath([nearest])}” meant to be it?`;
}

function demandInWords(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kindsInWords[issue.expected] ?? 'another kind of value'}`;
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}`;
    case 'invalid_union':
      return 'must be a text, or a list of texts and secrets';
    case 'invalid_format':
    case 'too_big':
      return 'is not written as the format wants it';
    default:
      return 'cannot be read';
  }
}

const kindsInWords: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  int: 'a whole number',
  number: 'a number',
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (parent, part) => (isObject(parent) ? Reflect.get(parent, part) : undefined),
    value,
  );
