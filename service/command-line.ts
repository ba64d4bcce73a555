import { parseArgs } from 'node:util';
import { isThisMachine } from './exposure.ts';
import { bodyLimit } from './http/body-limit.ts';
import type { Fault } from './faults/fault.ts';
import { type LogLevel, logLevels } from './http/logger-options.ts';
import { releases } from './openapi/openapi-document.ts';
import {
  databaseUrl,
  faultOption,
  isDatabaseUrl,
  Misuse,
  notEmpty,
  oneOf,
  rootPath,
  wholeNumber,
} from './option-values.ts';
import type { PracticeOptions } from './practice/practice.ts';
import {
  differingInstallations,
  type DifferingName,
  differingNames,
} from './seeds/differing-installations.ts';
import { defaultTokenTtl } from './sign-in/issued-tokens.ts';
import { type Variant, variantNames } from './webhooks/bodies.ts';

/** What the arguments of the program ask for. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'misused'; readonly message: string }
  | { readonly kind: 'serve'; readonly options: CommandOptions }
  | { readonly kind: 'copy'; readonly from: string; readonly to: string }
  | { readonly kind: 'add-user'; readonly usersFile: string; readonly name: string };

export interface CommandOptions {
  readonly variant: Variant;
  readonly host: string;
  readonly port: number;
  readonly root: string;
  readonly dataFile: string | undefined;
  readonly database: { readonly url: string; readonly inArguments: boolean } | undefined;
  /** In seconds. */
  readonly drain: number;
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

/** Environment variable for the URL of the database, which may have a password. */
export const databaseVariable = 'WEBHOOK_SERVICE_DATABASE_URL';

const optionTypes = {
  variant: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '0' },
  root: { type: 'string' },
  data: { type: 'string' },
  database: { type: 'string' },
  drain: { type: 'string', default: '0' },
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
    if (args[0] === 'add-user') return addUser(args.slice(1));
    if (args[0] === 'copy') return copy(args.slice(1));
    return serve(args, environment);
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

function copy(args: readonly string[]): Command {
  const { values } = parseArgs({
    args: [...args],
    options: { from: { type: 'string' }, to: { type: 'string' }, help: optionTypes.help },
    strict: true,
  });
  if (values.help) return { kind: 'help' };
  const { from, to } = values;
  if (from === undefined || to === undefined) {
    throw new Misuse('Say what to copy: copy --from PLACE --to PLACE. A place is a file or a URL.');
  }
  return { kind: 'copy', from: placeOf('--from', from), to: placeOf('--to', to) };
}

/** A data file, or the URL of a database. */
const placeOf = (option: string, value: string): string =>
  isDatabaseUrl(value) ? databaseUrl(option, value) : notEmpty(option, value);

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
      ...location(values, environment),
      drain: wholeNumber('--drain', values.drain, 3_600),
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

/** `--data` or `--database`; without both, the database of the environment. */
function location(
  values: OptionValues,
  environment: Environment,
): Pick<CommandOptions, 'dataFile' | 'database'> {
  const { data, database } = values;
  if (data !== undefined && database !== undefined) {
    throw new Misuse('Give either --data or --database.');
  }
  if (data !== undefined) return { dataFile: notEmpty('--data', data), database: undefined };
  const url = database ?? environment[databaseVariable];
  if (url === undefined) return { dataFile: undefined, database: undefined };
  const option = database === undefined ? databaseVariable : '--database';
  return {
    dataFile: undefined,
    database: { url: databaseUrl(option, url), inArguments: database !== undefined },
  };
}

function sample(value: string | undefined, variant: Variant): DifferingName | undefined {
  if (value === undefined) return undefined;
  const name = oneOf('--sample', value, differingNames);
  if (differingInstallations[name].variant === variant) return name;
  throw new Misuse(`--sample ${name} goes with --variant ${differingInstallations[name].variant}.`);
}

function practice(values: OptionValues): CommandOptions['practice'] {
  const { practice: isPractice, 'deliver-anywhere': anywhere, 'stand-in': standIn } = values;
  if (values['allow-relay'] && !anywhere) {
    throw new Misuse('--allow-relay goes with --deliver-anywhere.');
  }
  if (anywhere && standIn) throw new Misuse('Give either --deliver-anywhere or --stand-in.');
  if (isPractice && anywhere && !values['allow-relay'] && !isThisMachine(values.host)) {
    throw new Misuse(
      `--deliver-anywhere with --host ${values.host} lets other machines send requests from this one ` +
        'to anywhere. Leave one of them out, or give --allow-relay as well.',
    );
  }
  if (isPractice) return { deliversTo: anywhere ? 'anywhere' : standIn ? 'stand-in' : 'loopback' };
  if (anywhere) throw new Misuse('--deliver-anywhere goes with --practice.');
  if (standIn) throw new Misuse('--stand-in goes with --practice.');
  return null;
}

function authentication(
  values: OptionValues,
  environment: Environment,
): CommandOptions['authentication'] {
  const { users, 'auth-token': tokenInArguments, 'token-ttl': ttl, 'no-auth': isOpen } = values;
  const inArguments = tokenInArguments !== undefined;
  if (isOpen && inArguments) throw new Misuse('Give either --auth-token or --no-auth.');
  if (users !== undefined && (isOpen || inArguments)) {
    throw new Misuse('Give --users, or --auth-token, or --no-auth: only one of them.');
  }
  if (ttl !== undefined && users === undefined) throw new Misuse('--token-ttl goes with --users.');
  if (isOpen) return 'none';
  if (users !== undefined) {
    const tokenTtl =
      ttl === undefined ? defaultTokenTtl : wholeNumber('--token-ttl', ttl, 31_536_000, 1);
    return { usersFile: notEmpty('--users', users), tokenTtl };
  }
  const token = tokenInArguments ?? environment[tokenVariable];
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new Misuse('The auth token must be visible ASCII characters without spaces.');
  }
  return { token: token ?? null, inArguments };
}

const isParseError = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
