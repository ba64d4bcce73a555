import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { z } from 'zod';
import { usualDataFolder } from '#adapters/data-folder/usual-data-folder.ts';
import { endOnSignals } from '#adapters/shutdown/graceful-shutdown.ts';
import type { ConnectionView, HookdeskClient } from '#contract/index.ts';
import { plainError } from '#domain/problem.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { findInstallation } from '../find-installation.ts';
import { Output } from '../output/output.ts';
import { failureOf } from './failure-of.ts';
import { openSession } from './open-session.ts';
import {
  secretFrom,
  secretFromFile,
  type SecretOptions,
  secretsByName,
  secretsFromFile,
  takeEnvironmentSecrets,
} from './secret-source.ts';

/** What a command works with. */
export interface CommandContext {
  readonly client: HookdeskClient;
  /** By name, else by id. */
  readonly findInstallation: (given: string) => Promise<ConnectionView>;
  readonly output: Output;
  /** Aborted by Ctrl C. */
  readonly signal: AbortSignal;
  /** From the source that the options of the command name. */
  readonly secret: string | null;
  /** Values of the variables that held secrets. */
  readonly ofEnvironment: ReadonlyMap<string, string>;
}

export type Work<Context> = (context: Context) => Promise<ExitCode>;

export const GlobalOptions = z.object({
  data: z.string().default(''),
  lockTimeout: z.number(),
  passphraseFile: z.string().nullable().default(null),
  installationsFile: z.string().nullable().default(null),
  tokensFile: z.string().nullable().default(null),
  json: z.boolean().default(false),
});

export async function runOnDataFolder(
  command: CommandUnknownOpts,
  work: Work<CommandContext>,
  secretOptions: SecretOptions,
): Promise<void> {
  const options = GlobalOptions.parse(command.optsWithGlobals());
  await exitWith(options, async (output, signal, abortOnSignals) => {
    // First, so that no child process inherits the variable of a secret.
    const ofEnvironment = takeEnvironmentSecrets();
    const secret = await secretFrom(secretOptions, ofEnvironment);
    const addInstallations = await installationsOf(options, ofEnvironment);
    const session = await openSession({
      ...options,
      passphrase: passphraseOf(options),
      dataFolder: addInstallations === null ? dataFolderOf(options) : temporaryFolder(),
      hasKeychain: addInstallations === null,
      command: wordsOf(command),
      note: output.note,
    });
    abortOnSignals();
    try {
      const { client } = session;
      const running = async (): Promise<ExitCode> => {
        await addInstallations?.(client);
        return work({
          client,
          findInstallation: (given) => findInstallation(client, given),
          output,
          signal,
          secret,
          ofEnvironment,
        });
      };
      return await Promise.race([running(), session.broken]);
    } finally {
      await session.close();
    }
  });
}

type Options = z.infer<typeof GlobalOptions>;

/**
 * Adds the installations of the file; `null` without a file.
 * @throws ProblemError('refused') for options that contradict each other
 */
export async function installationsOf(
  { data, installationsFile, tokensFile }: Options,
  ofEnvironment: ReadonlyMap<string, string>,
): Promise<((client: HookdeskClient) => Promise<void>) | null> {
  if (installationsFile !== null && data === '') {
    const { addInstallations, readInstallations } = await import('./installations-file.ts');
    const ofFile = await secretsFromFile(tokensFile);
    const tokens = secretsByName('TOKEN', ofFile, ofEnvironment);
    const installations = readInstallations(installationsFile);
    return (client) => addInstallations(client, installations, tokens);
  }
  if (installationsFile === null && tokensFile === null) return null;
  throw plainError(
    'refused',
    installationsFile === null
      ? '--tokens-file is for the installations of --installations-file.'
      : 'A data folder has installations of its own.',
    installationsFile === null
      ? 'Add --installations-file.'
      : 'Leave out --data or --installations-file.',
  );
}

/** Reads the file when the vault is locked, and only once: it may be a pipe. */
export function passphraseOf({ passphraseFile }: Options): (() => Promise<string>) | null {
  let read: Promise<string> | null = null;
  return passphraseFile === null ? null : () => (read ??= secretFromFile(passphraseFile));
}

export const dataFolderOf = ({ data }: Options): string =>
  resolve(
    [data, process.env.HOOKDESK_DATA].find((named) => (named ?? '') !== '') ?? usualDataFolder(),
  );

/** Only this user can open it. The program deletes it when it ends. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookdesk-command-'));
  process.on('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

export async function runWithoutData(
  command: CommandUnknownOpts,
  work: Work<Pick<CommandContext, 'output'>>,
): Promise<void> {
  const options = GlobalOptions.parse(command.optsWithGlobals());
  await exitWith(options, (output) => work({ output }));
}

const interruption = { message: 'Interrupted.', exitCode: exitCodes.interrupted };

const tokenHint = ' A command takes it by --tokens-file, or by HOOKDESK_TOKEN_ with the name.';

/**
 * Exits, because a hanging keychain call would keep the process alive.
 * @param work calls `abortOnSignals` when its session is open, because opening listens to signals, too
 * @param interrupted exit code after a signal
 */
export async function exitWith(
  { json, installationsFile }: Options,
  work: (output: Output, signal: AbortSignal, abortOnSignals: () => void) => Promise<ExitCode>,
  interrupted: ExitCode = exitCodes.interrupted,
): Promise<void> {
  const output = new Output(process, json);
  const interrupt = new AbortController();
  const { signal } = interrupt;
  const abort = (): void => {
    interrupt.abort();
  };
  const abortOnSignals = (): void => {
    endOnSignals(process, abort, (exitCode) => process.exit(exitCode));
  };
  let code: ExitCode;
  try {
    code = await work(output, signal, abortOnSignals);
    await output.flushed();
  } catch (error) {
    const failure = signal.aborted ? interruption : failureOf(error);
    code = failure.exitCode;
    const isToken = code === exitCodes.signInNeeded && installationsFile !== null;
    output.note(`${failure.message}${isToken ? tokenHint : ''}`);
    await output.flushed().catch(() => undefined);
  }
  process.exit(signal.aborted ? interrupted : code);
}

/** Such as `installations list`. */
function wordsOf(command: CommandUnknownOpts): string {
  const { parent } = command;
  return parent?.parent == null ? command.name() : `${wordsOf(parent)} ${command.name()}`;
}
