import { describe, expect, it } from 'vitest';
import { AlreadyRunning } from '#adapters/data-folder/instance-lock.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { explainStart } from './explain-start.ts';

const at = { port: 8080, files: ['/home/ada/a.json'], logPath: '/data/logs/hookdesk.log' };
const withCode = (code: string): Error => Object.assign(new Error('canary'), { code });

describe('the reason for a failed start', () => {
  it.each([
    [
      new AlreadyRunning('/data/hookdesk', { host: 'web', address: 'http://127.0.0.1:1/' }),
      3,
      ['http://127.0.0.1:1/', '/data/hookdesk', 'The file was not opened'],
    ],
    [new AlreadyRunning('/data/hookdesk', { host: 'desktop' }), 3, ['as a desktop application']],
    [withCode('EADDRINUSE'), 1, ['Port 8080 is in use', '--port']],
    [withCode('EACCES'), 1, ['8080', '--port']],
    [
      new ProblemError(plainProblem('storage-failed', 'It broke.', 'Mend it.')),
      1,
      ['It broke. Mend it.'],
    ],
    [new TypeError('canary'), 1, ['TypeError', '/data/logs/hookdesk.log']],
  ])('%s', (error, exitCode, words) => {
    const explained = explainStart(error, at);
    expect(explained.exitCode).toBe(exitCode);
    for (const word of words) expect(explained.message).toContain(word);
    expect(explained.message).not.toContain('canary');
  });
});
