import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const run = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'bench.ts'), ...args], {
    encoding: 'utf8',
  });

it.each(['--help', '-h'])('%s lists each bench in one line, and runs none', (option) => {
  const { status, stdout } = run(option);
  expect(status).toBe(0);
  const lines = stdout.split('\n').filter((line) => line.startsWith('  '));
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) expect(line).toMatch(/^ {2}[a-z\d-]+ {2,}[A-Z].*\.$/);
  expect(stdout).toMatch(/^ {2}memory-50 +The resident memory .*\.$/m);
  expect(stdout).toMatch(/^ {2}service-speed /m);
  expect(stdout).not.toContain('bare-loop');
});

it.each([['typing'], ['typing-256k.ts'], ['--all'], ['constructor']])(
  '%s is no bench: it lists the names',
  (name) => {
    const { status, stdout, stderr } = run(name);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(`There is no bench “${name}”.`);
    expect(stderr).toMatch(/^ {2}typing-256k /m);
  },
);

it('runs one bench, with its options', () => {
  const { stdout, stderr } = run('compare-20', '2', '10');
  expect(stderr).toBe('');
  expect(stdout).toContain('\ncompare-20\n');
  expect(stdout).toMatch(/2 installations/);
  expect(stdout).not.toContain('\nbundle-10000\n');
});
