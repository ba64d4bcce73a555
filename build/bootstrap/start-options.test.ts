import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseStartOptions } from './start-options.mjs';

const usual = {
  host: null,
  port: null,
  data: null,
  files: [],
  open: true,
  selfCheck: null,
  help: false,
};

describe('parseStartOptions', () => {
  it.each([
    [[], {}],
    [['--host', 'web'], { host: 'web' }],
    [['--host=desktop'], { host: 'desktop' }],
    [['--port', '8400'], { host: 'web', port: 8400 }],
    [['--port=0', '--host=web'], { host: 'web', port: 0 }],
    [['--data', 'folder', '--no-open'], { data: 'folder', open: false }],
    [['--open', 'a.json', '--open=../b', '--no-open'], { files: ['a.json', '../b'], open: false }],
    [['--self-check'], { selfCheck: { json: false, output: null } }],
    [
      ['--host', 'web', '--self-check', '--json', '--output', 'report.json'],
      { host: 'web', selfCheck: { json: true, output: 'report.json' } },
    ],
    [['-h'], { help: true }],
  ])('%j', (args, differences) => {
    expect(parseStartOptions(args)).toEqual({ ...usual, ...differences });
  });

  it.each([
    [['--hots', 'web'], '--hots'],
    [['web'], 'web'],
    [['--host', 'phone'], '"phone"'],
    [['--host'], '--host'],
    [['--port', 'x'], '"x"'],
    [['--port', '65536'], '"65536"'],
    [['--port=-1'], '"-1"'],
    [['--port', '1', '--host', 'desktop'], '--port is for --host web'],
    [['--data='], '--data'],
    [['--open'], '--open'],
    [['--open='], '--open'],
    [['--json'], '--self-check'],
    [['--output', 'report.json'], '--self-check'],
    [['--self-check', '--output='], '--output'],
    [['a.json'], 'a.json'],
  ])('rejects %j and names the mistake', (args, named) => {
    const parsed = parseStartOptions(args);
    expect('problem' in parsed && parsed.problem).toContain(named);
  });
});

describe('npm run dev', () => {
  const dev = (...args: string[]) => {
    const program = join(import.meta.dirname, 'dev.mjs');
    return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', timeout: 20_000 });
  };

  it.each([[['--self-check']], [['--host', 'web', '--self-check', '--json']]])(
    'rejects %j and names the command for the self-check',
    (args) => {
      const { status, stderr } = dev(...args);
      expect(status).toBe(2);
      expect(stderr).toContain('npm start -- --self-check');
    },
  );

  it('lists only its own options', () => {
    const { stdout } = dev('--help');
    expect(stdout).toMatch(/^npm run dev -- \[options\]/);
    expect(stdout).toContain('--no-open');
    expect(stdout).not.toContain('self-check');
  });
});
