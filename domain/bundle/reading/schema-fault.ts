import type { z } from 'zod';
import type { FileFault } from './file-fault.ts';
import type { LineCount } from './line-count.ts';
import { offsetOfPath } from './place-of-path.ts';
import { nearestMember, pathInWords } from './unknown-members.ts';

export function firstFault(
  text: string,
  { start, value }: { start: number; value: unknown },
  error: z.ZodError,
  lines: LineCount,
): FileFault {
  const [issue] = error.issues;
  const path = issue?.path ?? [];
  const at = offsetOfPath(text, start, path);
  return lines.fault(start, at, issue === undefined ? 'It cannot be read.' : why(issue, value));
}

function why(issue: z.core.$ZodIssue, value: unknown): string {
  const { path } = issue;
  const name = path.at(-1);
  const parent = valueAt(value, path.slice(0, -1));
  const what = path.length === 0 ? 'This' : pathInWords(path);
  if (name === undefined || !isObject(parent) || Object.hasOwn(parent, name)) {
    return `${what} ${demand(issue)}.`;
  }
  const meant = nearestMember(String(name), Object.keys(parent));
  const missing = `${what} is missing.`;
  return meant === null ? missing : `${missing} Is “${pathInWords([meant])}” meant to be it?`;
}

function demand(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? 'another kind of value'}`;
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

const kinds: Readonly<Record<string, string>> = {
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
    (held, part) => (isObject(held) ? Reflect.get(held, part) : undefined),
    value,
  );
