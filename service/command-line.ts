import { parseArgs } from 'node:util';
import { releases } from './openapi/document.ts';
import { type Variant, variantNames } from './webhooks/bodies.ts';

/** What the program was asked to do. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'misused'; readonly message: string }
  | { readonly kind: 'serve'; readonly options: CommandOptions };

export interface CommandOptions {
  readonly variant: Variant;
  readonly host: string;
  readonly port: number;
  readonly root: string;
  readonly dataFile: string | undefined;
  /** `null` to make one at random. */
  readonly authentication: { readonly token: string | null } | 'none';
  readonly seed: number;
  readonly endWithStdin: boolean;
}

/** Name of the variable that can hold the auth token, where a process list would show an option. */
export const tokenVariable = 'WEBHOOK_SERVICE_AUTH_TOKEN';

const optionTypes = {
  variant: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '0' },
  root: { type: 'string' },
  data: { type: 'string' },
  'auth-token': { type: 'string' },
  'no-auth': { type: 'boolean', default: false },
  seed: { type: 'string', default: '0' },
  'end-with-stdin': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

class Misuse extends Error {}

/** Reads the command line. Whatever is wrong with it comes back as a sentence. */
export function readCommandLine(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Command {
  try {
    const { values } = parseArgs({ args: [...args], options: optionTypes, strict: true });
    if (values.help) return { kind: 'help' };
    const variant = variantNames.find((name) => name === values.variant);
    if (variant === undefined) throw new Misuse('Say which variant to serve: --variant A or B.');
    const token = values['auth-token'] ?? environment[tokenVariable];
    if (values['no-auth'] && values['auth-token'] !== undefined) {
      throw new Misuse('Give either --auth-token or --no-auth.');
    }
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
      throw new Misuse('The auth token must be visible ASCII characters without spaces.');
    }
    return {
      kind: 'serve',
      options: {
        variant,
        host: notEmpty('--host', values.host),
        port: wholeNumber('--port', values.port, 65_535),
        root: rootPath(values.root ?? releases[variant].root),
        dataFile: values.data === undefined ? undefined : notEmpty('--data', values.data),
        authentication: values['no-auth'] ? 'none' : { token: token ?? null },
        seed: wholeNumber('--seed', values.seed, 100_000),
        endWithStdin: values['end-with-stdin'],
      },
    };
  } catch (error) {
    if (error instanceof Misuse || isParseError(error)) {
      return { kind: 'misused', message: error.message };
    }
    throw error;
  }
}

const isParseError = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');

function wholeNumber(option: string, value: string, most: number): number {
  const number = Number(value);
  if (!/^[0-9]+$/.test(value) || number > most) {
    throw new Misuse(`${option} takes a whole number from 0 to ${most}.`);
  }
  return number;
}

function notEmpty(option: string, value: string): string {
  if (value.trim() === '') throw new Misuse(`${option} must not be empty.`);
  return value;
}

function rootPath(value: string): string {
  const root = value.replace(/\/$/, '');
  if (!/^(\/[A-Za-z0-9._~-]+)*$/.test(root)) {
    throw new Misuse('--root takes a path such as /api/v14.');
  }
  return root;
}
