import type { FastifyServerOptions } from 'fastify';

/** From saying nothing to saying everything. `info` has a line for each request and each answer. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * Logs to standard error, one JSON object a line, so that standard output has the address alone.
 * Neither headers nor bodies are ever logged: they hold secrets.
 */
export function loggerOptions(level: LogLevel): NonNullable<FastifyServerOptions['logger']> {
  if (level === 'silent') return false;
  return {
    level,
    // Synchronously: what is logged right before a crash is not lost.
    stream: { write: (line: string) => process.stderr.write(line) },
    serializers: {
      req: ({ method, url }) => ({ method, url }),
    },
  };
}
