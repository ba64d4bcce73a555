import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { releaseNotes } from './release-notes.ts';

const changelog = `# Changelog

## [Unreleased]

## [1.2.0] - 2027-01-31

### Added

- Links.

## [1.1.0] - 2026-12-01

- Older.
`;
const fit = { tag: 'v1.2.0', version: '1.2.0', locked: '1.2.0', changelog };

it('releaseNotes returns the newest section of the changelog', () => {
  expect(releaseNotes(fit)).toEqual({ notes: '### Added\n\n- Links.\n', problems: [] });
});

it.each([
  [{ tag: 'v1.2.1' }, 'The tag is v1.2.1, but package.json has version 1.2.0.'],
  [{ locked: '1.1.0' }, 'package-lock.json has version 1.1.0'],
  [{ changelog: changelog.replace('d]\n', 'd]\n\n- Left.\n') }, 'has entries under [Unreleased]'],
  [{ changelog: changelog.replace('2027-01-31', 'soon') }, 'must be "## [1.2.0] - YYYY-MM-DD"'],
  [{ changelog: changelog.replace('[1.2.0]', '[1.1.9]') }, 'must be "## [1.2.0] - YYYY-MM-DD"'],
  [{ changelog: changelog.replace(/### Added\n\n- Links\.\n/, '') }, 'says nothing about 1.2.0'],
  [{ changelog: '' }, 'does not begin with the section [Unreleased]'],
])('releaseNotes names the mistake of %j', (change, problem) => {
  const { problems } = releaseNotes({ ...fit, ...change });
  expect(problems.join('\n')).toContain(problem);
});

it('release-check rejects this repository and names its placeholders', () => {
  const program = join(import.meta.dirname, 'release-check.ts');
  const { status, stderr } = spawnSync(process.execPath, [program, 'v9.9.9'], { encoding: 'utf8' });
  expect(stderr).toContain('The tag is v9.9.9');
  expect(stderr).toContain('A release needs a real homepage');
  expect(status).toBe(1);
});
