import { resolve } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { z } from 'zod';
import { usualDataFolder } from '#adapters/data-folder/usual-data-folder.ts';
import { endOnSignals } from '#adapters/shutdown/end-on-signals.ts';
import type { CommandContext, Work } from './command-context.ts';
import { explain } from './explain.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { openSession } from './open-session.ts';
import { Output } from './output/output.ts';
import { secretFrom, type SecretOptions } from './secret-source.ts';

const GlobalOptions = z.object({
  data: z.string().default(''),
  lockTimeout: z.number(),
  passphraseFile: z.string().nullable().default(null),
  json: z.boolean().default(false),
});

export async function runOnDataFolder(
  command: CommandUnknownOpts,
  work: Work<CommandContext>,
  secretOptions: SecretOptions,
): Promise<void> {
  const options = GlobalOptions.parse(command.optsWithGlobals());
  const dataFolder = resolve(
    [options.data, process.env.HOOKDESK_DATA].find((named) => (named ?? '') !== '') ??
      usualDataFolder(),
  );
  const interrupt = new AbortController();
  const { signal } = interrupt;
  await ending(options, signal, async (output) => {
    // First, so that no child process inherits the variable of a secret.
    const secret = await secretFrom(secretOptions);
    const session = await openSession({
      ...options,
      dataFolder,
      command: wordsOf(command),
      note: output.note,
    });
    endOnSignals(
      process,
      () => {
        interrupt.abort();
      },
      (code) => process.exit(code),
    );
    try {
      return await work({ client: session.client, output, signal, secret });
    } finally {
      await session.close();
    }
  });
}

export async function runWithoutData(
  command: CommandUnknownOpts,
  work: Work<Pick<CommandContext, 'output'>>,
): Promise<void> {
  const options = GlobalOptions.parse(command.optsWithGlobals());
  await ending(options, new AbortController().signal, (output) => work({ output }));
}

/** Exits, because a hanging keychain call would keep the process alive. */
async function ending(
  { json }: { readonly json: boolean },
  signal: AbortSignal,
  work: (output: Output) => Promise<ExitCode>,
): Promise<void> {
  const output = new Output(process, json);
  let code: ExitCode;
  try {
    code = await work(output);
  } catch (error) {
    const explained = explain(error);
    code = explained.exitCode;
    output.note(explained.message);
  }
  await output.flushed();
  process.exit(signal.aborted ? exitCodes.interrupted : code);
}

/** Such as `installations list`. */
function wordsOf(command: CommandUnknownOpts): string {
  const { parent } = command;
  return parent?.parent == null ? command.name() : `${wordsOf(parent)} ${command.name()}`;
}
