import { parseArgs } from 'node:util';
import { readSelfCheck, type SelfCheckOptions } from '#self-check/self-check-options.ts';
import { loopbackOrigin } from './own-addresses.ts';

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'misused'; readonly message: string }
  | ({ readonly kind: 'self-check' } & SelfCheckOptions)
  | {
      readonly kind: 'serve';
      readonly port: number;
      readonly dataFolder: string | null;
      readonly devOrigin: string | null;
      /** Relative to the working folder. */
      readonly files: readonly string[];
      readonly openBrowser: boolean;
      readonly endWithStdin: boolean;
    };

export const help = `Hookdesk in the browser, on this computer only.

  --port N             port on 127.0.0.1; a free port if omitted. Risk of a fixed port: a service
                       worker that another program left in your browser for this port reads
                       the key and everything in the window
  --data DIR           data folder; the environment variable HOOKDESK_DATA also sets it
  --open FILE          import this file (a bundle or JSON of an installation) in the first window
  --open-browser       open the browser of this computer
  --dev-origin ORIGIN  development server of the window, such as http://127.0.0.1:5173
  --end-with-stdin     stop when standard input closes
  --self-check         check every part with a temporary data folder, and stop
  --json               with --self-check: print JSON instead of a table
  --output FILE        with --self-check: also write the report to a file
  --help               show this help

Stop Hookdesk with Ctrl C or SIGTERM. It ends within 5 seconds, also while a keychain does not respond.
Exit codes: 0 stopped, 1 could not start, or not everything was closed in time; 2 wrong options, 3 already running.
Exit codes of a self-check: 0 every check passed, 1 a check failed, 2 no report file.`;

export function readCommandLine(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Command {
  const misused = (message: string): Command => ({ kind: 'misused', message });
  const parsed = parse(args);
  if (typeof parsed === 'string') return misused(parsed);
  if (parsed.help === true) return { kind: 'help' };
  const selfCheck = readSelfCheck(args);
  if (selfCheck !== null) return { kind: 'self-check', ...selfCheck };
  if (parsed.json === true || parsed.output !== undefined) {
    return misused('--json and --output are for --self-check.');
  }
  const port = portOf(parsed.port ?? '0');
  if (port === null) return misused('--port takes a number from 0 to 65535.');
  const named = parsed['dev-origin'];
  const devOrigin = named === undefined ? null : loopbackOrigin(named);
  if (named !== undefined && devOrigin === null) {
    return misused('--dev-origin takes an origin on this machine, such as http://127.0.0.1:5173.');
  }
  const files = parsed.open ?? [];
  if (files.includes('')) return misused('--open takes the name of a file.');
  const dataFolder = parsed.data ?? environment.HOOKDESK_DATA ?? '';
  return {
    kind: 'serve',
    port,
    dataFolder: dataFolder === '' ? null : dataFolder,
    devOrigin,
    files,
    openBrowser: parsed['open-browser'] === true,
    endWithStdin: parsed['end-with-stdin'] === true,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        open: { type: 'string', multiple: true },
        'dev-origin': { type: 'string' },
        'open-browser': { type: 'boolean' },
        'end-with-stdin': { type: 'boolean' },
        'self-check': { type: 'boolean' },
        json: { type: 'boolean' },
        output: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

function portOf(text: string): number | null {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : null;
}
