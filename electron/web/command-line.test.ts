import { describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line.ts';

const usual = {
  kind: 'serve',
  port: 0,
  dataFolder: null,
  devOrigin: null,
  files: [],
  openBrowser: false,
  endWithStdin: false,
};

describe('the command line', () => {
  it.each([
    [[], {}, {}],
    [['--port', '8080'], {}, { port: 8080 }],
    [['--port=65535'], {}, { port: 65_535 }],
    [['--data', '/d'], { HOOKDESK_DATA: '/e' }, { dataFolder: '/d' }],
    [[], { HOOKDESK_DATA: '/e' }, { dataFolder: '/e' }],
    [[], { HOOKDESK_DATA: '' }, {}],
    [['--dev-origin', 'http://127.0.0.1:5173'], {}, { devOrigin: 'http://127.0.0.1:5173' }],
    [['--dev-origin', 'HTTP://127.0.0.1:5173/'], {}, { devOrigin: 'http://127.0.0.1:5173' }],
    [['--open', 'a.json', '--open=../b'], {}, { files: ['a.json', '../b'] }],
    [['--open-browser'], {}, { openBrowser: true }],
    [['--end-with-stdin'], {}, { endWithStdin: true }],
  ])('parses %j with %j', (args, environment, expected) => {
    expect(readCommandLine(args, environment)).toEqual({ ...usual, ...expected });
  });

  it('shows help, whatever the other arguments', () => {
    expect(readCommandLine(['--port', '1', '--help'], {})).toEqual({ kind: 'help' });
  });

  it.each([
    [['--port', '65536'], /65535/],
    [['--port', '-1'], /port/],
    [['--port', '80x'], /65535/],
    [['--port'], /port/],
    [['--open'], /open/],
    [['--open='], /name of a file/],
    [['--unknown'], /unknown/],
    [['extra'], /extra/],
    [['--dev-origin', 'http://example.com'], /on this machine/],
    [['--dev-origin', 'http://127.0.0.1.example.com'], /on this machine/],
    [['--dev-origin', 'https://127.0.0.1:5173'], /on this machine/],
    [['--dev-origin', 'http://127.0.0.1:5173/path'], /on this machine/],
    [['--dev-origin', 'http://user@127.0.0.1:5173'], /on this machine/],
    [['--dev-origin', 'null'], /on this machine/],
  ])('refuses %j', (args, message) => {
    const command = readCommandLine(args, {});
    expect(command.kind).toBe('misused');
    expect(command).toHaveProperty('message', expect.stringMatching(message));
  });
});
