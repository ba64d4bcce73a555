import { parseArgs } from 'node:util';

export const startUsage = `npm start -- [options]

  --host desktop   open the Electron window; fail when Electron cannot run here
  --host web       serve Hookdesk on 127.0.0.1 for a browser
                   (without --host: desktop where Electron can run, else web)
  --port N         serve on this port instead of a free one (means --host web); risk: a service
                   worker that another program left in your browser for this port reads the key
                   and everything in the window
  --data DIR       keep connections and settings in this folder
  --open FILE      show what a bundle, or another file with webhooks, holds; may be given again
  --no-open        do not open a browser
  --self-check     check every part on this machine, with a data folder of its own, and end
  --json           with --self-check: print JSON in place of a table
  --output FILE    with --self-check: also write the report to a file
  --help           show this`;

export const devUsage = startUsage
  .replace('npm start', 'npm run dev')
  .split('\n')
  .filter((line) => !line.includes('--self-check'))
  .join('\n');

/**
 * @typedef {object} StartOptions
 * @property {'desktop' | 'web' | null} host `null`: desktop if possible, otherwise web
 * @property {number | null} port
 * @property {string | null} data
 * @property {string[]} files to open, as given on the command line
 * @property {boolean} open whether to open a browser
 * @property {SelfCheck | null} selfCheck
 * @property {boolean} help
 */

/**
 * @typedef {object} SelfCheck
 * @property {boolean} json
 * @property {string | null} output the file for the report, as given on the command line
 */

/**
 * Reads the command line of `npm start`.
 *
 * @param {readonly string[]} args
 * @returns {StartOptions | { problem: string }}
 */
export function parseStartOptions(args) {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        host: { type: 'string' },
        port: { type: 'string' },
        data: { type: 'string' },
        open: { type: 'string', multiple: true },
        'no-open': { type: 'boolean' },
        'self-check': { type: 'boolean' },
        json: { type: 'boolean' },
        output: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }));
  } catch (error) {
    if (error instanceof TypeError) return { problem: error.message };
    throw error;
  }
  const { host = null, data = null, open: files = [] } = values;
  if (host !== null && host !== 'desktop' && host !== 'web') {
    return { problem: `--host is desktop or web, not "${host}".` };
  }
  const port = values.port === undefined ? null : Number(values.port);
  if (port !== null && !(/^\d+$/.test(values.port ?? '') && port <= 65_535)) {
    return { problem: `--port is a number from 0 to 65535, not "${values.port}".` };
  }
  if (port !== null && host === 'desktop') {
    return { problem: '--port is for --host web: the desktop window needs no port.' };
  }
  if (data === '') return { problem: '--data needs the name of a folder.' };
  if (files.includes('')) return { problem: '--open needs the name of a file.' };
  const { json = false, output = null } = values;
  const selfCheck = values['self-check'] === true ? { json, output } : null;
  if (selfCheck === null && (json || output !== null)) {
    return { problem: '--json and --output are for --self-check.' };
  }
  if (output === '') return { problem: '--output needs the name of a file.' };
  return {
    host: port === null ? host : 'web',
    port,
    data,
    files,
    open: values['no-open'] !== true,
    selfCheck,
    help: values.help === true,
  };
}

/**
 * Reads the command line of `npm run dev`.
 *
 * @param {readonly string[]} args
 * @returns {StartOptions | { problem: string }}
 */
export function parseDevOptions(args) {
  const parsed = parseStartOptions(args);
  if ('problem' in parsed || parsed.selfCheck === null) return parsed;
  return { problem: 'npm run dev has no self-check. Run: npm start -- --self-check' };
}
