import { resolve } from 'node:path';
import { openBrowser } from '#adapters/browser/open-browser.ts';
import { HostLog } from '#adapters/log/host-log.ts';
import { ignoreOutputErrors } from '#adapters/log/output-errors.ts';
import { managedPlace } from '#adapters/managed/managed-file.ts';
import { boundHeap } from '#adapters/machine/bound-heap.ts';
import { usualDataFolder } from '#adapters/data-folder/usual-data-folder.ts';
import { version } from '#compose/node-paths.ts';
import { describeUnexpected } from '#core/describe-unexpected.ts';
import type { SelfCheckOptions } from '#self-check/self-check-options.ts';
import { type Command, help, readCommandLine } from './command-line.ts';
import { explainStart } from './explain-start.ts';
import { builtPage, readPage } from './page.ts';
import { shutDownWhenAsked } from './shut-down-when-asked.ts';

boundHeap();
ignoreOutputErrors(process);
const command = readCommandLine(process.argv.slice(2), process.env);
switch (command.kind) {
  case 'help':
    console.log(help);
    break;
  case 'misused':
    console.error(`${command.message} See --help.`);
    process.exitCode = 2;
    break;
  case 'self-check':
    await check(command);
    break;
  case 'serve':
    await serve(command);
}

async function check(options: SelfCheckOptions): Promise<void> {
  const page = readPage(builtPage);
  if (page === null) {
    printNotBuilt();
    return;
  }
  // Loaded here, because it would slow every other start.
  const { checkWebHost } = await import('./check-web-host.ts');
  const { printReport } = await import('#self-check/report.ts');
  const report = await checkWebHost({ page, version: version() });
  // A hanging keychain call would keep the process alive.
  process.exit(await printReport(report, options, process));
}

function printNotBuilt(): void {
  console.error('The window has not been built yet. `npm start` does it, as does `npm run build`.');
  process.exitCode = 1;
}

async function serve(options: Extract<Command, { kind: 'serve' }>): Promise<void> {
  const dataFolder = resolve(options.dataFolder ?? usualDataFolder());
  const page = options.devOrigin === null ? readPage(builtPage) : new Map();
  if (page === null) {
    printNotBuilt();
    return;
  }
  const log = new HostLog(dataFolder, console.error);
  process.on('unhandledRejection', (error) => {
    log.appendAndPrint(`unexpected: ${describeUnexpected(error)}`);
  });
  // A monitor: Node still prints the exception and exits.
  process.on('uncaughtExceptionMonitor', (error) => {
    log.append(`uncaught exception: ${describeUnexpected(error)}`);
  });
  try {
    // Loaded here, because `--help` does not need it.
    const { serveWindow } = await import('./serve-window.ts');
    const files = options.files.map((file) => resolve(file));
    const printNotice = console.error;
    const managed = managedPlace();
    const needs = { dataFolder, files, page, managed, log, printNotice };
    const host = await serveWindow({ ...options, ...needs });
    shutDownWhenAsked(host.close, options.endWithStdin, log.appendAndPrint);
    const { urlWithKey: address, keyExchanged } = host;
    console.log(`Hookdesk is ready at ${address}`);
    if (options.openBrowser) {
      await openBrowser({ dataFolder, address, keyExchanged, print: console.log });
    }
  } catch (error) {
    const { message, exitCode } = explainStart(error, { ...options, logPath: log.path });
    log.append(message);
    console.error(message);
    process.exitCode = exitCode;
  }
}
