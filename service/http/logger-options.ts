import type { FastifyServerOptions } from 'fastify';
import { maskUrl } from '../deliveries/mask-credentials.ts';

/** From least to most output. `info` logs one line per request and one per response. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * Logs to standard error, one JSON object per line; standard output is only for the start messages.
 * Never logs headers, bodies or query values: they contain secrets.
 */
export function loggerOptions(level: LogLevel): NonNullable<FastifyServerOptions['logger']> {
  if (level === 'silent') return false;
  return {
    level,
    // Writes at once, so that a crash does not lose the last lines.
    stream: { write: (line: string) => process.stderr.write(line) },
    serializers: {
      req: ({ method, url }) => ({ method, url: maskUrl(url) }),
    },
  };
}
