import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configuration } from './configuration.ts';
import { releaseProblems } from './release.ts';

const real = {
  extraMetadata: { homepage: 'https://hookdesk.dev' },
  linux: { maintainer: 'Ada <ada@hookdesk.dev>' },
};

describe('releaseProblems', () => {
  it('accepts real addresses', () => {
    expect(releaseProblems(real)).toEqual([]);
  });

  it.each(['', 'https://hookdesk.invalid', 'https://example.org/hookdesk'])(
    'rejects the homepage "%s"',
    (homepage) => {
      const problems = releaseProblems({ ...real, extraMetadata: { homepage } });
      expect(problems).toEqual([expect.stringContaining(`real homepage, not "${homepage}"`)]);
    },
  );

  it('rejects missing values and the present configuration', () => {
    expect(releaseProblems({})).toHaveLength(2);
    expect(releaseProblems(configuration)).toEqual([
      expect.stringContaining('homepage'),
      expect.stringContaining('maintainer'),
    ]);
  });
});

it('npm run package -- --release reports the problems before the build', () => {
  const program = join(import.meta.dirname, 'package.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--release'], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(stderr.trim().split('\n')).toEqual(releaseProblems(configuration));
  expect(status).toBe(1);
});
