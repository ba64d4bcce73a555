import type { z } from 'zod';
import { jsonBody } from '../http/request-bodies.ts';
import { invalidRequest } from '../http/problem.ts';

/** Validates a body of `/practice/`. @throws Refusal that lists all violations. */
export function practiceBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const found = schema.safeParse(jsonBody(body).value);
  if (found.success) return found.data;
  throw invalidRequest(
    'The body is not as /practice/openapi.json has it. Nothing has changed.',
    found.error.issues.map(({ path, message }) => ({
      pointer: path.map((part) => `/${escaped(String(part))}`).join(''),
      // Zod's messages name the expected type or format and never repeat a value.
      detail: `${message}.`,
    })),
  );
}

const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
