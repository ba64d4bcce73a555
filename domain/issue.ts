import { z } from 'zod';

/** A mistake in a definition or in settings, before they are sent or stored. */
export const Issue = z.object({
  /** A field, or `headers.N.name` / `headers.N.value` with the header's position. */
  path: z.string(),
  /** Only errors stop publishing. */
  level: z.enum(['error', 'warning']),
  message: z.string(),
});
export type Issue = z.infer<typeof Issue>;

export const errorAt = (path: string, message: string): Issue => ({
  path,
  level: 'error',
  message,
});

export const errorsOf = (issues: readonly Issue[]): Issue[] =>
  issues.filter(({ level }) => level === 'error');

export const hasErrors = (issues: readonly Issue[]): boolean => errorsOf(issues).length > 0;
