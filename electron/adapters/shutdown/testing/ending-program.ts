import Conf from 'conf';
import { endOnSignals } from '../end-on-signals.ts';
import { gracefulShutdown } from '../graceful-shutdown.ts';

/**
 * A program that keeps its settings as the hosts do, says that it is there, and ends when a signal asks
 * for it: at once, or never where the second argument is `stuck`.
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
    // Longer than one turn of the loop: a signal that was sent again would have come by then.
    if (how !== 'stuck') setTimeout(resolve, 50);
  });
  clearInterval(stay);
  write('closed');
};
endOnSignals(process, gracefulShutdown({ close, exit, log: write, limit: 30_000 }), exit);
write('ready');
