import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const program = join(import.meta.dirname, '../../web/main.ts');
/** Fills the young generation when the host has finished, and prints the most that it took, in MB. */
const churn = `
  import { getHeapSpaceStatistics } from 'node:v8';
  process.on('exit', () => {
    const kept = [];
    let most = 0;
    for (let round = 0; round < 100; round += 1) {
      kept.push(Array.from({ length: 20_000 }, (_, index) => ({ text: 'x' + index })));
      if (kept.length > 8) kept.shift();
      const spaces = getHeapSpaceStatistics();
      const young = spaces.find(({ space_name: name }) => name === 'new_space');
      most = Math.max(most, young.physical_space_size);
    }
    console.log('young: ' + Math.round(most / 1e6));
  });`;

it('the young generation of a host stays small', () => {
  const preload = `data:text/javascript,${encodeURIComponent(churn)}`;
  const output = execFileSync(process.execPath, ['--import', preload, program, '--help'], {
    encoding: 'utf8',
  });
  // Without a limit it takes 130 MB.
  expect(Number(/young: (\d+)/.exec(output)?.[1])).toBeLessThan(24);
});
