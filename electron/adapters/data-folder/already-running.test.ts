import { expect, it } from 'vitest';
import { AlreadyRunning, explainAlreadyRunning, type Holder } from './already-running.ts';

it.each<[Holder | null, string]>([
  [null, 'already runs, with the data in /data'],
  [{ host: 'desktop' }, 'already runs as a desktop application, with the data in /data'],
  [
    { host: 'web', address: 'http://127.0.0.1:4321/' },
    'already runs at http://127.0.0.1:4321/, with the data in /data',
  ],
  [
    { host: 'command-line', command: 'list', process: 42 },
    'already runs as the command “hookdesk list” (process 42), with the data in /data. Wait for its end',
  ],
])('reports the holder of the data folder: %j', (holder, words) => {
  const told = explainAlreadyRunning(new AlreadyRunning('/data', holder));
  expect(told).toContain(words);
  expect(told).toContain('--data');
  expect(told).not.toContain('\n');
});
