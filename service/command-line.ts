import { parseArgs } from 'node:util';
import { isThisMachine } from './exposure.ts';
import { bodyLimit } from './http/body-limit.ts';
import type { Fault } from './faults/fault.ts';
import { type LogLevel, logLevels } from './http/logger.ts';
import { releases } from './openapi/document.ts';
import { faultOption, Misuse, notEmpty, oneOf, rootPath, wholeNumber } from './option-values.ts';
import type { PracticeOptions } from './practice/practice.ts';
import {
  differingInstallations,
  type DifferingName,
  differingNames,
} from './seeds/differing-installations.ts';
import { defaultTokenTtl } from './sign-in/sessions.ts';
import { type Variant, variantNames } from './webhooks/bodies.ts';

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'misused'; readonly message: string }
  | { readonly kind: 'serve'; readonly options: CommandOptions }
  | { readonly kind: 'add-user'; readonly usersFile: string; readonly name: string };

export interface CommandOptions {
  readonly variant: Variant;
  readonly host: string;
  readonly port: number;
  readonly root: string;
  readonly dataFile: string | undefined;
  /** A `null` token stands for a random one. */
  readonly authentication:
    | { readonly token: string | null; readonly inArguments: boolean }
    | { readonly usersFile: string; readonly tokenTtl: number }
    | 'none';
  readonly seed: number;
  readonly sample: DifferingName | undefined;
  /** Delay of every request in milliseconds. */
  readonly latency: number;
  readonly faults: readonly Fault[];
  /** Requests per second; `null` for no limit. */
  readonly rate: number | null;
  /** In bytes. */
  readonly bodyLimit: number;
  readonly practice: Pick<PracticeOptions, 'deliversTo'> | null;
  readonly logLevel: LogLevel;
  readonly endWithStdin: boolean;
}

/** Environment variable for the auth token; unlike an option, a process list does not show it. */
export const tokenVariable = 'WEBHOOK_SERVICE_AUTH_TOKEN';

const optionTypes = {
  variant: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '0' },
  root: { type: 'string' },
  data: { type: 'string' },
  'auth-token': { type: 'string' },
  users: { type: 'string' },
  'token-ttl': { type: 'string' },
  'no-auth': { type: 'boolean', default: false },
  seed: { type: 'string', default: '0' },
  sample: { type: 'string' },
  latency: { type: 'string', default: '0' },
  fault: { type: 'string', multiple: true },
  rate: { type: 'string' },
  'body-limit': { type: 'string', default: String(bodyLimit) },
  practice: { type: 'boolean', default: false },
  'deliver-anywhere': { type: 'boolean', default: false },
  'allow-relay': { type: 'boolean', default: false },
  'stand-in': { type: 'boolean', default: false },
  'log-level': { type: 'string', default: 'error' },
  'end-with-stdin': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

type OptionValues = ReturnType<typeof parseArgs<{ options: typeof optionTypes }>>['values'];
type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the command line; returns kind `misused` with a message if it is not valid. */
export function readCommandLine(args: readonly string[], environment: Environment): Command {
  try {
    return args[0] === 'add-user' ? addUser(args.slice(1)) : serve(args, environment);
  } catch (error) {
    if (error instanceof Misuse || isParseError(error)) {
      return { kind: 'misused', message: error.message };
    }
    throw error;
  }
}

function addUser(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { users: optionTypes.users, help: optionTypes.help },
    strict: true,
    allowPositionals: true,
  });
  if (values.help) return { kind: 'help' };
  const [name, ...more] = positionals;
  if (values.users === undefined) throw new Misuse('Say which file: add-user --users FILE NAME.');
  if (name === undefined || more.length > 0) {
    throw new Misuse(
      'Say which user, and nothing else: add-user --users FILE NAME. The password is asked for, or ' +
        'read from standard input.',
    );
  }
  return { kind: 'add-user', usersFile: notEmpty('--users', values.users), name };
}

function serve(args: readonly string[], environment: Environment): Command {
  const { values } = parseArgs({ args: [...args], options: optionTypes, strict: true });
  if (values.help) return { kind: 'help' };
  const variant = variantNames.find((name) => name === values.variant);
  if (variant === undefined) throw new Misuse('Say which variant to serve: --variant A or B.');
  return {
    kind: 'serve',
    options: {
      variant,
      host: notEmpty('--host', values.host),
      port: wholeNumber('--port', values.port, 65_535),
      root: rootPath(values.root ?? releases[variant].root),
      dataFile: values.data === undefined ? undefined : notEmpty('--data', values.data),
      authentication: authentication(values, environment),
      seed: wholeNumber('--seed', values.seed, 100_000),
      sample: sample(values.sample, variant),
      latency: wholeNumber('--latency', values.latency, 600_000),
      faults: (values.fault ?? []).map(faultOption),
      rate: values.rate === undefined ? null : wholeNumber('--rate', values.rate, 1_000_000, 1),
      bodyLimit: wholeNumber('--body-limit', values['body-limit'], 1_073_741_824, 1),
      practice: practice(values),
      logLevel: oneOf('--log-level', values['log-level'], logLevels),
      endWithStdin: values['end-with-stdin'],
    },
  };
}

function sample(value: string | undefined, variant: Variant): DifferingName | undefined {
  if (value === undefined) return undefined;
  const name = oneOf('--sample', value, differingNames);
  if (differingInstallations[name].variant === variant) return name;
  throw new Misuse(`--sample ${name} goes with --variant ${differingInstallations[name].variant}.`);
}

function practice(values: OptionValues): CommandOptions['practice'] {
  const { practice: asked, 'deliver-anywhere': anywhere, 'stand-in': standIn } = values;
  if (values['allow-relay'] && !anywhere) {
    throw new Misuse('--allow-relay goes with --deliver-anywhere.');
  }
  if (anywhere && standIn) throw new Misuse('Give either --deliver-anywhere or --stand-in.');
  if (asked && anywhere && !values['allow-relay'] && !isThisMachine(values.host)) {
    throw new Misuse(
      `--deliver-anywhere with --host ${values.host} lets other machines send requests from this one ` +
        'to anywhere. Leave one of them out, or give --allow-relay as well.',
    );
  }
  if (asked) return { deliversTo: anywhere ? 'anywhere' : standIn ? 'stand-in' : 'loopback' };
  if (anywhere) throw new Misuse('--deliver-anywhere goes with --practice.');
  if (standIn) throw new Misuse('--stand-in goes with --practice.');
  return null;
}

function authentication(
  values: OptionValues,
  environment: Environment,
): CommandOptions['authentication'] {
  const { users, 'auth-token': given, 'token-ttl': ttl, 'no-auth': none } = values;
  if (none && given !== undefined) throw new Misuse('Give either --auth-token or --no-auth.');
  if (users !== undefined && (none || given !== undefined)) {
    throw new Misuse('Give --users, or --auth-token, or --no-auth: only one of them.');
  }
  if (ttl !== undefined && users === undefined) throw new Misuse('--token-ttl goes with --users.');
  if (none) return 'none';
  if (users !== undefined) {
    const tokenTtl =
      ttl === undefined ? defaultTokenTtl : wholeNumber('--token-ttl', ttl, 31_536_000, 1);
    return { usersFile: notEmpty('--users', users), tokenTtl };
  }
  const token = given ?? environment[tokenVariable];
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new Misuse('The auth token must be visible ASCII characters without spaces.');
  }
  return { token: token ?? null, inArguments: given !== undefined };
}

const isParseError = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
