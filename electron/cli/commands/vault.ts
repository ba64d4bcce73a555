import { Argument, type Command } from '@commander-js/extra-typings';
import type { VaultState } from '#contract/vault.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Output } from '../output/output.ts';
import { run } from '../run.ts';

export function addVaultCommands(program: Command): void {
  const vault = program
    .command('vault')
    .helpCommand(false)
    .description('show or select where secrets are stored');

  vault
    .command('status')
    .description('show where secrets are stored, and whether they can be read')
    .action((_options, command) =>
      run(command, async ({ client, output, signal }) => {
        const states = await client.vault.watch(undefined, { signal });
        return show(await firstAnswer(states), output);
      }),
    );

  vault
    .command('unlock')
    .description(
      'unlock a passphrase vault; asks for the passphrase, unless --passphrase-file is given',
    )
    .action((_options, command) =>
      run(command, async ({ client, output, signal }) => {
        const { kind, status } = await client.vault.state();
        if (kind !== 'passphrase' || status !== 'locked')
          return show(await client.vault.state(), output);
        const { askSecret } = await import('../ask-in-terminal.ts');
        const passphrase = await askSecret('Passphrase: ', 'Use --passphrase-file.', signal);
        return show(await client.vault.unlock({ passphrase }), output);
      }),
    );

  vault
    .command('use')
    .description('select where secrets are stored; moves all secrets')
    .addArgument(
      new Argument('<vault>', 'memory: until a command ends').choices([
        'keychain',
        'passphrase',
        'memory',
      ] as const),
    )
    .option('--secret-stdin', 'read the passphrase from standard input')
    .option('--secret-file <file>', 'read it from a file')
    .option('--secret-env <variable>', 'read it from an environment variable')
    .hook('preAction', (command) => {
      if (command.args[0] !== 'passphrase' && Object.keys(command.opts()).length > 0)
        command.error("error: only the vault 'passphrase' takes a secret");
    })
    .action((kind, options, command) =>
      run(
        command,
        async ({ client, output, signal, secret }) => {
          await firstAnswer(await client.vault.watch(undefined, { signal }));
          const choice = kind === 'passphrase' ? { kind, passphrase: secret ?? '' } : { kind };
          return show(await client.vault.choose(choice), output);
        },
        options,
      ),
    );
}

function show({ status, kind, label, reason }: VaultState, output: Output): ExitCode {
  output.result(
    'vault',
    { status, kind, label, reason },
    { columns: ['VAULT', 'STATUS', 'REASON'], rows: [[label, status, reason ?? '']] },
  );
  return status === 'ready' || status === 'memory' ? exitCodes.done : exitCodes.signInNeeded;
}

/** The keychain answers within 2 s, or the state says that it does not. */
async function firstAnswer(states: AsyncIterable<VaultState>): Promise<VaultState> {
  for await (const state of states) if (state.status !== 'opening') return state;
  throw new Error('The vault ended.');
}
