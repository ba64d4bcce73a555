import { describe, expect, test } from 'vitest';
import { readArguments } from './arguments.ts';

describe('reports the error in the wrong options', () => {
  test.each([
    [[], '--variant A or B'],
    [['--variant', 'C'], '--variant A or B'],
    [['--variant', 'A', '--port', '70000'], '--port takes a whole number from 0 to 65535'],
    [['--variant', 'A', '--port', 'http'], '--port takes'],
    [['--variant', 'A', '--seed', '-1'], '--seed'],
    [['--variant', 'A', '--seed', '1.5'], '--seed takes'],
    [['--variant', 'A', '--sample', 'other'], '--sample takes one of production, standby'],
    [['--variant', 'A', '--sample', 'standby'], '--sample standby goes with --variant B'],
    [['--variant', 'A', '--root', 'api'], '--root takes a path'],
    [['--variant', 'A', '--data', ''], '--data must not be empty'],
    [['--variant', 'A', '--auth-token', 'with space'], 'auth token must be'],
    [['--variant', 'A', '--auth-token', 'fake', '--no-auth'], 'either --auth-token or --no-auth'],
    [['--variant', 'A', '--users', 'u', '--no-auth'], 'only one of them'],
    [['--variant', 'A', '--users', 'u', '--auth-token', 'fake'], 'only one of them'],
    [['--variant', 'A', '--token-ttl', '5'], '--token-ttl goes with --users'],
    [['--variant', 'A', '--users', 'u', '--token-ttl', '0'], '--token-ttl takes'],
    [['--variant', 'A', '--latency', '1s'], '--latency takes'],
    [['--variant', 'A', '--fault', '503'], '--fault takes KIND:RATE'],
    [['--variant', 'A', '--fault', '503:0'], '--fault takes KIND:RATE'],
    [['--variant', 'A', '--fault', '503:1.1'], '--fault takes KIND:RATE'],
    [['--variant', 'A', '--fault', 'fire:0.5'], 'the kinds are 401'],
    [['--variant', 'A', '--fault', 'hang:0.5:9'], '--fault takes KIND:RATE'],
    [['--variant', 'A', '--rate', '0'], '--rate takes a whole number from 1'],
    [['--variant', 'A', '--body-limit', '0'], '--body-limit takes'],
    [['--variant', 'A', '--log-level', 'loud'], '--log-level takes one of silent, error'],
    [['--variant', 'A', '--deliver-anywhere'], '--deliver-anywhere goes with --practice'],
    [['--variant', 'A', '--stand-in'], '--stand-in goes with --practice'],
    [
      ['--variant', 'A', '--practice', '--stand-in', '--deliver-anywhere'],
      'either --deliver-anywhere or --stand-in',
    ],
    [['--variant', 'A', '--allow-relay'], '--allow-relay goes with --deliver-anywhere'],
    [
      ['--variant', 'A', '--practice', '--deliver-anywhere', '--host', '0.0.0.0'],
      'Leave one of them out, or give --allow-relay as well.',
    ],
    [
      ['--variant', 'A', '--data', 'd', '--database', 'postgres://h/n'],
      'either --data or --database',
    ],
    [['--variant', 'A', '--database', 'mysql://u:canary-password@h/n'], '--database takes a URL'],
    [['--variant', 'A', '--database', 'h/n'], '--database takes a URL'],
    [['--variant', 'A', '--drain', 'soon'], '--drain takes'],
    [['copy', '--from', 'a'], 'copy --from PLACE --to PLACE'],
    [['copy', '--from', 'postgres://[', '--to', 'b'], '--from takes a URL'],
    [['add-user', 'anna'], 'add-user --users FILE NAME'],
    [['add-user', '--users', 'u'], 'Say which user'],
    [['add-user', '--users', 'u', 'anna', 'canary-password'], 'Say which user, and nothing else'],
    [['add-user', '--users', 'u', '--password', 'x', 'anna'], '--password'],
    [['--variant', 'A', '--colour'], '--colour'],
    [['--variant', 'A', 'extra'], 'extra'],
  ])('%j', (args, message) => {
    const command = readArguments(args, {});
    expect(command).toMatchObject({ kind: 'misused' });
    expect(command.kind === 'misused' && command.message).toContain(message);
    expect(JSON.stringify(command)).not.toContain('canary');
  });
});

test('omitted options have defaults', () => {
  expect(readArguments(['--variant', 'B'], {})).toEqual({
    kind: 'serve',
    options: {
      variant: 'B',
      host: '127.0.0.1',
      port: 0,
      root: '/api/v14',
      dataFile: undefined,
      database: undefined,
      drain: 0,
      authentication: { token: null, inArguments: false },
      seed: 0,
      sample: undefined,
      latency: 0,
      faults: [],
      rate: null,
      bodyLimit: 1_048_576,
      practice: null,
      logLevel: 'error',
      endWithStdin: false,
    },
  });
});

test('reads the options of serve and add-user', () => {
  const args = [
    '--variant',
    'A',
    '--users',
    'users.json',
    '--token-ttl',
    '60',
    '--latency',
    '5',
    '--fault',
    '503:0.25',
    '--fault',
    'hang:1',
    '--rate',
    '9',
    '--body-limit',
    '2048',
    '--practice',
    '--deliver-anywhere',
    '--log-level',
    'info',
  ];
  expect(readArguments(args, { WEBHOOK_SERVICE_AUTH_TOKEN: 'fake' })).toMatchObject({
    kind: 'serve',
    options: {
      authentication: { usersFile: 'users.json', tokenTtl: 60 },
      latency: 5,
      faults: [
        { kind: '503', share: 0.25 },
        { kind: 'hang', share: 1 },
      ],
      rate: 9,
      bodyLimit: 2048,
      practice: { deliversTo: 'anywhere' },
      logLevel: 'info',
    },
  });
  expect(readArguments(['add-user', '--users', 'u', 'Anna B'], {})).toEqual({
    kind: 'add-user',
    usersFile: 'u',
    name: 'Anna B',
  });
});

test.each([
  [['--host', '0.0.0.0', '--allow-relay'], 'anywhere'],
  [['--host', '::1'], 'anywhere'],
  [['--host', 'localhost', '--allow-relay'], 'anywhere'],
])('accepts --deliver-anywhere with %j', (more, deliversTo) => {
  const args = ['--variant', 'B', '--practice', '--deliver-anywhere', ...more];
  expect(readArguments(args, {})).toMatchObject({ options: { practice: { deliversTo } } });
});

test('an option overrides the environment variable', () => {
  const environment = { WEBHOOK_SERVICE_AUTH_TOKEN: 'fake-environment' };
  const tokenWith = (...args: string[]) => {
    const command = readArguments(['--variant', 'A', ...args], environment);
    return command.kind === 'serve' && command.options.authentication;
  };
  expect(tokenWith()).toEqual({ token: 'fake-environment', inArguments: false });
  expect(tokenWith('--auth-token', 'fake-option')).toEqual({
    token: 'fake-option',
    inArguments: true,
  });
  expect(tokenWith('--no-auth')).toBe('none');
});

test('the error message does not repeat an invalid auth token', () => {
  const command = readArguments(['--variant', 'A'], { WEBHOOK_SERVICE_AUTH_TOKEN: 'canary é' });
  expect(command).toMatchObject({ kind: 'misused' });
  expect(JSON.stringify(command)).not.toContain('canary');
});

test.each([
  ['/', ''],
  ['/api/v15/', '/api/v15'],
  ['/pem/api/v14', '/pem/api/v14'],
])('reads --root %s', (given, root) => {
  expect(readArguments(['--variant', 'B', '--root', given], {})).toMatchObject({
    options: { root },
  });
});

describe('the place of the data', () => {
  const placeOf = (args: readonly string[], environment = {}) => {
    const command = readArguments(['--variant', 'A', ...args], environment);
    if (command.kind !== 'serve') throw new Error(command.kind);
    const { dataFile, database } = command.options;
    return { dataFile, database };
  };
  const environment = { WEBHOOK_SERVICE_DATABASE_URL: 'postgresql://e/n' };

  test.each([
    [['--database', 'postgres://h/n'], {}, { url: 'postgres://h/n', inArguments: true }],
    [['--database', 'postgres://h/n'], environment, { url: 'postgres://h/n', inArguments: true }],
    [[], environment, { url: 'postgresql://e/n', inArguments: false }],
  ])('%j with %j is a database', (args, variables, database) => {
    expect(placeOf(args, variables)).toEqual({ dataFile: undefined, database });
  });

  test('is the data file if both --data and the environment name one', () => {
    expect(placeOf(['--data', 'd'], environment)).toEqual({ dataFile: 'd', database: undefined });
  });
});

test('copy names two places', () => {
  expect(readArguments(['copy', '--from', 'a.db', '--to', 'postgres://h/n'], {})).toEqual({
    kind: 'copy',
    from: 'a.db',
    to: 'postgres://h/n',
  });
});
