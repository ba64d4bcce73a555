import { parseArgs } from 'node:util';
import { isThisMachine } from './exposure.ts';
import { type Fault, FaultKind } from './faults/fault.ts';
import { type LogLevel, logLevels } from './http/logger-options.ts';
import { usualBodyLimit } from './http/request-limits.ts';
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
import type { PracticeOptions } from './practice/practice-routes.ts';
import {
  differingInstallations,
  type DifferingName,
  differingNames,
} from './seeds/differing-installations.ts';
import { defaultTokenTtl } from './sign-in/issued-tokens.ts';
import { type Variant, variantNames } from './webhooks/body-types.ts';

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
const databaseVariable = 'WEBHOOK_SERVICE_DATABASE_URL';

const faultKinds = FaultKind.options;

export const help = `Webhook management service: stores webhook definitions and serves them over REST.

Usage: npm run service -- --variant A|B [options]
       npm run service -- add-user --users FILE NAME
       npm run service -- copy --from PLACE --to PLACE

  --variant A|B        interface variant to serve: A (release 6.0) or B (14.0)
  --port N             port to listen on; a free port if 0 or omitted
  --host ADDRESS       address to listen on (127.0.0.1). The service uses plain HTTP: use an
                       HTTPS proxy for any other address
  --root PATH          API root (/api/v6 for A, /api/v14 for B)
  --data FILE          store the webhooks in this file; in memory if omitted
  --database URL       store them in this PostgreSQL database, which several instances may share:
                       postgres://user@host:5432/name. Other users of this machine can read a
                       password in the process list; the environment variable
                       ${databaseVariable} hides it
  --seed N             create N sample webhooks if the store is empty
  --sample NAME        create the webhooks of one of three installations that differ if the store
                       is empty: production or standby (variant B), old-site (A)

Authentication (select one):
  --auth-token TOKEN   required value of the header X-Auth-Token. Other users of this machine
                       can read it in the process list; the environment variable
                       ${tokenVariable} hides it. Without either, a random
                       auth token is created and printed.
  --users FILE         users sign in with POST .../api/token/ and get an auth token
  --token-ttl SECONDS  with --users: lifetime of these auth tokens (1200)
  --no-auth            accept all requests

Limits and logs:
  --body-limit BYTES   largest request body (1048576)
  --rate N             requests per second; more are answered with 429 (unlimited)
  --log-level LEVEL    log level on standard error: ${logLevels.join(', ')}
                       (error)
  --end-with-stdin     end when standard input closes
  --drain SECONDS      when stopped, answer /ready with 503 for this time before the service stops
                       accepting requests (0)

For practice and tests:
  --latency MS         delay every request by this time
  --fault KIND:RATE    fail this fraction (0–1] of requests; repeatable.
                       Kinds: ${faultKinds.slice(0, 7).join(', ')},
                       ${faultKinds.slice(7).join(', ')}
  --practice           raise alerts, watch deliveries and set faults below /practice/
  --deliver-anywhere   with --practice: also deliver to other machines
  --allow-relay        with --deliver-anywhere: allow it although --host accepts other machines,
                       which can then make this machine send requests anywhere
  --stand-in           with --practice: a local receiver accepts all deliveries, whatever the
                       target

copy copies the webhooks with their ids to an empty place. A place is a data file, or the URL of a
database. Stop the service first.

add-user adds a user to a users file or changes a password. It prompts for the password, or
reads the first line of standard input.

  --help               show this help

The service prints its address when it is ready. The interface is documented at /docs and
/openapi.json, practice at /practice/docs; /health and /ready are for supervisors and proxies. SIGINT (Ctrl C) and SIGTERM stop the service.
Exit codes: 0 stopped, 1 could not start, 2 wrong options.
`;

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
  'body-limit': { type: 'string', default: String(usualBodyLimit) },
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
export function readArguments(args: readonly string[], environment: Environment): Command {
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
