import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { OfferedPaths } from '#adapters/offered-files/offered-files.ts';
import { usualDataFolder } from '#adapters/data-folder/usual-data-folder.ts';
import { ignoreClosedOutput } from '#adapters/process-output/ignore-closed-output.ts';
import { describeUnexpected } from '#core/report-unexpected.ts';
import { type Command, help, readCommandLine } from './command-line.ts';
import { composeWeb } from './composition.ts';
import { endWhenAsked } from './end-when-asked.ts';
import { explainStart } from './explain-start.ts';
import { startWebHost } from './host.ts';
import { readPage } from './page.ts';
import { places, version } from './places.ts';

const log = (line: string): void => {
  console.error(`hookdesk: ${line}`);
};
const report = (description: string): void => {
  log(`unexpected: ${description}`);
};

ignoreClosedOutput(process.stdout, process.stderr);
const command = readCommandLine(process.argv.slice(2), process.env);
switch (command.kind) {
  case 'help':
    console.log(help);
    break;
  case 'misused':
    console.error(`${command.message} See --help.`);
    process.exitCode = 2;
    break;
  case 'serve':
    await serve(command);
}

async function serve(options: Extract<Command, { kind: 'serve' }>): Promise<void> {
  const { platform, env: environment } = process;
  const usual = usualDataFolder({ platform, home: homedir(), environment });
  const dataFolder = resolve(options.dataFolder ?? usual);
  const offeredFiles = new OfferedPaths();
  offeredFiles.offer(options.files.map((file) => resolve(file)));
  const page = options.devOrigin === null ? readPage(places.page) : new Map();
  if (page === null) {
    console.error(
      'The window has not been built yet. `npm start` does it, as does `npm run build`.',
    );
    process.exitCode = 1;
    return;
  }
  process.on('unhandledRejection', (error) => {
    report(describeUnexpected(error));
  });
  try {
    const [{ service, bundleThread }, release] = [places, version()];
    const host = await startWebHost({
      ...options,
      dataFolder,
      version: release,
      page,
      compose: () => {
        const composition = composeWeb({
          dataFolder,
          service,
          bundleThread,
          version: release,
          offeredFiles,
        });
        for (const notice of composition.notices) console.error(notice);
        return composition;
      },
      report,
    });
    endWhenAsked(host.close, options.endWithStdin, log);
    console.log(`Hookdesk is ready at ${host.urlWithKey}`);
  } catch (error) {
    const { message, exitCode } = explainStart(error, options);
    console.error(message);
    process.exitCode = exitCode;
  }
}
