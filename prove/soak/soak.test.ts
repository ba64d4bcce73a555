// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Soak } from './run.ts';

const rounds = 4;

it(
  `finds nothing wrong in ${rounds} rounds with faults and kills`,
  { timeout: 180_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hookdesk-soak-'));
    const soak = new Soak(folder, 1);
    try {
      await soak.open();
      for (let round = 0; round < rounds; round += 1) await soak.round();
    } finally {
      await soak.close();
      rmSync(folder, { recursive: true, force: true });
    }
    expect(soak.ledger.findings).toEqual([]);
    expect(soak.requests).toBeGreaterThan(0);
    expect(soak.kills).toBeGreaterThan(0);
  },
);
