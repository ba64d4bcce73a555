// @module-tag slow
import { expect, it } from 'vitest';
import { runDamage } from './run.ts';

it(
  'damage of any file of a data folder is told, or without effect',
  { timeout: 120_000 },
  async () => {
    const { tallies, findings } = await runDamage({ rounds: 5, seed: 1, only: null });
    expect(findings).toEqual([]);
    expect(tallies.map(({ file }) => file)).toEqual(
      expect.arrayContaining([
        'killed hookdesk.sqlite-wal',
        'killed keychain-id',
        'killed settings.json',
        'killed window.json',
        'closed hookdesk.sqlite',
        'closed templates.json',
        'closed vault.json',
      ]),
    );
    // A run that reads nothing would have no effect either.
    expect(tallies.reduce((sum, { told }) => sum + told, 0)).toBeGreaterThan(40);
  },
);
