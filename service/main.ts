import { randomBytes } from 'node:crypto';
import { type CommandOptions, readCommandLine } from './command-line.ts';
import { exposure } from './exposure.ts';
import { help } from './help.ts';
import { explainStart } from './explain-start.ts';
import { startService } from './start.ts';

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
    await serve(command.options);
}

async function serve(options: CommandOptions): Promise<void> {
  const { authentication } = options;
  const made = authentication !== 'none' && authentication.token === null;
  const authToken =
    authentication === 'none'
      ? null
      : (authentication.token ?? randomBytes(24).toString('base64url'));
  try {
    const service = await startService({
      ...options,
      authToken,
      onFailure(error) {
        console.error(error);
      },
    });
    endWhenAsked(service.close, options.endWithStdin);
    console.log(
      `Webhook management service, variant ${options.variant}, at ${service.url}${service.root}`,
    );
    const warning = exposure(options.host, authToken);
    if (warning !== null) console.error(warning);
    if (made) console.log(`Auth token: ${String(authToken)}`);
  } catch (error) {
    const message = explainStart(error, options);
    if (message === null) throw error;
    console.error(message);
    process.exitCode = 1;
  }
}

/** Ends the process with exit code 0 once it is asked to; the second time at once. */
function endWhenAsked(close: () => Promise<void>, withStdin: boolean): void {
  let ending = false;
  const end = (): void => {
    if (ending) process.exit(130);
    ending = true;
    void close().then(() => {
      process.exit(0);
    });
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  if (withStdin) {
    process.stdin.once('close', end);
    process.stdin.on('error', end);
    process.stdin.resume();
  }
}
