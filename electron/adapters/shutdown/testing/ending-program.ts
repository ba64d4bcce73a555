import Conf from 'conf';
import { endOnSignals, gracefulShutdown } from '../graceful-shutdown.ts';

/**
 * A program that stores settings as the hosts do, reports that it runs, and ends on a signal: at
 * once, or never when the second argument is `stuck`.
 */
const [cwd = '', how = ''] = process.argv.slice(2);
new Conf({ cwd }).set('there', true);
const stay = setInterval(() => undefined, 60_000);
const exit = (code: number): void => process.exit(code);
const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const close = async (): Promise<void> => {
  write('closing');
  await new Promise<void>((resolve) => {
    // Longer than one turn of the event loop, within which a repeated signal arrives.
    if (how !== 'stuck') setTimeout(resolve, 50);
  });
  clearInterval(stay);
  write('closed');
};
endOnSignals(process, gracefulShutdown({ close, exit, log: write, limit: 30_000 }), exit);
write('ready');
