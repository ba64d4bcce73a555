import { randomBytes } from 'node:crypto';
import { type CommandOptions, help, readArguments, tokenVariable } from './arguments.ts';
import { exposureWarnings, passwordWarnings, tokenInArguments } from './exposure.ts';
import { copyStorage } from './copy-storage.ts';
import { Fault } from './faults/fault.ts';
import { explainStart, explainStorage, startService } from './start.ts';
import { addUser } from './users/add-user.ts';

// Without these listeners, a write to a closed terminal would end the service.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const command = readArguments(process.argv.slice(2), process.env);
switch (command.kind) {
  case 'help':
    console.log(help);
    break;
  case 'misused':
    console.error(`${command.message} See --help.`);
    process.exitCode = 2;
    break;
  case 'add-user': {
    const terminal = {
      input: process.stdin,
      write: (text: string): void => void process.stderr.write(text),
    };
    const { exitCode, message } = await addUser(command, terminal);
    console.error(message);
    process.exitCode = exitCode;
    break;
  }
  case 'copy': {
    for (const warning of passwordWarnings([command.from, command.to])) console.error(warning);
    try {
      console.log(await copyStorage(command.from, command.to));
    } catch (error) {
      const message = explainStorage(error);
      if (message === null) throw error;
      console.error(message);
      process.exitCode = 1;
    }
    break;
  }
  case 'serve':
    await serve(command.options);
}

async function serve(options: CommandOptions): Promise<void> {
  const { authToken, isGenerated, signIn } = authentication(options);
  const { latency } = options;
  const delays = latency > 0 ? [Fault.parse({ kind: 'latency', milliseconds: latency })] : [];
  try {
    const service = await startService({
      ...options,
      authToken,
      signIn,
      database: options.database?.url,
      drain: options.drain * 1_000,
      rate: options.rate ?? undefined,
      faults: [...delays, ...options.faults],
      practice: options.practice ?? undefined,
    });
    endWhenAsked(service.close, options.endWithStdin);
    console.log(
      `Webhook management service, variant ${options.variant}, at ${service.url}${service.root}`,
    );
    for (const warning of warnings(options)) console.error(warning);
    if (isGenerated) console.log(`Auth token: ${String(authToken)}`);
  } catch (error) {
    const message = explainStart(error, options);
    if (message === null) throw error;
    console.error(message);
    process.exitCode = 1;
  }
}

function warnings({
  host,
  authentication: options,
  database,
  practice,
}: CommandOptions): readonly string[] {
  const exposed = [
    ...exposureWarnings(host, {
      open: options === 'none',
      deliversAnywhere: practice?.deliversTo === 'anywhere',
    }),
    ...(database?.inArguments === true ? passwordWarnings([database.url]) : []),
  ];
  if (options === 'none' || 'usersFile' in options || !options.inArguments) return exposed;
  const instead = `Set ${tokenVariable} instead, or leave out --auth-token to have one made.`;
  return [...exposed, tokenInArguments(instead)];
}

function authentication({ authentication: options }: CommandOptions) {
  if (options === 'none') return { authToken: null, isGenerated: false, signIn: undefined };
  if ('usersFile' in options) return { authToken: null, isGenerated: false, signIn: options };
  const isGenerated = options.token === null;
  const authToken = options.token ?? randomBytes(24).toString('base64url');
  return { authToken, isGenerated, signIn: undefined };
}

/** Exits with code 0 on a signal or closed input; a second one exits at once with code 130. */
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
