import { describe, expect, test } from 'vitest';
import { readCommandLine } from './command-line.ts';

describe('wrong options come back as a sentence', () => {
  test.each([
    [[], '--variant A or B'],
    [['--variant', 'C'], '--variant A or B'],
    [['--variant', 'A', '--port', '70000'], '--port takes a whole number from 0 to 65535'],
    [['--variant', 'A', '--port', 'http'], '--port takes'],
    [['--variant', 'A', '--seed', '-1'], '--seed'],
    [['--variant', 'A', '--seed', '1.5'], '--seed takes'],
    [['--variant', 'A', '--root', 'api'], '--root takes a path'],
    [['--variant', 'A', '--data', ''], '--data must not be empty'],
    [['--variant', 'A', '--auth-token', 'with space'], 'auth token must be'],
    [['--variant', 'A', '--auth-token', 'fake', '--no-auth'], 'either --auth-token or --no-auth'],
    [['--variant', 'A', '--colour'], '--colour'],
    [['--variant', 'A', 'extra'], 'extra'],
  ])('%j', (args, message) => {
    const command = readCommandLine(args, {});
    expect(command).toMatchObject({ kind: 'misused' });
    expect(command.kind === 'misused' && command.message).toContain(message);
  });
});

test('what is left out has a default', () => {
  expect(readCommandLine(['--variant', 'B'], {})).toEqual({
    kind: 'serve',
    options: {
      variant: 'B',
      host: '127.0.0.1',
      port: 0,
      root: '/api/v14',
      dataFile: undefined,
      authentication: { token: null },
      seed: 0,
      endWithStdin: false,
    },
  });
});

test('an option goes before the environment', () => {
  const environment = { WEBHOOK_SERVICE_AUTH_TOKEN: 'fake-environment' };
  const tokenWith = (...args: string[]) => {
    const command = readCommandLine(['--variant', 'A', ...args], environment);
    return command.kind === 'serve' && command.options.authentication;
  };
  expect(tokenWith()).toEqual({ token: 'fake-environment' });
  expect(tokenWith('--auth-token', 'fake-option')).toEqual({ token: 'fake-option' });
  expect(tokenWith('--no-auth')).toBe('none');
});

test('an auth token that cannot be used is not repeated', () => {
  const command = readCommandLine(['--variant', 'A'], { WEBHOOK_SERVICE_AUTH_TOKEN: 'canary é' });
  expect(command).toMatchObject({ kind: 'misused' });
  expect(JSON.stringify(command)).not.toContain('canary');
});

test.each([
  ['/', ''],
  ['/api/v15/', '/api/v15'],
  ['/pem/api/v14', '/pem/api/v14'],
])('--root %s', (given, root) => {
  expect(readCommandLine(['--variant', 'B', '--root', given], {})).toMatchObject({
    options: { root },
  });
});
